// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of showing and panning a week of a server's past as a map of all GPUs over time: by steps of a pixel's width,
// and tick by tick without the highest value of each step.
//     bench_enginepan URL [ticks]
#include "app/session/livesession.h"
#include "datasources/prometheus/engineplan.h"
#include "models/core/metrics/metricnames.h"
#include "widgets/heatmap/timeheat.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

using namespace lockstep;

namespace {

constexpr std::int64_t pixels = 800;
constexpr std::size_t rows = 400;

void turnEvents()
{
    QCoreApplication::processEvents();
    QThread::msleep(2);
}

/// Time until the picture is complete.
double seconds(LiveSession& session, TimeCells& cells, MetricId metric, TickRange ticks)
{
    QElapsedTimer clock;
    clock.start();
    const ClusterStore& store = std::as_const(session).cluster().store();
    cells.keepOnly(cells.columnOf(ticks.from), cells.columnOf(ticks.to));
    for (;;) {
        std::vector<TimeCells::Column> changed;
        const bool isReduced = cells.reduce(store, cells.columnOf(ticks.from), cells.columnOf(ticks.to), changed,
                                            std::chrono::milliseconds(12));
        if (isReduced && store.available(metric, ticks) != Availability::Pending)
            return static_cast<double>(clock.elapsed()) / 1000;
        turnEvents();
    }
}

std::size_t cellsWithValue(const TimeCells& cells, TickRange ticks)
{
    std::size_t count = 0;
    for (auto column = cells.columnOf(ticks.from); column < cells.columnOf(ticks.to); ++column) {
        if (const auto* values = cells.column(column))
            count += static_cast<std::size_t>(std::ranges::count_if(*values, [](float v) { return !std::isnan(v); }));
    }
    return count;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    EngineEndpoint endpoint;
    endpoint.url = argc > 1 ? argv[1] : "http://127.0.0.1:8428";
    const Result<EnginePlan> plan = exploreEngine(endpoint, wallClockNow());
    if (!plan.isOk())
        return std::fprintf(stderr, "%s\n", plan.error().message.c_str()), 1;
    LiveSources sources;
    sources.engine = std::make_shared<const EnginePlan>(plan.value());
    LiveSession session(std::chrono::minutes(10), RecordFolder(), sources);
    session.begin();
    const ClusterStore& store = std::as_const(session).cluster().store();
    QElapsedTimer steady; // all the server's data has arrived
    for (std::size_t gpus = 0; gpus == 0 || steady.elapsed() < 5000 || store.ticks().length() < 1000;) {
        turnEvents();
        if (std::exchange(gpus, store.topology()->count(EntityKind::Gpu)) != store.topology()->count(EntityKind::Gpu))
            steady.start();
    }
    const MetricId metric = store.metrics().find(metrics::gpu::temperature);
    std::vector<std::uint32_t> gpus(store.topology()->count(EntityKind::Gpu));
    std::iota(gpus.begin(), gpus.end(), 0U);
    const TickIndex week
        = std::min<TickIndex>(store.ticks().length(), 7 * 86'400 / (store.tickPeriod().count() / 1'000'000'000));
    const TickIndex shown = argc > 2 ? std::atoi(argv[2]) : week * 7 / 8;
    for (const bool byStep : {true, false}) {
        if (!byStep && argc <= 3)
            break;
        TimeCells cells;
        cells.setBins(CellBins(gpus, (gpus.size() + rows - 1) / rows), (shown + pixels - 1) / pixels);
        cells.setMetric(metric);
        if (!byStep)
            cells.setAggregate(Aggregate::P99);
        QObject::connect(&session.cluster(), &ClusterModel::changed, &app,
                         [&](const ChangeSet& changes) { cells.invalidate(changes.ticks); });
        const TickIndex end = store.ticks().to;
        TickRange ticks{end - shown, end};
        std::printf("%s: %zu GPUs, %lld ticks in %lld columns\n", byStep ? "by steps" : "tick by tick", gpus.size(),
                    static_cast<long long>(shown), static_cast<long long>(pixels));
        const double first = seconds(session, cells, metric, ticks);
        std::printf("  first picture %.2f s, %zu cells with a value\n", first, cellsWithValue(cells, ticks));
        std::fflush(stdout);
        for (int pan = 1; pan <= 4; ++pan) {
            ticks = {ticks.from - shown / 32, ticks.to - shown / 32};
            const double took = seconds(session, cells, metric, ticks);
            std::printf("  pan by a 32nd %.2f s\n", took);
            std::fflush(stdout);
        }
        QObject::disconnect(&session.cluster(), &ClusterModel::changed, &app, nullptr);
    }
    return 0;
}
