// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/canvas/timegestures.h"
#include "widgets/heatmap/heatcontent.h"
#include "widgets/heatmap/metricheat.h"
#include "widgets/heatmap/timeheat.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

struct ChangeSet;

/// Space for the names beside and above the cells, in logical pixels.
struct HeatLabels
{
    int group = 0; ///< column of group names at the far left
    int row = 0; ///< column of row names; 0: rows are too low to be named
    int header = 22; ///< above the cells
    bool slanted = false; ///< column names do not fit side by side

    [[nodiscard]] int width() const { return group + row; }
};

/// Minimum row height for individual row names.
inline constexpr double namedRowPixels = 14;

/// Cached widths of names, which only change with rows and columns.
struct NameWidths
{
    int group = 0;
    int row = 0;
    int column = 0; ///< the widest
};

[[nodiscard]] NameWidths measureNames(const ClusterStore& store, const HeatContent& content);

/// @param width of the whole canvas; @param rowPixels height of a row
[[nodiscard]] HeatLabels measureLabels(const ClusterStore& store, const HeatContent& content, const NameWidths& names,
                                       int width, double rowPixels);

/// Which columns have room for a slanted name: every n-th, and always the current one, if any.
[[nodiscard]] std::vector<std::size_t> namedColumns(std::size_t count, double columnPixels, double namePixels,
                                                    std::optional<std::size_t> current);

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
