// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

struct CommandInput;
struct CommandPage;

/// Options of lockstep-sim.
struct SimulatorOptions
{
    std::optional<std::uint32_t> nodes; ///< default 64; with a cluster file only its first nodes
    std::optional<std::uint32_t> gpus; ///< per node; without a cluster file 8
    std::string clusterFile;
    std::string drillFile;
    std::uint64_t seed = 1;
    double speed = 1; ///< simulated seconds per second; 0: as fast as possible
    std::string listen = "127.0.0.1:7117";
    std::optional<double> durationSeconds; ///< simulated; then it exits
    std::optional<double> historySeconds; ///< kept for clients that reconnect
    std::string truthFile; ///< true faults, written as JSON on exit
    bool chaos = false;
};

[[nodiscard]] CommandPage simulatorPage();

/// The error is one sentence for display.
[[nodiscard]] Result<SimulatorOptions> simulatorOptions(const CommandInput& line);

} // namespace lockstep
