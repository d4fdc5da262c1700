// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/channelpool.h"

#include "datasources/agentclient/clientruntime.h"

#include <utility>

namespace lockstep {

ChannelPool::ChannelPool() : ChannelPool(Limits()) { }

ChannelPool::ChannelPool(Limits limits) : m_runtime(std::make_unique<ClientRuntime>(limits)) { }

ChannelPool::ChannelPool(RelayRole role) : m_runtime(std::make_unique<ClientRuntime>(Limits(), std::move(role))) { }

ChannelPool::~ChannelPool() = default;

void ChannelPool::allowReporters(const std::vector<std::string>& nodes)
{
    if (const auto& claims = m_runtime->claims())
        claims->allowReporters(nodes);
}

} // namespace lockstep
