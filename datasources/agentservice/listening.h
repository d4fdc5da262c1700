// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/proto/netaddress.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <memory>

namespace lockstep {

/// The rules of serving: in the clear only to this machine, keys complete and readable. Pure save for reading files.

/// Fails when serving so would show telemetry, or a token, to the network in the clear, or when options contradict.
[[nodiscard]] Status checkListening(const ServerOptions& options, const NetAddress& address);

/// TLS, mutual TLS or none, as the options say. Fails naming the file that cannot be read.
[[nodiscard]] Result<std::shared_ptr<grpc::ServerCredentials>> serverCredentials(const ServerOptions& options);

/// Keepalive, limits, no sharing of the port.
void configure(grpc::ServerBuilder& builder);

/// One sentence on why the address could not be bound; tries it once more to learn the reason.
[[nodiscard]] std::string explainBindFailure(const ServerOptions& options, const NetAddress& address);

} // namespace lockstep
