// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/allocations.h"
#include "models/view/colour/palette.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

class ClusterStore;

struct NodeAllocation
{
    EntityRef node;
    EntityRef rack; ///< invalid: in no rack
    std::uint32_t gpus = 0;
    std::uint32_t allocated = 0;
    bool isUnavailable = false; ///< drained or down
    std::string reason; ///< reason; empty: not known
    std::vector<AllocatedPart> parts; ///< may cover fewer GPUs than are allocated: the jobs of the others are unknown

    [[nodiscard]] std::uint32_t idle() const { return isUnavailable ? 0 : gpus - allocated; }
    [[nodiscard]] bool isFree() const { return !isUnavailable && allocated == 0 && gpus > 0; }
};

/// Which jobs hold which nodes and GPUs at one moment, and what is free.
struct AllocationSnapshot
{
    std::vector<NodeAllocation> nodes; ///< nodes known to the scheduler, by rack
    std::uint64_t gpus = 0;
    std::uint64_t allocated = 0;
    std::uint64_t idleInFree = 0; ///< on nodes without any job
    std::uint64_t idleInPart = 0; ///< on partly used nodes: not usable by jobs that need whole nodes
    std::uint64_t unavailable = 0; ///< drained or down, and not allocated
    std::uint64_t largestFree = 0; ///< GPUs of whole free nodes in one rack
    EntityRef largestFreeRack; ///< rack of those nodes; invalid: they are in no rack
    std::uint64_t nodesUnavailable = 0;
    double jobsPending = 0; ///< NaN: not known
    double gpusWanted = 0;
    double longestWaitSeconds = 0;
    bool isAsked = false; ///< whether a scheduler is being queried
    bool isPending = false; ///< part of it is still being read
};

/// Reads the allocation from the store. @param moment that the store shows
[[nodiscard]] AllocationSnapshot readAllocation(const ClusterStore& store, TimePoint moment);

/// Map of allocations: one box per node, one cell per GPU. Shades distinguish neighbouring jobs; empty cells are free,
/// crossed boxes are drained. Always shows the whole cluster, rack by rack. Hovering shows the allocation, and a click
/// selects the node. Nodes of a selected job are framed. GUI thread; owned by its parent.
class AllocationMap : public Canvas
{
    Q_OBJECT

public:
    explicit AllocationMap(ViewContext context, QWidget* parent = nullptr);

    void show(AllocationSnapshot reading);
    [[nodiscard]] const AllocationSnapshot& reading() const { return m_reading; }

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
    /// Number of boxes per row, and their size.
    struct Grid
    {
        int columns = 1;
        double wide = 1;
        double high = 1;
    };

    [[nodiscard]] Grid grid() const;
    void drawNode(QPainter& painter, const NodeAllocation& node, const QRectF& box) const;
    void drawGpus(QPainter& painter, const NodeAllocation& node, const QRectF& area) const;
    [[nodiscard]] std::vector<const AllocatedPart*> holders(const NodeAllocation& node) const; ///< by GPU; null: free
    [[nodiscard]] Rgb shadeOf(const AllocatedPart& part) const;
    [[nodiscard]] std::string selectedJob() const;

    AllocationSnapshot m_reading;
    std::unordered_map<std::string, std::size_t> m_order; ///< jobs in display order
};

} // namespace lockstep
