// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"
#include "widgets/charts/chartadapter.h"
#include "widgets/charts/chartlines.h"

#include <QColor>
#include <QRect>
#include <QString>

#include <optional>
#include <string>
#include <vector>

class QPainter;

namespace lockstep {

class Comparison;
class Selection;

/// Which charts to draw: one per metric, with a line per entity.
struct ChartChoice
{
    std::vector<MetricId> metrics; ///< the shared metric first if it is of this kind
    std::vector<EntityRef> entities; ///< of one kind
    std::size_t leftOut = 0; ///< selected entities that are not drawn
    bool isSelected = false; ///< false: nothing is selected, so these are the first node's key metrics

    friend bool operator==(const ChartChoice&, const ChartChoice&) = default;
};

/// Chooses charts for the selection: the entities of the kind selected last, or their children if that kind has no
/// metrics. Without a selection: the first node. A peak metric is drawn in the chart of its mean.
[[nodiscard]] ChartChoice chooseCharts(const ClusterStore& store, const Selection& selection);

/// The peak metric of a mean ("x" -> "x.peak"); invalid if there is none.
[[nodiscard]] MetricId peakMetric(const MetricTable& metrics, MetricId mean);

/// A line in a chart's legend, with its value at the cursor.
struct LegendEntry
{
    QColor colour;
    QString name;
    QString value;
    std::optional<Severity> severity; ///< of the value
    bool isLit = false; ///< hovered, in any view
};

/// Title with unit, then a swatch, name and value for each line, in columns that do not move as values change.
void drawChartLegend(QPainter& painter, const QRect& area, const QString& title,
                     const std::vector<LegendEntry>& entries, const Palette& palette);

/// Shared state of a view's charts while painting.
struct ChartScene
{
    const ClusterStore& store;
    const Palette& palette;
    TimeRange range;
    std::optional<TimePoint> readAt; ///< moment of the legend's values; nullopt: the newest
    EntityRef hovered;
    double devicePixelRatio = 1;
    int axisWidth = 64; ///< room for the labels of values, left of the plot
    const Comparison* comparison = nullptr; ///< source of the baseline; null: none
};

/// One chart: a metric of one or several entities, with axis, limits and legend. Reads the store only after a change.
/// Owned by SelectionChartsView; GUI thread.
class ChartRow
{
public:
    ChartRow(MetricId metric, std::vector<EntityRef> entities);

    [[nodiscard]] MetricId metric() const { return m_metric; }
    /// Data, window or theme changed: redraw at the next paint.
    void invalidate() { m_isDirty = true; }

    /// Height of the legend above the plot for that width.
    [[nodiscard]] int headerHeight(const ChartScene& scene, int width) const;
    [[nodiscard]] QRect plotOf(const ChartScene& scene, const QRect& area) const;
    void paint(QPainter& painter, const QRect& area, const ChartScene& scene);

    /// The entity whose line is nearest to @p y (from the top of @p plot) at a moment; invalid without data.
    [[nodiscard]] EntityRef nearest(const ChartScene& scene, const QRect& plot, int y, TimePoint time) const;
    /// Value of an entity at a moment (nullopt: the newest); NaN: none, or too old.
    [[nodiscard]] float valueAt(const ClusterStore& store, EntityRef entity, std::optional<TimePoint> time) const;
    [[nodiscard]] const ChartAdapter& adapter() const { return m_adapter; }
    [[nodiscard]] const ChartPicture& picture() const { return m_picture; }

private:
    [[nodiscard]] QString lineName(const Topology& topology, std::size_t index) const;
    [[nodiscard]] QString title(const ChartScene& scene) const;
    [[nodiscard]] bool hasBaseline(const ChartScene& scene) const;
    [[nodiscard]] std::vector<LegendEntry> legend(const ChartScene& scene) const;
    void rebuild(const ChartScene& scene, QSize size);
    void addEntity(const ChartScene& scene, std::size_t index, const TimeAxis& axis, double& min, double& max);
    void addBaseline(const ChartScene& scene, std::size_t index, const TimeAxis& axis, double& min, double& max);
    void paintGrid(QPainter& painter, const QRect& plot, const ChartScene& scene) const;
    void paintLimits(QPainter& painter, const QRect& plot, const ChartScene& scene) const;
    void paintLegend(QPainter& painter, const QRect& area, const ChartScene& scene) const;

    MetricId m_metric;
    std::vector<EntityRef> m_entities;
    bool m_isDirty = true;
    ChartAdapter m_adapter;
    ChartPicture m_picture;
    ValueAxis m_axis;
};

} // namespace lockstep
