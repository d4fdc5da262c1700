// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/callgate.h"
#include "datasources/agentclient/channelcache.h"
#include "datasources/agentclient/policies/clockestimator.h"
#include "lockstep/v1/telemetry.grpc.pb.h"

#include <grpcpp/client_context.h>

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// One ProbeClock call with a deadline. Unlike a stream it fails at once without a connection, and gives the reason.
class ClockProbe
{
public:
    /// The exchange, or the error status.
    using Answer = std::function<void(const grpc::Status&, const ClockEstimator::Exchange&)>;

    /// Starts a probe that keeps itself alive until answered. @p answer is called once, on gRPC's threads.
    /// @param node whose clock is read; empty: the agent's own
    static void start(std::shared_ptr<SharedChannel> channel, CallGate::Pass pass, const std::string& node,
                      const std::string& bearerToken, Answer answer);
};

} // namespace lockstep
