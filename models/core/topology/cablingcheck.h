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
        Missing, ///< planned, and not there
        Moved, ///< one end is where it should be, the other elsewhere
        WrongRate, ///< as planned, at another rate
        Extra, ///< there, and not planned
    };
    Kind kind = Kind::Missing;
    EntityRef port; ///< where to look first: the node's end, if it has one
    EntityRef planned; ///< that it should lead to: a port, or a switch or node
    EntityRef found; ///< that it leads to; invalid: to nothing
    double plannedGbps = 0;
    double foundGbps = 0;
    friend bool operator==(const CablingFault&, const CablingFault&) = default;
};

/// Discovered cabling compared with the plan.
struct CablingCheck
{
    std::vector<CablingFault> faults; ///< missing before moved, wrong rates and extra ones; by the ports' places
    std::size_t planned = 0; ///< links; 0: there is no plan of them
    std::size_t agreeing = 0;
    std::size_t unseen = 0; ///< not discovered: state unknown
};

/// A port's rate in Gb/s as it reports it, if it does.
using PortRate = std::function<std::optional<double>(EntityRef port)>;

/// Compares what reporters and discovery saw with the plan. A port that plan and discovery call by different names is
/// known by the devices at its ends. Any thread.
[[nodiscard]] CablingCheck checkCabling(const Topology& topology, const PortRate& rate = {});

/// "n002 mlx5_0/1 leads to leaf1 port 20; planned is leaf1 port 2".
[[nodiscard]] std::string wordsOf(const CablingFault& fault, const Topology& topology);

} // namespace lockstep
