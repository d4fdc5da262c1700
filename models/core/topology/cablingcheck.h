// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A link that differs from the plan.
struct CablingFault
{
    enum class Kind : std::uint8_t {
        Missing, ///< planned, but not discovered
        Moved, ///< one end as planned, the other elsewhere
        WrongRate, ///< as planned, but at another rate
        Extra, ///< discovered, but not planned
    };
    Kind kind = Kind::Missing;
    EntityRef port; ///< where to look first: the node's end, if it has one
    EntityRef planned; ///< planned far end: a port, or a switch or node
    EntityRef found; ///< discovered far end; invalid: none
    double plannedGbps = 0;
    double foundGbps = 0;
    friend bool operator==(const CablingFault&, const CablingFault&) = default;
};

/// Discovered cabling compared with the plan.
struct CablingCheck
{
    std::vector<CablingFault> faults; ///< missing first, then moved, wrong rates and extra ones; by port
    std::size_t planned = 0; ///< number of links; 0: none planned
    std::size_t agreeing = 0;
    std::size_t unseen = 0; ///< not discovered: state unknown
};

/// A port's reported rate in Gb/s, if any.
using PortRate = std::function<std::optional<double>(EntityRef port)>;

/// Compares reported and discovered links with the plan. A port that plan and discovery name differently is identified
/// by the devices at its ends. Any thread.
[[nodiscard]] CablingCheck checkCabling(const Topology& topology, const PortRate& rate = {});

/// Texts for a fault, in three parts: the link, what was found and what is planned. Example: "n002 mlx5_0/1",
/// "connected to leaf1 port 20", "planned: leaf1 port 2".
[[nodiscard]] std::vector<std::string> linesOf(const CablingFault& fault, const Topology& topology);

} // namespace lockstep
