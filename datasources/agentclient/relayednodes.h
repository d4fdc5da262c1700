// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/clockoffset.h"
#include "models/core/ids.h"
#include "models/core/sourcestatus.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A relay's reports about the nodes behind it: how each is reached, and its clock relative to ours. If the cluster
/// file names the nodes, each is a source with its own state; otherwise problems are summarised. Used by one
/// AgentSession, under its lock.
class RelayedNodes
{
public:
    /// @param source of the connection; that of the first node follows it
    /// @param relay its name; empty: as it says
    /// @param nodes that the cluster file gives to the relay
    RelayedNodes(SourceId source, std::string relay, const std::vector<std::string>& nodes);

    /// Discards what the relay repeats in each stream.
    void beginStream();
    void setName(const std::string& name); ///< as reported by the relay; the cluster file takes precedence
    [[nodiscard]] const std::string& name() const { return m_name; }

    /// How the relay reaches a node.
    [[nodiscard]] BatchPtr reach(const std::string& node, SourceStatus status);
    /// The node's clock minus the relay's.
    [[nodiscard]] BatchPtr clock(const std::string& node, ClockOffset offset);
    /// The relay's clock minus ours. Appends the resulting batches for the nodes.
    void relayClock(std::optional<ClockOffset> offset, std::vector<BatchPtr>& out);
    /// How the relay itself is reached. Appends what follows for the nodes.
    void connection(const SourceStatus& status, std::vector<BatchPtr>& out);

    /// How many of its nodes report, and problems of the others.
    [[nodiscard]] std::string summary() const;

private:
    struct Node
    {
        std::optional<SourceId> source; ///< its own
        std::optional<SourceStatus> reach;
        std::optional<ClockOffset> clock; ///< against the relay's
        std::optional<SourceStatus> reported;
    };

    [[nodiscard]] SourceStatus statusOf(const Node& node) const;
    [[nodiscard]] BatchPtr statusBatch(const std::string& name, Node& node) const; ///< null: nothing new
    [[nodiscard]] BatchPtr clockBatch(const std::string& name, const Node& node) const; ///< null: nothing is known

    const SourceId m_source;
    std::string m_name;
    const bool m_isNamed;
    std::map<std::string, Node> m_nodes;
    std::optional<ClockOffset> m_relayClock;
    SourceStatus m_connection;
};

} // namespace lockstep
