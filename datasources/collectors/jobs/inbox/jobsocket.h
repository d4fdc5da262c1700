// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Path of the job socket if the configuration has none, in a folder that no other user can write to: systemd's
/// ($RUNTIME_DIRECTORY), otherwise /run/lockstep for root, otherwise $XDG_RUNTIME_DIR/lockstep; an error if there is
/// none. Creates the folder.
[[nodiscard]] Result<std::string> defaultJobSocketPath();

/// The Unix datagram socket for job events. A separate thread receives and parses, because the kernel queues only a few
/// datagrams; it uses at most a small share of a core. The kernel identifies the sender. Owned by the job-event
/// collector.
class JobSocket
{
public:
    struct Options
    {
        std::string path;
        std::string group; ///< group whose members may post; empty: every local user
        JobInbox::Limits limits;
        double cpuShare = 0.1; ///< maximum share of a core
    };

    /// Events received since the last call.
    struct Inbox
    {
        std::vector<JobInbox::Post> posts;
        std::vector<JobInbox::Loss> losses;
        std::size_t waiting = 0; ///< number still waiting
    };

    /// Binds, in a folder that only this user can write to. A stale socket file is replaced; one in use is an error.
    [[nodiscard]] static Result<std::unique_ptr<JobSocket>> open(Options options);
    ~JobSocket();
    JobSocket(const JobSocket&) = delete;
    JobSocket& operator=(const JobSocket&) = delete;

    [[nodiscard]] const std::string& path() const { return m_options.path; }
    /// Adds an event from another source; the same limits apply.
    void add(SenderId sender, pid_t process, JobEvent event);
    [[nodiscard]] Inbox take(std::size_t max);

private:
    JobSocket(Options options, FileDescriptor socket, FileDescriptor wakeUp);
    void run(const std::stop_token& stop);
    void receiveAll(std::vector<char>& buffer);
    void readDatagram(SenderId sender, pid_t process, std::string_view text);
    void rest(std::chrono::nanoseconds length) const;

    Options m_options;
    FileDescriptor m_socket;
    FileDescriptor m_wakeUp; ///< an eventfd: ends the thread's poll
    std::mutex m_mutex;
    JobInbox m_inbox;
    std::jthread m_thread; ///< last member, because it uses all others
};

} // namespace lockstep
