// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockstep {

/// Runs jobs one after another on its own thread, which starts with the first job. Any thread may add. The destructor
/// asks the running job to stop and waits for it; pending jobs are dropped or, if configured, run. Must be the last
/// member of its owner, so that it is destroyed before anything that its jobs use.
class JobQueue
{
public:
    /// Must end soon after the token requests a stop.
    using Job = std::function<void(const std::stop_token&)>;

    enum class ShutdownPolicy { Drop, Finish };

    /// @param niceness of the thread; a higher value is a lower priority
    explicit JobQueue(ShutdownPolicy shutdownPolicy = ShutdownPolicy::Drop, int niceness = 0)
        : m_shutdownPolicy(shutdownPolicy), m_niceness(niceness)
    { }
    ~JobQueue();
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;

    void add(Job job);
    /// Requests the running job to stop, and drops pending jobs.
    void cancel();
    /// Requested when the queue ends, not by cancel().
    [[nodiscard]] std::stop_token endToken() const { return m_end.get_token(); }

private:
    void work();

    const ShutdownPolicy m_shutdownPolicy;
    const int m_niceness;
    std::stop_source m_end;
    std::mutex m_mutex; ///< guards the following members
    std::condition_variable_any m_hasJobs;
    std::deque<Job> m_jobs;
    std::stop_source m_running; ///< of the running job
    std::thread m_thread;
};

} // namespace lockstep
