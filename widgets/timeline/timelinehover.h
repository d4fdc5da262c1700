// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/store/spans/lanespans.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/waitstory.h"

#include <QObject>
#include <QPoint>
#include <QRectF>
#include <QTimer>

#include <optional>

class QPainter;
class QWidget;

namespace lockstep {

class HoverTip;
class TimelineProbe;
class TimelineRows;
struct TimeAxis;
struct TimelineGeometry;

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
    void stop(); ///< inactive while hidden
    void forget(); ///< resets until the next evaluation
    void leave(); ///< the pointer has left, or keys are used
    void hideTip();

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
