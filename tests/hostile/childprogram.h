// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep::test {

inline constexpr std::size_t mebi = 1U << 20U;

/// A Lockstep program as a separate process, with memory and CPU time from the kernel. Its output goes to a file that
/// can be read at any time. Killed on destruction.
class ChildProgram
{
public:
    using Seconds = std::chrono::duration<double>;

    /// @param program a file in the folder of programs: "lockstep-agent", "lockstep"
    ChildProgram(const std::string& program, std::vector<std::string> arguments);
    ~ChildProgram();
    ChildProgram(const ChildProgram&) = delete;
    ChildProgram& operator=(const ChildProgram&) = delete;

    [[nodiscard]] pid_t process() const { return m_process; }
    [[nodiscard]] bool isRunning();

    /// Output so far, both streams.
    [[nodiscard]] std::string log() const;
    /// Waits until it has printed @p phrase. @return false when it ended before, or does not
    [[nodiscard]] bool waitForLog(const std::string& phrase);

    /// Waits until it ends; kills it on timeout, or if it uses more memory than @p maxBytes.
    /// @return exit code; nullopt if it was killed or crashed
    std::optional<int> waitForEnd(std::size_t maxBytes = SIZE_MAX);
    /// Sends SIGTERM and waits; as waitForEnd().
    std::optional<int> stop();

    [[nodiscard]] std::size_t memoryBytes() const; ///< resident now
    [[nodiscard]] std::size_t peakMemoryBytes(); ///< resident at most, as far as was looked at
    [[nodiscard]] Seconds cpuTime(); ///< user and system, up to now or its end

private:
    void look();

    pid_t m_process = 0;
    int m_output = -1;
    std::optional<int> m_status; ///< as wait() gives it, once it has ended
    std::size_t m_peakBytes = 0;
    Seconds m_cpuTime{};
};

/// Factor for memory limits under sanitizers, which keep freed memory and need shadow memory.
[[nodiscard]] std::size_t sanitizerFactor();

} // namespace lockstep::test
