// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"

#include <chrono>
#include <string>

namespace lockstep {

/// How to read the switches of an InfiniBand fabric.
struct IbSwitchOptions
{
    bool isWanted = false; ///< off by default
    std::string adapter; ///< adapter of this machine, "mlx5_0"; empty: the first active one
    unsigned port = 0; ///< port of that adapter; 0: the first active one
    std::chrono::milliseconds interval{30'000};
    std::chrono::milliseconds patience{30'000}; ///< timeout of one command
};

/// Reads [ibswitches] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<IbSwitchOptions> readIbSwitchOptions(TomlTable& top, const std::string& origin);

} // namespace lockstep
