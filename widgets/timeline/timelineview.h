// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/changeset.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/canvas/timegestures.h"
#include "widgets/timeline/lanelabels.h"
#include "widgets/timeline/spanfilter.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinehover.h"
#include "widgets/timeline/timelinepicture.h"
#include "widgets/timeline/timelinerows.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QJsonObject>

class QLineEdit;
class QToolButton;

namespace lockstep {

struct HoverText;

/// Spans of jobs, one lane per row, over the shared time range. Lays out only visible lanes. Hovering rebuilds nothing.
/// Idle while hidden. GUI thread; owned by its parent.
class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(ViewContext context, QWidget* parent = nullptr);
    ~TimelineView() override;

    /// By node, by rank, by waits, by blame.
    [[nodiscard]] LaneOrders& orders() const { return *m_orders; }
    /// Input line of the filter; see SpanFilter.
    [[nodiscard]] QLineEdit& filterLine() const;
    [[nodiscard]] const QString& caption() const { return m_caption; }
    [[nodiscard]] const TimelineRows& rows() const { return m_rows; }
    [[nodiscard]] TimelineGeometry geometryNow() const;
    /// Hover text at a point of the viewport; an empty sentence if there is none.
    [[nodiscard]] HoverText explain(QPoint point) const;
    [[nodiscard]] LanePins& pins() { return m_pins; }
    /// The view's own state for restoring it elsewhere: {"order", "pinned", "filter"}.
    [[nodiscard]] QJsonObject viewState() const;
    void showViewState(const QJsonObject& state);
    /// Number of repaints of the picture, for tests and measurements.
    [[nodiscard]] std::uint64_t pictureBuilds() const { return m_picture.builds(); }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void connectContext();
    void makeActions();
    void makeFilter();
    void showFilter(bool isShown);
    void applyFilter();
    void placeFilter();
    void clusterChanged(const ChangeSet& changes);
    void repaintIfVisible();
    void repaintIfChanged();
    void rebuildRows();
    void layOut();
    void refreshCaption();
    void orderRows();
    void orderSoon();
    void showNewRows();

    void hover(QPoint point);
    void click(QPoint point);
    void escape();
    void selectRow(int step);
    void scrollTo(const TimelineRow& row);
    void moveAffectedJobFirst(); ///< unless the pointer is over the lanes
    void reveal(EntityRef entity); ///< scrolls to the first lane of it or of a part, unless one is visible
    [[nodiscard]] TimelineProbe probe() const;
    [[nodiscard]] const TimelineRow* currentLane() const;

    ViewContext m_context;
    TimeGestures m_gestures;
    TimelineRows m_rows;
    TimelinePicture m_picture;
    SpanFilter m_filter;
    LanePins m_pins;
    LaneFilterBar* m_filterBar; ///< above the viewport, while a filter is edited or active
    QToolButton* m_filterButton; ///< under the corner
    TimelineHover m_hover;
    LaneOrders* m_orders = nullptr;
    QToolButton* m_order = nullptr; ///< in the corner above the labels
    QBasicTimer m_orderTimer;
    QString m_caption;
    int m_pressedScroll = 0;
    QPoint m_pressedAt;
    LabelColumns m_columns; ///< of the labels
    int m_labelWidth = 150;
    std::size_t m_knownLanes = 0;
    bool m_isFollowing = true; ///< as of the last change of the cursor
    TimePoint m_paintedCursor;
    EntityRef m_revealed; ///< what was last scrolled into view
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Fourth};
};

} // namespace lockstep
