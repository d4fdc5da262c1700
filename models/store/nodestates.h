// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/work/throttle.h"
#include "models/core/work/tokenbucket.h"
#include "models/store/columns/changeset.h"
#include "models/store/nodestatus.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

class ColdColumns;
class MetricTable;
class Topology;

/// Which nodes reported in each tick in memory, as one bit each, so that nodes that were silent at a past moment are
/// known. Private to ClusterStore; GUI thread.
class ReportedTicks
{
public:
    /// @param historyTicks how many ticks back from the newest are kept
    explicit ReportedTicks(std::int64_t historyTicks);

    void note(TickIndex tick, std::uint32_t node);
    void clear();

    /// The ticks in memory, oldest to newest + 1; may include ticks in which no node reported.
    [[nodiscard]] TickRange ticks() const { return m_ticks; }
    /// Whether the node reported in any of these ticks.
    [[nodiscard]] bool hasAny(TickRange ticks, std::uint32_t node) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    using Nodes = std::vector<std::uint64_t>; ///< one bit per node

    [[nodiscard]] std::size_t slotOf(TickIndex tick) const;
    void makeRoomFor(TickIndex tick);

    std::vector<Nodes> m_ring; ///< by tick modulo its size
    TickRange m_ticks;
};

/// Rate limit of a node's events in the dashboard's log: a burst and a steady rate, so that one node cannot displace
/// others' events. The recording keeps all of them. A plain value.
class EventQuota
{
public:
    static constexpr double burst = 512;
    static constexpr double perSecond = 2;

    /// Whether to accept one more at @p now, by the local clock.
    [[nodiscard]] bool admit(TimePoint now);
    /// An event that reports rejected events: at the first one, then once per minute with their number.
    [[nodiscard]] std::optional<Event> notice(TimePoint now);

private:
    TokenBucket m_credit{perSecond, burst};
    Throttle<> m_leftOut;
};

/// Where a store's data comes from.
enum class Feed : std::uint8_t {
    Live, ///< sources that report by the wall clock: their data is stored in memory, within quotas
    File, ///< a recording or a trace: now() is the moment shown, columns are read from the file, and it is trusted
};

/// States of a ClusterStore's nodes, now and at past moments; the result is the same for live, past and replay. A
/// member of the store.
class NodeStates
{
public:
    /// Inputs of the decision; must outlive the call.
    struct Evidence
    {
        const Topology& topology;
        const MetricTable& metrics;
        const ReportedTicks& reported; ///< in memory
        const ColdColumns* cold = nullptr; ///< null: no recording
        Duration tickPeriod{};
        TimePoint now;
        std::optional<TimePoint> viewTime; ///< nullopt: now
        Feed feed{};
    };

    void clear();
    /// Resizes to that number of nodes, with that period until they report their own.
    void resize(std::size_t count, Duration tickPeriod);

    [[nodiscard]] const std::vector<NodeStatus>& all() const { return m_nodes; }
    [[nodiscard]] std::vector<NodeStatus>& all() { return m_nodes; }
    void setPeriod(std::uint32_t node, Duration period) { m_reporting[node].period = period; }
    [[nodiscard]] EventQuota& events(std::uint32_t node) { return m_reporting[node].events; }
    /// The node has reported an entity outside nodes.
    void setReporter(EntityRef entity, std::uint32_t node) { m_reporters[entity] = node; }

    /// Nodes that have been silent for two of their ticks become stale. @return whether a status has changed
    bool judgeByArrival(TimePoint now);
    /// @return whether a status has changed
    bool updatePastStatus(const Evidence& evidence);
    void clearPastStatus() { m_judged.clear(); }

    [[nodiscard]] Freshness freshness(EntityRef entity, const Evidence& evidence) const;
    /// At the moment that is shown.
    [[nodiscard]] NodeMoment atMoment(std::uint32_t node, const Evidence& evidence) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Reporting ///< of a node
    {
        Duration period{}; ///< of its ticks
        EventQuota events;
    };

    [[nodiscard]] TickIndex silenceTimeout(std::uint32_t node, Duration tickPeriod) const;
    [[nodiscard]] std::vector<Freshness> freshnessAt(TickIndex tick, const Evidence& evidence) const;
    void findLastHeard(std::uint32_t node, const Evidence& evidence, NodeMoment& moment) const;

    std::vector<NodeStatus> m_nodes;
    std::vector<Reporting> m_reporting; ///< by node index
    std::unordered_map<EntityRef, std::uint32_t> m_reporters; ///< node that last reported an entity outside nodes
    std::vector<Freshness> m_judged; ///< by node, at the view time; empty: unknown
};

} // namespace lockstep
