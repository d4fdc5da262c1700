// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/listening.h"

#include "datasources/proto/textfile.h"

#include <fmt/format.h>

#include <cerrno>
#include <netdb.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace lockstep {

namespace {

bool hasTls(const ServerOptions& options)
{
    return !options.certificateFile.empty();
}

/// errno of binding the address, 0 when it can be bound now.
int tryToBind(const addrinfo& address)
{
    const int handle = ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol);
    if (handle < 0)
        return errno;
    const int yes = 1;
    ::setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const int problem
        = ::bind(handle, address.ai_addr, address.ai_addrlen) == 0 && ::listen(handle, 1) == 0 ? 0 : errno;
    ::close(handle);
    return problem;
}

} // namespace

Status checkListening(const ServerOptions& options, const NetAddress& address)
{
    if (options.certificateFile.empty() != options.privateKeyFile.empty()) {
        return Error{fmt::format("TLS needs a certificate and its private key: {} is missing",
                                 options.certificateFile.empty() ? "the certificate" : "the private key")};
    }
    if (!options.clientCaFile.empty() && !hasTls(options))
        return Error{
            "client certificates can be asked for only with TLS: a certificate and its private key are missing"};
    if (!hasTls(options) && !address.isLoopback()) {
        return Error{
            fmt::format("will not serve {} in the clear: give a certificate and a private key (TLS), or listen "
                        "on a loopback address such as 127.0.0.1:{}",
                        address.toString(), address.port)};
    }
    return success();
}

Result<std::shared_ptr<grpc::ServerCredentials>> serverCredentials(const ServerOptions& options)
{
    if (!hasTls(options))
        return grpc::InsecureServerCredentials();
    Result<std::string> certificate = readTextFile(options.certificateFile);
    if (!certificate.isOk())
        return certificate.error();
    Result<std::string> key = readTextFile(options.privateKeyFile);
    if (!key.isOk())
        return key.error();
    grpc::SslServerCredentialsOptions tls(options.clientCaFile.empty()
                                              ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                                              : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
    if (!options.clientCaFile.empty()) {
        Result<std::string> ca = readTextFile(options.clientCaFile);
        if (!ca.isOk())
            return ca.error();
        tls.pem_root_certs = std::move(ca).value();
    }
    tls.pem_key_cert_pairs.push_back({std::move(key).value(), std::move(certificate).value()});
    return grpc::SslServerCredentials(tls);
}

void configure(grpc::ServerBuilder& builder)
{
    // Two agents on one port would each get half of the readers: refuse instead.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 16384);
    // A reader whose machine vanished is let go; readers may ping as often as once in half a second.
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 500);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
}

std::string explainBindFailure(const ServerOptions& options, const NetAddress& address)
{
    if (address.isUnix)
        return fmt::format("cannot listen on {}: the folder is absent, or may not be written to", address.toString());
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int problem
        = ::getaddrinfo(address.host.c_str(), fmt::format("{}", address.port).c_str(), &hints, &found);
        problem != 0)
        return fmt::format("cannot listen on {}: {}", address.toString(), ::gai_strerror(problem));
    const int problem = tryToBind(*found);
    ::freeaddrinfo(found);
    if (problem != 0)
        return fmt::format("cannot listen on {}: {}", address.toString(), std::generic_category().message(problem));
    if (hasTls(options)) {
        return fmt::format("cannot serve TLS on {}: {} and {} are not a PEM certificate and its private key",
                           address.toString(), options.certificateFile, options.privateKeyFile);
    }
    return fmt::format("cannot listen on {}", address.toString());
}

} // namespace lockstep
