// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/analyses.h"

#include "models/detect/lifetimeanalysis.h"
#include "models/detect/limitanalysis.h"
#include "models/detect/silenceanalysis.h"
#include "models/fabric/bandwidthanalysis.h"
#include "models/fabric/fabricanalysis.h"
#include "models/synclive/syncanalysis.h"
#include "models/thermal/thermalanalysis.h"

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
