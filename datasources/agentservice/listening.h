// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/proto/netaddress.h"

#include <grpcpp/server_builder.h>

namespace lockstep {

/// The rules of serving: in the clear only to this machine, keys complete and readable. Pure save for looking at files.

/// Fails if serving would expose telemetry or a token on the network unencrypted, or if options are contradictory.
[[nodiscard]] Status checkListening(const ServerOptions& options, const NetAddress& address);

/// Checks permissions of key, token and configuration. Secrets that others can read cause a warning in the log; files
/// that others may write are rejected.
[[nodiscard]] Status checkPrivacy(const ServerOptions& options);

/// Keepalive, and all limits that gRPC itself can keep.
void configure(grpc::ServerBuilder& builder, const ServerLimits& limits);

} // namespace lockstep
