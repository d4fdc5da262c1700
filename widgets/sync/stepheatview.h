// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/view/colour/colourscale.h"
#include "models/view/viewcontext.h"
#include "widgets/common/panel.h"
#include "widgets/sync/jobcanvas.h"

#include <QImage>
#include <QWidget>

#include <cstdint>
#include <vector>

class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace lockstep {

class DriftCanvas;
class Legend;

/// Quantity of the step x rank heatmap.
enum class StepQuantity : std::uint8_t { Wait, Blame, Slowdown };

/// Values of a step: seconds waited, GPUs kept waiting, or compute time relative to peers.
[[nodiscard]] const std::vector<float>& valuesOf(const SyncStep& step, StepQuantity quantity);
[[nodiscard]] Unit unitOf(StepQuantity quantity);

/// A job's lanes: by rank or, for lanesByWorst(), by their sum over the steps, largest first.
[[nodiscard]] std::vector<std::uint32_t> lanesByRank(const JobSync& job);
[[nodiscard]] std::vector<std::uint32_t> lanesByWorst(const JobSync& job, StepQuantity quantity);

/// A picture with one pixel per step and at most @p height rows. If lanes share a row, the worst one is shown.
/// Transparent without data.
struct StepHeat
{
    QImage image;
    ColourScale scale;
};
[[nodiscard]] StepHeat stepHeat(const JobSync& job, const std::vector<std::uint32_t>& lanes, StepQuantity quantity,
                                int height);

/// The painted part of StepHeatView: steps from left to right, ranks from top to bottom. Redrawn when a step ends or
/// the size changes; hover and selection are painted on top. GUI thread; owned by its view.
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

/// Steps by ranks of one job: wait, blame or slowdown per step, or drift over thousands of steps. Contains the
/// controls, the canvases and the legend. Needs ViewContext::sync. GUI thread; owned by its parent.
class StepHeatView : public Panel
{
    Q_OBJECT

public:
    explicit StepHeatView(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] StepHeatCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] DriftCanvas& drift() const { return *m_drift; }
    void setQuantity(StepQuantity quantity);
    /// Shows the curves over thousands of steps instead of the latest steps.
    void showDrift();

private:
    void buildControls();
    void buildPages();
    void refillJobs();
    void showChanged();

    QComboBox* m_jobs = nullptr;
    std::vector<QToolButton*> m_quantities; ///< by StepQuantity
    QToolButton* m_worstFirst = nullptr;
    QToolButton* m_driftButton = nullptr;
    StepHeatCanvas* m_canvas;
    DriftCanvas* m_drift;
    QLabel* m_driftSentence = nullptr;
    QStackedLayout* m_pages = nullptr; ///< the canvas with its legend, or the curves with their sentence
    Legend* m_legend;
    std::vector<std::uint32_t> m_knownJobs;
};

} // namespace lockstep
