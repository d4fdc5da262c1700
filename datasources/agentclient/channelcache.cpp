// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/channelcache.h"

#include "datasources/proto/librarylogs.h"
#include "datasources/proto/netaddress.h"
#include "datasources/text/textfile.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>

namespace lockstep {

namespace {

/// Reads a PEM file, if a path is given.
Status readInto(const std::string& path, std::string& text)
{
    if (path.empty())
        return success();
    Result<std::string> read = readTextFile(path);
    if (!read.isOk())
        return read.error();
    text = std::move(read).value();
    return success();
}

Result<std::shared_ptr<grpc::ChannelCredentials>> credentialsFor(const AgentEndpoint& endpoint)
{
    if (endpoint.caFile.empty())
        return grpc::InsecureChannelCredentials();
    grpc::SslCredentialsOptions tls;
    for (const auto& [path, text] :
         {std::pair(&endpoint.caFile, &tls.pem_root_certs), std::pair(&endpoint.certificateFile, &tls.pem_cert_chain),
          std::pair(&endpoint.privateKeyFile, &tls.pem_private_key)}) {
        if (Status status = readInto(*path, *text); !status.isOk())
            return status.error();
    }
    return grpc::SslCredentials(tls);
}

grpc::ChannelArguments argumentsOf(int number)
{
    grpc::ChannelArguments arguments;
    // Otherwise gRPC would share one connection between channels to one address.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt("lockstep.channel", number);
    // Agents are on the cluster's own network, so proxies of the environment are ignored.
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
    // An agent that returns must be detected within two seconds.
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 200);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1500);
    // Missing ticks reveal a dead peer earlier; this closes the connection.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 5000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 2000);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    // Ticks are small and regular: probing for bandwidth would only cost a ping per few reads. The window is wide
    // enough to catch up quickly.
    arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
    arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 256 * 1024);
    arguments.SetMaxReceiveMessageSize(static_cast<int>(budget::frameBytes));
    // gRPC checks the size of a compressed message before it unpacks it: 2 MB became 2 GB.
    arguments.SetInt(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET, 1U << GRPC_COMPRESS_NONE);
    return arguments;
}

bool isUnused(const std::shared_ptr<SharedChannel>& channel)
{
    return channel.use_count() == 1;
}

SharedChannel::Files filesOf(const AgentEndpoint& endpoint)
{
    return {FileStamp::of(endpoint.caFile), FileStamp::of(endpoint.certificateFile),
            FileStamp::of(endpoint.privateKeyFile)};
}

} // namespace

ChannelCache::ChannelCache(ChannelPool::Limits limits) : m_limits(limits) { }

Result<std::shared_ptr<SharedChannel>> ChannelCache::acquire(const AgentEndpoint& endpoint)
{
    const Result<NetAddress> address = parseNetAddress(endpoint.address);
    if (!address.isOk())
        return address.error();
    if (Status credentials = checkCredentials(endpoint); !credentials.isOk())
        return credentials.error();
    if (!endpoint.bearerTokenFile.empty() && endpoint.caFile.empty() && !address.value().isLoopback())
        return Error{fmt::format("a bearer token requires TLS: not sent to {}", endpoint.address)};

    const std::scoped_lock lock(m_mutex);
    auto& channels = m_channels[fmt::format("{}\n{}\n{}\n{}", endpoint.address, endpoint.caFile,
                                            endpoint.certificateFile, endpoint.privateKeyFile)];
    std::erase_if(channels, isUnused);
    const SharedChannel::Files files = filesOf(endpoint);
    std::shared_ptr<SharedChannel> idlest;
    std::size_t current = 0; // without those of replaced files, which their users release one by one
    for (const auto& channel : channels) {
        if (channel->files != files)
            continue;
        ++current;
        if (!idlest || channel.use_count() < idlest.use_count() - 1)
            idlest = channel;
    }
    if (idlest) {
        const auto users = static_cast<std::size_t>(idlest.use_count()) - 2;
        if (users < m_limits.streamsPerChannel || current >= m_limits.channelsPerAddress)
            return idlest;
    }
    Result<std::shared_ptr<grpc::ChannelCredentials>> credentials = credentialsFor(endpoint);
    if (!credentials.isOk())
        return credentials.error();
    silenceLibraryLogs();
    auto channel = std::make_shared<SharedChannel>();
    channel->files = files;
    channel->channel
        = grpc::CreateCustomChannel(address.value().toString(), credentials.value(), argumentsOf(++m_nextNumber));
    channels.push_back(channel);
    return channel;
}

bool ChannelCache::isCurrent(const SharedChannel& channel, const AgentEndpoint& endpoint)
{
    return channel.files == filesOf(endpoint);
}

SteadyTime ChannelCache::beat(SteadyTime now)
{
    constexpr auto sweepPeriod = std::chrono::seconds(2);
    const std::scoped_lock lock(m_mutex);
    for (auto& [key, channels] : m_channels)
        std::erase_if(channels, isUnused);
    std::erase_if(m_channels, [](const auto& entry) { return entry.second.empty(); });
    return now + sweepPeriod;
}

} // namespace lockstep
