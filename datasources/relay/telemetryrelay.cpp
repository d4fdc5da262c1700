// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/relay/telemetryrelay.h"

#include "datasources/agentclient/channelpool.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr auto signOfLifePeriod = std::chrono::seconds(1);
constexpr int beatsPerLine = 10; ///< log at most every ten beats

std::uint64_t newRelayId()
{
    std::random_device random;
    return (std::uint64_t{random()} << 32U) | (random() | 1U); // never 0, which means none
}

/// Names of the nodes behind an endpoint.
std::vector<std::string> nodesOf(const AgentEndpoint& endpoint)
{
    return endpoint.node.empty() ? endpoint.relayed : std::vector<std::string>{endpoint.node};
}

} // namespace

TelemetryRelay::TelemetryRelay(std::string name, std::vector<AgentEndpoint> follows, TelemetryHub& hub,
                               std::function<void(const std::string&)> log)
    : m_hub(hub),
      m_log(std::move(log)),
      m_startedAt(wallClockNow()),
      m_started(std::chrono::steady_clock::now()),
      m_follows(std::move(follows)),
      m_identity{std::move(name), newRelayId(), {}}
{
    for (const AgentEndpoint& endpoint : m_follows) {
        for (const std::string& node : nodesOf(endpoint)) {
            SourceStatus& status = m_nodes.try_emplace(node).first->second.status;
            status.peer = endpoint.address;
            m_hub.expect(node);
            m_hub.setReach(node, status);
        }
    }
    m_hub.setClock([this](const std::string& node) { return clockOf(node); });
    m_hub.introduce(m_identity);
}

TelemetryRelay::~TelemetryRelay()
{
    stop();
}

void TelemetryRelay::start()
{
    m_pool
        = std::make_unique<ChannelPool>(RelayRole{m_identity.id, [this](SourceId source, const RelayIdentity* relay) {
                                                      reads(source, relay);
                                                  }});
    std::uint32_t source = 0;
    for (const AgentEndpoint& endpoint : m_follows) {
        m_clients.push_back(std::make_unique<AgentClient>(
            SourceId{source}, endpoint, [this, &endpoint](const BatchPtr& batch) { take(endpoint, *batch); }, *m_pool));
        source += sourcesOf(endpoint);
        m_clients.back()->start();
    }
    m_beat = std::jthread([this](const std::stop_token& stop) { beat(stop); });
}

void TelemetryRelay::stop()
{
    m_beat = {};
    m_clients.clear();
    m_pool.reset();
}

TimePoint TelemetryRelay::now() const
{
    return m_startedAt + std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - m_started);
}

void TelemetryRelay::take(const AgentEndpoint& from, const Batch& batch)
{
    const auto found = m_nodes.find(batch.node.empty() ? from.node : batch.node);
    if (found == m_nodes.end())
        return; // the state of a connection to a relay; its nodes have their own
    auto& [name, node] = *found;
    if (batch.identity)
        m_hub.describe(batch.identity);
    if (batch.names)
        node.names = batch.names;
    if (batch.gap)
        node.gapReason = batch.gap->reason;
    if (batch.tick)
        m_hub.pass(name, batch.sequence, *batch.tick, node.names, std::exchange(node.gapReason, {}));
    if (batch.clock)
        takeClock(name, node, *batch.clock);
    if (batch.status)
        takeStatus(name, node, *batch.status);
}

void TelemetryRelay::takeStatus(const std::string& name, Node& node, const SourceStatus& status)
{
    if (status.state == SourceState::Closed)
        return; // closed locally, not reported
    {
        const std::scoped_lock lock(m_mutex);
        // The time of the next attempt changes each time, and is not reported.
        if (node.status.state == status.state && node.status.reason == status.reason && node.status.peer == status.peer
            && node.status.rejectedFrames == status.rejectedFrames)
            return;
        node.status = status;
    }
    m_hub.setReach(name, status);
}

/// The relay's clock is never set, because readers would not notice: converts the offset to that clock.
void TelemetryRelay::takeClock(const std::string& name, Node& node, ClockOffset againstWall)
{
    const ClockOffset clock{againstWall.offset + (wallClockNow() - now()), againstWall.uncertainty};
    {
        const std::scoped_lock lock(m_mutex);
        node.clock = clock;
    }
    m_hub.setNodeClock(name, clock);
}

ClockSample TelemetryRelay::clockOf(const std::string& node) const
{
    const TimePoint ours = now();
    if (node.empty())
        return ours;
    const auto found = m_nodes.find(node);
    const std::scoped_lock lock(m_mutex);
    if (found == m_nodes.end() || !found->second.clock)
        return {};
    return {ours + found->second.clock->offset, found->second.clock->uncertainty};
}

void TelemetryRelay::reads(SourceId source, const RelayIdentity* relay)
{
    {
        const std::scoped_lock lock(m_mutex);
        const bool wasRead = m_reads.erase(source.value) > 0;
        if (relay != nullptr)
            m_reads.emplace(source.value, *relay);
        std::set<std::uint64_t> behind;
        for (const auto& [at, read] : m_reads) {
            behind.insert(read.id);
            behind.insert(read.behind.begin(), read.behind.end());
        }
        std::vector<std::uint64_t> ids(behind.begin(), behind.end());
        ids.resize(std::min(ids.size(), budget::relaysBehindRelay));
        if ((relay == nullptr && !wasRead) || ids == m_identity.behind)
            return;
        m_identity.behind = std::move(ids);
    }
    introduce();
}

void TelemetryRelay::introduce()
{
    RelayIdentity identity;
    {
        const std::scoped_lock lock(m_mutex);
        identity = m_identity;
    }
    m_hub.introduce(identity);
}

void TelemetryRelay::beat(const std::stop_token& stop)
{
    for (int beats = 1; waitFor(signOfLifePeriod, stop); ++beats) {
        introduce();
        if (beats % beatsPerLine == 0)
            reportChanges();
    }
}

void TelemetryRelay::reportChanges()
{
    if (std::string now = summary(); m_log && now != m_logged) {
        m_log(now);
        m_logged = std::move(now);
    }
}

std::string TelemetryRelay::summary() const
{
    constexpr std::size_t maxReported = 3;
    std::vector<std::string> unwell;
    std::size_t heard = 0;
    const std::scoped_lock lock(m_mutex);
    for (const auto& [name, node] : m_nodes) {
        if (node.status.state == SourceState::Live)
            ++heard;
        else if (unwell.size() < maxReported)
            unwell.push_back(node.status.reason.empty()
                                 ? fmt::format("{} is {}", name, sourceStateName(node.status.state))
                                 : fmt::format("{}: {}", name, node.status.reason));
    }
    std::string text = fmt::format("{} of {} nodes reporting", heard, m_nodes.size());
    if (!unwell.empty())
        text += fmt::format("; {}", fmt::join(unwell, "; "));
    if (const std::size_t more = m_nodes.size() - heard - unwell.size(); more > 0)
        text += fmt::format("; and {} more", more);
    return text;
}

} // namespace lockstep
