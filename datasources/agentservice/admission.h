// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/servertoken.h"

#include <grpcpp/grpcpp.h>

namespace lockstep {

/// Whether a call has the right token. Wrong ones are counted per peer, which is shut out longer each time.
[[nodiscard]] grpc::Status admitCall(const grpc::CallbackServerContext& context, const ServerToken& token,
                                     ConnectionLimiter& limiter);

} // namespace lockstep
