// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/proto/netaddress.h"

#include <grpcpp/server_builder.h>

namespace lockstep {

/// The rules of serving: in the clear only to this machine, keys complete and readable. Pure save for looking at files.

/// Fails when serving so would show telemetry, or a token, to the network in the clear, or when options contradict.
[[nodiscard]] Status checkListening(const ServerOptions& options, const NetAddress& address);

/// Who else may use the key, the token and what decides on them. Readable secrets are warned about in the log; files
/// that others may write are refused.
[[nodiscard]] Status checkPrivacy(const ServerOptions& options);

/// Keepalive, and all limits that gRPC itself can keep.
void configure(grpc::ServerBuilder& builder, const ServerLimits& limits);

} // namespace lockstep
