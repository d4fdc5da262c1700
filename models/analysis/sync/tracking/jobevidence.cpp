// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/jobevidence.h"

#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep {

namespace {

constexpr double decisiveBlame = 0.5;
/// Ratio of actual to possible step time from which on a job is delayed, whatever the cause.
constexpr double heldUp = 1.1;
/// The same if the delay is explained by any culprits.
constexpr double slightlyHeldUp = 1.02;
/// A replay is valid if its duration is within this range of the real one.
constexpr double minReplayed = 0.8;
constexpr double maxReplayed = 1.25;
/// Ranks that are slow in a smaller share of the steps are slow in turn.
constexpr double minPersistence = 0.4;
/// With a larger share of unknown time, no judgement is possible.
constexpr double maxUnknown = 0.5;

} // namespace

JobEvidence::JobEvidence(const JobSync& job, const JobWhatIf* trace)
    : m_job(job), m_isTrace(trace != nullptr), m_whatIf(trace != nullptr ? trace : job.whatIf.get())
{
    for (const CulpritRow& row : job.culprits)
        m_blamed[static_cast<std::size_t>(row.culprit.kind)] += row.share;
}

std::string JobEvidence::whatIsMissing() const
{
    if (m_isTrace)
        return {};
    if (m_job.steps.empty())
        return "no complete step yet";
    if (m_job.ranks.size() < 2)
        return m_job.completeness.expected > 1 ? fmt::format(
                   "only one rank is known of {}; waits are visible only between ranks", m_job.completeness.expected)
                                               : "only one rank is known; waits are visible only between ranks";
    double unknown = 0;
    for (const TimeSpent& spent : m_job.recent)
        unknown += spent[static_cast<std::size_t>(TimeClass::Unknown)];
    if (unknown > maxUnknown * m_job.gpuSeconds)
        return fmt::format("{} of the ranks' time is without spans, or waits have no known cause",
                           formatQuantity(unknown / m_job.gpuSeconds, Unit::Ratio));
    return {};
}

bool JobEvidence::isReplayTrue() const
{
    if (m_whatIf == nullptr || !(m_whatIf->result.idealStepSeconds > 0))
        return false;
    const double measured = m_whatIf->measuredStepSeconds;
    const double replayed = m_whatIf->result.stepSeconds / measured;
    return std::isnan(measured) || (replayed >= minReplayed && replayed <= maxReplayed);
}

bool JobEvidence::isHeldUp() const
{
    const auto costs = [](const CulpritRow& row) {
        return row.share >= StragglerHistory::minShare;
    };
    if (std::ranges::any_of(m_job.culprits, costs))
        return true;
    if (!isReplayTrue())
        return false;
    return m_whatIf->result.slowdown >= heldUp || (m_whatIf->result.slowdown >= slightlyHeldUp && isExplained());
}

double JobEvidence::slowShare() const
{
    if (m_isTrace)
        return m_whatIf->result.workerShare;
    return isSlownessLasting() ? m_whatIf->slowShare : 0;
}

bool JobEvidence::isExplained() const
{
    return slowShare() >= decisiveLoss || (!m_isTrace && m_whatIf->transferShare >= decisiveLoss);
}

bool JobEvidence::isMostlyBlamed(CulpritKind kind) const
{
    return blamed(kind) > 0 && blamed(kind) >= decisiveBlame * blamed();
}

const CulpritRow* JobEvidence::worst(CulpritKind kind) const
{
    const auto isOfKind = [kind](const CulpritRow& row) {
        return row.culprit.kind == kind;
    };
    const auto found = std::ranges::find_if(m_job.culprits, isOfKind);
    return found != m_job.culprits.end() ? &*found : nullptr;
}

double JobEvidence::waitShare() const
{
    return m_job.gpuSeconds > 0 ? m_job.waitGpuSeconds / m_job.gpuSeconds : 0;
}

bool JobEvidence::isSlownessLasting() const
{
    std::vector<double> persistence;
    for (const SlowLane& slow : m_whatIf->slow)
        persistence.push_back(slow.persistence);
    if (persistence.empty())
        return false;
    const auto middle = persistence.begin() + static_cast<std::ptrdiff_t>(persistence.size() / 2);
    std::ranges::nth_element(persistence, middle);
    return *middle >= minPersistence;
}

std::size_t JobEvidence::turns() const
{
    std::set<std::size_t> worst;
    const std::size_t from = m_job.steps.size() - std::min(m_job.steps.size(), m_job.judgedSteps);
    for (std::size_t at = from; at < m_job.steps.size(); ++at) {
        const auto& blame = m_job.steps[at]->blame;
        std::size_t max = blame.size();
        for (std::size_t lane = 0; lane < blame.size(); ++lane) {
            if (blame[lane] > 0 && (max == blame.size() || blame[lane] > blame[max]))
                max = lane;
        }
        if (max < blame.size())
            worst.insert(max);
    }
    return worst.size();
}

double JobEvidence::lastSlowdown(std::uint32_t lane) const
{
    if (m_job.steps.empty() || lane >= m_job.steps.back()->slowdown.size())
        return 1;
    const float last = m_job.steps.back()->slowdown[lane];
    return std::isnan(last) ? 1 : static_cast<double>(last);
}

} // namespace lockstep
