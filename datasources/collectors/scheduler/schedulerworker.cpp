// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/schedulerworker.h"

#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

constexpr int idleShare = 9; ///< minimum pause as a multiple of the query's duration

/// Drops data that is never taken, so that memory stays bounded.
template <class Kind>
void appendSome(std::vector<Kind>& to, std::vector<Kind> more, std::size_t max)
{
    more.resize(std::min(more.size(), max - std::min(max, to.size())));
    std::ranges::move(more, std::back_inserter(to));
}

} // namespace

SchedulerWorker::SchedulerWorker(std::unique_ptr<SchedulerSource> source, Duration interval)
    : m_source(std::move(source)), m_interval(interval), m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

SchedulerWorker::~SchedulerWorker()
{
    m_thread.request_stop();
    m_thread.join();
}

SchedulerWorker::State SchedulerWorker::take()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<SchedulerNews> news = std::exchange(m_state.news, {});
    std::vector<AllocationPiece> pieces = std::exchange(m_state.pieces, {});
    State state = m_state;
    state.news = std::move(news);
    state.pieces = std::move(pieces);
    return state;
}

Duration SchedulerWorker::lifetimeOf(const State& state) const
{
    constexpr Duration jitter = std::chrono::seconds(1); // of ticks against questions
    const Duration turn = std::max<Duration>(m_interval, (idleShare + 1) * state.lasted);
    return turn + turn / 2 + jitter;
}

void SchedulerWorker::run(const std::stop_token& stop)
{
    const PollPace pace{m_interval, idleShare, {m_interval, std::max(longestPause, m_interval)}};
    for (;;) {
        const auto begin = Clock::now();
        const TimePoint asked = wallClockNow();
        Result<SchedulerView> view = m_source->read(stop);
        if (stop.stop_requested())
            return;
        publish(std::move(view), begin, asked);
        const Duration pause = pace.pauseAfter(m_state.lasted, m_state.failures); // written by this thread only
        if (!waitFor(pause, stop))
            return;
    }
}

void SchedulerWorker::publish(Result<SchedulerView> view, Clock::time_point begin, TimePoint asked)
{
    const auto end = Clock::now();
    if (!view.isOk()) {
        const std::scoped_lock lock(m_mutex);
        m_state.lasted = end - begin;
        m_state.problem = view.error().message;
        ++m_state.failures;
        return;
    }
    // Only this thread writes the view, so it may be read without the lock.
    auto now = std::make_shared<const SchedulerView>(std::move(view).value());
    std::vector<SchedulerNews> news = changesBetween(m_state.view.get(), *now);
    std::vector<AllocationPiece> pieces = m_allocation.follow(*now, asked);
    const std::scoped_lock lock(m_mutex);
    m_state.lasted = end - begin;
    m_state.problem.clear();
    m_state.failures = 0;
    m_state.view = std::move(now);
    m_state.since = end;
    ++m_state.answers;
    appendSome(m_state.news, std::move(news), maxNews);
    appendSome(m_state.pieces, std::move(pieces), maxPieces);
}

} // namespace lockstep
