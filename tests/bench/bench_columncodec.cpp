// SPDX-License-Identifier: GPL-3.0-or-later
// Size of a sample on disk, and speed of packing and unpacking blocks, for a simulated cluster's telemetry at 1 Hz.
// "gpu" covers only the GPUs' columns; the argument is the number of nodes with eight GPUs each.

#include "models/core/batch.h"
#include "models/core/codec/columncodec.h"
#include "models/simulation/simulation.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <string>

namespace {

using namespace lockstep;

constexpr std::uint32_t ticks = 256;

struct Block
{
    ColumnBlockShape shape;
    std::vector<float> values;
};

using Blocks = std::map<std::string, Block>;

Blocks makeBlocks(std::uint32_t nodes, bool onlyGpus)
{
    auto made = sim::Simulation::create(sim::makeCluster(nodes, 8, *sim::findGpuModel("H100")), {}, 1,
                                        TimePoint(std::chrono::seconds(1'700'000'000)));
    Blocks blocks;
    sim::Simulation& simulation = *made.value();
    for (std::uint32_t row = 0; row < ticks; ++row) {
        simulation.advance();
        for (std::size_t node = 0; node < simulation.nodeCount(); ++node) {
            const NodeTick* const tick = simulation.tick(node);
            std::size_t at = 0;
            for (const ColumnDescriptor& column : tick->layout->columns) {
                const MetricDescriptor& metric = tick->layout->metrics[column.metric];
                if (!onlyGpus || metric.entityKind == EntityKind::Gpu) {
                    auto& values = blocks[metric.name].values;
                    values.insert(values.end(), tick->values.begin() + static_cast<std::ptrdiff_t>(at),
                                  tick->values.begin() + static_cast<std::ptrdiff_t>(at + column.entities.size()));
                }
                at += column.entities.size();
            }
        }
    }
    for (auto& [name, block] : blocks)
        block.shape = {ticks, static_cast<std::uint32_t>(block.values.size() / ticks)};
    return blocks;
}

void pack(benchmark::State& state, bool onlyGpus)
{
    const Blocks blocks = makeBlocks(static_cast<std::uint32_t>(state.range(0)), onlyGpus);
    const auto blockRows = static_cast<std::uint32_t>(state.range(1));
    ColumnCodec codec;
    std::size_t samples = 0;
    std::size_t bytes = 0;
    std::chrono::duration<double> packing{};
    std::chrono::duration<double> unpacking{};
    using Clock = std::chrono::steady_clock;
    std::vector<float> back;
    for (auto _ : state) {
        samples = bytes = 0;
        packing = unpacking = {};
        for (const auto& [name, block] : blocks) {
            std::size_t metricBytes = 0;
            for (std::uint32_t row = 0; row < ticks; row += blockRows) {
                const ColumnBlockShape shape{blockRows, block.shape.width};
                const auto before = Clock::now();
                const auto packed
                    = codec.encode(std::span(block.values).subspan(row * shape.width, shape.samples()), shape);
                const auto between = Clock::now();
                back.resize(shape.samples());
                if (!codec.decode(packed, back).isOk())
                    state.SkipWithError("does not decode");
                packing += between - before;
                unpacking += Clock::now() - between;
                metricBytes += packed.size();
            }
            samples += block.values.size();
            bytes += metricBytes;
            if (std::getenv("LOCKSTEP_BENCH_METRICS") != nullptr)
                fmt::print("{:40} {:8.3f} bytes a sample of {}\n", name,
                           static_cast<double>(metricBytes) / static_cast<double>(block.values.size()),
                           block.values.size());
        }
    }
    const auto count = static_cast<double>(samples);
    state.counters["bytes_per_sample"] = static_cast<double>(bytes) / count;
    state.counters["pack_Msamples_s"] = count / packing.count() / 1e6;
    state.counters["unpack_Msamples_s"] = count / unpacking.count() / 1e6;
}

void gpuTelemetry(benchmark::State& state)
{
    pack(state, true);
}

void allTelemetry(benchmark::State& state)
{
    pack(state, false);
}

} // namespace

BENCHMARK(gpuTelemetry)->ArgsProduct({{1, 256}, {64, 256}})->Unit(benchmark::kMillisecond);
BENCHMARK(allTelemetry)->ArgsProduct({{256}, {64}})->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
