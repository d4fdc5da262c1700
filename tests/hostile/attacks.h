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

/// All of them: one row adds one, and every test and benchmark over all has it.
/// Node names of HonestCluster are known to them: some lie about those.
[[nodiscard]] std::span<const Attack> attacks();

} // namespace lockstep::test
