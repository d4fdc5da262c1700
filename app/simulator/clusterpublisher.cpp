// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/clusterpublisher.h"

#include "models/core/batch.h"

namespace lockstep {

ClusterPublisher::ClusterPublisher(std::unique_ptr<sim::Simulation> simulation, TelemetryHub& hub)
    : m_simulation(std::move(simulation)), m_hub(hub), m_offsetsNs(m_simulation->nodeCount())
{
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node)
        m_indexOf.emplace(m_simulation->identity(node)->name, node);
    m_hub.setClock([this](const std::string& node) { return clockOf(node); });
}

void ClusterPublisher::setChaos(std::uint64_t seed)
{
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node)
        m_chaos.emplace_back(node, seed);
}

void ClusterPublisher::describeAll()
{
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node)
        m_hub.describe(m_simulation->identity(node));
}

TimePoint ClusterPublisher::clockOf(const std::string& node) const
{
    const TimePoint now = wallClockNow();
    const auto found = m_indexOf.find(node);
    return found == m_indexOf.end() ? now : now + Duration(m_offsetsNs[found->second].load());
}

void ClusterPublisher::publishNext()
{
    m_simulation->advance();
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node) {
        m_offsetsNs[node] = m_simulation->clockOffset(node).count();
        const NodeTick* const tick = m_simulation->tick(node);
        if (tick == nullptr)
            continue;
        const std::string& name = m_simulation->identity(node)->name;
        if (m_chaos.empty()) {
            m_hub.publish(name, *tick, m_simulation->names(node));
            continue;
        }
        for (const NodeTick& sent : m_chaos[node].transform(*tick))
            m_hub.publish(name, sent, m_simulation->names(node));
        m_offsetsNs[node] += m_chaos[node].clockError().count();
    }
}

} // namespace lockstep
