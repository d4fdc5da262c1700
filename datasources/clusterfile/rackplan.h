// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/topologybuilder.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// The hall as a cluster file fills it: which rack stands where, which units are taken. Makes the topology.
/// Used while one file is read.
class RackPlan
{
public:
    void setClusterName(const std::string& name) { m_builder.setClusterName(name); }

    /// The position after the last rack of that row, from 1.
    [[nodiscard]] std::uint32_t nextPosition(const std::string& row) const;

    /// Fails when a rack of that name is there already.
    [[nodiscard]] Status addRack(const std::string& name, const RackPlace& place);
    /// Fails when the rack is unknown, the node is there already, or its units do not exist or are taken.
    [[nodiscard]] Status addNode(const std::string& name, const std::string& rack, NodePlace place);

    [[nodiscard]] TopologyPtr build() { return m_builder.build(); }

private:
    struct Rack
    {
        EntityRef ref;
        std::vector<bool> isTaken; ///< by unit, from 1
    };

    TopologyBuilder m_builder;
    std::map<std::string, Rack> m_racks;
    std::map<std::string, std::uint32_t> m_lastPosition; ///< by row
    std::set<std::string> m_nodes;
};

} // namespace lockstep
