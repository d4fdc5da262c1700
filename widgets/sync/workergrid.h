// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"
#include "models/view/colour/colourscale.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"

#include <QImage>

#include <memory>
#include <vector>

namespace lockstep {

/// "DP 1, stage 0".
[[nodiscard]] QString workerName(std::int32_t dpRank, std::int32_t stage);

/// The slowdown, and the loss explained by the slowest workers or the last stage: "Steps take 1.12 times the ideal (S).
/// Of the loss 5 % goes with the 2 slowest of 40 workers (M_W), 26 % with the last stage (M_S)."
[[nodiscard]] QString lossText(const WhatIf& result);

/// "1.97" for a slowdown or a share of the loss; a dash if unknown.
[[nodiscard]] QString slowdownText(double slowdown);

[[nodiscard]] HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker);

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
