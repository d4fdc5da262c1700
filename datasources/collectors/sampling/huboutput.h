// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/nodeagent.h"

#include <utility>

namespace lockstep {

/// Makes an agent publish to a hub, which must outlive the agent. Inline, so that only programs that serve link the
/// server.
[[nodiscard]] inline AgentOutput publishTo(TelemetryHub& hub)
{
    return {
        [&hub](std::shared_ptr<const NodeIdentity> identity) { hub.describe(std::move(identity)); },
        [&hub](const std::string& node, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names) {
            hub.publish(node, tick, std::move(names));
        }};
}

} // namespace lockstep
