// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/connectionreason.h"

#include "datasources/proto/wiretext.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace lockstep {

namespace {

/// What gRPC's messages contain, and what that means. The first match counts: TLS errors come wrapped in others.
struct Phrase
{
    std::string_view found;
    std::string_view meaning;
};

constexpr auto phrases = std::to_array<Phrase>({
    {"CERTIFICATE_VERIFY_FAILED", "the certificate of {} is not trusted"},
    {"Hostname Verification Check failed", "the certificate of {} is for another name"},
    {"is not in peer certificate", "the certificate of {} is for another name"},
    {"WRONG_VERSION_NUMBER", "{} does not speak TLS"},
    {"CERTIFICATE_REQUIRED", "{} asks for a client certificate that it trusts"},
    {"UNKNOWN_CA", "{} asks for a client certificate that it trusts"},
    {"BAD_CERTIFICATE", "{} does not accept our certificate"},
    {"handshake", "no secure connection to {} could be made"},
    {"Connection refused", "connection refused by {}"},
    {"No route to host", "no route to {}"},
    {"Network is unreachable", "the network of {} is unreachable"},
    {"No such file or directory", "nobody listens on {}"},
    {"DNS resolution failed", "the name in {} could not be resolved"},
    {"Keepalive watchdog timeout", "no answer from {}"},
    {"keepalive watchdog timeout", "no answer from {}"},
    {"ping timeout", "no answer from {}"},
    {"Timeout occurred", "no answer from {}"},
    {"connect timeout", "no answer from {}"},
    {"the agent is stopping", "the agent at {} stopped"},
    {"Connection reset", "the connection to {} was cut"},
    {"Socket closed", "the connection to {} was cut"},
    {"Broken pipe", "the connection to {} was cut"},
    {"GOAWAY", "{} closed the connection"},
});

} // namespace

std::string connectionReason(const grpc::Status& status, const std::string& address)
{
    constexpr std::size_t longest = 300;
    const std::string said = cleanText(status.error_message(), longest);
    switch (status.error_code()) {
    case grpc::StatusCode::OK:
        return fmt::format("{} ended the stream", address);
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
        return fmt::format("{} does not let us in: {}", address, said);
    case grpc::StatusCode::UNIMPLEMENTED:
        return fmt::format("{} is no Lockstep agent, or an older one", address);
    case grpc::StatusCode::NOT_FOUND:
        return fmt::format("{}: {}", address, said);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
        return fmt::format("no answer from {}", address);
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
        return fmt::format("{} sent more than is allowed: {}", address, said);
    default:
        break;
    }
    for (const Phrase& phrase : phrases) {
        if (status.error_message().find(phrase.found) != std::string::npos)
            return fmt::format(fmt::runtime(phrase.meaning), address);
    }
    return fmt::format("{}: {}", address, said.empty() ? "the connection failed" : said);
}

} // namespace lockstep
