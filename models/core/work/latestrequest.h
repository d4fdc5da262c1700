// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/jobqueue.h"

#include <utility>

namespace lockstep {

/// Runs only the newest request: a pending request is replaced, a running one is asked to stop. Use from one thread.
/// Must be the last member of its owner.
class LatestRequest
{
public:
    explicit LatestRequest(int niceness = 0) : m_queue(JobQueue::ShutdownPolicy::Drop, niceness) { }

    void ask(JobQueue::Job job)
    {
        m_queue.cancel();
        m_queue.add(std::move(job));
    }
    /// Cancels the pending request.
    void cancel() { m_queue.cancel(); }
    [[nodiscard]] std::stop_token endToken() const { return m_queue.endToken(); }

private:
    JobQueue m_queue;
};

} // namespace lockstep
