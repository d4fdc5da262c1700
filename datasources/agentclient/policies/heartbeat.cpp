// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/heartbeat.h"

#include <utility>

namespace lockstep {

Heartbeat::~Heartbeat()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Heartbeat::add(const std::shared_ptr<DeadlineHandler>& one)
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

void Heartbeat::updateMembers(std::vector<Member>& members)
{
    members.clear();
    std::erase_if(m_all, [&members](const std::weak_ptr<DeadlineHandler>& one) {
        if (auto shared = one.lock())
            members.push_back({std::move(shared)});
        return one.expired();
    });
}

void Heartbeat::run(const std::stop_token& stop)
{
    std::vector<Member> members;
    for (unsigned turn = 0; !stop.stop_requested(); ++turn) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, period, [this] { return m_hasNews; });
            // Expired members are removed about once a second; checking at each turn would cost more than the beats.
            constexpr unsigned turnsBetweenLooks = 10;
            if (std::exchange(m_hasNews, false) || turn % turnsBetweenLooks == 0)
                updateMembers(members); // needed to call all members
        }
        // Without the lock, because a beat may add another member.
        const SteadyTime now = std::chrono::steady_clock::now();
        for (Member& member : members) {
            if (stop.stop_requested())
                break;
            if (now >= member.next)
                member.next = member.one->beat(now);
        }
    }
}

} // namespace lockstep
