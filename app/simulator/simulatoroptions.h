// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Options of lockstep-sim.
struct SimulatorOptions
{
    std::optional<std::uint32_t> nodes; ///< without a cluster file 64; with one, its first so many
    std::optional<std::uint32_t> gpus; ///< per node; without a cluster file 8
    std::string clusterFile;
    std::string drillFile;
    std::uint64_t seed = 1;
    double speed = 1; ///< simulated seconds per second; 0: as fast as possible
    std::string listen = "127.0.0.1:7117";
    std::optional<double> durationSeconds; ///< simulated; then it exits
    std::optional<double> historySeconds; ///< kept for clients that come back
    std::string truthFile; ///< what really happened, as JSON, written on exit
    bool chaos = false;
    bool help = false;
    bool version = false;
};

[[nodiscard]] std::string_view simulatorUsage();

/// Parses the arguments of main. An Error names the wrong argument and what was expected.
[[nodiscard]] Result<SimulatorOptions> parseSimulatorOptions(int argumentCount, char** arguments);

} // namespace lockstep
