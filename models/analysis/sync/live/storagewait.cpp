// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/storagewait.h"

#include "models/core/median.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {
constexpr std::size_t keptWrites = 32;
constexpr std::int64_t longestWaitNs = 60'000'000'000; ///< maximum wait for concurrent writes of other jobs

double secondsOf(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-9;
}

} // namespace

void StorageWait::add(std::uint32_t job, std::uint32_t step, std::int64_t beginNs, std::int64_t endNs)
{
    Writer& writer = m_jobs[job];
    for (Write& each : writer.pending) {
        if (each.step != step)
            continue;
        each.beginNs = std::min(each.beginNs, beginNs);
        each.endNs = std::max(each.endNs, endNs);
        each.seconds.push_back(secondsOf(endNs - beginNs));
        return;
    }
    if (!writer.judged.empty() && writer.judged.back().step == step && beginNs < writer.judged.back().endNs)
        return; // a late part
    writer.pending.push_back({step, beginNs, endNs, {secondsOf(endNs - beginNs)}});
    if (writer.pending.size() > keptWrites)
        writer.pending.pop_front();
}

void StorageWait::hear(std::uint32_t job, std::int64_t beginNs, std::int64_t endNs)
{
    Writer& writer = m_jobs[job];
    // Of the rank that ends last, in any order of arrival.
    if (endNs > writer.lastNs)
        writer.stepSeconds = secondsOf(endNs - beginNs);
    writer.lastNs = std::max(writer.lastNs, endNs);
}

/// Whether all concurrent writes are known, because this job and the others have continued.
bool StorageWait::isSettled(std::uint32_t job, const Write& write) const
{
    const std::int64_t newest = m_jobs.at(job).lastNs;
    return newest > write.endNs && std::ranges::all_of(m_jobs, [&](const auto& each) {
               return each.first == job || each.second.usual.empty() || each.second.lastNs >= write.endNs
                   || newest > write.endNs + longestWaitNs;
           });
}

double StorageWait::sharedSeconds(std::uint32_t job, const Write& write) const
{
    std::int64_t shared = 0;
    for (const auto& [other, writer] : m_jobs) {
        if (other == job)
            continue;
        for (const auto* writes : {&writer.pending, &writer.judged}) {
            for (const Write& each : *writes)
                shared += std::max<std::int64_t>(
                    std::min(each.endNs, write.endNs) - std::max(each.beginNs, write.beginNs), 0);
        }
    }
    return std::min(secondsOf(shared), secondsOf(write.endNs - write.beginNs));
}

std::optional<StorageWait::Verdict> StorageWait::next(std::uint32_t job)
{
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end() || known->second.pending.empty() || !isSettled(job, known->second.pending.front()))
        return std::nullopt;
    Writer& writer = known->second;
    Write write = std::move(writer.pending.front());
    writer.pending.pop_front();
    Verdict verdict;
    verdict.beginNs = write.beginNs;
    verdict.endNs = write.endNs;
    verdict.seconds = upperMedian(write.seconds);
    write.seconds.clear();
    // Without an earlier checkpoint: the longest possible interval, which is all of the job's steps.
    const bool hasLast = writer.lastWriteEndNs > 0 && writer.lastWriteEndNs < write.beginNs;
    const double without = hasLast ? secondsOf(write.beginNs - writer.lastWriteEndNs)
                                   : (static_cast<double>(write.step) + 1) * writer.stepSeconds;
    verdict.share = without > 0 ? verdict.seconds / (verdict.seconds + without) : 0;
    // A write concurrent with another job has half the rate.
    const double alone = verdict.seconds - sharedSeconds(job, write) / 2;
    if (!writer.usual.empty()) {
        std::vector<double> usual = writer.usual;
        verdict.usualSeconds = upperMedian(usual);
        verdict.isSlow = alone > slowRatio * verdict.usualSeconds && alone > verdict.usualSeconds + slowSeconds;
    }
    verdict.isSlow = verdict.isSlow || (verdict.share > largeShare && alone > largeSeconds);
    if (!verdict.isSlow) {
        writer.usual.push_back(alone);
        if (writer.usual.size() > keptWrites)
            writer.usual.erase(writer.usual.begin());
    }
    writer.lastWriteEndNs = write.endNs;
    writer.judged.push_back(write);
    if (writer.judged.size() > keptWrites)
        writer.judged.pop_front();
    return verdict;
}

std::vector<float> StorageWait::usual(std::uint32_t job) const
{
    const auto known = m_jobs.find(job);
    return known == m_jobs.end() ? std::vector<float>()
                                 : std::vector<float>(known->second.usual.begin(), known->second.usual.end());
}

void StorageWait::restore(std::uint32_t job, std::span<const float> seconds)
{
    const bool isSound = seconds.size() <= keptWrites
        && std::ranges::all_of(seconds, [](float each) { return std::isfinite(each) && each > 0; });
    if (isSound)
        m_jobs[job].usual.assign(seconds.begin(), seconds.end());
}

} // namespace lockstep
