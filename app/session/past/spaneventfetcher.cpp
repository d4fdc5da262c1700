// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/spaneventfetcher.h"

#include <sys/resource.h>
#include <utility>

namespace lockstep {

namespace {

constexpr int spanEventNiceness = 10;

} // namespace

SpanEventFetcher::SpanEventFetcher(Recording recording, std::function<void(FetchedSpansAndEvents)> answer)
    : m_recording(std::move(recording)), m_answer(std::move(answer))
{
    m_worker = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void SpanEventFetcher::fetch(TimeRange range)
{
    const std::scoped_lock lock(m_mutex);
    m_request = range;
    m_hasRequest.notify_one();
}

void SpanEventFetcher::work(const std::stop_token& stop)
{
    m_recording.stopWith(stop);
    (void)setpriority(PRIO_PROCESS, 0, spanEventNiceness); // on Linux: of this thread alone
    std::unique_lock lock(m_mutex);
    while (m_hasRequest.wait(lock, stop, [this] { return m_request.has_value(); })) {
        const TimeRange range = *std::exchange(m_request, std::nullopt);
        lock.unlock();
        // What cannot be opened now is tried again with the next request.
        const bool isOpen = m_recording.topology() || m_recording.refresh().isOk();
        m_answer(isOpen ? spansAndEventsAsBatches(m_recording, range) : FetchedSpansAndEvents{range, {}, 0});
        lock.lock();
    }
}

} // namespace lockstep
