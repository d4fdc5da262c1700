// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/gnmi/gnmichannel.h"

#include "datasources/text/secretfile.h"
#include "datasources/text/textfile.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <filesystem>

namespace lockstep {

namespace {

/// As Debian and Ubuntu, and as Red Hat and SUSE keep them.
constexpr const char* systemRoots[]{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                                    "/etc/ssl/ca-bundle.pem"};

Status readInto(const std::string& path, std::string& text)
{
    constexpr std::size_t largest = 4U << 20U; // all roots of a system
    if (path.empty())
        return success();
    Result<std::string> read = readTextFile(path, largest);
    if (!read.isOk())
        return read.error();
    text = std::move(read).value();
    return success();
}

std::string rootsOf(const GnmiOptions& options)
{
    if (!options.caFile.empty())
        return options.caFile;
    const auto* const found = std::ranges::find_if(systemRoots, [](const char* path) {
        std::error_code problem;
        return std::filesystem::exists(path, problem);
    });
    return found == std::end(systemRoots) ? std::string() : std::string(*found);
}

Result<std::shared_ptr<grpc::ChannelCredentials>> credentialsOf(const GnmiOptions& options)
{
    if (options.isPlain)
        return grpc::InsecureChannelCredentials();
    if (const FilePrivacy key = checkFilePrivacy(options.privateKeyFile, true);
        !options.privateKeyFile.empty() && !key.status.isOk())
        return key.status.error();
    grpc::SslCredentialsOptions tls;
    for (const auto& [path, text] :
         {std::pair(rootsOf(options), &tls.pem_root_certs), std::pair(options.certificateFile, &tls.pem_cert_chain),
          std::pair(options.privateKeyFile, &tls.pem_private_key)}) {
        if (Status status = readInto(path, *text); !status.isOk())
            return status.error();
    }
    return grpc::SslCredentials(tls);
}

grpc::ChannelArguments argumentsOf(const GnmiOptions& options)
{
    constexpr int largestMessage = 4 << 20;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, static_cast<int>(options.patience.count()));
    // A switch that was switched off does not hang up; probes of less than 10 s are taken for an attack.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
    arguments.SetMaxReceiveMessageSize(largestMessage);
    arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
    if (!options.tlsName.empty())
        arguments.SetSslTargetNameOverride(options.tlsName);
    return arguments;
}

bool isPlainText(const std::string& text)
{
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
}

} // namespace

Result<GnmiChannel> openGnmiChannel(const GnmiOptions& options)
{
    GnmiChannel way;
    if (!options.user.empty()) {
        const Result<std::string> password = readSecretFile(options.passwordFile);
        if (!password.isOk())
            return password.error();
        if (!isPlainText(options.user) || !isPlainText(password.value()))
            return Error{
                fmt::format("{}: user and password must be of plain ASCII to be sent by gRPC", options.passwordFile)};
        way.metadata = {{"username", options.user}, {"password", password.value()}};
    }
    const Result<std::shared_ptr<grpc::ChannelCredentials>> credentials = credentialsOf(options);
    if (!credentials.isOk())
        return credentials.error();
    way.channel = grpc::CreateCustomChannel(options.address, credentials.value(), argumentsOf(options));
    return way;
}

} // namespace lockstep
