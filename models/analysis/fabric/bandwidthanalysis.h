// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/fabric/flowfollower.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"

#include <QPointer>

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Computes, from spans as they arrive, the bandwidth of collectives between nodes relative to the capacity of their
/// NICs (as metrics) and the communication between ranks (in FabricResults). Owned by an AnalysisHost.
class BandwidthAnalysis : public Analysis
{
public:
    explicit BandwidthAnalysis(FabricResults& fabricResults) : m_fabricResults(&fabricResults) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    /// New data in the store, and the values to compare it with.
    struct News
    {
        bool isRestart = false;
        TopologyPtr topology;
        TickIndex tick = 0;
        std::int64_t nowNs = 0;
        std::vector<EntityRef> lanes; ///< entities of new lanes
        std::vector<std::string> jobs; ///< of the same lanes
        std::vector<CollectivePart> parts;
        std::vector<float> lineRates; ///< by port, bits per second
    };

    void takeNews(const News& news);
    [[nodiscard]] static Derived columnsOf(const std::vector<CommunicatorFlow>& flows, const News& news);
    void addJobColumns(const std::vector<CommunicatorFlow>& flows, const News& news, Derived& derived) const;

    QPointer<FabricResults> m_fabricResults;

    std::uint64_t m_generation = 0; ///< of the store's lanes
    std::uint64_t m_nextArrival = 0;
    std::size_t m_knownLanes = 0;
    TickIndex m_lastTick = 0;
    FlowFollower m_flows; ///< used by tasks only, as the next
    std::vector<std::string> m_jobs; ///< by lane
};

} // namespace lockstep
