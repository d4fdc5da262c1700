// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"
#include "models/core/topologybuilder.h"
#include "models/store/aheadticks.h"
#include "models/store/clockcorrection.h"
#include "models/store/intakequota.h"
#include "models/store/layoutplacement.h"
#include "models/store/metrictable.h"
#include "models/store/nametable.h"
#include "models/store/seenticks.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Turns batches into rows and columns of a recording, by the rules of the live store: the same placement, the same
/// time line, the same treatment of late and repeated ticks, hence the same indices when both start from one topology
/// and are given the same batches. Not thread-safe; owned by a recorder.
class RecordingIntake
{
public:
    RecordingIntake(const TopologyPtr& start, Duration tickPeriod);

    void apply(const Batch& batch, ColumnAssembly& columns, RecordedRows& rows);

    /// One tick of a metric that was worked out beside the data, by entity index.
    void applyDerived(const MetricDescriptor& metric, TickIndex tick, std::span<const float> values,
                      ColumnAssembly& columns);

    /// The topology so far; a new version when something was added.
    [[nodiscard]] const TopologyPtr& topology();
    [[nodiscard]] const MetricTable& metrics() const { return m_metrics; }
    [[nodiscard]] const NameTable& names() const { return m_names; }
    [[nodiscard]] Duration tickPeriod() const { return m_tickPeriod; }

    /// What holds at present, for the beginning of a segment that has to stand alone.
    [[nodiscard]] RecordedRows standing() const;

private:
    struct Node
    {
        EntityRef ref;
        std::uint64_t epoch = 0;
        bool hasSequence = false;
        std::uint64_t newestSequence = 0;
        TimePoint newestTime;
        std::vector<LayoutPlacement> placements; ///< the latest first
        std::shared_ptr<const std::vector<std::string>> names;
        std::vector<std::uint32_t> nameIds;
        SeenTicks seen;
        ClockCorrection correction;
        AheadTicks ahead;
        RecordedShift shift;
        bool hasShift = false;
        std::optional<ClockOffset> clock;
        std::shared_ptr<const NodeIdentity> identity;
        Duration period{};
    };

    Node& nodeOf(const std::string& name);
    void introduce(const Batch& batch, RecordedRows& rows);
    void applyTick(const Batch& batch, Node& node, ColumnAssembly& columns, RecordedRows& rows);
    void addHappenings(const NodeTick& tick, const Node& node, const LayoutPlacement* placement, RecordedRows& rows);
    const LayoutPlacement& placementOf(Node& node, const Batch& batch, RecordedRows& rows);
    [[nodiscard]] static bool refusesAsAhead(Node& node, const Batch& batch, TimePoint time, RecordedRows& rows);
    [[nodiscard]] bool isRepeated(Node& node, std::uint64_t sequence, TimePoint time);
    void mapNames(Node& node, SourceId source, const std::shared_ptr<const std::vector<std::string>>& names);

    Duration m_tickPeriod;
    TopologyBuilder m_builder;
    TopologyPtr m_topology;
    MetricTable m_metrics;
    IntakeQuota m_quota;
    MetricId m_presence; ///< invalid until the first tick
    NameTable m_names;
    std::unordered_map<std::string, std::unique_ptr<Node>> m_nodes;
    std::map<std::uint32_t, RecordedState> m_states; ///< by source
};

} // namespace lockstep
