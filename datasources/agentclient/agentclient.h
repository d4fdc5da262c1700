// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// Where and how to reach an agent.
struct AgentEndpoint
{
    std::string address; ///< "host:port"
    std::string node; ///< stream this node only; empty: every node behind the address, on one stream
    std::string caFile; ///< PEM; set: TLS
    std::string certificateFile; ///< PEM, for mutual TLS
    std::string privateKeyFile;
    std::string bearerTokenFile;
};

/// Follows one agent: connects, subscribes, decodes, resumes where it stopped, estimates the clock offset, reconnects
/// with back-off and jitter, and reports its own state as batches. Never blocks and never waits for the consumer.
/// Works on gRPC's threads; start and stop from one thread; after stop() returns the sink is not called again.
class AgentClient
{
public:
    /// @param sink called on gRPC's threads, one call at a time, for each batch
    AgentClient(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink);
    ~AgentClient(); ///< stops
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

    void start();
    void stop();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockstep
