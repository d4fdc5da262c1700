// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace lockstep {

/// Does one thing after another beside the GUI, of which only the newest matters: what waits is replaced by what comes,
/// what runs is asked to stop. Give from any one thread; the destructor stops and joins.
class ExportWorker
{
public:
    /// Runs on the worker's thread; should end soon when the token asks for it.
    using Job = std::function<void(const std::stop_token&)>;

    ExportWorker();
    ~ExportWorker();

    void run(Job job);
    /// Asks what runs to stop and forgets what waits.
    void cancel();

private:
    void work(const std::stop_token& end);

    std::mutex m_mutex;
    std::condition_variable_any m_hasJob;
    std::optional<Job> m_waiting; ///< guarded by m_mutex
    std::stop_source m_running; ///< of the job on its way; guarded by m_mutex
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep
