// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/analyses.h"

namespace lockstep {

Analyses::Analyses(ClusterModel& cluster, std::span<const AnalysisRow> rows) : m_host(cluster)
{
    for (const AnalysisRow& row : rows)
        m_host.add(row.make({m_sync, m_fabric, &m_learned.book()}));
}

} // namespace lockstep
