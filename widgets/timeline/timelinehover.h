// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/incidents/incidentkey.h"
#include "models/store/spans/lanespans.h"
#include "models/store/spans/spanstore.h"
#include "models/view/lanelayout.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/timeline/marks/eventmarks.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"
#include "widgets/timeline/waitstory.h"

#include <QObject>
#include <QPoint>
#include <QRectF>
#include <QTimer>

#include <optional>
#include <vector>

class QPainter;
class QWidget;

namespace lockstep {

struct LoggedEvent;
struct TimeAxis;

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

/// The hovered part of the timeline: its tip, the frame of its span and the arrows of its wait. Re-evaluated when
/// something may have moved under a resting pointer. GUI thread; a member of its view.
class TimelineHover : public QObject
{
    Q_OBJECT

public:
    TimelineHover(ViewContext context, QWidget& viewport);

    /// Pointer position while over the view, until a lane is selected by key.
    [[nodiscard]] std::optional<QPoint> pointer() const { return m_pointer; }
    [[nodiscard]] const QRectF& span() const { return m_span; } ///< empty: none

    /// @param time at @p point
    void look(QPoint point, const TimelineProbe& probe, const TimelineGeometry& geometry, TimePoint time);
    void refreshSoon();
    void stop() { m_again.stop(); } ///< inactive while hidden
    void forget(); ///< resets until the next evaluation
    void leave() { m_pointer.reset(); } ///< the pointer has left, or keys are used
    void hideTip() { m_tip->hide(); }

    void drawArrows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                    const TimeAxis& axis) const;

Q_SIGNALS:
    void due(); ///< re-evaluate

private:
    struct Wait
    {
        WaitStory story;
        StoredSpan span;
    };

    ViewContext m_context;
    QWidget& m_viewport;
    HoverTip* m_tip; ///< the viewport's
    QTimer m_again;
    QRectF m_span;
    std::optional<Wait> m_wait; ///< wait with arrows
    std::optional<QPoint> m_pointer;
};

} // namespace lockstep
