// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/serverparts.h"

#include "datasources/text/textfile.h"

#include <fmt/format.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <utility>

namespace lockstep {

namespace {

bool hasTls(const ServerOptions& options)
{
    return !options.certificateFile.empty();
}

} // namespace

Status checkListening(const ServerOptions& options, const NetAddress& address)
{
    if (options.certificateFile.empty() != options.privateKeyFile.empty()) {
        return Error{fmt::format("TLS needs a certificate and its private key: {} is missing",
                                 options.certificateFile.empty() ? "the certificate" : "the private key")};
    }
    if (!options.clientCaFile.empty() && !hasTls(options))
        return Error{"client certificates require TLS: set a certificate and its private key"};
    if (!hasTls(options) && !address.isLoopback()) {
        return Error{
            fmt::format("will not serve {} in the clear: give a certificate and a private key (TLS), or listen "
                        "on a loopback address such as 127.0.0.1:{}",
                        address.toString(), address.port)};
    }
    return success();
}

Status checkPrivacy(const ServerOptions& options)
{
    for (const auto& [path, isSecret] :
         {std::pair(&options.privateKeyFile, true), std::pair(&options.bearerTokenFile, true),
          std::pair(&options.certificateFile, false), std::pair(&options.clientCaFile, false)}) {
        FilePrivacy privacy = checkFilePrivacy(*path, isSecret);
        if (!privacy.status.isOk())
            return privacy.status;
        if (!privacy.warning.empty() && options.log)
            options.log(privacy.warning);
    }
    return success();
}

void configure(grpc::ServerBuilder& builder, const ServerLimits& limits)
{
    using Milliseconds = std::chrono::milliseconds;
    const auto asInt = [](auto value) {
        return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX));
    };
    grpc::ResourceQuota quota("lockstep");
    quota.Resize(limits.memory);
    quota.SetMaxThreads(8); // reflection alone uses a thread for each caller
    builder.SetResourceQuota(quota);
    builder.SetMaxReceiveMessageSize(asInt(limits.requestBytes));
    // Compressed requests could expand to megabytes, and no client needs them.
    builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
    builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, asInt(limits.callsPerConnection));
    builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 10'000);
    // Closes idle connections gracefully, before the proxy does.
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                               asInt(static_cast<std::uint64_t>(Milliseconds(limits.withoutCall).count()) * 3 / 4));
    // Small reads, so that a peer that breaks a limit is stopped early.
    builder.AddChannelArgument(GRPC_ARG_TCP_READ_CHUNK_SIZE, 4096);
    builder.AddChannelArgument(GRPC_ARG_TCP_MAX_READ_CHUNK_SIZE, 16384);
    builder.AddChannelArgument(GRPC_ARG_ENABLE_CHANNELZ, 0); // its records are most of an idle connection's memory
    // Detects readers whose machine disappeared; readers may ping every half second.
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 500);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 16);
}

Result<ServerParts> ServerParts::prepare(const ServerOptions& options, const char* protocol)
{
    ServerParts parts;
    const Result<NetAddress> address = parseNetAddress(options.listen);
    if (!address.isOk())
        return Error{"cannot listen: " + address.error().message};
    if (Status allowed = checkListening(options, address.value()); !allowed.isOk())
        return allowed.error();
    if (Status isPrivate = checkPrivacy(options); !isPrivate.isOk())
        return isPrivate.error();
    Result<std::unique_ptr<ServerToken>> token = ServerToken::read(options.bearerTokenFile);
    if (!token.isOk())
        return token.error();
    parts.token = std::move(token).value();
    if (!options.certificateFile.empty()) {
        Result<std::unique_ptr<TlsIdentity>> read = TlsIdentity::read(options, protocol);
        if (!read.isOk())
            return read.error();
        parts.tls = std::move(read).value();
    }
    Result<ListeningSockets> listening = listenOn(address.value());
    if (!listening.isOk())
        return listening.error();
    parts.listening = std::move(listening).value();
    parts.address = address.value();
    parts.address.port = parts.listening.port;
    return parts;
}

bool ServerParts::reload(const std::function<void(const std::string&)>& log)
{
    if (tls) {
        if (const std::string news = tls->reload(); !news.empty())
            log(news);
    }
    bool isNew = false;
    if (const std::string news = token->reload(isNew); !news.empty())
        log(news);
    return isNew;
}

} // namespace lockstep
