// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/pipeline/analysistable.h"

#include "models/analysis/detect/clockanalysis.h"
#include "models/analysis/detect/eccwatch.h"
#include "models/analysis/detect/gpusilence.h"
#include "models/analysis/detect/lifetimeanalysis.h"
#include "models/analysis/detect/limitanalysis.h"
#include "models/analysis/detect/portwatch.h"
#include "models/analysis/detect/powerwatch.h"
#include "models/analysis/detect/servingwatch.h"
#include "models/analysis/detect/silenceanalysis.h"
#include "models/analysis/detect/storagewatch.h"
#include "models/analysis/detect/unlikewatch.h"
#include "models/analysis/detect/watchanalysis.h"
#include "models/analysis/fabric/bandwidthanalysis.h"
#include "models/analysis/fabric/fabricanalysis.h"
#include "models/analysis/fabric/trafficanalysis.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/thermal/thermalanalysis.h"

namespace lockstep {

namespace {

template <class Kind>
std::unique_ptr<Analysis> made(const AnalysisBoards&)
{
    return std::make_unique<Kind>();
}

constexpr AnalysisRow analysisRows[] = {
    {"waits",
     [](const AnalysisBoards& boards) -> std::unique_ptr<Analysis> {
         return std::make_unique<SyncAnalysis>(boards.sync);
     }},
    {"heat", made<ThermalAnalysis>},
    {"fabric", made<FabricAnalysis>},
    {"bandwidth",
     [](const AnalysisBoards& boards) -> std::unique_ptr<Analysis> {
         return std::make_unique<BandwidthAnalysis>(boards.fabric);
     }},
    {"traffic", made<TrafficAnalysis>},
    {"limits", made<LimitAnalysis>},
    {"silence", made<SilenceAnalysis>},
    {"lifetime", made<LifetimeAnalysis>},
    {"clocks", made<ClockAnalysis>},
    {"power", made<WatchAnalysis<PowerWatch>>},
    {"silent GPUs", made<WatchAnalysis<GpuSilence>>},
    {"memory errors", made<WatchAnalysis<EccWatch>>},
    {"ports", made<WatchAnalysis<PortWatch>>},
    {"services", made<WatchAnalysis<ServingWatch>>},
    {"storage", made<WatchAnalysis<StorageWatch>>},
    {"unlike nodes", made<WatchAnalysis<UnlikeWatch>>},
};

} // namespace

std::span<const AnalysisRow> analysisTable()
{
    return analysisRows;
}

} // namespace lockstep
