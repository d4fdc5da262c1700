// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/telemetryhub.h"

#include "datasources/agentservice/hub/noderegistry.h"

namespace lockstep {

TelemetryHub::TelemetryHub() : TelemetryHub(Limits()) { }

TelemetryHub::TelemetryHub(Limits limits) : m_registry(std::make_unique<NodeRegistry>(limits)) { }

TelemetryHub::~TelemetryHub() = default;

void TelemetryHub::describe(std::shared_ptr<const NodeIdentity> identity)
{
    m_registry->describe(std::move(identity));
}

void TelemetryHub::publish(const std::string& node, const NodeTick& tick,
                           std::shared_ptr<const std::vector<std::string>> names)
{
    if (const auto ring = m_registry->find(node))
        ring->append(tick, std::move(names));
}

void TelemetryHub::setClock(std::function<ClockSample(const std::string&)> clock)
{
    m_registry->setClock(std::move(clock));
}

void TelemetryHub::introduce(const RelayIdentity& relay)
{
    m_registry->introduce(relay);
}

void TelemetryHub::expect(const std::string& node)
{
    m_registry->expect(node);
}

void TelemetryHub::pass(const std::string& node, std::uint64_t sequence, const NodeTick& tick,
                        std::shared_ptr<const std::vector<std::string>> names, const std::string& gapReason)
{
    if (const auto ring = m_registry->find(node))
        ring->pass(sequence, tick, std::move(names), gapReason);
}

void TelemetryHub::setReach(const std::string& node, const SourceStatus& status)
{
    if (const auto ring = m_registry->find(node))
        ring->setReach(node, status);
}

void TelemetryHub::setNodeClock(const std::string& node, const ClockOffset& clock)
{
    if (const auto ring = m_registry->find(node))
        ring->setClock(clock);
}

std::size_t TelemetryHub::streamCount() const
{
    return m_registry->watcherCount();
}

} // namespace lockstep
