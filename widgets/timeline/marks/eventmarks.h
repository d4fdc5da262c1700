// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"

#include <QRect>

#include <vector>

class QPainter;

namespace lockstep {

class ClusterStore;
class EventLog;
struct HoverText;

/// Events at the same position on a time axis, represented by the most severe one.
struct EventMark
{
    double x = 0; ///< pixels from the axis' left end
    Severity severity = Severity::Information;
    std::uint64_t number = 0; ///< of the worst one in the EventLog (the latest of equals)
    std::size_t events = 0; ///< how many share the place
};

/// Marks for events of severity @p min or higher within the axis's range, from left to right, at least @p apart pixels
/// from each other.
[[nodiscard]] std::vector<EventMark> eventMarks(const EventLog& log, const TimeAxis& axis, double apart,
                                                Severity min = Severity::Information);

/// The mark within @p reach pixels of @p x, or null.
[[nodiscard]] const EventMark* markAt(const std::vector<EventMark>& marks, double x, double reach);

/// Draws the marks as severity shapes, vertically centred in @p area, whose left edge is the axis's.
void drawEventMarks(QPainter& painter, const QRect& area, const std::vector<EventMark>& marks, const Palette& palette);

/// Side of a mark's square, logical pixels.
inline constexpr double eventMarkSide = 12;

[[nodiscard]] HoverText explainEvent(const ClusterStore& store, const EventMark& mark);

} // namespace lockstep
