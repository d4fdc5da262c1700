// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/matching/syncwindow.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Traces each wait of a window back to the rank that waited for no other. A waiting rank waits for the last arrival.
/// That rank is late because since the last common point it computed longer, waited longer, transferred over slower
/// links or wrote a longer checkpoint. The wait is divided among these in proportion, and shares of earlier waits are
/// traced further. Source: delay analysis of Boehme et al., "Identifying the root causes of wait states in large-scale
/// parallel applications" (ICPP 2010), without a common clock. Results are computed on demand. Must not outlive its
/// window.
class RootCauses
{
public:
    explicit RootCauses(const SyncWindow& window);

    /// Which ranks caused an event's wait; empty if unknown.
    [[nodiscard]] const CauseShares& of(std::uint32_t event);

private:
    /// Activity of a lane over some of its events, ns.
    struct Ledger
    {
        double own = 0;
        double wait = 0;
        double lost = 0;
        double checkpoint = 0;
    };
    /// Events [from, to) of one lane.
    struct Stretch
    {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
    };
    enum class State : std::uint8_t { Unknown, InWork, Known };

    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t event) const;
    void solveCollective(const WaitGroup& group, CauseShares& causes);
    void solveReceive(std::uint32_t event, CauseShares& causes);
    void blame(std::uint32_t lane, Stretch stretch, const Ledger& excess, CauseShares& causes);
    void blameWaits(Stretch stretch, double weight, CauseShares& causes);
    void blameLinks(Stretch stretch, double weight, CauseShares& causes) const;

    [[nodiscard]] Stretch beforeCollective(std::uint32_t event) const;
    [[nodiscard]] Stretch whileSending(std::uint32_t receive, std::uint32_t sender) const;
    [[nodiscard]] Ledger ledgerOf(Stretch stretch, std::int64_t lengthNs) const;
    [[nodiscard]] Ledger ledgerOf(Stretch stretch) const;
    [[nodiscard]] Ledger arrivalLedger(std::uint32_t event) const;

    const SyncWindow& m_window;
    std::vector<std::uint32_t> m_nodes; ///< by event: the parts of a collective share one, each receive has its own
    std::vector<CauseShares> m_causes; ///< by node
    std::vector<State> m_states; ///< by node
    std::size_t m_depth = 0;
};

} // namespace lockstep
