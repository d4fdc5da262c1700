// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <QPolygonF>
#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

class DriftBands;

/// Coordinates of a job's curves: steps from left to right, slowdown against peers from bottom to top. A plain value
/// that keeps the job.
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

} // namespace lockstep
