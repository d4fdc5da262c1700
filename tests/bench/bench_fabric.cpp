// SPDX-License-Identifier: GPL-3.0-or-later
// What the fabric matrix costs the GUI thread at 1600 x 900 with 65,536 links, and what the analyses of heat and fabric
// cost their worker. Run with QT_QPA_PLATFORM=offscreen.
#include "models/fabric/fabricmodel.h"
#include "models/thermal/thermalmodel.h"
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

/// Everything is read and coloured anew. Frames are bounded, so it may take several: the longest counts.
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

void fabricTick(benchmark::State& state, Shown& shown)
{
    FabricModel model;
    FabricTick tick;
    tick.topology = shown.world.cluster.store().topology();
    const std::size_t ports = tick.topology->count(EntityKind::Port);
    std::mt19937 random(2);
    for (std::vector<float>* values : {&tick.transmit, &tick.utilisation, &tick.peak, &tick.up, &tick.linkDowned,
                                       &tick.wait, &tick.symbolErrors, &tick.drops, &tick.retransmits}) {
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
    add("fabricTick/65536_links_and_16384_nics", fabricTick);
    benchmark::RegisterBenchmark("thermalTick/16384_gpus", thermalTick)->Unit(benchmark::kMillisecond)->Iterations(100);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
