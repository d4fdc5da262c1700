// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/collectivetracker.h"
#include "models/core/topology/topology.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Members of a communicator, and their ports.
struct FlowMembers
{
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< by lane; invalid: unknown
    std::vector<std::uint32_t> nics; ///< ports that their traffic uses, without duplicates
    bool crossesNodes = false;
};

/// Looks up members of communicators once, and again only when new ones are known. One thread at a time.
class FlowRoster
{
public:
    void clear();
    void addLane(EntityRef entity) { m_entityOfLane.push_back(entity); }

    /// Valid until the next call.
    [[nodiscard]] const FlowMembers& membersOf(const CommunicatorBandwidth& communicator, const Topology& topology);

private:
    [[nodiscard]] FlowMembers lookUp(const CommunicatorBandwidth& communicator, const Topology& topology) const;

    std::uint64_t m_topologyVersion = 0;
    std::vector<EntityRef> m_entityOfLane;
    std::unordered_map<std::uint32_t, FlowMembers> m_members; ///< by communicator
};

/// The NIC in a GPU's slot if its node has as many NICs as GPUs, otherwise all of them. Only NICs with a known far end.
void addNicsOfGpu(const Topology& topology, EntityRef gpu, std::vector<std::uint32_t>& nics);

} // namespace lockstep
