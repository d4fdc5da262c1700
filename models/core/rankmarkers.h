// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// Meaning of a marker's operation. Agents write such a marker once per second while its condition holds; hang
/// detection reads them.
enum class RankMarker : std::uint8_t {
    None,
    Active, ///< the rank's activity continues; ranks that wait for it do not hang
    WaitsNormally, ///< the rank waits in a collective, within the usual duration of its job
    WaitsLong, ///< the rank waits longer than in recent collectives, and its job does not report long activities
    ProcessIdle, ///< the rank is in no collective, and its process has been idle for a while
    ProcessStopped, ///< the rank's process is stopped or has ended
    ProcessResumed, ///< the last two conditions no longer hold
};

inline constexpr std::string_view goingOnEnding = " goes on";
inline constexpr std::string_view normalWaitEnding = ", as usual";
inline constexpr std::string_view longWaitEnding = ", unusually long";

// Of a process.
inline constexpr std::string_view processIdleWord = "process does nothing";
inline constexpr std::string_view processStoppedWord = "process is stopped";
inline constexpr std::string_view processEndedWord = "process has ended";
inline constexpr std::string_view processRunsWord = "process runs again";

[[nodiscard]] inline std::string goingOnName(std::string_view what)
{
    return std::string(what) + std::string(goingOnEnding);
}

[[nodiscard]] inline std::string normalWaitName(std::string_view collective)
{
    return std::string(collective) + std::string(normalWaitEnding);
}

[[nodiscard]] inline std::string longWaitName(std::string_view collective)
{
    return std::string(collective) + std::string(longWaitEnding);
}

[[nodiscard]] inline RankMarker rankMarkerOf(std::string_view op)
{
    if (op.ends_with(goingOnEnding))
        return RankMarker::Active;
    if (op == processIdleWord)
        return RankMarker::ProcessIdle;
    if (op == processStoppedWord || op == processEndedWord)
        return RankMarker::ProcessStopped;
    if (op == processRunsWord)
        return RankMarker::ProcessResumed;
    if (op.ends_with(longWaitEnding))
        return RankMarker::WaitsLong;
    return op.ends_with(normalWaitEnding) ? RankMarker::WaitsNormally : RankMarker::None;
}

} // namespace lockstep
