// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/channelcache.h"
#include "datasources/agentclient/channelpool.h"
#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/agentclient/policies/heartbeat.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace lockstep {

/// Counts calls in progress, so that nothing they use is destroyed early. Thread-safe.
class CallGate
{
    struct Count
    {
        std::mutex mutex;
        std::condition_variable isEmpty;
        std::size_t calls = 0;
    };

public:
    /// Held by a call until gRPC has finished it.
    class Pass
    {
    public:
        explicit Pass(std::shared_ptr<Count> count);
        Pass(Pass&& other) noexcept = default;
        Pass& operator=(Pass&&) = delete;
        ~Pass();

    private:
        std::shared_ptr<Count> m_count;
    };

    ~CallGate(); ///< waits until all calls have ended, at most a few seconds

    [[nodiscard]] Pass enter() { return Pass(m_count); }

private:
    std::shared_ptr<Count> m_count = std::make_shared<Count>();
};

/// Parts of a ChannelPool. They are destroyed in this order: the timer, the last calls, the connections.
class ClientRuntime
{
public:
    explicit ClientRuntime(ChannelPool::Limits limits, std::optional<RelayRole> role = {})
        : m_role(std::move(role)),
          m_channels(std::make_shared<ChannelCache>(limits)),
          m_claims(m_role ? nullptr : std::make_shared<ReportClaims>())
    {
        m_heartbeat.add(m_channels);
    }

    [[nodiscard]] ChannelCache& channels() { return *m_channels; }
    [[nodiscard]] const std::shared_ptr<BatchPool>& batches() { return m_batches; }
    [[nodiscard]] const std::shared_ptr<FramePool>& frames() { return m_frames; }
    /// Null: ownership is decided elsewhere.
    [[nodiscard]] const std::shared_ptr<ReportClaims>& claims() { return m_claims; }
    [[nodiscard]] const RelayRole* role() const { return m_role ? &*m_role : nullptr; } ///< null: not a relay
    [[nodiscard]] CallGate& calls() { return m_calls; }
    [[nodiscard]] Heartbeat& heartbeat() { return m_heartbeat; }

private:
    const std::optional<RelayRole> m_role;
    std::shared_ptr<ChannelCache> m_channels;
    std::shared_ptr<BatchPool> m_batches = BatchPool::create();
    std::shared_ptr<FramePool> m_frames = std::make_shared<FramePool>();
    std::shared_ptr<ReportClaims> m_claims;
    CallGate m_calls;
    Heartbeat m_heartbeat;
};

} // namespace lockstep
