// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace lockstep {

namespace {

constexpr int minSystemicHits = 5;
constexpr int minLargeHits = 3;

/// Threshold above chance for ranks that take turns in being last. Strict, because it is checked at each step.
constexpr double minSigmas = 4;

/// At least min hits, in at least half of the steps since the first, and more than by chance.
bool isMostly(std::uint64_t hits, int min, double chance)
{
    const int count = std::popcount(hits);
    const auto steps = static_cast<double>(std::bit_width(hits));
    const double byChance = chance * steps + minSigmas * std::sqrt(chance * (1 - chance) * steps);
    return count >= min && 2 * count >= steps && count >= byChance;
}

} // namespace

void StragglerHistory::add(bool isHit, bool isLarge, std::size_t ranks)
{
    m_chance = ranks > 1 ? 1.0 / static_cast<double>(ranks) : 0;
    m_hits = m_hits << 1 | (isHit ? 1U : 0U);
    m_largeHits = m_largeHits << 1 | (isHit && isLarge ? 1U : 0U);
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

StragglerPattern StragglerHistory::pattern(const std::optional<DriftEstimate>& drift) const
{
    if (isDrift(drift))
        return StragglerPattern::Drift;
    if (hits() == 0)
        return StragglerPattern::None;
    const bool lasts = isMostly(m_hits, minSystemicHits, m_chance) || isMostly(m_largeHits, minLargeHits, m_chance);
    return lasts ? StragglerPattern::Systemic : StragglerPattern::Transient;
}

std::string StragglerHistory::evidence(const std::optional<DriftEstimate>& drift) const
{
    if (isDrift(drift))
        return fmt::format("{:+.2f} % compute time per 1\u2009000 steps, over {:.0f} steps ({:.0f} sigma)",
                           drift->perThousandSteps * 100, drift->steps, drift->sigma);
    const unsigned of = pattern(drift) == StragglerPattern::Systemic ? stepsSinceFirstHit() : steps();
    if (of == 1)
        return "the only step so far";
    return fmt::format("{} of {} steps", hits(), of);
}

} // namespace lockstep
