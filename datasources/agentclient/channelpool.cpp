// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/channelpool.h"

#include "datasources/agentclient/clientruntime.h"

namespace lockstep {

ChannelPool::ChannelPool() : ChannelPool(Limits()) { }

ChannelPool::ChannelPool(Limits limits) : m_runtime(std::make_unique<ClientRuntime>(limits)) { }

ChannelPool::~ChannelPool() = default;

void ChannelPool::allowReporters(const std::vector<std::string>& nodes)
{
    m_runtime->claims()->allowReporters(nodes);
}

} // namespace lockstep
