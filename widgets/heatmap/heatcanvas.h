// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/repaintlimiter.h"
#include "widgets/common/timegestures.h"
#include "widgets/heatmap/heatlabels.h"
#include "widgets/heatmap/metricheat.h"
#include "widgets/heatmap/timeheat.h"

#include <QWidget>

#include <optional>

namespace lockstep {

class HoverTip;
struct ChangeSet;

enum class GridMode : std::uint8_t { ByMetric, OverTime };

/// The painted part of MetricGridView: frozen names, cells, highlights, and the manners of mouse and keyboard. Repaints
/// only when it can be seen and something it shows has changed. GUI thread; owned by MetricGridView.
class HeatCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit HeatCanvas(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] GridMode mode() const { return m_mode; }
    void setMode(GridMode mode);
    void setMetric(MetricId metric);
    void holdScale(bool hold);

    [[nodiscard]] const HeatContent& content() const { return *m_content; }
    /// What is shown where, as of the last paint.
    [[nodiscard]] HeatFrame frame() const;
    [[nodiscard]] std::size_t entityCount() const { return m_rows.count(); }
    /// Everything in view was brought up to date in the last paint.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] std::uint64_t paintCount() const { return m_paintCount; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }

Q_SIGNALS:
    /// The colour scale, or what is shown, is different from the last paint.
    void shownChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void rebuildRows();
    bool prepare();
    void paintEmpty(QPainter& painter);
    void hover(QPointF point);
    [[nodiscard]] std::optional<HeatHeading> headingAt(QPointF point) const;
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void moveSelected(int rows, int columns);
    bool keyOverRows(const QKeyEvent& event);

    ViewContext m_context;
    GridMode m_mode = GridMode::OverTime;
    MetricId m_metric;
    GridRows m_rows;
    RowWindow m_rowWindow;
    TimeHeat m_timeHeat;
    MetricHeat m_metricHeat;
    HeatContent* m_content = &m_timeHeat; ///< one of the two above
    NameWidths m_names;
    bool m_namesAreOld = true;
    HeatLabels m_labels;
    QRectF m_area; ///< of the cells
    TimeGestures m_gestures;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Second};
    HoverTip* m_tip; ///< owned by the window it lies over, dies with this
    std::optional<QPointF> m_pressedAt;
    double m_rowsDraggedTo = 0;
    bool m_rowsAreOld = true;
    bool m_isComplete = true;
    std::uint64_t m_paintCount = 0;
};

} // namespace lockstep
