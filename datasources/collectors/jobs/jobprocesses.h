// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>

namespace lockstep {

/// Whether a process can run. If this cannot be determined, it is assumed to run.
enum class ProcessState : std::uint8_t { Runs, Stopped, Gone };

[[nodiscard]] ProcessState processStateOf(pid_t process);

/// Maps processes of this node to ranks of jobs, from the kernel and job events. Bounded. Written by the job-event
/// collector, read by other collectors. Thread-safe.
class JobProcesses
{
public:
    struct Place
    {
        std::string job;
        std::uint32_t rank = Span::noRank;
        SenderId sender = otherSenders;
    };

    void take(const JobInbox::Post& post);
    [[nodiscard]] std::optional<Place> of(pid_t process) const;
    /// The user who posts for a job.
    [[nodiscard]] std::optional<SenderId> ownerOf(const std::string& job) const;

private:
    static constexpr std::size_t capacity = 4096;

    mutable std::mutex m_mutex;
    std::map<pid_t, Place> m_places;
};

} // namespace lockstep
