// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/culpritrecords.h"

#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

/// Maximum number of rows in a table.
constexpr std::size_t keptRows = 256;

} // namespace

void CulpritRecords::forget()
{
    m_culprits.clear();
    m_rows.clear();
    m_gpuSeconds.clear();
    m_driftCurve = {};
    std::ranges::fill(m_drifts, DriftLine());
}

bool CulpritRecords::isLastingStraggler(const CulpritRow& row) const
{
    const bool lasts = row.pattern == StragglerPattern::Systemic || row.pattern == StragglerPattern::Drift;
    const auto found = m_culprits.find(row.culprit);
    return lasts && row.lastStepGpuSeconds > 0 && found != m_culprits.end()
        && shareSinceFirstHit(found->second) >= StragglerHistory::minShare;
}

void CulpritRecords::add(const Blame& blame, const LostSpans& unknown, const SyncStep& step, std::size_t activeLanes)
{
    noteDrift(step);
    const double seconds = std::chrono::duration<double>(step.range.length()).count();
    const double gpuSeconds = seconds * static_cast<double>(std::max<std::size_t>(activeLanes, 1));
    for (const auto& [culprit, lost] : blame)
        m_culprits.try_emplace(culprit);
    for (auto each = m_culprits.begin(); each != m_culprits.end();) {
        const auto found = blame.find(each->first);
        const double lost = found == blame.end() ? 0 : found->second;
        Record& record = each->second;
        record.steps[m_steps % keptSteps] = static_cast<float>(lost);
        record.sum = std::accumulate(record.steps.begin(), record.steps.end(), 0.0);
        record.judged = 0;
        for (std::size_t back = 0; back < std::min(judgedSteps, m_steps + 1); ++back)
            record.judged += static_cast<double>(record.steps[(m_steps - back) % keptSteps]);
        if (!unknown.concern(each->first))
            record.history.add(lost > StragglerHistory::minShare * gpuSeconds,
                               lost > StragglerHistory::largeShare * gpuSeconds,
                               each->first.kind == CulpritKind::Lane ? activeLanes : 0);
        each = record.sum > 0 ? std::next(each) : m_culprits.erase(each);
    }
    ++m_steps;
    m_gpuSeconds.push_back(gpuSeconds);
    if (m_gpuSeconds.size() > keptSteps)
        m_gpuSeconds.pop_front();
    m_rows = worstFirst();
}

/// Share of the job's GPU time since the first hit or, without hits, over all steps.
double CulpritRecords::shareSinceFirstHit(const Record& record) const
{
    const std::size_t since = record.history.stepsSinceFirstHit();
    const std::size_t count = since == 0 ? m_gpuSeconds.size() : std::min<std::size_t>(since, m_gpuSeconds.size());
    double lost = 0;
    double gpuSeconds = 0;
    for (std::size_t back = 1; back <= count; ++back) {
        lost += static_cast<double>(record.steps[(m_steps - back) % keptSteps]);
        gpuSeconds += m_gpuSeconds[m_gpuSeconds.size() - back];
    }
    return gpuSeconds > 0 ? lost / gpuSeconds : 0;
}

std::vector<CulpritRow> CulpritRecords::worstFirst() const
{
    const auto judged = static_cast<std::ptrdiff_t>(judgedStepCount());
    const double gpuSeconds = std::accumulate(m_gpuSeconds.end() - judged, m_gpuSeconds.end(), 0.0);
    std::vector<CulpritRow> rows;
    for (const auto& [culprit, record] : m_culprits) {
        if (!(record.judged > 0))
            continue;
        CulpritRow row;
        row.culprit = culprit;
        row.gpuSeconds = record.judged;
        row.share = gpuSeconds > 0 ? record.judged / gpuSeconds : 0;
        row.lastStepGpuSeconds = m_steps > 0 ? static_cast<double>(record.steps[(m_steps - 1) % keptSteps]) : 0;
        row.pattern = record.history.pattern(driftOf(culprit));
        rows.push_back(std::move(row));
    }
    const auto worse = [](const CulpritRow& a, const CulpritRow& b) {
        return std::pair(-a.gpuSeconds, a.culprit) < std::pair(-b.gpuSeconds, b.culprit);
    };
    const std::size_t kept = std::min(rows.size(), keptRows);
    std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(kept), worse);
    rows.resize(kept);
    for (CulpritRow& row : rows)
        row.evidence = m_culprits.at(row.culprit).history.evidence(driftOf(row.culprit));
    return rows;
}

void CulpritRecords::noteDrift(const SyncStep& step)
{
    for (std::size_t lane = 0; lane < step.slowdown.size(); ++lane) {
        if (!std::isnan(step.slowdown[lane]))
            m_drifts[lane].add(step.slowdown[lane]);
    }
    m_driftCurve.add(step);
}

std::optional<DriftEstimate> CulpritRecords::driftOf(const Culprit& culprit) const
{
    if (culprit.kind != CulpritKind::Lane)
        return std::nullopt;
    auto drift = m_drifts[culprit.index].estimate();
    // The expensive check, only if its result matters.
    if (isDrift(drift))
        drift->isJump = m_driftCurve.isJump(culprit.index);
    return drift;
}

} // namespace lockstep
