// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/goodput.h"
#include "models/analysis/sync/matching/syncwindow.h"

#include <deque>

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

struct SyncStep;

/// Class of a rank's time. Unknown: time without spans, and communication whose other ranks are unknown, because its
/// wait and transfer cannot be separated.
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

/// Seconds by TimeClass.
using TimeSpent = std::array<double, timeClassCount>;

/// Time of a job's lanes by class: in total, in the current step, and over recent steps. In each recent step, the times
/// of a lane's classes sum to at least the duration of the step. One thread at a time; a member of JobTracker.
class LaneTimes
{
public:
    static constexpr std::size_t recentSteps = 16;

    void addLane();
    /// The job restarts at that time.
    void restartUntil(std::int64_t ns);
    /// Adds the new events of a window, to which newSeconds() then refers.
    void account(const SyncWindow& window);
    [[nodiscard]] double newSeconds(std::uint32_t lane, TimeClass timeClass) const;
    /// Closes the step of these events, with its measurements.
    void close(const SyncStep& step);
    void forgetRecent();

    [[nodiscard]] const std::vector<TimeClasses>& ever() const { return m_ever; } ///< by lane
    [[nodiscard]] const std::vector<TimeSpent>& recent() const { return m_recent; } ///< by lane
    [[nodiscard]] std::size_t recentCount() const { return m_steps.size(); } ///< number of steps in recent()

private:
    using Spent = std::array<float, timeClassCount>;

    std::vector<TimeClasses> m_ever;
    std::vector<TimeClasses> m_before; ///< before the current step
    std::vector<TimeSpent> m_recent;
    std::deque<std::vector<Spent>> m_steps;
};

/// Converts the ranks' times to goodput classes. Covers jobs only, because unreserved time is not a loss.
[[nodiscard]] inline GpuTime gpuTimeOf(const TimeSpent& spent)
{
    const auto of = [&spent](TimeClass timeClass) {
        return spent[static_cast<std::size_t>(timeClass)];
    };
    return {std::accumulate(spent.begin(), spent.end(), 0.0),
            of(TimeClass::Compute) + of(TimeClass::Transfer),
            of(TimeClass::Wait),
            of(TimeClass::Checkpoint),
            of(TimeClass::Restart),
            0,
            of(TimeClass::Unknown)};
}

} // namespace lockstep
