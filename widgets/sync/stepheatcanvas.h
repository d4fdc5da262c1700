// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/sync/jobcanvas.h"
#include "widgets/sync/stepheat.h"

namespace lockstep {

/// The painted part of StepHeatView: steps from left to right, ranks from top to bottom. Redrawn when a step ends or
/// the size changes; hover and selection are painted over it. GUI thread; owned by its view.
class StepHeatCanvas : public JobCanvas
{
    Q_OBJECT

public:
    explicit StepHeatCanvas(ViewContext context, QWidget* parent = nullptr);

    void setQuantity(StepQuantity quantity);
    void setWorstFirst(bool worstFirst);

    [[nodiscard]] StepQuantity quantity() const { return m_quantity; }
    [[nodiscard]] const ColourScale& scale() const { return m_heat.scale; }
    [[nodiscard]] HoverText explain(QPoint point) const override;
    /// Of the cells.
    [[nodiscard]] QRect area() const;

protected:
    void rebuild() override;
    [[nodiscard]] const std::vector<std::uint32_t>& lanesInOrder() const override { return m_lanes; }
    [[nodiscard]] std::optional<std::uint32_t> laneAt(QPoint point) const override;
    void paintOn(QPainter& painter) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Cell
    {
        std::size_t step = 0; ///< index into the job's steps
        std::uint32_t lane = 0;
    };

    [[nodiscard]] std::optional<Cell> cellAt(QPoint point) const;
    [[nodiscard]] QRectF rowRect(std::size_t place) const;
    void drawHighlights(QPainter& painter) const;
    void drawLabels(QPainter& painter) const;

    StepQuantity m_quantity = StepQuantity::Blame;
    bool m_worstFirst = false;
    std::vector<std::uint32_t> m_lanes; ///< in the order of rows
    StepHeat m_heat;
};

} // namespace lockstep
