// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// Class of a rank's time. Unknown: time without spans, and communication for which the other ranks are unknown,
/// because its wait and transfer cannot be separated.
enum class TimeClass : std::uint8_t { Compute, Wait, Transfer, Checkpoint, Restart, Idle, Unknown };

inline constexpr std::size_t timeClassCount = 7;

/// Wall time of one lane by class, in nanoseconds. Each moment counts once, so the classes sum to the wall time.
/// Precedence where spans overlap: compute, transfer, checkpoint, restart, wait, idle.
class TimeClasses
{
public:
    /// Continues to the end of the lane's new events in a window. Late spans do not change time that was already
    /// counted.
    void account(const SyncWindow& window, std::uint32_t lane);

    /// The job restarts at that time: the time since the lane's last event was lost to the restart.
    void restartUntil(std::int64_t ns);

    [[nodiscard]] std::int64_t ns(TimeClass timeClass) const { return m_ns[static_cast<std::size_t>(timeClass)]; }
    [[nodiscard]] double seconds(TimeClass timeClass) const { return static_cast<double>(ns(timeClass)) * 1e-9; }
    [[nodiscard]] std::int64_t wallNs() const { return m_toNs && m_fromNs ? *m_toNs - *m_fromNs : 0; }

private:
    std::array<std::int64_t, timeClassCount> m_ns{};
    std::optional<std::int64_t> m_fromNs;
    std::optional<std::int64_t> m_toNs;
};

} // namespace lockstep
