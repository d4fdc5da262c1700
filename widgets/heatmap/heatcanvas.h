// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/canvas/timegestures.h"
#include "widgets/heatmap/heatlabels.h"
#include "widgets/heatmap/metricheat.h"
#include "widgets/heatmap/timeheat.h"

#include <optional>

namespace lockstep {

struct ChangeSet;

enum class GridMode : std::uint8_t { ByMetric, OverTime };

/// The painted part of MetricGridView: fixed names, cells, highlights, mouse and keyboard. Repaints only while visible
/// and after changes. GUI thread; owned by MetricGridView.
class HeatCanvas : public Canvas
{
    Q_OBJECT

public:
    explicit HeatCanvas(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] GridMode mode() const { return m_mode; }
    void setMode(GridMode mode);
    void setMetric(MetricId metric);
    void holdScale(bool hold);

    [[nodiscard]] const HeatContent& content() const { return *m_content; }
    /// Content and positions as of the last paint.
    [[nodiscard]] HeatFrame frame() const;
    [[nodiscard]] std::size_t entityCount() const { return m_rows.count(); }
    [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }

protected:
    void changeEvent(QEvent* event) override;
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void pressed(const QMouseEvent& event) override;
    void dragged(const QMouseEvent& event, QPointF by) override;
    void released(const QMouseEvent& event, QPointF from) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void rebuildRows();
    bool prepare();
    void paintEmpty(QPainter& painter);
    [[nodiscard]] std::optional<HeatHeading> headingAt(QPointF point) const;
    void moveSelected(int rows, int columns);
    bool keyOverRows(const QKeyEvent& event);

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
    bool m_rowsAreOld = true;
};

} // namespace lockstep
