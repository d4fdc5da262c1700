// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/colour/palette.h"
#include "widgets/sync/driftplot.h"
#include "widgets/sync/jobcanvas.h"

#include <QBasicTimer>
#include <QPixmap>

namespace lockstep {

/// Slowdown of each rank over thousands of steps: drifting ranks as lines with their slope, the others as a band.
/// Redrawn when a point is added or the size changes; hover and selection are painted over it. Idle while hidden. GUI
/// thread; owned by its view.
class DriftCanvas : public JobCanvas
{
    Q_OBJECT

public:
    explicit DriftCanvas(ViewContext context, QWidget* parent = nullptr);

    /// Lanes drawn as lines because they drift, worst first.
    [[nodiscard]] const std::vector<std::uint32_t>& drifting() const { return m_drifting; }
    [[nodiscard]] const DriftPlot& plot() const { return m_plot; }
    /// The result as one sentence.
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] HoverText explain(QPoint point) const override;
    /// Number of repaints of the picture, for tests and measurements.
    [[nodiscard]] std::uint64_t pictureBuilds() const { return m_builds; }

protected:
    void rebuild() override;
    [[nodiscard]] const std::vector<std::uint32_t>& lanesInOrder() const override { return m_drifting; }
    [[nodiscard]] std::optional<std::uint32_t> laneAt(QPoint point) const override;
    void paintOn(QPainter& painter) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void paintPicture();
    void paintAxes(QPainter& painter) const;
    void paintBands(QPainter& painter) const;
    void paintCurve(QPainter& painter, std::uint32_t lane, Rgb colour, double width) const;
    void paintLabels(QPainter& painter) const;
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] std::vector<std::uint32_t> marked() const;
    [[nodiscard]] std::optional<std::uint32_t> laneOf(EntityRef entity) const;
    [[nodiscard]] QString nameOf(std::uint32_t lane) const;

    std::vector<std::uint32_t> m_drifting;
    DriftBands m_bands;
    DriftPlot m_plot;
    QPixmap m_picture; ///< null: must be repainted
    bool m_wasDark = true;
    std::uint64_t m_builds = 0;
    QBasicTimer m_work; ///< computes further bands
};

} // namespace lockstep
