// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/collectors/sampling/nodeagent.h"
#include "models/store/clustermodel.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/freeport.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::test {

/// An agent with a configuration, its service, a client, and the store of a window.
class AgentToStore
{
public:
    /// @param config of devices; the rest is seen to
    explicit AgentToStore(const std::string& config)
    {
        auto read = parseAgentConfig("[node]\nname = \"gateway\"\n[sampling]\nperiod = 0.2\nrescan = 1.0\n"
                                     "[collectors]\njobs = false\nras = false\n"
                                         + config,
                                     "agent.toml");
        if (!read.isOk())
            qFatal("%s", read.error().message.c_str());
        m_server = serveOnFreePort(m_hub);
        m_agent.emplace(read.value(), makeCollectors(read.value()), publishTo(m_hub));
        m_agent->start();
        AgentEndpoint endpoint;
        endpoint.address = addressOf(*m_server);
        m_client.emplace(SourceId{0}, std::move(endpoint), m_log.sink());
        m_client->start();
    }

    ~AgentToStore()
    {
        m_client->stop();
        m_agent->stop();
    }

    AgentToStore(const AgentToStore&) = delete;
    AgentToStore& operator=(const AgentToStore&) = delete;

    [[nodiscard]] const ClusterStore& store() const { return m_window.store(); }

    /// Current value of the entity, or of a part of it; nullopt: none.
    [[nodiscard]] std::optional<float> value(std::string_view metric, EntityKind kind, std::string_view name,
                                             std::optional<std::pair<EntityKind, std::string_view>> part = {}) const
    {
        EntityRef entity = store().topology()->find(kind, {}, name);
        if (entity.isValid() && part)
            entity = store().topology()->find(part->first, entity, part->second);
        const MetricId id = store().metrics().find(metric);
        if (!entity.isValid() || !id.isValid() || entity.index >= store().current(id).size())
            return std::nullopt;
        const float found = store().current(id)[entity.index];
        return std::isnan(found) ? std::nullopt : std::optional(found);
    }

    /// Stores data until the condition holds; false after 30 s.
    template <class Condition>
    [[nodiscard]] bool waitUntil(Condition holds)
    {
        return test::waitFor([&] {
            const std::vector<BatchPtr> all = m_log.all();
            const std::vector<BatchPtr> news(all.begin() + static_cast<std::ptrdiff_t>(m_taken), all.end());
            m_taken = all.size();
            m_window.apply(news, wallClockNow());
            return holds();
        });
    }

private:
    TelemetryHub m_hub;
    std::unique_ptr<AgentServer> m_server;
    std::optional<NodeAgent> m_agent;
    BatchLog m_log;
    std::optional<AgentClient> m_client;
    ClusterModel m_window;
    std::size_t m_taken = 0;
};

} // namespace lockstep::test
