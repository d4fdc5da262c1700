// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "widgets/common/canvas/canvas.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

struct HoverText;

/// Base of canvases that show the ranks of one job. Idle while hidden. Up and Down move through the ranks. GUI thread.
class JobCanvas : public Canvas
{
    Q_OBJECT

public:
    /// Id of the job in the spans; nullopt: choose automatically.
    void setJob(std::optional<std::uint32_t> job);
    /// The job shown; null: none.
    [[nodiscard]] const JobSync* job() const { return m_job.get(); }
    /// Hover text at a point; an empty sentence if there is none.
    [[nodiscard]] virtual HoverText explain(QPoint point) const = 0;

    [[nodiscard]] QSize sizeHint() const override { return {480, 240}; }

protected:
    JobCanvas(const ViewContext& context, const QString& name, QWidget* parent);

    /// Updates the content.
    virtual void rebuild() = 0;
    /// Lanes in the order used by the up and down keys.
    [[nodiscard]] virtual const std::vector<std::uint32_t>& lanesInOrder() const = 0;
    [[nodiscard]] virtual std::optional<std::uint32_t> laneAt(QPoint point) const = 0;

    void follow();
    [[nodiscard]] std::shared_ptr<const JobSync> jobWanted() const;
    [[nodiscard]] EntityRef entityOf(std::uint32_t lane) const;
    /// The picture without any step.
    void paintEmpty(QPainter& painter) const;

    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    std::shared_ptr<const JobSync> m_job;
    bool m_isOld = true;

private:
    std::optional<std::uint32_t> m_chosenJob;
};

} // namespace lockstep
