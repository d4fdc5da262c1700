// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// When the series of one metric were last present.
struct SeriesPresence
{
    static constexpr TickIndex never = -1; ///< since the last check

    std::string metric;
    EntityKind kind = EntityKind::Node;
    std::vector<TickIndex> lastPresent; ///< by entity index
    TickIndex window = 1; ///< examined ticks, at least the distance of samples
};

/// Detects sources that lose series (source.thin): regular series stop, while their node still reports and their entity
/// still has other series. One event for all nodes affected at about the same time. SilenceWatch and GpuSilence report
/// silent nodes and GPUs; ports and disks may be removed on purpose. After an hour the absence is the new normal. A
/// plain value, used by the analysis's worker.
class SeriesWatch
{
public:
    static constexpr float every = 10; ///< seconds between two checks of a series, at least one tick
    static constexpr std::uint16_t established = 30; ///< consecutive checks with a value
    static constexpr TickIndex minMissingChecks = 3; ///< minimum number of checks without a value
    static constexpr TickIndex minMissingSamples
        = 5; ///< minimum of missing samples: two lost scrapes cost a rate three
    static constexpr std::uint16_t forgotten = 360;
    [[nodiscard]] static TickIndex ticksBetweenChecks(float tickSeconds)
    {
        return std::max<TickIndex>(std::lround(every / tickSeconds), 1);
    }
    /// Checks without a value after which a series has stopped.
    [[nodiscard]] static TickIndex checksUntilStopped(float tickSeconds)
    {
        const TickIndex samples = ticksBetweenChecks(tickSeconds);
        return std::max(minMissingChecks, (minMissingSamples + samples - 1) / samples);
    }
    /// @param presences of some of the metrics; each metric is passed once per ticksBetweenChecks()
    void step(const AnalysedTick& now, const Topology& topology, std::span<const SeriesPresence> presences,
              Derived& out);

private:
    struct Series
    {
        EntityKind kind = EntityKind::Node;
        std::vector<std::uint16_t> present; ///< by entity: consecutive checks with a value, up to established
        std::vector<std::uint16_t> absent; ///< by entity: checks since an established series was last present
    };
    /// Nodes of one event.
    struct Group
    {
        EntityRef place;
        std::vector<EntityRef> sources;
    };

    void recordPresence(const Topology& topology, const SeriesPresence& presence);
    void judge(TickIndex tick, const Topology& topology, const SeriesPresence& presence);
    [[nodiscard]] bool isReporting(TickIndex tick, const Topology& topology, EntityRef entity) const;
    void reportStopped(const AnalysedTick& now, const Topology& topology, Derived& out);

    std::map<std::string, Series> m_series; ///< by metric
    std::array<std::vector<TickIndex>, entityKindCount>
        m_lastPresent; ///< newest value of each entity and of its parent
    std::vector<Group> m_groups; ///< reported, not ended
    TickIndex m_gone = minMissingChecks; ///< checksUntilStopped()
    TickIndex m_alive = 0; ///< an entity counts as reporting for this many ticks after its last value
    TickIndex m_lastReported = 0;
};

/// Detects series that have stopped; checks a tenth of the metrics per tick. Owned by the host.
class SeriesAnalysis final : public SteppedAnalysis<SeriesWatch>
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;
};

} // namespace lockstep
