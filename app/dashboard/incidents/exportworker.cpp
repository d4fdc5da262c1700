// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/exportworker.h"

#include <utility>

namespace lockstep {

ExportWorker::ExportWorker() : m_thread([this](const std::stop_token& end) { work(end); }) { }

ExportWorker::~ExportWorker()
{
    m_thread.request_stop();
    cancel();
    m_thread.join();
}

void ExportWorker::run(Job job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_running.request_stop();
        m_waiting = std::move(job);
    }
    m_hasJob.notify_one();
}

void ExportWorker::cancel()
{
    const std::scoped_lock lock(m_mutex);
    m_running.request_stop();
    m_waiting.reset();
}

void ExportWorker::work(const std::stop_token& end)
{
    for (;;) {
        Job job;
        std::stop_token stop;
        {
            std::unique_lock lock(m_mutex);
            if (!m_hasJob.wait(lock, end, [this] { return m_waiting.has_value(); }))
                return;
            job = std::exchange(m_waiting, std::nullopt).value();
            m_running = std::stop_source();
            stop = m_running.get_token();
        }
        job(stop);
    }
}

} // namespace lockstep
