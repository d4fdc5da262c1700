// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/colour/palette.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/jobs/allocationsnapshot.h"
#include "widgets/jobs/momentpanel.h"

#include <QString>

#include <string>
#include <unordered_map>
#include <vector>

class QLabel;

namespace lockstep {

class ShareBar;

/// Map of allocations: one box per node, one cell per GPU. Shades distinguish neighbouring jobs, empty cells are free,
/// crossed boxes are drained. Always shows the whole cluster, rack by rack. Hovering shows the allocation; a click
/// selects the node; nodes of a selected job are framed. GUI thread; owned by its parent.
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

/// Allocation at the moment shown, according to the scheduler: which jobs and tenants hold which nodes and GPUs, free
/// blocks, drained nodes with reasons, queue. Uses only metrics and spans, so that live, past and replay agree. Updates
/// once per second while visible. GUI thread; owned by its parent.
class AllocationPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit AllocationPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const AllocationMap& map() const { return *m_map; }
    [[nodiscard]] const ShareBar& bar() const { return *m_bar; }
    [[nodiscard]] QString note() const; ///< free blocks and queue
    [[nodiscard]] QString drained() const; ///< nodes that get no jobs, and why
    [[nodiscard]] QString idle() const; ///< jobs that hold GPUs without using them; empty: none is known

private:
    bool read() override;
    void explainEmpty(const AllocationSnapshot& reading);
    void tell(const AllocationSnapshot& reading, TimePoint moment);
    [[nodiscard]] QString idleAt(TimePoint moment) const;
    [[nodiscard]] QString noteOf(const AllocationSnapshot& reading) const;
    [[nodiscard]] QString drainedIn(const AllocationSnapshot& reading) const;

    ShareBar* m_bar;
    QLabel* m_note;
    AllocationMap* m_map;
    QLabel* m_drained;
    QLabel* m_idle;
};

} // namespace lockstep
