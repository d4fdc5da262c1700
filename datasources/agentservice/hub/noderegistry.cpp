// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/noderegistry.h"

#include "datasources/agentservice/hub/wireencoder.h"

#include <algorithm>
#include <bit>

namespace lockstep {

NodeRegistry::NodeRegistry(TelemetryHub::Limits limits)
    : m_limits(limits),
      m_share(std::make_shared<std::atomic<std::size_t>>(limits.maximumBytes)),
      m_clock([](const std::string&) { return wallClockNow(); })
{ }

void NodeRegistry::describe(std::shared_ptr<const NodeIdentity> identity)
{
    const std::shared_ptr<NodeRing> ring = ringOf(identity->name);
    ring->describe(std::move(identity));
}

void NodeRegistry::expect(const std::string& node)
{
    static_cast<void>(ringOf(node));
}

std::shared_ptr<NodeRing> NodeRegistry::ringOf(const std::string& node)
{
    std::unique_lock lock(m_mutex);
    if (const auto found = m_byName.find(node); found != m_byName.end())
        return found->second;
    const auto ring = std::make_shared<NodeRing>(static_cast<std::uint32_t>(m_rings.size() + 1), m_limits, m_share);
    m_byName.emplace(node, ring);
    m_rings.push_back(ring);
    *m_share = m_limits.maximumBytes / m_rings.size();
    // Rings adjust to their share at their next tick. Rings without ticks adjust when the number of rings has doubled.
    const auto crowd = std::has_single_bit(m_rings.size()) ? m_rings : std::vector<std::shared_ptr<NodeRing>>();
    const auto watchers = m_watchers;
    lock.unlock();
    for (const auto& other : crowd)
        other->keepToShare();
    for (const auto& watcher : watchers)
        watcher->ringAdded(ring);
    return ring;
}

void NodeRegistry::introduce(const RelayIdentity& relay)
{
    const grpc::Slice piece = encodeRelay(relay);
    std::unique_lock lock(m_mutex);
    m_relay = piece;
    ++m_introductions;
    const auto watchers = m_watchers;
    lock.unlock();
    for (const auto& watcher : watchers)
        watcher->relayIntroduced();
}

std::optional<grpc::Slice> NodeRegistry::relaySince(std::uint64_t& introduction) const
{
    if (introduction == m_introductions)
        return std::nullopt;
    const std::scoped_lock lock(m_mutex);
    introduction = m_introductions;
    return m_relay;
}

std::shared_ptr<NodeRing> NodeRegistry::find(const std::string& node) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_byName.find(node);
    return found == m_byName.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<NodeRing>> NodeRegistry::rings() const
{
    const std::scoped_lock lock(m_mutex);
    return m_rings;
}

std::vector<std::shared_ptr<NodeRing>> NodeRegistry::watch(const std::shared_ptr<TickWatcher>& watcher)
{
    const std::scoped_lock lock(m_mutex);
    m_watchers.push_back(watcher);
    return m_rings;
}

std::size_t NodeRegistry::watcherCount() const
{
    const std::scoped_lock lock(m_mutex);
    return m_watchers.size();
}

void NodeRegistry::unwatch(const TickWatcher* watcher)
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_watchers, [watcher](const auto& each) { return each.get() == watcher; });
}

} // namespace lockstep
