// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/plan/planassembly.h"
#include "datasources/topologyimports/contradictions.h"
#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Assigns racks, and rack units to machines, without overlap. Missing heights and positions are guessed and reported.
/// Used for one merge; the assembly and the texts must outlive it.
class RackFill
{
public:
    RackFill(PlanAssembly& assembly, Contradictions& contradictions, MergeTexts& guesses)
        : m_assembly(assembly), m_contradictions(contradictions), m_guesses(guesses)
    { }

    void putRacks(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                  const std::vector<PlannedSwitch>& switches);
    /// Places those with known units first, then the others where there is room.
    void put(std::vector<PlannedNode>& nodes) { putAll(nodes); }
    void put(std::vector<PlannedSwitch>& switches) { putAll(switches); }

private:
    void guessHeights(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                      const std::vector<PlannedSwitch>& switches);
    template <class Item>
    void putAll(std::vector<Item>& items);
    template <class Item>
    [[nodiscard]] Status putOne(Item item);
    template <class Item>
    [[nodiscard]] bool moveToFreeUnits(Item& item) const;

    PlanAssembly& m_assembly;
    Contradictions& m_contradictions;
    MergeTexts& m_guesses;
    std::unordered_map<std::string, std::vector<bool>> m_takenUnits; ///< by rack; bottom unit 1
};

} // namespace lockstep
