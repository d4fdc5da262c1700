// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pipeline/analysistable.h"

#include "models/analysis/detect/clockanalysis.h"
#include "models/analysis/detect/clusteranalysis.h"
#include "models/analysis/detect/divergenceanalysis.h"
#include "models/analysis/detect/idleallocationanalysis.h"
#include "models/analysis/detect/lifetimeanalysis.h"
#include "models/analysis/detect/limitanalysis.h"
#include "models/analysis/detect/powerswinganalysis.h"
#include "models/analysis/detect/referenceanalysis.h"
#include "models/analysis/detect/seriesanalysis.h"
#include "models/analysis/detect/silenceanalysis.h"
#include "models/analysis/detect/transferanalysis.h"
#include "models/analysis/detect/watch/burstwatch.h"
#include "models/analysis/detect/watch/cpuclockwatch.h"
#include "models/analysis/detect/watch/eccwatch.h"
#include "models/analysis/detect/watch/gpusilence.h"
#include "models/analysis/detect/watch/gpuworkwatch.h"
#include "models/analysis/detect/watch/poolsums.h"
#include "models/analysis/detect/watch/portwatch.h"
#include "models/analysis/detect/watch/powerwatch.h"
#include "models/analysis/detect/watch/retrywatch.h"
#include "models/analysis/detect/watch/selftestwatch.h"
#include "models/analysis/detect/watch/servingwatch.h"
#include "models/analysis/detect/watch/storagewatch.h"
#include "models/analysis/detect/watch/targetwatch.h"
#include "models/analysis/detect/watch/unlikewatch.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/analysis/detect/watch/xidwatch.h"
#include "models/analysis/fabric/bandwidthanalysis.h"
#include "models/analysis/fabric/fabricanalysis.h"
#include "models/analysis/fabric/linkforecast.h"
#include "models/analysis/fabric/trafficanalysis.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/thermal/thermalmodel.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

template <class Kind>
std::unique_ptr<Analysis> made(const AnalysisResults&)
{
    return std::make_unique<Kind>();
}

/// For analyses that learn baselines.
template <class Kind>
std::unique_ptr<Analysis> learning(const AnalysisResults& results)
{
    return std::make_unique<Kind>(results.learned);
}

constexpr bool isOfArrival = true;
constexpr AnalysisRow analysisRows[] = {
    {"waits",
     [](const AnalysisResults& results) -> std::unique_ptr<Analysis> {
         return std::make_unique<SyncAnalysis>(results.sync, results.learned);
     }},
    {"heat", learning<ThermalAnalysis>},
    {"fabric", made<FabricAnalysis>},
    {"bandwidth",
     [](const AnalysisResults& results) -> std::unique_ptr<Analysis> {
         return std::make_unique<BandwidthAnalysis>(results.fabric);
     }},
    {"traffic", learning<TrafficAnalysis>},
    {"limits", made<LimitAnalysis>},
    {"silence", made<SilenceAnalysis>, isOfArrival},
    {"lifetime", made<LifetimeAnalysis>},
    {"clocks", made<ClockAnalysis>, isOfArrival},
    {"whole cluster", made<ClusterAnalysis>},
    {"power", learning<WatchAnalysis<PowerWatch>>},
    {"CPU clocks", made<WatchAnalysis<CpuClockWatch>>},
    {"GPU work", made<WatchAnalysis<GpuWorkWatch>>},
    {"silent GPUs", made<WatchAnalysis<GpuSilence>>},
    {"memory errors", made<WatchAnalysis<EccWatch>>},
    {"ports", made<WatchAnalysis<PortWatch>>},
    {"link forecasts", learning<LinkForecastAnalysis>},
    {"microbursts", made<WatchAnalysis<BurstWatch>>},
    {"communication retries", made<WatchAnalysis<RetryWatch>>},
    {"sums of pools", made<WatchAnalysis<PoolSums>>},
    {"transfers between pools", made<TransferAnalysis>},
    {"services", learning<WatchAnalysis<ServingWatch>>},
    {"storage", learning<WatchAnalysis<StorageWatch>>},
    {"targets", made<WatchAnalysis<TargetWatch>>},
    {"node differences", made<WatchAnalysis<UnlikeWatch>>},
    {"self-tests", made<WatchAnalysis<SelfTestWatch>>},
    {"XID errors", made<WatchAnalysis<XidWatch>>},
    {"missing series", made<SeriesAnalysis>},
    {"idle allocations", made<IdleAllocationAnalysis>},
    {"references", learning<ReferenceAnalysis>},
    {"power swings", made<PowerSwingAnalysis>},
    {"diverging training values", made<DivergenceAnalysis>},
};

} // namespace

std::span<const AnalysisRow> analysisTable()
{
    return analysisRows;
}

std::vector<AnalysisRow> analysesOfFiles()
{
    std::vector<AnalysisRow> rows;
    std::ranges::remove_copy_if(analysisRows, std::back_inserter(rows),
                                [](const AnalysisRow& row) { return row.isOfArrival; });
    return rows;
}

std::vector<std::string> analysisNames()
{
    std::vector<std::string> names;
    for (const AnalysisRow& row : analysisTable())
        names.emplace_back(row.name);
    return names;
}

} // namespace lockstep
