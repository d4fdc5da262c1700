// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <functional>

class QMenu;
class QWidget;

namespace lockstep {

class LaneOrders;
class LanePins;
struct TimelineRow;

/// The context menu of a lane of the timeline, or of its background. Deletes itself when it closes.
/// @param lane null: none @param writeFilter opens the filter line
[[nodiscard]] QMenu* makeLaneMenu(QWidget& timeline, ViewContext context, LanePins& pins, const LaneOrders& orders,
                                  const TimelineRow* lane, std::function<void()> writeFilter);

} // namespace lockstep
