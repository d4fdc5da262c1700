// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/serverparts.h"

#include "datasources/agentservice/listening.h"

#include <utility>

namespace lockstep {

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
