// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of the fabric matrix for the GUI thread at 1600 x 900 with 65,536 links, and with 16,384 ranks by ranks. Also
// the cost of the thermal and fabric analyses for their worker. Run with QT_QPA_PLATFORM=offscreen.
#include "models/analysis/fabric/fabricmodel.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/core/batch.h"
#include "tests/widgets/fabric/fabricfixture.h"
#include "widgets/fabric/fabriccanvas.h"

#include <QApplication>
#include <QImage>
#include <benchmark/benchmark.h>

#include <random>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr QSize canvasSize(1600, 900);

struct Shown
{
    Shown()
    {
        for (int tick = 0; tick < 90; ++tick)
            this->tick();
        canvas.setMetric(world.cluster.store().metrics().find("port.utilisation"));
        canvas.resize(canvasSize);
        canvas.show();
        for (int frame = 0; frame < 60; ++frame)
            canvas.render(&image);
    }
    void tick()
    {
        for (float& value : world.values)
            value = static_cast<float>(random() % 1000) / 2000;
        world.tick();
    }

    std::mt19937 random{1};
    FabricWorld world{{.rails = 8, .leavesPerRail = 128, .spinesPerRail = 64, .nodesPerLeaf = 16}};
    FabricCanvas canvas{world.context()};
    QImage image{canvasSize, QImage::Format_RGB32};
};

void repaintUnchanged(benchmark::State& state, Shown& shown)
{
    for (auto _ : state)
        shown.canvas.render(&shown.image);
}

void repaintAfterTick(benchmark::State& state, Shown& shown)
{
    for (auto _ : state) {
        state.PauseTiming();
        shown.tick();
        state.ResumeTiming();
        shown.canvas.render(&shown.image);
    }
}

