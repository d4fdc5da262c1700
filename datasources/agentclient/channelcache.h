// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "datasources/agentclient/channelpool.h"
#include "datasources/agentclient/policies/heartbeat.h"
#include "datasources/text/watchedfile.h"
#include "models/core/result.h"

#include <grpcpp/channel.h>

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep {

/// One connection, shared by several clients.
struct SharedChannel
{
    using Files = std::array<FileStamp, 3>;

    std::shared_ptr<grpc::Channel> channel;
    Files files; ///< certificates and key it was created with
};

/// Hands out connections, each shared by many streams. Keeps a connection for a while after its last user, because gRPC
/// 1.51 deadlocks if the last reference to a channel is dropped on a callback thread. Owned by ClientRuntime;
/// thread-safe, used by the heartbeat only.
class ChannelCache final : public DeadlineHandler
{
public:
    explicit ChannelCache(ChannelPool::Limits limits);

    /// A connection for one more stream to the endpoint, not yet established. The error names an unreadable certificate
    /// or key, or an invalid address. Reads files when a new connection is created.
    [[nodiscard]] Result<std::shared_ptr<SharedChannel>> acquire(const AgentEndpoint& endpoint);

    /// False if the endpoint's certificates or key have been replaced since, so that a new connection would differ.
    [[nodiscard]] static bool isCurrent(const SharedChannel& channel, const AgentEndpoint& endpoint);

    /// Closes unused connections.
    SteadyTime beat(SteadyTime now) override;

private:
    const ChannelPool::Limits m_limits;
    std::mutex m_mutex;
    std::map<std::string, std::vector<std::shared_ptr<SharedChannel>>> m_channels; ///< by address and certificates
    int m_nextNumber = 0;
};

} // namespace lockstep
