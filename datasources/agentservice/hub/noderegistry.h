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

/// The nodes of a hub and their rings. Nodes are only ever added. Thread-safe; owned by the hub.
class NodeRegistry
{
public:
    explicit NodeRegistry(TelemetryHub::Limits limits);

    void describe(std::shared_ptr<const NodeIdentity> identity);

    /// The ring of that node, or null.
    [[nodiscard]] std::shared_ptr<NodeRing> find(const std::string& node) const;
    [[nodiscard]] std::vector<std::shared_ptr<NodeRing>> rings() const;

    /// Tells @p watcher of nodes that are added from now on.
    /// @return the nodes until now, so that none falls between the two
    [[nodiscard]] std::vector<std::shared_ptr<NodeRing>> watch(const std::shared_ptr<TickWatcher>& watcher);
    void unwatch(const TickWatcher* watcher);

    void setClock(std::function<TimePoint(const std::string&)> clock) { m_clock = std::move(clock); }
    [[nodiscard]] TimePoint now(const std::string& node) const { return m_clock(node); }

private:
    const TelemetryHub::Limits m_limits;
    const std::shared_ptr<std::atomic<std::size_t>> m_share; ///< bytes of one ring, of the limit of all
    std::function<TimePoint(const std::string&)> m_clock;
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<NodeRing>> m_rings;
    std::unordered_map<std::string, std::shared_ptr<NodeRing>> m_byName;
    std::vector<std::shared_ptr<TickWatcher>> m_watchers;
};

} // namespace lockstep
