// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/policies/heartbeat.h"
#include "models/core/time.h"

#include <optional>

namespace lockstep {

/// Detects that this machine's wall clock was set, by comparison with the steady clock. All estimated offsets are then
/// invalid. A plain value.
class SetClockWatch
{
public:
    /// Amount by which the wall clock was set since the last call; nullopt: not set, or only slewed.
    [[nodiscard]] std::optional<Duration> step(TimePoint wall, SteadyTime steady)
    {
        constexpr Duration slewing = std::chrono::seconds(1);
        const Duration apart
            = wall.time_since_epoch() - std::chrono::duration_cast<Duration>(steady.time_since_epoch());
        const Duration step = m_apart ? apart - *m_apart : Duration::zero();
        m_apart = apart;
        return std::chrono::abs(step) < slewing ? std::nullopt : std::optional(step);
    }

private:
    std::optional<Duration> m_apart;
};

} // namespace lockstep
