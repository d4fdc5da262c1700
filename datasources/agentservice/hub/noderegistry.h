// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/nodering.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The nodes of a hub and their rings. Nodes are only added. Thread-safe; owned by the hub.
class NodeRegistry
{
public:
    explicit NodeRegistry(TelemetryHub::Limits limits);

    void describe(std::shared_ptr<const NodeIdentity> identity);
    /// Adds a node of which only the name is known.
    void expect(const std::string& node);
    void introduce(const RelayIdentity& relay);

    /// The relay's identity for the wire, if it is newer than @p introduction, which is updated.
    [[nodiscard]] std::optional<grpc::Slice> relaySince(std::uint64_t& introduction) const;

    /// The ring of that node, or null.
    [[nodiscard]] std::shared_ptr<NodeRing> find(const std::string& node) const;
    [[nodiscard]] std::vector<std::shared_ptr<NodeRing>> rings() const;

    /// Notifies @p watcher of nodes that are added from now on, and of the relay's identity.
    /// @return the current nodes, so that none is missed
    [[nodiscard]] std::vector<std::shared_ptr<NodeRing>> watch(const std::shared_ptr<TickWatcher>& watcher);
    void unwatch(const TickWatcher* watcher);
    [[nodiscard]] std::size_t watcherCount() const;

    void setClock(std::function<ClockSample(const std::string&)> clock) { m_clock = std::move(clock); }
    [[nodiscard]] ClockSample now(const std::string& node) const { return m_clock(node); }

private:
    [[nodiscard]] std::shared_ptr<NodeRing> ringOf(const std::string& node);

    const TelemetryHub::Limits m_limits;
    const std::shared_ptr<std::atomic<std::size_t>> m_share; ///< memory limit per ring, from the total
    std::function<ClockSample(const std::string&)> m_clock;
    mutable std::mutex m_mutex;
    std::atomic<std::uint64_t> m_introductions = 0; ///< number of changes of the relay's identity; 0: no relay
    grpc::Slice m_relay;
    std::vector<std::shared_ptr<NodeRing>> m_rings;
    std::unordered_map<std::string, std::shared_ptr<NodeRing>> m_byName;
    std::vector<std::shared_ptr<TickWatcher>> m_watchers;
};

} // namespace lockstep
