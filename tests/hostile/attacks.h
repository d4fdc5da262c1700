// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/hostile/lyingagent.h"

#include <span>
#include <string>

namespace lockstep::test {

/// One way in which an agent can try to harm its readers or other nodes.
struct Attack
{
    const char* name; ///< "future ticks"
    LyingAgent::MakeFrame makeFrame;
    Duration period; ///< between its messages
    /// Memory that it may cost a reader in addition to normal use.
    std::size_t mebibytes = 300;
};

/// All attacks. A row in this table adds an attack to every test and benchmark. Attacks know the node names of
/// HonestCluster, and some send data about these nodes.
[[nodiscard]] std::span<const Attack> attacks();

} // namespace lockstep::test
