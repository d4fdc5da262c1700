// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncboard.h"
#include "models/view/viewcontext.h"
#include "widgets/sync/stepheat.h"

#include <QWidget>

#include <optional>

namespace lockstep {

class HoverTip;
struct HoverText;

/// The painted part of StepHeatView: steps from left to right, ranks from top to bottom. The picture is made when a
/// step ends or the size changes; hovering and selecting only paint over it. GUI thread; owned by its view.
class StepHeatCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit StepHeatCanvas(ViewContext context, QWidget* parent = nullptr);

    /// The job as spans name it; nullopt: the first there is.
    void setJob(std::optional<std::uint32_t> job);
    void setQuantity(StepQuantity quantity);
    void setWorstFirst(bool worstFirst);

    /// What is shown; null: nothing.
    [[nodiscard]] const JobSync* job() const { return m_job.get(); }
    [[nodiscard]] StepQuantity quantity() const { return m_quantity; }
    [[nodiscard]] const ColourScale& scale() const { return m_heat.scale; }
    /// What hovering at a point says; an empty sentence where there is nothing.
    [[nodiscard]] HoverText explain(QPoint point) const;
    /// Of the cells.
    [[nodiscard]] QRect area() const;

    [[nodiscard]] QSize sizeHint() const override { return {480, 240}; }

Q_SIGNALS:
    void shownChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Cell
    {
        std::size_t step = 0; ///< index into the job's steps
        std::uint32_t lane = 0;
    };

    void follow();
    void rebuild();
    [[nodiscard]] std::optional<Cell> cellAt(QPoint point) const;
    [[nodiscard]] EntityRef entityOf(std::uint32_t lane) const;
    [[nodiscard]] QRectF rowRect(std::size_t place) const;
    void drawHighlights(QPainter& painter) const;
    void drawLabels(QPainter& painter) const;

    ViewContext m_context;
    HoverTip* m_tip;
    std::optional<std::uint32_t> m_chosenJob;
    std::shared_ptr<const JobSync> m_job;
    StepQuantity m_quantity = StepQuantity::Blame;
    bool m_worstFirst = false;
    std::vector<std::uint32_t> m_lanes; ///< in the order of rows
    StepHeat m_heat;
    bool m_isOld = true;
};

} // namespace lockstep
