// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/palette.h"
#include "models/view/viewcontext.h"
#include "widgets/sync/driftbands.h"
#include "widgets/sync/driftplot.h"

#include <QBasicTimer>
#include <QPixmap>
#include <QWidget>

namespace lockstep {

class HoverTip;
struct HoverText;

/// The slowdown of each rank against the step, over thousands of steps: those that drift as lines with their slope,
/// all others as a quiet band. The picture is made when a point is added or the size changes; hovering and selecting
/// only paint over it; hidden it does nothing. GUI thread; owned by its view.
class DriftCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit DriftCanvas(ViewContext context, QWidget* parent = nullptr);

    /// The job as spans name it; nullopt: the largest there is.
    void setJob(std::optional<std::uint32_t> job);
    /// What is shown; null: nothing.
    [[nodiscard]] const JobSync* job() const { return m_job.get(); }
    /// The lanes that are drawn as lines because they drift, the worst first.
    [[nodiscard]] const std::vector<std::uint32_t>& drifting() const { return m_drifting; }
    [[nodiscard]] const DriftPlot& plot() const { return m_plot; }
    /// One sentence on what has been found.
    [[nodiscard]] QString sentence() const;
    /// What hovering at a point says; an empty sentence where there is nothing.
    [[nodiscard]] HoverText explain(QPoint point) const;
    /// How often the picture was painted anew, for tests and measurements.
    [[nodiscard]] std::uint64_t pictureBuilds() const { return m_builds; }

    [[nodiscard]] QSize sizeHint() const override { return {480, 240}; }

Q_SIGNALS:
    void shownChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void follow();
    void rebuild();
    void paintPicture();
    void paintAxes(QPainter& painter) const;
    void paintBands(QPainter& painter) const;
    void paintCurve(QPainter& painter, std::uint32_t lane, Rgb colour, double width) const;
    void paintLabels(QPainter& painter) const;
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] std::vector<std::uint32_t> marked() const;
    [[nodiscard]] std::optional<std::uint32_t> laneOf(EntityRef entity) const;
    [[nodiscard]] std::optional<std::uint32_t> laneAt(QPoint point) const;
    [[nodiscard]] QString nameOf(std::uint32_t lane) const;

    ViewContext m_context;
    HoverTip* m_tip;
    std::optional<std::uint32_t> m_chosenJob;
    std::shared_ptr<const JobSync> m_job;
    std::vector<std::uint32_t> m_drifting;
    DriftBands m_bands;
    DriftPlot m_plot;
    QPixmap m_picture; ///< null: to be painted anew
    bool m_wasDark = true;
    bool m_isOld = true;
    std::uint64_t m_builds = 0;
    QBasicTimer m_work; ///< more bands are to be worked out
};

} // namespace lockstep
