// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of the heatmap for the GUI thread at 1600 x 900 with 16,384 GPUs. Run with QT_QPA_PLATFORM=offscreen.
#include "models/core/batch.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/heatmap/heatcanvas.h"

#include <QApplication>
#include <QImage>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t nodeCount = 2048;
constexpr std::uint32_t gpusPerNode = 8;
constexpr QSize canvasSize(1600, 900);

std::shared_ptr<const NodeLayout> makeLayout(std::uint32_t metricCount)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities.push_back({EntityKind::Node, "node", 0});
    std::vector<std::uint32_t> gpus;
    for (std::uint32_t i = 0; i < gpusPerNode; ++i) {
        gpus.push_back(i + 1);
        layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(i), 0});
    }
    for (std::uint32_t i = 0; i < metricCount; ++i) {
        MetricDescriptor metric;
        metric.name = "gpu.metric" + std::to_string(i);
        metric.title = "GPU metric " + std::to_string(i);
        metric.unit = Unit::Watt;
        metric.entityKind = EntityKind::Gpu;
        layout->metrics.push_back(metric);
        layout->columns.push_back({i, gpus});
    }
    return layout;
}

/// A canvas that shows a cluster of 16,384 GPUs with the given numbers of metrics and ticks.
struct Hall
{
    Hall(std::uint32_t metricCount, int ticks, GridMode mode) : layout(makeLayout(metricCount))
    {
        for (int i = 0; i < ticks; ++i)
            tick();
        time.follow(ticks * 1s);
        canvas.setMetric(MetricId{0});
        canvas.setMode(mode);
        canvas.resize(canvasSize);
        canvas.show();
        for (int i = 0; i < 50; ++i)
            paint();
    }

    void tick()
    {
        now += 1s;
        std::vector<BatchPtr> batches;
        for (std::uint32_t node = 0; node < nodeCount; ++node) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{0};
            batch->received = now;
            batch->node = "node" + std::to_string(node);
            batch->sequence = sequence;
            NodeTick values{now, layout, {}, {}, {}};
            values.values.resize(layout->sampleCount());
            for (float& value : values.values)
                value = static_cast<float>((seed = seed * 1664525 + 1013904223) >> 8) * 0x1p-24F * 700.0F;
            batch->tick = std::move(values);
            batches.push_back(std::move(batch));
        }
        ++sequence;
        cluster.apply(batches, now);
        const TickRange held = cluster.store().ticks();
        time.setExtent({timeOfTick(held.from, 1s), timeOfTick(held.to, 1s)});
    }

    void paint() { canvas.render(&image); }

    std::shared_ptr<const NodeLayout> layout;
    TimePoint now{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
    std::uint64_t sequence = 0;
    std::uint32_t seed = 1;
    ClusterModel cluster{{.history = 700s}};
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
    HeatCanvas canvas{{cluster, time, selection, theme, frames}};
    QImage image{canvasSize, QImage::Format_RGB32};
};

void repaintUnchanged(benchmark::State& state, Hall& shown)
{
    for (auto _ : state)
        shown.paint();
}

void repaintAfterTick(benchmark::State& state, Hall& shown)
{
    for (auto _ : state) {
        state.PauseTiming();
        shown.tick();
        state.ResumeTiming();
        shown.paint();
    }
}

/// Reads and colours everything. Frames are bounded, so it may take several; the longest one counts.
void rebuildAll(benchmark::State& state, Hall& shown)
{
    double longest = 0;
    double frames = 0;
    for (auto _ : state) {
        ChangeSet all;
        all.ticks = shown.cluster.store().ticks();
        Q_EMIT shown.cluster.changed(all);
        bool isComplete = false;
        while (!isComplete) {
            const auto start = std::chrono::steady_clock::now();
            shown.paint();
            longest = std::max(
                longest, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
            ++frames;
            isComplete = shown.canvas.isComplete();
        }
    }
    state.counters["longest_frame_ms"] = longest;
    state.counters["frames"] = benchmark::Counter(frames, benchmark::Counter::kAvgIterations);
}

void registerAll(const char* what, Hall& shown)
{
    using Case = void (*)(benchmark::State&, Hall&);
    const std::pair<const char*, Case> cases[] = {
        {"repaintUnchanged/", repaintUnchanged}, {"repaintAfterTick/", repaintAfterTick}, {"rebuildAll/", rebuildAll}};
    for (const auto& [name, run] : cases)
        benchmark::RegisterBenchmark((std::string(name) + what).c_str(), run, std::ref(shown))
            ->Unit(benchmark::kMillisecond)
            ->Iterations(50);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    Hall overTime(1, 600, GridMode::OverTime);
    Hall byMetric(24, 3, GridMode::ByMetric);
    registerAll("entities_x_600_ticks", overTime);
    registerAll("entities_x_24_metrics", byMetric);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
