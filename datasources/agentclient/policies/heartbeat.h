// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep {

using SteadyTime = std::chrono::steady_clock::time_point;

/// An object with deadlines. A Heartbeat calls it when they are due.
class DeadlineHandler
{
public:
    virtual ~DeadlineHandler() = default;
    /// Checks deadlines. Must return at once.
    /// @return time of the next beat, which may be earlier
    virtual SteadyTime beat(SteadyTime now) = 0;
};

/// One thread that serves the deadlines of all clients with a resolution of 0.1 s. Cheaper for 2,048 clients than one
/// timer each, because most deadlines move before they are due. Thread-safe; owned by ClientRuntime.
class Heartbeat
{
public:
    static constexpr auto period = std::chrono::milliseconds(100);

    Heartbeat() = default;
    ~Heartbeat(); ///< joins
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;

    /// Calls beat() at once and then until the object is destroyed.
    void add(const std::shared_ptr<DeadlineHandler>& one);
    /// Runs all beats now, because a deadline has moved closer.
    void wake();

private:
    struct Member
    {
        std::shared_ptr<DeadlineHandler> one;
        SteadyTime next{}; ///< time of the next beat
    };

    void run(const std::stop_token& stop);
    void updateMembers(std::vector<Member>& members);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<std::weak_ptr<DeadlineHandler>> m_all;
    bool m_hasNews = false;
    std::jthread m_thread; ///< last member, so that it ends first
};

} // namespace lockstep
