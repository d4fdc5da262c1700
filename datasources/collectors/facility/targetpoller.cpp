// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/targetpoller.h"

#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <algorithm>
#include <functional>

namespace lockstep {

TargetPoller::TargetPoller(PolledTarget target)
    : m_target(std::move(target)),
      m_scatter(std::hash<std::string>{}(m_target.target->name())),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

TargetPoller::~TargetPoller()
{
    m_thread.request_stop();
    m_thread.join();
}

TargetPoller::State TargetPoller::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

Duration TargetPoller::pauseAfter(Clock::duration lasted, std::uint64_t failures)
{
    const Duration interval = m_target.interval;
    const PollPace pace{interval, 1, {2 * interval, std::max(longestPause, interval)}};
    const Duration pause = pace.pauseAfter(lasted, failures);
    m_scatter = m_scatter * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto percent = static_cast<std::int64_t>(m_scatter >> 60U); // 0 to 15
    return failures > 0 ? pause + pause / 100 * percent : pause;
}

void TargetPoller::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto begin = Clock::now();
        Result<FacilityReport> report = m_target.target->poll(stop);
        if (stop.stop_requested())
            break;
        const auto end = Clock::now();
        std::uint64_t failures = 0;
        {
            const std::scoped_lock lock(m_mutex);
            m_state.lasted = end - begin;
            m_state.problem = report.isOk() ? std::string() : report.error().message;
            failures = m_state.failures = report.isOk() ? 0 : m_state.failures + 1;
            if (report.isOk()) {
                m_state.refused += report.value().refused;
                m_state.report = std::make_shared<const FacilityReport>(std::move(report).value());
                m_state.since = end;
                ++m_state.answers;
            }
        }
        if (!waitFor(pauseAfter(end - begin, failures), stop))
            break;
    }
    m_target.target->close();
}

} // namespace lockstep
