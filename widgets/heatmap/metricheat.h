// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "models/view/cellbins.h"
#include "widgets/heatmap/gridrows.h"
#include "widgets/heatmap/heatcontent.h"
#include "widgets/heatmap/heatimage.h"

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// A metric of all entities at a tick or, for nullopt, the newest values. The newest values exclude silent nodes, whose
/// values are outdated.
/// @param scratch storage for the result if it is not a view of the store
[[nodiscard]] std::span<const float> believedColumn(const ClusterStore& store, const GridRows& rows, MetricId metric,
                                                    std::optional<TickIndex> tick, std::vector<float>& scratch);

/// Entities by metrics of their kind at the cursor. Each metric has its own scale. With few entities the table is
/// transposed, so that names and values are readable. See HeatContent.
class MetricHeat : public HeatContent
{
public:
    void setRows(const GridRows& rows) override;
    void setMetric(MetricId metric) override { m_metric = metric; }
    void invalidate(TickRange ticks) override;
    void holdScale(bool hold) override { m_holdsScale = hold; }
    void settle(const ClusterStore& store) override;
    bool refresh(const HeatFrame& frame) override;
    void paint(QPainter& painter, const HeatFrame& frame) const override;
    bool hasTransparentCells() const override { return m_image.hasTransparentCells(); }
    std::size_t rowCount() const override;
    HeatHeading rowHeading(const ClusterStore& store, std::size_t row) const override;
    QString rowNote(const ClusterStore& store, std::size_t row) const override;
    std::span<const RowGroup> groups() const override;
    std::size_t columnCount() const override;
    std::vector<HeatHeading> columnHeadings(const ClusterStore& store) const override;
    std::optional<HeatCell> cellAt(const HeatFrame& frame, QPointF point) const override;
    std::optional<QRectF> areaOf(const HeatFrame& frame, EntityRef entity) const override;
    std::optional<ColourScale> scale() const override { return std::nullopt; }

    bool hasEntityColumns() const override { return m_isTurned; }

private:
    /// Current values of one metric for all entities, without stale values.
    struct Row
    {
        MetricId metric;
        ColourScale scale;
        std::vector<float> cells; ///< worst value by bin
    };

    void colour();
    void printValues(QPainter& painter, const HeatFrame& frame) const;
    [[nodiscard]] QString columnName(const ClusterStore& store, std::size_t row) const;
    [[nodiscard]] HeatHeading headingOf(const ClusterStore& store, const Row& row) const;

    const GridRows* m_rows = nullptr;
    MetricId m_metric;
    bool m_holdsScale = false;
    bool m_isDirty = true;
    bool m_isOnLight = false; ///< as in ColourScale
    bool m_isTurned = false;
    RowRange m_binned; ///< rows in the picture
    std::size_t m_rowsPerBin = 1;
    CellBins m_bins;
    std::optional<TickIndex> m_tick; ///< shown; nullopt: the newest
    std::vector<Row> m_cells; ///< by metric
    HeatImage m_image;
};

} // namespace lockstep
