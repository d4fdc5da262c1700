// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/serverparts.h"

#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

namespace {

bool hasTls(const ServerOptions& options)
{
    return !options.certificateFile.empty();
}

/// Fails if serving would expose telemetry or a token on the network unencrypted, or if options are contradictory.
Status checkListening(const ServerOptions& options, const NetAddress& address)
{
    if (options.certificateFile.empty() != options.privateKeyFile.empty()) {
        return Error{fmt::format("TLS needs a certificate and its private key: {} is missing",
                                 options.certificateFile.empty() ? "the certificate" : "the private key")};
    }
    if (!options.clientCaFile.empty() && !hasTls(options))
        return Error{"client certificates require TLS: set a certificate and its private key"};
    if (!hasTls(options) && !address.isLoopback()) {
        return Error{fmt::format("{} requires TLS: set a certificate and a private key, or listen on a loopback "
                                 "address such as 127.0.0.1:{}",
                                 address.toString(), address.port)};
    }
    return success();
}

/// Checks permissions of key, token and configuration. Secrets that others can read cause a warning in the log; files
/// that others may write are rejected.
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

} // namespace

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
