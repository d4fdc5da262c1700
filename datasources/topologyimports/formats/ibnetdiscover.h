// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Whether a text looks like what ibnetdiscover prints, by itself or with --ports.
[[nodiscard]] bool isIbnetdiscover(std::string_view text);

/// A discovered InfiniBand fabric: its switches, the nodes at it, and the links that were seen. Nodes and ports are
/// called as their agents call them where the node description tells ("n001 mlx5_0": n001, "mlx5_0/1").
[[nodiscard]] Result<TopologyPart> readIbnetdiscover(std::string_view text, const std::string& origin);

/// A switch of a discovered fabric.
struct DiscoveredSwitch
{
    struct Port
    {
        std::string name; ///< its number
        bool isLinked = false;
        PeerDescriptor peer; ///< where its link leads; empty: to nothing that has a name
        double gbps = 0; ///< of its link; 0: not known
    };

    std::string name; ///< as in the plan
    std::uint32_t lid = 0; ///< its address; 0: nobody has given it one
    std::vector<Port> ports; ///< in order of their numbers
};

/// The switches in what ibnetdiscover prints with --ports, which alone tells ports that lead to nothing.
[[nodiscard]] Result<std::vector<DiscoveredSwitch>> readDiscoveredSwitches(std::string_view text,
                                                                           const std::string& origin);

} // namespace lockstep
