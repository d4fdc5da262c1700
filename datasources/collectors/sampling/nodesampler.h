// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/namelist.h"
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/fastbudget.h"
#include "models/core/batch.h"
#include "models/core/work/throttle.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Makes a node's identity, layouts and ticks from its collectors, one call at a time, without a thread. Driven by a
/// NodeAgent; `--once` and tests call it directly.
class NodeSampler
{
public:
    NodeSampler(const AgentConfig& config, Collectors collectors);

    /// Looks at all hardware and makes the first layout. To be called first.
    void detect();

    /// Looks whether hardware came or went. True when it did: then there is a new identity and a new layout.
    bool rescan();
    /// Something was found that should be declared before the next rescan is due.
    [[nodiscard]] bool isInHurry() const;

    /// Begins a new list of names when the old one is crowded. True when it did: then there is a new identity, of an
    /// epoch of its own, as who follows the node knows the old names by their places in the list.
    [[nodiscard]] bool renewNames();

    /// One look at the counters whose bursts matter.
    void sampleFast();

    /// One tick of that nominal time. Rates need two.
    [[nodiscard]] NodeTick sample(TimePoint nominal);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] std::shared_ptr<const std::vector<std::string>> names() { return m_names.snapshot(); }

private:
    void makeLayout();
    void reportFullNames(TimePoint now, TickWriter& tick);

    AgentConfig m_config;
    Collectors m_collectors;
    std::vector<InventoryItem> m_inventory;
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
    std::uint32_t m_lastLayoutId = 0;
    NameList m_names;
    Throttle<> m_refusedNames;
    FastBudget m_budget;
};

/// One tick with rates that are numbers: two samples that far apart, with a few looks in between. Blocks for that long.
[[nodiscard]] NodeTick takeOneTick(NodeSampler& sampler, Duration apart = std::chrono::milliseconds(200));

} // namespace lockstep
