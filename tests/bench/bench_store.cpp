// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of the store and of the reductions to pixels for a large cluster: 2,048 nodes with 8 GPUs and 10 ports, and 400
// samples per tick each. Short by default; --benchmark_min_time makes it longer.
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "models/view/cellbins.h"
#include "models/view/decimation.h"
#include "models/view/lanelayout.h"

#include <benchmark/benchmark.h>

#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace lockstep;

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};
constexpr std::uint32_t gpusPerNode = 8;
constexpr std::uint32_t portsPerNode = 10;

/// 8 GPUs x 35 metrics and 10 ports x 12 metrics: 400 samples.
std::shared_ptr<const NodeLayout> makeLayout()
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities.push_back({EntityKind::Node, "node", 0});
    std::vector<std::uint32_t> gpus;
    std::vector<std::uint32_t> ports;
    const auto addEntities = [&](EntityKind kind, std::uint32_t count, std::vector<std::uint32_t>& indices) {
        for (std::uint32_t number = 0; number < count; ++number) {
            indices.push_back(static_cast<std::uint32_t>(layout->entities.size()));
            layout->entities.push_back({kind, std::to_string(number), 0});
        }
    };
    addEntities(EntityKind::Gpu, gpusPerNode, gpus);
    addEntities(EntityKind::Port, portsPerNode, ports);
    const auto addMetrics = [&](EntityKind kind, int count, const std::vector<std::uint32_t>& entities) {
        for (int number = 0; number < count; ++number) {
            MetricDescriptor metric;
            metric.name = std::string(entityKindName(kind)) + "." + std::to_string(number);
            metric.entityKind = kind;
            layout->columns.push_back({static_cast<std::uint32_t>(layout->metrics.size()), entities});
            layout->metrics.push_back(metric);
        }
    };
    addMetrics(EntityKind::Gpu, 35, gpus);
    addMetrics(EntityKind::Port, 12, ports);
    return layout;
}

/// One tick of every node.
std::vector<BatchPtr> makeTick(const std::shared_ptr<const NodeLayout>& layout, int nodes, std::int64_t second)
{
    std::vector<BatchPtr> batches;
    batches.reserve(static_cast<std::size_t>(nodes));
    const TimePoint time = start + std::chrono::seconds(second);
    for (int node = 0; node < nodes; ++node) {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->node = "node" + std::to_string(node);
        batch->received = time;
        batch->sequence = static_cast<std::uint64_t>(second + 1);
        batch->tick
            = NodeTick{time, layout, std::vector<float>(layout->sampleCount(), static_cast<float>(node)), {}, {}};
        batches.push_back(batch);
    }
    return batches;
}

void applyClusterTick(benchmark::State& state)
{
    const auto layout = makeLayout();
    const int nodes = static_cast<int>(state.range(0));
    ClusterStore store({std::chrono::seconds(1), std::chrono::minutes(1)});
    std::int64_t second = 0;
    (void)store.apply(makeTick(layout, nodes, second++));
    for ([[maybe_unused]] auto unused : state) {
        state.PauseTiming();
        const auto batches = makeTick(layout, nodes, second);
        state.ResumeTiming();
        benchmark::DoNotOptimize(store.apply(batches));
        benchmark::DoNotOptimize(store.advance(start + std::chrono::seconds(second)));
        ++second;
    }
    state.SetItemsProcessed(state.iterations() * nodes * static_cast<std::int64_t>(layout->sampleCount()));
}
BENCHMARK(applyClusterTick)->Arg(64)->Arg(2048)->Unit(benchmark::kMillisecond)->Iterations(200);

/// What a sample costs in memory once ten minutes of history are full.
void fullHistory(benchmark::State& state)
{
    constexpr int nodes = 8;
    const auto layout = makeLayout();
    for ([[maybe_unused]] auto unused : state) {
        ClusterStore store;
        for (std::int64_t second = 0; second < 1500; ++second)
            benchmark::DoNotOptimize(store.apply(makeTick(layout, nodes, second)));
        const double perTick = nodes * static_cast<double>(layout->sampleCount());
        state.counters["ticks_held"] = static_cast<double>(store.ticks().length());
        state.counters["bytes_per_sample"]
            = static_cast<double>(store.memoryBytes()) / (perTick * static_cast<double>(store.ticks().length()));
    }
}
BENCHMARK(fullHistory)->Unit(benchmark::kMillisecond)->Iterations(1);

/// All nodes announce themselves in one application, and one by one.
void announceCluster(benchmark::State& state)
{
    const auto layout = makeLayout();
    const auto batches = makeTick(layout, 2048, 0);
    for ([[maybe_unused]] auto unused : state) {
        ClusterStore store;
        for (std::size_t at = 0; at < batches.size(); at += static_cast<std::size_t>(state.range(0))) {
            const auto count = std::min(static_cast<std::size_t>(state.range(0)), batches.size() - at);
            benchmark::DoNotOptimize(store.apply(std::span(batches).subspan(at, count)));
        }
    }
}
BENCHMARK(announceCluster)->Arg(2048)->Arg(32)->Unit(benchmark::kMillisecond)->Iterations(1);

/// 65,536 links of a leaf x spine matrix to at most 900 x 1,600 cells, and the time axis of 16,384 GPUs.
void reduceToCells(benchmark::State& state)
{
    const auto rows = static_cast<std::size_t>(state.range(0));
    const auto columns = static_cast<std::size_t>(state.range(1));
    std::mt19937 random(1);
    std::vector<std::uint32_t> entities(rows * columns);
    std::iota(entities.begin(), entities.end(), 0U);
    std::vector<float> values(entities.size());
    for (float& value : values)
        value = static_cast<float>(random() % 1000);
    const CellBins bins(entities, columns, (rows + 899) / 900, (columns + 1599) / 1600);
    std::vector<float> cells(bins.count());
    for ([[maybe_unused]] auto unused : state) {
        bins.reduce(values, static_cast<Aggregate>(state.range(2)), cells);
        benchmark::DoNotOptimize(cells.data());
    }
}
BENCHMARK(reduceToCells)
    ->ArgNames({"rows", "columns", "aggregate"})
    ->Args({1'024, 64, static_cast<int>(Aggregate::Max)})
    ->Args({1'024, 64, static_cast<int>(Aggregate::Mean)})
    ->Args({1'024, 64, static_cast<int>(Aggregate::P99)})
    ->Args({16'384, 1, static_cast<int>(Aggregate::Max)})
    ->Unit(benchmark::kMicrosecond);

void decimateSeries(benchmark::State& state)
{
    std::vector<float> samples(static_cast<std::size_t>(state.range(0)));
    for (std::size_t at = 0; at < samples.size(); ++at)
        samples[at] = static_cast<float>(at % 977);
    for ([[maybe_unused]] auto unused : state)
        benchmark::DoNotOptimize(decimate(samples, 1600));
}
BENCHMARK(decimateSeries)->Arg(600)->Arg(86'400)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

void laneLayout(benchmark::State& state)
{
    SpanStore store;
    for (std::int64_t number = 0; number < state.range(0); ++number) {
        const TimePoint from = start + std::chrono::microseconds(number * 100);
        store.add({EntityKind::Gpu, 0},
                  {.start = from, .end = from + std::chrono::microseconds(80), .kind = SpanKind::Compute}, {});
    }
    const TimeAxis axis{{start, start + std::chrono::microseconds(state.range(0) * 100)}, 1600};
    for ([[maybe_unused]] auto unused : state)
        benchmark::DoNotOptimize(layoutLane(store.lanes()[0], axis));
}
BENCHMARK(laneLayout)->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