/// Reads and colours everything. Frames are bounded, so it may take several; the longest one counts.
void rebuildAll(benchmark::State& state, Shown& shown)
{
    double longest = 0;
    for (auto _ : state) {
        ChangeSet all;
        all.ticks = shown.world.cluster.store().ticks();
        Q_EMIT shown.world.cluster.changed(all);
        do {
            const auto start = std::chrono::steady_clock::now();
            shown.canvas.render(&shown.image);
            longest = std::max(
                longest, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        } while (!shown.canvas.isComplete());
    }
    state.counters["longest_frame_ms"] = longest;
}

/// 16,384 ranks in 2,048 nodes: a group in each node, groups of 256 across nodes, and one of all.
struct ShownPairs
{
    static constexpr std::uint32_t nodes = 2048;
    static constexpr std::uint32_t slots = 8;

    ShownPairs()
    {
        std::vector<BatchPtr> batches;
        for (std::uint32_t node = 0; node < nodes; ++node)
            batches.push_back(batchOf(node));
        cluster.apply(batches, now);
        const TickRange held = cluster.store().ticks();
        time.setExtent({timeOfTick(held.from, std::chrono::seconds(1)), timeOfTick(held.to, std::chrono::seconds(1))});
        for (std::uint32_t node = 0; node < nodes; ++node)
            addGroup(node * slots, 1, slots);
        for (std::uint32_t first = 0; first < 64; ++first)
            addGroup(first, 64, 256);
        addGroup(0, 1, nodes * slots);
        context.fabric = &fabricResults;
        tick();
        open();
        (void)paint();
    }

    /// Opens a new view.
    void open()
    {
        canvas = std::make_unique<FabricCanvas>(context);
        canvas->setShape(MatrixShape::RankRank);
        canvas->setPairs(PairQuantity::Bandwidth, {});
        canvas->resize(canvasSize);
        canvas->show();
    }
    /// Frames until all is shown. @return milliseconds of the longest
    double paint()
    {
        double longest = 0;
        do {
            const auto start = std::chrono::steady_clock::now();
            canvas->render(&image);
            longest = std::max(
                longest, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        } while (!canvas->isComplete());
        return longest;
    }

    BatchPtr batchOf(std::uint32_t node)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->entities.push_back({EntityKind::Node, "node" + std::to_string(node), 0});
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = now;
        batch->node = layout->entities.front().name;
        batch->sequence = 1;
        std::vector<Span> spans;
        std::vector<std::string> names{std::string(), "job"};
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(slot), 0});
            names.push_back("rank " + std::to_string(node * slots + slot));
            Span& span = spans.emplace_back();
            span.entity = slot + 1;
            span.rank = node * slots + slot;
            span.lane = slot + 2;
            span.job = 1;
            span.start = now - std::chrono::milliseconds(100);
            span.end = now;
        }
        batch->names = std::make_shared<const std::vector<std::string>>(names);
        batch->tick = NodeTick{now, layout, {}, std::move(spans), {}};
        return batch;
    }
    void addGroup(std::uint32_t first, std::uint32_t stride, std::uint32_t count)
    {
        auto gpus = std::make_shared<std::vector<EntityRef>>();
        for (std::uint32_t at = 0; at < count; ++at)
            gpus->push_back({EntityKind::Gpu, first + at * stride});
        groups.push_back({0, count > slots, 0, 50e9F, 1e9F, std::move(gpus)});
    }
    void tick()
    {
        for (CommunicatorFlow& group : groups)
            group.busBandwidth = static_cast<float>(random() % 1000) * 1e8F;
        fabricResults.publish(std::make_shared<const std::vector<CommunicatorFlow>>(groups));
    }

    std::mt19937 random{4};
    TimePoint now{std::chrono::seconds(1'772'334'720)};
    ClusterModel cluster;
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
    FabricResults fabricResults;
    std::vector<CommunicatorFlow> groups;
    ViewContext context{cluster, time, selection, theme, frames};
    std::unique_ptr<FabricCanvas> canvas;
    QImage image{canvasSize, QImage::Format_RGB32};
};

void pairsUnchanged(benchmark::State& state, ShownPairs& shown)
{
    for (auto _ : state)
        shown.canvas->render(&shown.image);
}

/// New values of all groups, over as many frames as needed; the longest one counts.
void pairsAfterTick(benchmark::State& state, ShownPairs& shown)
{
    double longest = 0;
    for (auto _ : state) {
        state.PauseTiming();
        shown.tick();
        state.ResumeTiming();
        longest = std::max(longest, shown.paint());
    }
    state.counters["longest_frame_ms"] = longest;
}

/// From nothing: ranks have to be found and named.
void pairsAppear(benchmark::State& state, ShownPairs& shown)
{
    double longest = 0;
    for (auto _ : state) {
        state.PauseTiming();
        shown.open();
        state.ResumeTiming();
        longest = std::max(longest, shown.paint());
    }
    state.counters["longest_frame_ms"] = longest;
}

void fabricTick(benchmark::State& state, Shown& shown)
{
    FabricModel model;
    FabricTick tick;
    tick.topology = shown.world.cluster.store().topology();
    const std::size_t ports = tick.topology->count(EntityKind::Port);
    std::mt19937 random(2);
    for (std::vector<float>* values :
         {&tick.transmit, &tick.up, &tick.linkDowned, &tick.wait, &tick.symbolErrors, &tick.drops, &tick.retransmits}) {
        values->resize(ports);
        for (float& value : *values)
            value = static_cast<float>(random() % 1000) / 1000;
    }
    for (auto _ : state) {
        ++tick.tick;
        Derived derived;
        model.step(tick, derived);
        benchmark::DoNotOptimize(derived);
    }
}

void thermalTick(benchmark::State& state)
{
    TopologyBuilder builder;
    for (int node = 0; node < 2048; ++node) {
        const EntityRef ref = builder.addNode("node" + std::to_string(node), {}, {});
        for (int gpu = 0; gpu < 8; ++gpu)
            (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), ref);
        for (const char* sensor : {"inlet", "exhaust", "coolant"})
            (void)builder.add(EntityKind::Sensor, sensor, ref);
    }
    ThermalModel model;
    ThermalTick tick;
    tick.topology = builder.build();
    std::mt19937 random(3);
    tick.slowdownLimit.assign(16'384, 89);
    tick.sensorTemperature.assign(2048 * 3, 30);
    for (auto _ : state) {
        state.PauseTiming();
        tick.gpuTemperature.resize(16'384);
        tick.gpuPower.resize(16'384);
        for (float& celsius : tick.gpuTemperature)
            celsius = 50 + static_cast<float>(random() % 10);
        for (float& watts : tick.gpuPower)
            watts = 550 + static_cast<float>(random() % 100);
        ++tick.tick;
        state.ResumeTiming();
        Derived derived;
        model.step(tick, derived);
        benchmark::DoNotOptimize(derived);
    }
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    Shown shown;
    const auto add = [&](const char* name, auto run) {
        benchmark::RegisterBenchmark(name, run, std::ref(shown))->Unit(benchmark::kMillisecond)->Iterations(60);
    };
    add("repaintUnchanged", repaintUnchanged);
    add("repaintAfterTick", repaintAfterTick);
    add("rebuildAll", rebuildAll);
    ShownPairs pairs;
    const auto addPairs = [&](const char* name, auto run) {
        benchmark::RegisterBenchmark(name, run, std::ref(pairs))->Unit(benchmark::kMillisecond)->Iterations(60);
    };
    addPairs("pairsAfterTick/16384_ranks", pairsAfterTick);
    addPairs("pairsAppear/16384_ranks", pairsAppear);
    addPairs("pairsUnchanged/16384_ranks", pairsUnchanged);
    add("fabricTick/65536_links_and_16384_nics", fabricTick);
    benchmark::RegisterBenchmark("thermalTick/16384_gpus", thermalTick)->Unit(benchmark::kMillisecond)->Iterations(100);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
