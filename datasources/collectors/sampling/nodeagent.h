// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/fastbudget.h"
#include "datasources/collectors/tickwriter.h"
#include "models/core/batch.h"
#include "models/core/time.h"
#include "models/core/work/throttle.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Schedule of samples on a grid of wall-clock times: ticks on multiples of the period, so that all nodes coincide, and
/// fast samples in between. Pure arithmetic.
class TickSchedule
{
public:
    struct Moment
    {
        TimePoint time;
        bool isTick = false;
    };

    /// @param fastSamplesPerSecond 0: only ticks
    TickSchedule(Duration period, unsigned fastSamplesPerSecond);

    /// The first moment after @p now that was not returned yet. Missed moments are skipped; if the clock was set back
    /// by more than a period, the grid restarts there.
    [[nodiscard]] Moment next(TimePoint now);

private:
    Duration m_period;
    TickIndex m_fastSamplesPerTick; ///< at least 1
    TickIndex m_last; ///< index on the grid of samples
};

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
    /// Whether a change should be declared before the next rescan.
    [[nodiscard]] bool needsRedeclaration() const;

    /// Starts a new list of names if the old one is crowded. @return true: there is a new identity with a new epoch,
    /// because clients refer to names by index
    [[nodiscard]] bool renewNames();

    /// Samples the counters whose bursts matter.
    void sampleFast();

    /// Takes one tick with that nominal time. Rates need two ticks.
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

/// Destination of an agent's messages. Called on the sampling thread.
struct AgentOutput
{
    /// Receives the node's identity, before its first tick and whenever its hardware has changed.
    std::function<void(std::shared_ptr<const NodeIdentity>)> describe;
    /// A tick, and all names that its spans refer to.
    std::function<void(const std::string& node, const NodeTick&, std::shared_ptr<const std::vector<std::string>> names)>
        publish;
};

/// The node agent without its server: samples this machine on one thread and publishes the ticks. Ticks are aligned to
/// multiples of the period on the wall clock and carry that nominal time. Changed hardware gives a new layout. Used by
/// lockstep-agent and the dashboard; owned by their composition.
///
///     TelemetryHub hub;
///     NodeAgent agent(config, makeCollectors(config), publishTo(hub));
///     agent.start();
class NodeAgent
{
public:
    NodeAgent(const AgentConfig& config, Collectors collectors, AgentOutput output);
    ~NodeAgent();
    NodeAgent(const NodeAgent&) = delete;
    NodeAgent& operator=(const NodeAgent&) = delete;

    [[nodiscard]] const std::string& nodeName() const { return m_nodeName; }

    /// Starts sampling; detects hardware first, on the new thread.
    void start();
    /// Ends the thread and waits for it, at most for one sample. May be called repeatedly, and before start.
    void stop();

private:
    void run(const std::stop_token& stop);
    void publish(NodeTick tick, Duration clockStep);

    AgentConfig m_config;
    NodeSampler m_sampler;
    AgentOutput m_output;
    std::string m_nodeName;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep
