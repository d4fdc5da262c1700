// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// A running program in its own process group, which is killed on destruction. Used on one thread.
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

/// Limits for one run of another program.
struct ChildLimits
{
    std::size_t bytes = std::size_t{1} << 30U; ///< of output
    std::chrono::milliseconds whole{60'000};
};

/// Runs a program of the PATH without a shell and passes on its output piece by piece. It is killed if it takes too
/// long, prints too much, or its output is rejected. Blocks. @param take returns whether it wants more
[[nodiscard]] Status streamOutputOf(const std::vector<std::string>& command, const ChildLimits& limits,
                                    const std::function<bool(std::string_view piece)>& take,
                                    const std::stop_token& stop);

} // namespace lockstep
