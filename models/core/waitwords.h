// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// Meaning of a marker's operation. Agents write such a marker once per second while its condition holds; hang
/// detection reads them.
enum class WaitWord : std::uint8_t {
    None,
    GoesOn, ///< the rank's activity continues; ranks that wait for it do not hang
    Usual, ///< the rank waits in a collective, within the usual duration of its job
    Unusual, ///< the rank waits longer than in recent collectives, and its job does not report long activities
    DoesNothing, ///< the rank is in no collective, and its process has been idle for a while
    CannotGoOn, ///< the rank's process is stopped or has ended
    RunsAgain, ///< the last two conditions no longer hold
};

inline constexpr std::string_view goingOnEnding = " goes on";
inline constexpr std::string_view usualWaitEnding = ", as usual";
inline constexpr std::string_view unusualWaitEnding = ", unusually long";

// Of a process.
inline constexpr std::string_view processIdleWord = "process does nothing";
inline constexpr std::string_view processStoppedWord = "process is stopped";
inline constexpr std::string_view processEndedWord = "process has ended";
inline constexpr std::string_view processRunsWord = "process runs again";

[[nodiscard]] inline std::string goingOnName(std::string_view what)
{
    return std::string(what) + std::string(goingOnEnding);
}

[[nodiscard]] inline std::string usualWaitName(std::string_view collective)
{
    return std::string(collective) + std::string(usualWaitEnding);
}

[[nodiscard]] inline std::string unusualWaitName(std::string_view collective)
{
    return std::string(collective) + std::string(unusualWaitEnding);
}

[[nodiscard]] inline WaitWord waitWordOf(std::string_view op)
{
    if (op.ends_with(goingOnEnding))
        return WaitWord::GoesOn;
    if (op == processIdleWord)
        return WaitWord::DoesNothing;
    if (op == processStoppedWord || op == processEndedWord)
        return WaitWord::CannotGoOn;
    if (op == processRunsWord)
        return WaitWord::RunsAgain;
    if (op.ends_with(unusualWaitEnding))
        return WaitWord::Unusual;
    return op.ends_with(usualWaitEnding) ? WaitWord::Usual : WaitWord::None;
}

} // namespace lockstep
