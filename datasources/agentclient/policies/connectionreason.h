// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <grpcpp/support/status.h>

#include <string>

namespace lockstep {

/// Why a call to @p address ended, for operators: "connection refused by 127.0.0.1:7117", "the certificate of
/// node17:7117 is not trusted". Otherwise gRPC's message, shortened. Pure, any thread.
[[nodiscard]] std::string connectionReason(const grpc::Status& status, const std::string& address);

} // namespace lockstep
