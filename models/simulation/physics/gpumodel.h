// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::sim {

/// Properties of a GPU product. Board power, NVLink and NIC rates and peak FLOP rates are the vendors' published
/// values, limits are those that devices report; thermal and electrical constants are explained per entry.
struct GpuModel
{
    std::string_view name;
    double boardPowerWatts = 700; ///< default power limit
    double idleWatts = 75; ///< without work, at low clocks and 40 degrees
    double computeWatts = 640; ///< dense training kernels at the full clock and 60 degrees
    double leakageWatts = 60; ///< part of both values above, at 60 degrees
    double memoryIdleWatts = 20;
    double memoryBusyWatts = 90;

    double idleClockMhz = 345;
    double minimumClockMhz = 600; ///< lowest under a throttle
    double fullClockMhz = 1980;
    double clockStepMhz = 15;
    double memoryClockMhz = 2619;
    double memoryGib = 80;
    double peakTflops = 989; ///< dense BF16
    double nvlinkGBps = 450; ///< one way, per GPU

    double maximumOperatingCelsius = 87; ///< software slowdown begins
    double slowdownCelsius = 89; ///< hardware slowdown: half clock
    double shutdownCelsius = 95;
    double memoryThrottleCelsius = 95;

    double airResistance = 0.068; ///< K/W, die to the air that reaches its heat sink
    double liquidResistance = 0.034; ///< K/W, die to coolant, at the plate's nominal flow
    double memoryResistance = 0.22; ///< K/W, memory stacks to the same sink
    double couplingResistance = 0.30; ///< K/W, die to memory through the package
    double airHeatCapacity = 620; ///< J/K, die, spreader and heat sink base
    double liquidHeatCapacity = 260; ///< J/K, die, spreader and cold plate
    double memoryHeatCapacity = 90; ///< J/K
};

/// Products by name: "A100", "H100", "H200", "B200", "GB200", "GB300", "MI250X".
[[nodiscard]] const std::vector<GpuModel>& gpuModels();
[[nodiscard]] std::optional<GpuModel> findGpuModel(std::string_view name);

} // namespace lockstep::sim
