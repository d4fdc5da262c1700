// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/time.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/intakequota.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"
#include "models/ingest/placedbatch.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

class RankOwners;

/// Which recent ticks of one node have arrived, to distinguish repeated from late ones. A plain value of fixed size;
/// ticks before the window count as new.
class SeenTicks
{
public:
    static constexpr std::int64_t window = 1024; ///< longer than an agent's ring at 1 s

    /// Records @p tick. @return true if it was recorded before
    bool note(TickIndex tick);
    void clear();

private:
    [[nodiscard]] std::uint64_t& wordOf(TickIndex tick);

    std::array<std::uint64_t, window / 64> m_bits{};
    TickIndex m_newest = 0;
    bool m_isEmpty = true;
};

/// Interprets all input: determines the entity and column of each value, the tick by this machine's clock, and whether
/// a tick is new or repeated, accepted or rejected. Live, recorded and imported data all pass through it, so that they
/// cannot differ. A tick is placed at floor(time / period) of its node's time, corrected if the clock is off by more
/// than a tick (see ClockCorrection). Ticks more than a minute ahead or more than a day old are rejected and reported.
/// A job becomes an entity with the first span of a rank. Data above a quota is not placed, which is reported.
/// Decisions depend on the order of arrival. Not thread-safe. Owned together with the tables of metrics and names that
/// it fills.
class TickPlacer
{
public:
    /// @param tickPeriod of the grid on which all nodes' ticks are placed
    TickPlacer(Duration tickPeriod, MetricTable& metrics, NameTable& names);
    ~TickPlacer();

    /// Starts with @p topology. Its nodes are matched by name, and entities get new indices. Names that running streams
    /// have announced stay known, because they are not announced again.
    void begin(TopologyPtr topology);

    /// @param now by the local clock, for a batch without a time of arrival
    [[nodiscard]] PlacedBatch place(const BatchPtr& batch, TimePoint now);

    /// The name table has new ids: names are looked up again.
    void forgetNames();

    /// For a file that a user opened: its size was checked when it was read, and its times need no correction.
    void setTrusted(bool isTrusted);

    /// Moves a rack in the next topology.
    void moveRack(EntityRef rack, float x, float z) { m_builder.moveRack(rack, x, z); }

    /// The topology so far: a new version if anything was added since the last call.
    [[nodiscard]] const TopologyPtr& topology();

private:
    struct Node;

    Node& nodeOf(const std::string& name);
    Node& nodeAt(EntityRef ref);
    void introduce(const std::shared_ptr<const NodeIdentity>& identity);
    void placeGap(const Node& node, const Gap& gap, PlacedBatch& placed) const;
    void placeTick(Node& node, const Batch& batch, PlacedBatch& placed);
    void separateOthersRanks(Node& node, PlacedBatch& placed);
    void placeJobs(Node& node, const Batch& batch, PlacedBatch& placed);
    [[nodiscard]] EntityRef jobOf(Node& node, NameId name, const Batch& batch, PlacedBatch& placed);
    [[nodiscard]] EntityRef addJob(Node& node, const std::string& name, const Batch& batch, PlacedBatch& placed);
    [[nodiscard]] bool isRefused(Node& node, const Batch& batch, TimePoint time, PlacedBatch& placed);
    [[nodiscard]] std::shared_ptr<const LayoutPlacement> placementOf(Node& node, const Batch& batch,
                                                                     PlacedBatch& placed);

    const Duration m_tickPeriod;
    MetricTable& m_metrics;
    NameTable& m_names;
    TopologyBuilder m_builder;
    TopologyPtr m_topology;
    IntakeQuota m_quota;
    std::unique_ptr<RankOwners> m_rankOwners;
    bool m_isTrusted = false;
    std::vector<std::unique_ptr<Node>> m_nodes; ///< by node index; null if nothing was received
    std::unordered_map<std::string, std::uint32_t> m_nodeByName;
    std::vector<EntityRef> m_jobs; ///< by name; invalid: not requested yet, or rejected so far
    std::vector<bool> m_isJobPlaced; ///< by name: whether the entry above is final
};

} // namespace lockstep
