// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncresults.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

bool hasEnded(const JobSync& job, TimePoint now)
{
    return job.steps.empty() || now - job.steps.back()->range.to > SyncSnapshot::endedAfter;
}

} // namespace

SyncSnapshot::Place SyncSnapshot::placeOf(std::uint32_t storeLane) const
{
    if (storeLane >= places.size() || places[storeLane].first >= jobs.size())
        return {};
    return {jobs[places[storeLane].first].get(), places[storeLane].second};
}

double SyncSnapshot::lostInWaits() const
{
    double waited = 0;
    double all = 0;
    for (const auto& job : jobs) {
        waited += job->waitGpuSeconds;
        all += job->gpuSeconds;
    }
    return all > 0 ? waited / all : std::numeric_limits<double>::quiet_NaN();
}

TimeSpent SyncSnapshot::recentTime(TimePoint now) const
{
    TimeSpent sum{};
    for (const auto& job : jobs) {
        if (hasEnded(*job, now))
            continue;
        for (const TimeSpent& ofLane : job->recent)
            std::ranges::transform(sum, ofLane, sum.begin(), std::plus());
    }
    return sum;
}

std::size_t SyncSnapshot::rankCount(TimePoint now) const
{
    std::size_t ranks = 0;
    for (const auto& job : jobs)
        ranks += hasEnded(*job, now) ? 0 : job->ranks.size();
    return ranks;
}

std::vector<std::shared_ptr<const JobSync>> SyncSnapshot::worstFirst() const
{
    auto sorted = jobs;
    std::ranges::stable_sort(sorted, std::greater{}, [](const std::shared_ptr<const JobSync>& job) {
        return std::pair(job->verdict.weight(), job->ranks.size());
    });
    return sorted;
}

SyncResults::SyncResults(QObject* parent)
    : QObject(parent), m_newest(std::make_shared<SyncSnapshot>()), m_snapshot(m_newest)
{ }

void SyncResults::publish(std::shared_ptr<const SyncSnapshot> snapshot)
{
    if (!snapshot)
        return;
    m_newest = std::move(snapshot);
    if (!m_ofMoment)
        joinTrace();
}

void SyncResults::show(std::shared_ptr<const SyncSnapshot> ofMoment, bool isComputing)
{
    const bool wasComputing = std::exchange(m_isComputing, isComputing);
    if (m_ofMoment == ofMoment && wasComputing == isComputing)
        return;
    m_ofMoment = std::move(ofMoment);
    joinTrace();
}

void SyncResults::showOfView(std::shared_ptr<const SyncSnapshot> ofView)
{
    if (std::exchange(m_ofView, ofView) != ofView)
        Q_EMIT changed();
}

void SyncResults::showNewest()
{
    m_isComputing = false;
    m_ofView.reset();
    if (std::exchange(m_ofMoment, nullptr))
        joinTrace();
}

void SyncResults::publishTraceWhatIf(std::shared_ptr<const JobWhatIf> whatIf)
{
    m_traceWhatIf = std::move(whatIf);
    joinTrace();
}

/// For a trace, uses the trace's own what-if analysis, which has more information about operations. Showing both would
/// be contradictory.
void SyncResults::joinTrace()
{
    const auto& shown = m_ofMoment ? m_ofMoment : m_newest;
    m_snapshot = shown;
    const auto isTrace = [this](const std::shared_ptr<const JobSync>& job) {
        return job->name == m_traceWhatIf->job;
    };
    if (m_traceWhatIf && std::ranges::any_of(shown->jobs, isTrace)) {
        auto joined = std::make_shared<SyncSnapshot>(*shown);
        for (auto& job : joined->jobs) {
            if (!isTrace(job))
                continue;
            auto whole = std::make_shared<JobSync>(*job);
            whole->whatIf = m_traceWhatIf;
            whole->verdict = judgeJob(*whole, m_traceWhatIf.get());
            job = std::move(whole);
        }
        m_snapshot = std::move(joined);
    }
    Q_EMIT changed();
}

} // namespace lockstep

#include "moc_syncresults.cpp"
