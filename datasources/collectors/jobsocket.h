// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/filedescriptor.h"
#include "datasources/collectors/jobevent.h"
#include "models/core/result.h"

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// The Unix datagram socket that jobs post to. A thread of its own receives and parses, since the kernel queues only a
/// handful of datagrams; whoever samples takes what has come. Owned by the job-event collector.
class JobSocket
{
public:
    /// What came since the last time.
    struct Inbox
    {
        std::vector<JobEvent> events;
        std::uint64_t malformed = 0;
        std::string lastError; ///< of the last malformed line
        std::uint64_t dropped = 0; ///< events beyond the capacity
    };

    /// Binds. A socket file that nobody listens on is replaced; one that somebody does is an error.
    /// @param capacity most events that wait to be taken
    [[nodiscard]] static Result<std::unique_ptr<JobSocket>> open(const std::string& path,
                                                                 std::size_t capacity = 100'000);
    ~JobSocket();
    JobSocket(const JobSocket&) = delete;
    JobSocket& operator=(const JobSocket&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] Inbox take();

private:
    JobSocket(std::string path, FileDescriptor socket, FileDescriptor wakeUp, std::size_t capacity);
    void run(const std::stop_token& stop);
    void receiveAll(std::vector<char>& buffer);
    static void readDatagram(std::string_view text, Inbox& into);
    void keep(Inbox& received);

    std::string m_path;
    FileDescriptor m_socket;
    FileDescriptor m_wakeUp; ///< an eventfd: ends the thread's poll
    std::size_t m_capacity;
    std::mutex m_mutex;
    Inbox m_inbox;
    std::jthread m_thread; ///< last: it uses all of the above
};

/// Where the socket goes when the configuration names no path: /run/lockstep/jobs.sock where that folder can be
/// written, else $XDG_RUNTIME_DIR/lockstep-jobs.sock, else /tmp/lockstep-jobs-<uid>.sock.
[[nodiscard]] std::string defaultJobSocketPath();

} // namespace lockstep
