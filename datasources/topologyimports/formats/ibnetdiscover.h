// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Whether a text looks like output of ibnetdiscover, with or without --ports.
[[nodiscard]] bool isIbnetdiscover(std::string_view text);

/// Reads a discovered InfiniBand fabric: switches, nodes and links. Nodes and ports get their agents' names if the node
/// description contains them ("n001 mlx5_0": n001, "mlx5_0/1").
[[nodiscard]] Result<TopologyPart> readIbnetdiscover(std::string_view text, const std::string& origin);

/// A switch of a discovered fabric.
struct DiscoveredSwitch
{
    struct Port
    {
        std::string name; ///< its number
        bool isLinked = false;
        PeerDescriptor peer; ///< far end of its link; empty: none with a name
        double gbps = 0; ///< of its link; 0: unknown
    };

    std::string name; ///< as in the plan
    std::uint32_t lid = 0; ///< its address; 0: none
    std::vector<Port> ports; ///< in order of their numbers
};

/// The switches in the output of ibnetdiscover --ports, the only form that lists ports without a link.
[[nodiscard]] Result<std::vector<DiscoveredSwitch>> readDiscoveredSwitches(std::string_view text,
                                                                           const std::string& origin);

} // namespace lockstep
