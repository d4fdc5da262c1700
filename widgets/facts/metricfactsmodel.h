// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/items/tablemodel.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/palette.h"

#include <QRect>
#include <QString>
#include <QStyledItemDelegate>

#include <optional>
#include <span>
#include <vector>

class QPainter;

namespace lockstep {

class Comparison;

class Theme;

/// Draws a sparkline (NaN is a gap): minimum and maximum per pixel, scaled to its own range, with a dot for the newest
/// sample.
void drawSparkline(QPainter& painter, const QRect& area, std::span<const float> samples, Rgb colour);

/// Paints a row of MetricFactsModel: name, sparkline, value with a severity mark, limits. GUI thread; owned by
/// FactsPanel.
class MetricFactsDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit MetricFactsDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

/// One metric of one entity in the facts panel.
struct MetricFact
{
    MetricId metric;
    EntityRef entity;
    QString name; ///< "GPU temperature"; in a summary with the worst entity
    float value = noData;
    QString valueText; ///< "71 °C", "last 71 °C" when stale, "no data"
    QString baselineText; ///< "63 °C, +8.2 K": baseline value, and difference from it
    QString limitText; ///< "83 / 87 °C": warning and critical
    std::optional<Severity> severity;
    int rank = 0; ///< sort key, see metricFactsOf()
    bool isBelieved = true; ///< false: stale or missing
    std::vector<float> trend; ///< samples of the shown time, NaN is a gap

    [[nodiscard]] bool isSame(const MetricFact& other) const
    {
        return metric == other.metric && entity == other.entity;
    }
};

/// All metrics of an entity. Metrics beyond a limit come first, most severe first. Then metrics by distance to the
/// limit, in tenths of the limit so that rows rarely move. Last, metrics without limits and missing ones. Otherwise in
/// catalogue order.
/// @param tick nullopt: the newest values
/// @param trend ticks of the sparkline
[[nodiscard]] std::vector<MetricFact> metricFactsOf(const ClusterStore& store, EntityRef entity,
                                                    std::optional<TickIndex> tick, TickRange trend);

/// Adds the baseline value to each fact. Facts that are differences are removed.
void addBaselines(std::vector<MetricFact>& facts, const Comparison& comparison, const ClusterStore& store,
                  std::optional<TickIndex> tick);

/// For each metric with limits, the entity with the worst value; worst first.
[[nodiscard]] std::vector<MetricFact> worstFacts(const ClusterStore& store, std::optional<TickIndex> tick,
                                                 TickRange trend);

/// Metric facts as a table: name, trend, value, baseline, limits. A tick changes data or moves rows, so that the
/// selected row stays selected. The model is reset only when the entity changes. GUI thread; owned by FactsPanel.
class MetricFactsModel : public TableModel<MetricFact>
{
    Q_OBJECT

public:
    enum Column { Name, Trend, Value, BaselineColumn, Limits, ColumnCount };

    explicit MetricFactsModel(QObject* parent = nullptr);

    void setFacts(std::vector<MetricFact> facts);
    [[nodiscard]] const MetricFact& fact(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    [[nodiscard]] std::vector<int> placesIn(const std::vector<MetricFact>& facts) const;
};

} // namespace lockstep
