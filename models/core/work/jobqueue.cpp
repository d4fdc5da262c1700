// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/jobqueue.h"

#include <sys/resource.h>
#include <utility>

namespace lockstep {

JobQueue::~JobQueue()
{
    m_end.request_stop();
    {
        const std::scoped_lock lock(m_mutex);
        m_running.request_stop();
        if (m_shutdownPolicy == ShutdownPolicy::Drop)
            m_jobs.clear();
    }
    if (m_thread.joinable())
        m_thread.join();
}

void JobQueue::add(Job job)
{
    const std::scoped_lock lock(m_mutex);
    m_jobs.push_back(std::move(job));
    if (!m_thread.joinable())
        m_thread = std::thread([this] { work(); });
    m_hasJobs.notify_one();
}

void JobQueue::cancel()
{
    const std::scoped_lock lock(m_mutex);
    m_running.request_stop();
    m_jobs.clear();
}

void JobQueue::work()
{
    if (m_niceness != 0)
        (void)setpriority(PRIO_PROCESS, 0, m_niceness); // on Linux, this affects only the calling thread
    std::unique_lock lock(m_mutex);
    while (m_hasJobs.wait(lock, m_end.get_token(), [this] { return !m_jobs.empty(); })) {
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_running = std::stop_source();
        if (m_end.stop_requested())
            m_running.request_stop();
        const std::stop_token stop = m_running.get_token();
        lock.unlock();
        job(stop);
        job = nullptr; // its captures may be large, and their destructors may lock
        lock.lock();
    }
}

} // namespace lockstep
