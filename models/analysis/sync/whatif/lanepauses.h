// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The time between the events of each lane of a window: late kernel launches, data loading. A plain value.
class LanePauses
{
public:
    /// @param isLost by lane: spans are missing, so its pauses are meaningless
    LanePauses(const SyncWindow& window, const std::vector<bool>& isLost);

    /// Time since the lane's last event; 0 if unknown: before its first one, and where whole steps are missing.
    [[nodiscard]] std::int64_t beforeNs(std::uint32_t event) const { return m_beforeNs[event]; }
    /// Whether pauses before this operation are compared, because some lane pauses longer than a launch takes.
    [[nodiscard]] bool count(const SyncSpan& span) const;

private:
    [[nodiscard]] bool isLost(std::uint32_t lane) const { return lane < m_isLost.size() && m_isLost[lane]; }

    const std::vector<bool>& m_isLost;
    std::vector<std::int64_t> m_beforeNs; ///< by event
    std::unordered_map<std::uint32_t, std::int64_t> m_longestNs; ///< by the operation that follows
};

} // namespace lockstep
