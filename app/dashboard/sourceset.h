// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "models/core/batchqueue.h"
#include "models/core/result.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class EmbeddedAgent;

/// The connections that feed the queue. Adding never waits for a peer. GUI thread; owned by the composition, which
/// destroys it before the queue.
class SourceSet
{
public:
    explicit SourceSet(BatchQueue& queue);
    ~SourceSet();
    SourceSet(const SourceSet&) = delete;
    SourceSet& operator=(const SourceSet&) = delete;

    void add(AgentEndpoint endpoint);
    /// Starts an agent of this machine in this process and connects to it like to any other.
    [[nodiscard]] Status addEmbeddedAgent();

    [[nodiscard]] bool isEmpty() const { return m_clients.empty(); }

private:
    BatchQueue& m_queue;
    std::unique_ptr<EmbeddedAgent> m_embedded;
    std::vector<std::unique_ptr<AgentClient>> m_clients;
};

} // namespace lockstep
