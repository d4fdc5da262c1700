// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of a frame of the timeline with a million spans on 1,024 lanes, at 1600x900. Run with QT_QPA_PLATFORM=offscreen.
// Each round moves the window and waits for the pixels. LOCKSTEP_BENCH_NODES and LOCKSTEP_BENCH_SPANS (per lane)
// increase the size: 2048 and 610 give ten million spans on 16,384 lanes.
#include "models/core/batch.h"
#include "tests/support/fakeworld.h"
#include "widgets/timeline/timelineview.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <benchmark/benchmark.h>

using namespace lockstep;

namespace {

std::uint32_t askedFor(const char* variable, int usual)
{
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue(variable, &isNumber);
    return static_cast<std::uint32_t>(isNumber && asked > 0 ? asked : usual);
}

const std::uint32_t nodes = askedFor("LOCKSTEP_BENCH_NODES", 128);
constexpr std::uint32_t gpusPerNode = 8;
const int spansPerLane = static_cast<int>(askedFor("LOCKSTEP_BENCH_SPANS", 980));
constexpr Duration history = std::chrono::seconds(490);

/// Compute, wait and transfer in turn, half a second each three, no two lanes alike.
std::vector<Span> spansOf(std::uint32_t rank, TimePoint end)
{
    constexpr SpanKind kinds[]{SpanKind::Compute, SpanKind::Wait, SpanKind::Collective, SpanKind::Compute};
    std::vector<Span> spans;
    for (int i = 0; i < spansPerLane; ++i) {
        Span span;
        span.start = end - history + history / spansPerLane * i;
        const int share = 60 + static_cast<int>((rank * 7919U + static_cast<std::uint32_t>(i) * 104729U) % 40U);
        span.end = span.start + history / spansPerLane * share / 100;
        span.kind = kinds[(static_cast<std::uint32_t>(i) + rank) % 4];
        span.entity = 1 + rank % gpusPerNode;
        span.lane = 3 + rank % gpusPerNode;
        span.op = 1;
        span.job = 2;
        span.rank = rank;
        spans.push_back(span);
    }
    return spans;
}

double indexing = 0; ///< seconds that taking the spans in took

void fill(FakeWorld& world)
{
    world.introduce();
    world.run(1);
    std::uint32_t node = 0;
    for (const BatchPtr& batch : world.fake().tick(world.now() + std::chrono::seconds(1))) {
        auto copy = std::make_shared<Batch>(*batch);
        std::vector<std::string> names{"", "all_reduce", "llama-70b"}; // of this node's stream
        for (std::uint32_t gpu = 0; gpu < gpusPerNode; ++gpu) {
            const std::uint32_t rank = node * gpusPerNode + gpu;
            names.push_back("rank " + std::to_string(rank));
            const auto spans = spansOf(rank, world.now());
            copy->tick->spans.insert(copy->tick->spans.end(), spans.begin(), spans.end());
        }
        copy->names = std::make_shared<const std::vector<std::string>>(std::move(names));
        const auto start = FrameStats::Clock::now();
        world.apply(copy);
        indexing += std::chrono::duration<double>(FrameStats::Clock::now() - start).count();
        ++node;
    }
    world.time.setExtent({world.now() - history, world.now()});
    world.time.fitExtent();
}

class Bench : public benchmark::Fixture
{
public:
    void SetUp(benchmark::State&) override
    {
        if (view != nullptr)
            return;
        world = std::make_unique<FakeWorld>(
            FakeClusterOptions{.nodes = nodes, .gpusPerNode = gpusPerNode, .hostMetrics = false});
        fill(*world);
        view = std::make_unique<TimelineView>(world->context());
        view->resize(1600, 900);
        view->show();
        QApplication::processEvents();
    }

    /// Times one repaint and keeps it for the percentiles.
    void paint(benchmark::State& state, std::vector<double>& times)
    {
        const auto start = FrameStats::Clock::now();
        view->viewport()->repaint();
        const double seconds = std::chrono::duration<double>(FrameStats::Clock::now() - start).count();
        state.SetIterationTime(seconds);
        times.push_back(seconds * 1000);
    }

    void report(benchmark::State& state, std::vector<double> times) const
    {
        const Percentiles all = percentilesOf(std::move(times));
        state.counters["p50_ms"] = all.p50;
        state.counters["p95_ms"] = all.p95;
        state.counters["spans"] = static_cast<double>(world->cluster.store().spans().spanCount());
        const SpanStore& stored = world->cluster.store().spans();
        state.counters["bytes_per_span"]
            = static_cast<double>(stored.memoryBytes()) / static_cast<double>(stored.spanCount());
        state.counters["indexed_per_s"] = static_cast<double>(stored.spanCount()) / indexing;
        state.counters["lanes"] = static_cast<double>(view->rows().laneCount());
    }

    // Created once, because creating a million spans takes longer than measuring.
    static std::unique_ptr<FakeWorld> world;
    static std::unique_ptr<TimelineView> view;
};

std::unique_ptr<FakeWorld> Bench::world;
std::unique_ptr<TimelineView> Bench::view;

/// Argument: seconds in the window.
BENCHMARK_DEFINE_F(Bench, pan)(benchmark::State& state)
{
    const Duration length = std::chrono::seconds(state.range(0));
    const TimeRange extent = world->time.extent();
    TimePoint from = extent.from;
    std::vector<double> times;
    for (auto _ : state) {
        from += length / 50;
        if (from + length > extent.to)
            from = extent.from;
        world->time.setRange({from, from + length});
        paint(state, times);
    }
    report(state, std::move(times));
}
BENCHMARK_REGISTER_F(Bench, pan)->Arg(1)->Arg(20)->Arg(120)->Arg(400)->UseManualTime()->Unit(benchmark::kMillisecond);

BENCHMARK_DEFINE_F(Bench, zoom)(benchmark::State& state)
{
    world->time.fitExtent();
    const TimePoint middle = world->time.extent().from + history / 2;
    double factor = 0.8;
    std::vector<double> times;
    for (auto _ : state) {
        if (world->time.range().length() < std::chrono::milliseconds(10))
            factor = 1.25;
        else if (world->time.range().length() > history)
            factor = 0.8;
        world->time.zoom(factor, middle);
        paint(state, times);
    }
    report(state, std::move(times));
}
BENCHMARK_REGISTER_F(Bench, zoom)->UseManualTime()->Unit(benchmark::kMillisecond);

BENCHMARK_DEFINE_F(Bench, hover)(benchmark::State& state)
{
    world->time.fitExtent();
    std::vector<double> times;
    int x = 300;
    for (auto _ : state) {
        x = x < 1500 ? x + 3 : 300;
        const QPointF point(x, 400);
        QMouseEvent move(QEvent::MouseMove, point, point, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(view->viewport(), &move);
        paint(state, times);
    }
    report(state, std::move(times));
}
BENCHMARK_REGISTER_F(Bench, hover)->UseManualTime()->Unit(benchmark::kMillisecond);

/// Ordering all lanes by their waits, without painting.
BENCHMARK_DEFINE_F(Bench, worstFirst)(benchmark::State& state)
{
    world->time.fitExtent();
    TimelineRows rows;
    for (auto _ : state)
        rows.sortByWait(world->cluster.store(), world->time.range());
}
BENCHMARK_REGISTER_F(Bench, worstFirst)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    Bench::view.reset();
    Bench::world.reset();
    return 0;
}
