// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/callgate.h"
#include "datasources/agentclient/channelcache.h"
#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/decoding/framepool.h"
#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/agentclient/policies/heartbeat.h"

#include <memory>

namespace lockstep {

/// The parts of a ChannelPool. Members end in reverse: first the timer, then the last calls, then the connections.
class ClientRuntime
{
public:
    explicit ClientRuntime(ChannelPool::Limits limits) : m_channels(std::make_shared<ChannelCache>(limits))
    {
        m_heartbeat.add(m_channels);
    }

    [[nodiscard]] ChannelCache& channels() { return *m_channels; }
    [[nodiscard]] const std::shared_ptr<BatchPool>& batches() { return m_batches; }
    [[nodiscard]] const std::shared_ptr<FramePool>& frames() { return m_frames; }
    [[nodiscard]] const std::shared_ptr<ReportClaims>& claims() { return m_claims; }
    [[nodiscard]] CallGate& calls() { return m_calls; }
    [[nodiscard]] Heartbeat& heartbeat() { return m_heartbeat; }

private:
    std::shared_ptr<ChannelCache> m_channels;
    std::shared_ptr<BatchPool> m_batches = BatchPool::create();
    std::shared_ptr<FramePool> m_frames = std::make_shared<FramePool>();
    std::shared_ptr<ReportClaims> m_claims = std::make_shared<ReportClaims>();
    CallGate m_calls;
    Heartbeat m_heartbeat;
};

} // namespace lockstep
