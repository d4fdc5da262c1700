// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/gpumodel.h"

#include <algorithm>

namespace lockstep::sim {

namespace {

// Power, limits, clocks and rates are from vendors' data sheets and nvidia-smi reports. Thermal constants are chosen so
// that a loaded GPU matches public telemetry (A100: 62 degrees at 413 W, the 95th percentiles of Hu et al., NSDI 2024);
// time constants (R C) are tens of seconds for an air heat sink, seconds for a cold plate.
GpuModel a100()
{
    GpuModel gpu;
    gpu.name = "A100";
    gpu.boardPowerWatts = 400;
    gpu.idleWatts = 68;
    gpu.computeWatts = 405;
    gpu.leakageWatts = 35;
    gpu.memoryIdleWatts = 26; // memory is 15 degrees warmer than the die when idle, and equal under load (ibid.)
    gpu.memoryBusyWatts = 40;
    gpu.memoryResistance = 0.95;
    gpu.couplingResistance = 3.0;
    gpu.memoryHeatCapacity = 50;
    gpu.idleClockMhz = 210;
    gpu.fullClockMhz = 1410;
    gpu.memoryClockMhz = 1593;
    gpu.peakTflops = 312;
    gpu.nvlinkGBps = 300;
    gpu.maximumOperatingCelsius = 85;
    gpu.slowdownCelsius = 92;
    gpu.shutdownCelsius = 95;
    gpu.airResistance = 0.100;
    gpu.liquidResistance = 0.045;
    gpu.airHeatCapacity = 420;
    return gpu;
}

GpuModel h100()
{
    GpuModel gpu;
    gpu.name = "H100";
    return gpu;
}

GpuModel h200()
{
    GpuModel gpu = h100();
    gpu.name = "H200";
    gpu.memoryGib = 141;
    gpu.memoryClockMhz = 3201;
    return gpu;
}

GpuModel blackwell(std::string_view name, double watts, double tflops)
{
    GpuModel gpu = h100();
    gpu.name = name;
    gpu.boardPowerWatts = watts;
    gpu.computeWatts = 0.92 * watts;
    gpu.leakageWatts = 0.085 * watts;
    gpu.idleWatts = 0.12 * watts;
    gpu.memoryBusyWatts = 130;
    gpu.memoryGib = 186;
    gpu.memoryClockMhz = 3996;
    gpu.peakTflops = tflops;
    gpu.nvlinkGBps = 900;
    gpu.airResistance = 35.0 / watts;
    gpu.liquidResistance = 22.0 / watts;
    gpu.memoryResistance = 0.15;
    return gpu;
}

GpuModel mi250x()
{
    GpuModel gpu;
    gpu.name = "MI250X";
    gpu.boardPowerWatts = 560;
    gpu.idleWatts = 88; // with computeWatts: ExaDigiT RAPS, Frontier's configuration
    gpu.computeWatts = 530;
    gpu.leakageWatts = 50;
    gpu.idleClockMhz = 500;
    gpu.fullClockMhz = 1700;
    gpu.memoryClockMhz = 1600;
    gpu.memoryGib = 128;
    gpu.peakTflops = 383;
    gpu.nvlinkGBps = 200;
    gpu.maximumOperatingCelsius = 97;
    gpu.slowdownCelsius = 100;
    gpu.shutdownCelsius = 105;
    gpu.liquidResistance = 0.040;
    return gpu;
}

} // namespace

const std::vector<GpuModel>& gpuModels()
{
    static const std::vector<GpuModel> models{a100(),
                                              h100(),
                                              h200(),
                                              blackwell("B200", 1000, 2250),
                                              blackwell("GB200", 1200, 2500),
                                              blackwell("GB300", 1400, 2500),
                                              mi250x()};
    return models;
}

std::optional<GpuModel> findGpuModel(std::string_view name)
{
    const auto found = std::ranges::find(gpuModels(), name, &GpuModel::name);
    return found == gpuModels().end() ? std::nullopt : std::optional(*found);
}

} // namespace lockstep::sim
