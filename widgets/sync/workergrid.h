// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"
#include "models/view/colour/colourscale.h"
#include "widgets/common/canvas/canvas.h"

#include <QImage>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

/// Heatmap of a job's workers: pipeline stages from top to bottom, data-parallel ranks from left to right, coloured by
/// the slowdown of their work or, for a trace, of the steps. A click selects the worker's GPU. GUI thread; owned by its
/// panel.
class WorkerGrid : public Canvas
{
    Q_OBJECT

public:
    explicit WorkerGrid(ViewContext context, QWidget* parent = nullptr);

    /// null: unknown
    void show(std::shared_ptr<const JobWhatIf> whatIf);

    [[nodiscard]] const ColourScale& scale() const { return m_scale; }
    /// The worker at a point; the slowest of those that share a pixel. Null: none.
    [[nodiscard]] const WhatIfWorker* workerAt(QPoint point) const;
    /// Area of a worker.
    [[nodiscard]] QRectF cellOf(const WhatIfWorker& worker) const;
    /// The GPU of a worker's rank; invalid: unknown.
    [[nodiscard]] EntityRef entityOf(const WhatIfWorker& worker) const;

    [[nodiscard]] QSize sizeHint() const override { return {320, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 72}; }

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRect area() const;
    void drawFigures(QPainter& painter) const;
    void drawLabels(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;
    void moveSelection(int columns, int rows);

    std::shared_ptr<const JobWhatIf> m_whatIf;
    std::vector<std::int32_t> m_dpRanks;
    std::vector<std::int32_t> m_stages;
    std::vector<const WhatIfWorker*> m_cells; ///< [stage][rank]
    ColourScale m_scale;
    QImage m_image; ///< one pixel per worker
};

} // namespace lockstep
