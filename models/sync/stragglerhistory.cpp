// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/stragglerhistory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep {

namespace {

constexpr double memorySteps = 4000;
constexpr double leastSteps = 200;
constexpr double certainSigma = 6;
/// What a drift must have added to the compute time over the steps it rests on.
constexpr double leastDrift = 0.005;
constexpr unsigned leastSystemicHits = 3;

} // namespace

std::string_view stragglerPatternName(StragglerPattern pattern)
{
    switch (pattern) {
    case StragglerPattern::None:
        return "";
    case StragglerPattern::Transient:
        return "transient";
    case StragglerPattern::Systemic:
        return "systemic";
    case StragglerPattern::Drift:
        return "drift";
    }
    return "";
}

void DriftLine::add(double slowdown)
{
    constexpr double keep = 1 - 1 / memorySteps;
    // Everything moves one step into the past: t becomes t - 1.
    m_tt = (m_tt - 2 * m_t + m_weight) * keep;
    m_tx = (m_tx - m_x) * keep;
    m_t = (m_t - m_weight) * keep;
    m_weight = m_weight * keep + 1;
    m_x = m_x * keep + slowdown;
    m_xx = m_xx * keep + slowdown * slowdown;
}

std::optional<DriftEstimate> DriftLine::estimate() const
{
    if (m_weight < leastSteps)
        return std::nullopt;
    const double stt = m_tt - m_t * m_t / m_weight;
    const double stx = m_tx - m_t * m_x / m_weight;
    const double sxx = m_xx - m_x * m_x / m_weight;
    if (!(stt > 0))
        return std::nullopt;
    const double slope = stx / stt;
    const double residual = std::max(sxx - slope * stx, 0.0) / (m_weight - 2);
    const double error = std::sqrt(residual / stt);
    return DriftEstimate{slope * 1000, m_weight, error > 0 ? slope / error : (slope == 0 ? 0.0 : 1e9)};
}

bool isDrift(const std::optional<DriftEstimate>& drift)
{
    return drift && drift->sigma >= certainSigma && drift->perThousandSteps / 1000 * drift->steps >= leastDrift;
}

void StragglerHistory::add(bool isHit)
{
    m_hits = m_hits << 1 | (isHit ? 1U : 0U);
    if (m_steps < kept)
        ++m_steps;
}

unsigned StragglerHistory::hits() const
{
    return static_cast<unsigned>(std::popcount(m_hits));
}

unsigned StragglerHistory::stepsSinceFirstHit() const
{
    return static_cast<unsigned>(std::bit_width(m_hits));
}

unsigned StragglerHistory::stepsSinceLastHit() const
{
    return m_hits == 0 ? kept : static_cast<unsigned>(std::countr_zero(m_hits));
}

StragglerPattern StragglerHistory::pattern(const std::optional<DriftEstimate>& drift) const
{
    if (isDrift(drift))
        return StragglerPattern::Drift;
    if (hits() == 0)
        return StragglerPattern::None;
    return hits() >= leastSystemicHits && hits() * 2 >= stepsSinceFirstHit() ? StragglerPattern::Systemic
                                                                             : StragglerPattern::Transient;
}

std::string StragglerHistory::evidence(const std::optional<DriftEstimate>& drift) const
{
    if (isDrift(drift))
        return fmt::format("{:+.2f} % compute time per 1\u2009000 steps, over {:.0f} steps ({:.0f} sigma)",
                           drift->perThousandSteps * 100, drift->steps, drift->sigma);
    const unsigned of = pattern(drift) == StragglerPattern::Systemic ? stepsSinceFirstHit() : steps();
    if (of == 1)
        return "the only step so far";
    return fmt::format("{} of the last {} steps", hits(), of);
}

} // namespace lockstep
