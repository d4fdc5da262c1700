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

#include <QObject>
#include <QPoint>
#include <QRectF>
#include <QString>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

class QPainter;
class QWidget;

namespace lockstep {

class ClusterStore;
class SyncResults;
struct LoggedEvent;
struct TimeAxis;

/// One wait: the rank that was waited for, the duration, and why that rank was late.
struct WaitExplanation
{
    std::size_t waiter = 0; ///< index into SpanStore::lanes()
    std::optional<std::size_t> last; ///< lane of the rank waited for
    TimePoint waitsFrom;
    TimePoint lastArrived; ///< arrival of the rank that was waited for, by its clock; if unknown, the end of the wait
    Duration waited{};
    bool isReceive = false;
    QString sentence; ///< "rank 17 waited 38 ms for rank 3 in all_reduce #4211 of dp2; rank 3's clock was throttled"
};

/// The story of a span that waits for others: a collective or a receive; nullopt otherwise.
[[nodiscard]] std::optional<WaitExplanation> explainWait(const ClusterStore& store, const SyncResults* syncResults,
                                                         std::size_t lane, const StoredSpan& span);

/// The lane's span of the same collective, near @p of in time; null if it has none.
[[nodiscard]] std::optional<StoredSpan> findPart(const ClusterStore& store, std::size_t lane, const StoredSpan& of);

/// Why a GPU was late at a moment, according to its metrics: "its clock was throttled", "it computed 16 % longer than
/// its peers". Empty if unknown.
[[nodiscard]] QString reasonOfLateness(const ClusterStore& store, EntityRef gpu, TimePoint time);

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
    void hoverAt(QPoint point, const TimelineProbe& probe, const TimelineGeometry& geometry, TimePoint time);
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
        WaitExplanation story;
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
