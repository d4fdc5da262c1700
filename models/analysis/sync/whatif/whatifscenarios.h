// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/stepsimulation.h"
#include "models/analysis/sync/whatif/whatif.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The scenarios that a what-if analysis replays. Used by analyseWhatIf only.
class WhatIfScenarios
{
public:
    explicit WhatIfScenarios(const OpLanes& lanes);

    static constexpr std::size_t observedIndex = 0;
    static constexpr std::size_t idealIndex = 1;
    static constexpr std::size_t firstDecomposition = 2;

    /// Observed, ideal, then only one rank observed, for each; only one stage; only one of opTypeNames().
    [[nodiscard]] std::vector<Scenario> firstRound() const;

    /// Report names of the op types that occur, in the order of OpType.
    [[nodiscard]] const std::vector<std::string>& opTypeNames() const { return m_opTypeNames; }

    /// As observed, but the given workers ideal.
    [[nodiscard]] Scenario withoutWorkers(std::span<const WhatIfWorker> workers) const;
    [[nodiscard]] Scenario withoutLastStage() const;

private:
    [[nodiscard]] Scenario uniform(bool observed) const;

    const OpLanes& m_lanes;
    std::vector<std::string> m_opTypeNames;
};

/// Step times of each scenario, [scenario][step], on all cores.
[[nodiscard]] std::vector<std::vector<double>> simulateAll(const OpLanes& lanes, const OpGraph& graph,
                                                           const OpDurations& durations,
                                                           const std::vector<Scenario>& scenarios);

} // namespace lockstep
