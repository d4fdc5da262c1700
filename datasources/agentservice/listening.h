// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/proto/netaddress.h"

#include <grpcpp/server_builder.h>

namespace lockstep {

/// Rules for serving: without TLS only to this machine; keys complete and readable. Reads files, otherwise pure.

/// Fails if serving would expose telemetry or a token on the network unencrypted, or if options are contradictory.
[[nodiscard]] Status checkListening(const ServerOptions& options, const NetAddress& address);

/// Checks permissions of key, token and configuration. Secrets that others can read cause a warning in the log; files
/// that others may write are rejected.
[[nodiscard]] Status checkPrivacy(const ServerOptions& options);

/// Keepalive, and the limits that gRPC supports itself.
void configure(grpc::ServerBuilder& builder, const ServerLimits& limits);

} // namespace lockstep
