// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/fastbudget.h"
#include "datasources/collectors/tickwriter.h"
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

    /// Detects all hardware and creates the first layout. Call first.
    void detect();

    /// Detects added or removed hardware. @return true: there is a new identity and layout
    bool rescan();
    /// Something was found that should be declared before the next rescan is due.
    [[nodiscard]] bool isInHurry() const;

    /// Starts a new list of names if the old one is crowded. @return true: there is a new identity with a new epoch,
    /// because clients refer to names by index
    [[nodiscard]] bool renewNames();

    /// Samples the counters whose bursts matter.
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

/// One tick with rates: two samples @p apart, with a few fast samples in between. Blocks for that time.
[[nodiscard]] NodeTick takeOneTick(NodeSampler& sampler, Duration apart = std::chrono::milliseconds(200));

} // namespace lockstep
