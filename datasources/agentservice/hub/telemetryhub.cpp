// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/telemetryhub.h"

#include "datasources/agentservice/hub/noderegistry.h"
#include "models/core/batch.h"

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

void TelemetryHub::setClock(std::function<TimePoint(const std::string&)> clock)
{
    m_registry->setClock(std::move(clock));
}

} // namespace lockstep
