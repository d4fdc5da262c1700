// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time per simulated second by cluster size, including every node's tick. Excludes copying and encoding by a
// publisher.

#include "models/simulation/simulation.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>

namespace {

using namespace lockstep;

void simulatedSecond(benchmark::State& state)
{
    auto made = sim::Simulation::create(
        sim::makeCluster(static_cast<std::uint32_t>(state.range(0)), 8, *sim::findGpuModel("H100")), {}, 1,
        TimePoint(std::chrono::seconds(1'700'000'000)));
    if (!made.isOk()) {
        state.SkipWithError(made.error().message.c_str());
        return;
    }
    sim::Simulation& simulation = *made.value();
    std::size_t samples = 0;
    std::size_t spans = 0;
    double worst = 0;
    for (auto _ : state) {
        const std::clock_t before = std::clock();
        simulation.advance();
        worst = std::max(worst, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
        for (std::size_t node = 0; node < simulation.nodeCount(); ++node) {
            samples += simulation.tick(node)->values.size();
            spans += simulation.tick(node)->spans.size();
        }
    }
    const auto ticks = static_cast<double>(state.iterations());
    state.counters["samples"] = static_cast<double>(samples) / ticks;
    state.counters["spans"] = static_cast<double>(spans) / ticks;
    state.counters["worst_ms"] = worst * 1e3;
}

} // namespace

BENCHMARK(simulatedSecond)
    ->Arg(64)
    ->Arg(256)
    ->Arg(1024)
    ->Arg(2048)
    ->Arg(4096)
    ->Iterations(120)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
