// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"

#include <chrono>
#include <string>

namespace lockstep {

/// How to read the switches of an InfiniBand fabric.
struct IbSwitchOptions
{
    bool isWanted = false; ///< off unless configured
    std::string adapter; ///< of this machine, "mlx5_0"; empty: the first that is active
    unsigned port = 0; ///< of that adapter; 0: the first that is active
    std::chrono::milliseconds interval{30'000};
    std::chrono::milliseconds patience{30'000}; ///< with one command
};

/// Reads [ibswitches] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<IbSwitchOptions> readIbSwitchOptions(TomlTable& top, const std::string& origin);

} // namespace lockstep
