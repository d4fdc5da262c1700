// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace lockstep {

/// Which node reports a rank of a job: the first one, as long as it reports the rank. Otherwise a node could falsify
/// the step times and goodput of a job that runs elsewhere. When the first node returns, it regains the rank. Late
/// ticks from before a rank moved belong to the node that had it then, and move nothing. Ranks are keyed by the names
/// of the cluster. A plain value, one per TickPlacer.
class RankOwners
{
public:
    static constexpr Duration timeout = std::chrono::seconds(10); ///< a restarted job may assign its ranks anew

    /// @param node index of the reporting node
    /// @param now time of its tick, at most @p received
    /// @param received time of arrival, by the local clock, which may be set back
    /// @return the node that has the rank; @p node: it may report it
    [[nodiscard]] std::uint32_t claim(std::uint64_t rank, std::uint32_t node, TimePoint now, TimePoint received);
    void clear() { m_owners.clear(); }

private:
    struct Owner
    {
        std::uint32_t first = 0;
        std::uint32_t current = 0;
        TimePoint last; ///< when the current one reported it
        std::uint32_t previous = 0;
        TimePoint moved; ///< when the previous one lost it
    };

    std::unordered_map<std::uint64_t, Owner> m_owners;
    std::size_t m_pruneAt = 4096; ///< number of ranks
};

} // namespace lockstep
