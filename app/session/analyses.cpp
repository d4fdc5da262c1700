// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/analyses.h"

#include "models/analysis/pipeline/analysistable.h"

namespace lockstep {

Analyses::Analyses(ClusterModel& cluster) : m_host(std::make_unique<AnalysisHost>(cluster))
{
    for (const AnalysisRow& row : analysisTable())
        m_host->add(row.make({m_sync, m_fabric}));
}

} // namespace lockstep
