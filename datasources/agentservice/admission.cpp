// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission.h"

#include "datasources/agentservice/admission/connectionproxy.h"

#include <string_view>

namespace lockstep {

grpc::Status admitCall(const grpc::CallbackServerContext& context, const ServerToken& token, ConnectionLimiter& limiter)
{
    const auto found = context.client_metadata().find("authorization");
    const std::string_view shown = found == context.client_metadata().end()
        ? std::string_view()
        : std::string_view(found->second.data(), found->second.size());
    const bool isRight = token.accepts(shown);
    limiter.showsToken(ConnectionProxy::keyOf(context.peer()), isRight, std::chrono::steady_clock::now());
    if (isRight)
        return grpc::Status::OK;
    return {grpc::StatusCode::UNAUTHENTICATED, shown.empty() ? "a bearer token is required" : "wrong bearer token"};
}

} // namespace lockstep
