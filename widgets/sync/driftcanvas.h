// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/driftcurve.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/ids.h"
#include "models/view/colour/palette.h"
#include "widgets/sync/jobcanvas.h"

#include <QBasicTimer>
#include <QPixmap>
#include <QPolygonF>
#include <QRectF>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Distribution of the ranks' slowdown at one point of the curves, as percentiles. NaN where no rank reported.
struct DriftBand
{
    float low = 0; ///< 5 %
    float quarter = 0;
    float middle = 0;
    float threeQuarters = 0;
    float high = 0; ///< 95 %
};

/// Computes the percentile bands of a job's curves, a few points at a time. Each point is computed once, because only
/// the last one still changes. With very many ranks, uses only every n-th rank. GUI thread; a member of its view.
class DriftBands
{
public:
    using Points = std::vector<std::shared_ptr<const DriftPoint>>;

    /// Excludes ranks that are drawn individually; @p lanes ascending. A change restarts the computation.
    void leaveOut(std::vector<std::uint32_t> lanes);
    /// Continues with these points for about a millisecond. @return true when all are done
    bool work(const Points& points);
    /// Null: not computed yet.
    [[nodiscard]] const DriftBand* of(const std::shared_ptr<const DriftPoint>& point) const;

private:
    std::vector<std::uint32_t> m_leftOut;
    std::map<std::shared_ptr<const DriftPoint>, DriftBand> m_known;
};

/// The band of one point without the lanes in @p leftOut, which are ascending.
[[nodiscard]] DriftBand driftBandOf(const DriftPoint& point, std::span<const std::uint32_t> leftOut = {});

/// Coordinates of a job's curves: steps from left to right, slowdown against peers from bottom to top. A plain value
/// that shares ownership of the job.
class DriftPlot
{
public:
    DriftPlot() = default;
    /// @param lanes whose curves must fit, in addition to the bands
    DriftPlot(std::shared_ptr<const JobSync> job, const DriftBands& bands, const std::vector<std::uint32_t>& lanes,
              const QRectF& area);

    [[nodiscard]] bool isEmpty() const { return !m_job || m_job->driftCurve.empty(); }
    [[nodiscard]] const QRectF& area() const { return m_area; }
    [[nodiscard]] double xOf(const DriftPoint& point) const; ///< of its middle
    [[nodiscard]] double yOf(double slowdown) const;
    /// A range of pixels without a complete step.
    struct Hole
    {
        double from = 0;
        double to = 0;
    };
    [[nodiscard]] std::vector<Hole> holes() const;
    /// A lane's curve in pieces, interrupted where it reported nothing.
    [[nodiscard]] std::vector<QPolygonF> curveOf(std::uint32_t lane) const;
    /// The line fitted to its drift; empty: none.
    [[nodiscard]] QPolygonF lineOf(std::uint32_t lane) const;
    /// The index of the point at a pixel; nullopt: outside the plot.
    [[nodiscard]] std::optional<std::size_t> pointAt(double x) const;
    /// Round values for grid lines.
    [[nodiscard]] std::vector<double> marks() const;

    /// Whether steps between this point and the next one are incomplete.
    [[nodiscard]] bool breaksAfter(std::size_t point) const;

private:
    [[nodiscard]] double xOfStep(double step) const;
    void reach(float value);

    std::shared_ptr<const JobSync> m_job;
    QRectF m_area;
    double m_firstStep = 0;
    double m_stepCount = 1;
    double m_low = 0.98;
    double m_high = 1.02;
};

/// Slowdown of each rank over thousands of steps: drifting ranks as lines with their slope, other ranks as a band.
/// Redrawn when a point is added or the size changes; hover and selection are painted on top. Idle while hidden. GUI
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
