// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// The relay between a reader and the agents; see v1.Relay.
struct RelayIdentity
{
    std::string name;
    std::uint64_t id = 0; ///< of this run
    std::vector<std::uint64_t> behind; ///< ids of the relays that it follows, directly or through others
};

} // namespace lockstep
