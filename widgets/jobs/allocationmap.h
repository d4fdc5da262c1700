// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/jobs/allocationreading.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Each node a box, each of its GPUs a cell in it: shades tell jobs beside each other apart, an empty cell is free, a
/// box with a cross gets no jobs. Rack by rack, all of it always in view. Hovering tells who has what; a click selects
/// the node; the nodes of a selected job are framed. GUI thread; owned by its parent.
class AllocationMap : public Canvas
{
    Q_OBJECT

public:
    explicit AllocationMap(ViewContext context, QWidget* parent = nullptr);

    void show(AllocationReading reading);
    [[nodiscard]] const AllocationReading& reading() const { return m_reading; }

    [[nodiscard]] const NodeAllocation* nodeAt(QPointF point) const; ///< null: none
    [[nodiscard]] QRectF boxOf(std::size_t node) const;
    [[nodiscard]] HoverText explain(const NodeAllocation& node) const;

    [[nodiscard]] QSize sizeHint() const override { return {320, 200}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 72}; }

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// How many boxes stand side by side, and how large they are.
    struct Grid
    {
        int columns = 1;
        double wide = 1;
        double high = 1;
    };

    [[nodiscard]] Grid grid() const;
    void drawNode(QPainter& painter, const NodeAllocation& node, const QRectF& box) const;
    void drawGpus(QPainter& painter, const NodeAllocation& node, const QRectF& area) const;
    [[nodiscard]] std::vector<const AllocatedPart*> holders(const NodeAllocation& node) const; ///< by GPU; null: nobody
    [[nodiscard]] Rgb shadeOf(const AllocatedPart& part) const;
    [[nodiscard]] std::string selectedJob() const;

    AllocationReading m_reading;
    std::unordered_map<std::string, std::size_t> m_order; ///< of jobs, as they stand beside each other
};

} // namespace lockstep
