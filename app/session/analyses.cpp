// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/analyses.h"

#include "models/analysis/detect/lifetimeanalysis.h"
#include "models/analysis/detect/limitanalysis.h"
#include "models/analysis/detect/silenceanalysis.h"
#include "models/analysis/fabric/bandwidthanalysis.h"
#include "models/analysis/fabric/fabricanalysis.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/thermal/thermalanalysis.h"

namespace lockstep {

Analyses::Analyses(ClusterModel& cluster) : m_host(cluster)
{
    m_host.add(std::make_unique<SyncAnalysis>(m_sync));
    m_host.add(std::make_unique<ThermalAnalysis>());
    m_host.add(std::make_unique<FabricAnalysis>());
    m_host.add(std::make_unique<BandwidthAnalysis>(m_fabric));
    m_host.add(std::make_unique<LimitAnalysis>());
    m_host.add(std::make_unique<SilenceAnalysis>());
    m_host.add(std::make_unique<LifetimeAnalysis>());
}

} // namespace lockstep
