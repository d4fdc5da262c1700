// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/connectionreason.h"

#include "datasources/proto/wiretext.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace lockstep {

namespace {

/// Parts of gRPC's messages, in lower case, and their meaning. The first match applies, because errors are nested.
/// OpenSSL and BoringSSL, either of which gRPC may be built with, differ only in case and underscores.
struct Phrase
{
    std::string_view found;
    std::string_view meaning;
};

constexpr auto phrases = std::to_array<Phrase>({
    {"certificate verify failed", "the certificate of {} is not trusted"},
    {"hostname verification check failed", "the certificate of {} is for another name"},
    {"is not in peer certificate", "the certificate of {} is for another name"},
    {"wrong version number", "{} does not use TLS"},
    {"certificate required", "{} requires a client certificate that it trusts"},
    {"unknown ca", "{} requires a client certificate that it trusts"},
    {"bad certificate", "{} rejected the client certificate"},
    {"handshake", "TLS handshake with {} failed"},
    {"connection refused", "connection refused by {}"},
    {"no route to host", "no route to {}"},
    {"network is unreachable", "the network of {} is unreachable"},
    {"no such file or directory", "no socket at {}"},
    {"dns resolution failed", "the name in {} could not be resolved"},
    {"keepalive watchdog timeout", "no answer from {}"},
    {"ping timeout", "no answer from {}"},
    {"timeout occurred", "no answer from {}"},
    {"the agent is stopping", "the agent at {} stopped"},
    {"failed to connect to all addresses; last error: unavailable",
     "{} closed the connection immediately; it may require TLS or a client certificate that it trusts"},
    {"connection reset", "connection to {} lost"},
    {"socket closed", "connection to {} lost"},
    {"broken pipe", "connection to {} lost"},
    {"goaway", "{} closed the connection"},
});

std::string lowerCase(std::string text)
{
    for (char& c : text) {
        if (c == '_')
            c = ' ';
        else if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

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
        return fmt::format("{} rejected the credentials: {}", address, said);
    case grpc::StatusCode::UNIMPLEMENTED:
        return fmt::format("{} is not a Lockstep agent, or is an older version", address);
    case grpc::StatusCode::NOT_FOUND:
        return fmt::format("{}: {}", address, said);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
        return fmt::format("no answer from {}", address);
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
        return fmt::format("{} exceeded a limit: {}", address, said);
    default:
        break;
    }
    const std::string message = lowerCase(status.error_message());
    for (const Phrase& phrase : phrases) {
        if (message.find(phrase.found) != std::string::npos)
            return fmt::format(fmt::runtime(phrase.meaning), address);
    }
    return fmt::format("{}: {}", address, said.empty() ? "connection failed" : said);
}

} // namespace lockstep
