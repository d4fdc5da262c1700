// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// A running program in a process group of its own, which is killed on destruction. Used on one thread.
class ChildProcess
{
public:
    ChildProcess() = default;
    /// Waits at most two seconds for the end, because a process may hang in a driver.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Redirects both output streams into one; the program has no input. @return errno
    [[nodiscard]] int start(const std::vector<std::string>& command);

    /// Exit status as of waitpid(); nullopt: still running.
    [[nodiscard]] std::optional<int> waitUntil(std::chrono::steady_clock::time_point deadline,
                                               const std::stop_token& stop = {});

    /// Kills the process and its group; waitUntil() has its status soon.
    void kill();

    /// 0: not running.
    [[nodiscard]] pid_t id() const { return m_process; }
    [[nodiscard]] int output() const { return m_output.get(); }

private:
    FileDescriptor m_output;
    pid_t m_process = 0;
};

} // namespace lockstep
