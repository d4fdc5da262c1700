// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/relayednodes.h"

#include "models/core/batch.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

namespace {

bool isSame(const SourceStatus& one, const SourceStatus& other)
{
    return one.state == other.state && one.peer == other.peer && one.reason == other.reason && one.relay == other.relay
        && one.isRelayLost == other.isRelayLost && one.nextTry == other.nextTry;
}

std::shared_ptr<Batch> relayedBatch(SourceId source, const std::string& node)
{
    auto batch = std::make_shared<Batch>();
    batch->source = source;
    batch->received = wallClockNow();
    batch->node = node;
    return batch;
}

} // namespace

RelayedNodes::RelayedNodes(SourceId source, std::string relay, const std::vector<std::string>& nodes)
    : m_source(source), m_name(std::move(relay)), m_isNamed(!m_name.empty())
{
    for (std::uint32_t at = 0; at < nodes.size(); ++at)
        m_nodes[nodes[at]].source = SourceId{source.value + 1 + at};
}

void RelayedNodes::beginStream()
{
    m_relayClock.reset();
    for (auto& [name, node] : m_nodes) {
        node.reach.reset();
        node.clock.reset();
    }
}

void RelayedNodes::setName(const std::string& name)
{
    if (!m_isNamed)
        m_name = name;
}

BatchPtr RelayedNodes::reach(const std::string& node, SourceStatus status)
{
    Node& known = m_nodes[node];
    known.reach = std::move(status);
    return statusBatch(node, known);
}

BatchPtr RelayedNodes::clock(const std::string& node, ClockOffset offset)
{
    Node& known = m_nodes[node];
    known.clock = offset;
    return clockBatch(node, known);
}

void RelayedNodes::relayClock(std::optional<ClockOffset> offset, std::vector<BatchPtr>& out)
{
    m_relayClock = offset;
    for (const auto& [name, node] : m_nodes) {
        if (BatchPtr batch = clockBatch(name, node))
            out.push_back(std::move(batch));
    }
}

void RelayedNodes::connection(const SourceStatus& status, std::vector<BatchPtr>& out)
{
    m_connection = status;
    for (auto& [name, node] : m_nodes) {
        if (BatchPtr batch = statusBatch(name, node))
            out.push_back(std::move(batch));
    }
}

SourceStatus RelayedNodes::statusOf(const Node& node) const
{
    SourceStatus status = node.reach.value_or(SourceStatus{});
    if (!node.reach)
        status.reason = fmt::format("relay {} has not reported this node", m_name);
    status.relay = m_name;
    status.peer
        = status.peer.empty() ? fmt::format("relay {}", m_name) : fmt::format("{} through {}", status.peer, m_name);
    if (status.state
        == SourceState::Closed) // the relay closed the connection to the node, which is still requested here
        status.state = SourceState::Stale;
    if (m_connection.state == SourceState::Live)
        return status;
    status.isRelayLost = m_connection.state == SourceState::Stale || m_connection.state == SourceState::Retrying;
    status.state = m_connection.state;
    status.nextTry = m_connection.nextTry;
    status.reason
        = m_connection.reason.empty() ? std::string() : fmt::format("relay {}: {}", m_name, m_connection.reason);
    return status;
}

BatchPtr RelayedNodes::statusBatch(const std::string& name, Node& node) const
{
    if (!node.source)
        return nullptr;
    SourceStatus status = statusOf(node);
    if (node.reported && isSame(*node.reported, status))
        return nullptr;
    auto batch = relayedBatch(*node.source, name);
    batch->status = status;
    node.reported = std::move(status);
    return batch;
}

BatchPtr RelayedNodes::clockBatch(const std::string& name, const Node& node) const
{
    if (!m_relayClock || !node.clock)
        return nullptr;
    auto batch = relayedBatch(node.source.value_or(m_source), name);
    batch->clock
        = ClockOffset{m_relayClock->offset + node.clock->offset, m_relayClock->uncertainty + node.clock->uncertainty};
    return batch;
}

std::string RelayedNodes::summary() const
{
    constexpr std::size_t maxReported = 2;
    std::size_t heard = 0;
    std::vector<std::string> unwell;
    for (const auto& [name, node] : m_nodes) {
        if (node.reach && node.reach->state == SourceState::Live)
            ++heard;
        else if (unwell.size() < maxReported)
            unwell.push_back(!node.reach ? fmt::format("no report about {}", name)
                                 : node.reach->reason.empty()
                                 ? fmt::format("{} is {}", name, sourceStateName(node.reach->state))
                                 : fmt::format("{}: {}", name, node.reach->reason));
    }
    if (heard == m_nodes.size())
        return fmt::format("relay {} receives all of its {} nodes", m_name, heard);
    std::string text
        = fmt::format("relay {} receives {} of {} nodes; {}", m_name, heard, m_nodes.size(), fmt::join(unwell, "; "));
    if (const std::size_t more = m_nodes.size() - heard - unwell.size(); more > 0)
        text += fmt::format("; and {} more", more);
    return text;
}

} // namespace lockstep
