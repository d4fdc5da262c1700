// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/driftline.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double memorySteps = 4000;
constexpr double minSteps = 200;
constexpr double certainSigma = 6;
/// Minimum increase of the compute time over the fitted steps.
constexpr double minDrift = 0.005;

} // namespace

void DriftLine::add(double slowdown)
{
    constexpr double keep = 1 - 1 / memorySteps;
    // Shifts all steps by one into the past: t becomes t - 1.
    m_tt = (m_tt - 2 * m_t + m_weight) * keep;
    m_tx = (m_tx - m_x) * keep;
    m_t = (m_t - m_weight) * keep;
    m_weight = m_weight * keep + 1;
    m_x = m_x * keep + slowdown;
    m_xx = m_xx * keep + slowdown * slowdown;
}

std::optional<DriftEstimate> DriftLine::estimate() const
{
    if (m_weight < minSteps)
        return std::nullopt;
    const double stt = m_tt - m_t * m_t / m_weight;
    const double stx = m_tx - m_t * m_x / m_weight;
    const double sxx = m_xx - m_x * m_x / m_weight;
    if (!(stt > 0))
        return std::nullopt;
    const double slope = stx / stt;
    const double residual = std::max(sxx - slope * stx, 0.0) / (m_weight - 2);
    const double error = std::sqrt(residual / stt);
    DriftEstimate drift;
    drift.perThousandSteps = slope * 1000;
    drift.steps = m_weight;
    drift.sigma = error > 0 ? slope / error : (slope == 0 ? 0.0 : 1e9);
    drift.error = error * 1000;
    drift.now = (m_x - slope * m_t) / m_weight;
    return drift;
}

bool isDrift(const std::optional<DriftEstimate>& drift)
{
    return drift && !drift->isJump && drift->sigma >= certainSigma
        && drift->perThousandSteps / 1000 * drift->steps >= minDrift;
}

} // namespace lockstep
