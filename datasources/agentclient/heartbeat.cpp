// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/heartbeat.h"

namespace lockstep {

Heartbeat::~Heartbeat()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Heartbeat::add(const std::shared_ptr<Beating>& one)
{
    const std::scoped_lock lock(m_mutex);
    m_all.push_back(one);
    m_hasNews = true;
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    m_wake.notify_all();
}

void Heartbeat::wake()
{
    const std::scoped_lock lock(m_mutex);
    m_hasNews = true;
    m_wake.notify_all();
}

void Heartbeat::run(const std::stop_token& stop)
{
    std::vector<std::shared_ptr<Beating>> alive;
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, period, [this] { return m_hasNews; });
            m_hasNews = false;
            std::erase_if(m_all, [&alive](const std::weak_ptr<Beating>& one) {
                auto shared = one.lock();
                const bool isGone = !shared;
                if (shared)
                    alive.push_back(std::move(shared));
                return isGone;
            });
        }
        // Without the lock: a beat may well end in somebody adding another.
        const SteadyTime now = std::chrono::steady_clock::now();
        for (const auto& one : alive) {
            if (stop.stop_requested())
                break;
            one->beat(now);
        }
        alive.clear();
    }
}

} // namespace lockstep
