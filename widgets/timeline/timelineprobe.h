// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/incidents/incidentkey.h"
#include "models/store/spans/spanstore.h"
#include "models/view/lanelayout.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/timeline/marks/eventmarks.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

#include <optional>
#include <vector>

namespace lockstep {

struct LoggedEvent;

/// Finds the part of the timeline at a point. Created for one query; refers to its inputs.
class TimelineProbe
{
public:
    struct SpanHit
    {
        LaneRect rect;
        StoredSpan span;
    };

    /// @param marks as painted
    TimelineProbe(const ViewContext& context, const TimelineGeometry& geometry, const TimelineRows& rows,
                  const TimeAxis& axis, const std::vector<EventMark>& marks)
        : m_context(context), m_geometry(geometry), m_rows(rows), m_axis(axis), m_marks(marks)
    { }

    /// null: none
    [[nodiscard]] const TimelineRow* laneAt(QPoint point) const;
    [[nodiscard]] std::optional<SpanHit> spanAt(const TimelineRow& lane, QPoint point) const;
    /// invalid: none
    [[nodiscard]] AnnotationKey annotationAt(QPoint point) const;
    /// null: none, or no longer in the log
    [[nodiscard]] const LoggedEvent* eventAt(QPoint point) const;
    /// Hover text at a point; an empty sentence if there is none.
    [[nodiscard]] HoverText explain(QPoint point) const;

private:
    [[nodiscard]] const EventMark* markUnder(QPoint point) const;

    const ViewContext& m_context;
    TimelineGeometry m_geometry;
    const TimelineRows& m_rows;
    TimeAxis m_axis;
    const std::vector<EventMark>& m_marks;
};

} // namespace lockstep
