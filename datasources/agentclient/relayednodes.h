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

/// A relay's reports about the nodes behind it: the state of each connection, and its clock relative to the local one.
/// If the cluster file names the nodes, each is a source with its own state; otherwise problems are summarised. Used by
/// one AgentSession, under its lock.
class RelayedNodes
{
public:
    /// @param source of the connection; the first node has the next id
    /// @param relay its name; empty: as reported
    /// @param nodes assigned to the relay by the cluster file
    RelayedNodes(SourceId source, std::string relay, const std::vector<std::string>& nodes);

    /// Discards data that the relay repeats in each stream.
    void beginStream();
    void setName(const std::string& name); ///< as reported by the relay; the cluster file takes precedence
    [[nodiscard]] const std::string& name() const { return m_name; }

    /// Connection state between relay and node.
    [[nodiscard]] BatchPtr reach(const std::string& node, SourceStatus status);
    /// The node's clock minus the relay's.
    [[nodiscard]] BatchPtr clock(const std::string& node, ClockOffset offset);
    /// The relay's clock minus the local clock. Appends the resulting batches for the nodes.
    void relayClock(std::optional<ClockOffset> offset, std::vector<BatchPtr>& out);
    /// State of the connection to the relay. Appends the resulting states of its nodes.
    void connection(const SourceStatus& status, std::vector<BatchPtr>& out);

    /// Number of reporting nodes, and problems of the others.
    [[nodiscard]] std::string summary() const;

private:
    struct Node
    {
        std::optional<SourceId> source; ///< of the node
        std::optional<SourceStatus> reach;
        std::optional<ClockOffset> clock; ///< relative to the relay's clock
        std::optional<SourceStatus> reported;
    };

    [[nodiscard]] SourceStatus statusOf(const Node& node) const;
    [[nodiscard]] BatchPtr statusBatch(const std::string& name, Node& node) const; ///< null: unchanged
    [[nodiscard]] BatchPtr clockBatch(const std::string& name, const Node& node) const; ///< null: unknown

    const SourceId m_source;
    std::string m_name;
    const bool m_isNamed;
    std::map<std::string, Node> m_nodes;
    std::optional<ClockOffset> m_relayClock;
    SourceStatus m_connection;
};

} // namespace lockstep
