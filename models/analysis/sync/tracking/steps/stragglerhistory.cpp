// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"

#include <fmt/format.h>

#include <bit>

namespace lockstep {

namespace {

constexpr int minSystemicHits = 5;
constexpr int minLargeHits = 3;

/// At least so many, and in at least half of the steps since the first.
bool isMostly(std::uint64_t hits, int min)
{
    return std::popcount(hits) >= min && 2 * std::popcount(hits) >= static_cast<int>(std::bit_width(hits));
}

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

void StragglerHistory::add(bool isHit, bool isLarge)
{
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
    const bool lasts = isMostly(m_hits, minSystemicHits) || isMostly(m_largeHits, minLargeHits);
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
