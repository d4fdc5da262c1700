// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of the results of self-tests of many nodes: for the GUI thread in the Self-tests view, and for the watch that
// runs every 20 s. bench_selftests [NODES]: eight GPUs each; default 2,048 nodes. Run with QT_QPA_PLATFORM=offscreen.
#include "models/analysis/detect/watch/selftestwatch.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/fakeworld.h"
#include "widgets/jobs/selftestpanel.h"

#include <QApplication>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t gpusPerNode = 8;
constexpr int ticks = 40;
constexpr std::uint32_t slowGpu = 77;

/// CPU time of this thread.
double workedMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

template <class Work>
void measure(const char* what, const Work& work)
{
    double least = 1e9;
    for (int round = 0; round < 5; ++round) {
        const double begun = workedMs();
        work();
        least = std::min(least, workedMs() - begun);
    }
    fmt::print("{}: {:.1f} ms\n", what, least);
}

/// Results with a spread of 1 %, and one GPU that is a quarter slower.
Derived resultsAt(TickIndex tick, std::uint32_t nodes)
{
    Derived results;
    results.columns.reserve(SelfTestWatch::watched.size() + 1);
    std::ranges::fill(results.addColumn(metrics::selftest::age, tick, nodes), 100.0F);
    for (std::size_t column = 0; column < SelfTestWatch::watched.size(); ++column) {
        const bool isOfGpus = column < SelfTestWatch::firstOfNodes;
        std::vector<float>& values
            = results.addColumn(SelfTestWatch::watched[column], tick, isOfGpus ? nodes * gpusPerNode : nodes);
        for (std::size_t at = 0; at < values.size(); ++at)
            values[at] = column == 0 ? 0.0F : 1e9F * (1 + 0.01F * static_cast<float>(at * 7919 % 100) / 100);
        if (column > 0 && isOfGpus)
            values[slowGpu] *= 0.75F;
    }
    return results;
}

} // namespace

int main(int count, char** arguments)
{
    const QApplication application(count, arguments);
    const auto nodes = static_cast<std::uint32_t>(count > 1 ? std::atoi(arguments[1]) : 2048);
    FakeWorld world(FakeClusterOptions{.nodes = nodes, .gpusPerNode = gpusPerNode, .hostMetrics = false});
    world.introduce();
    for (int tick = 0; tick < ticks; ++tick) {
        world.run(1);
        world.cluster.applyDerived(resultsAt(tickIndexOf(world.now(), 1s), nodes));
    }
    const ClusterStore& store = world.cluster.store();
    const TimeRange range{timeOfTick(store.ticks().from, 1s), timeOfTick(store.ticks().to, 1s)};
    fmt::print("{} nodes, {} GPUs, {} rows\n", nodes, nodes * gpusPerNode,
               SelfTestHistory::read(store, range).rows.size());
    measure("history of the view", [&] { (void)SelfTestHistory::read(store, range); });
    world.time.follow(1min);
    SelfTestPanel panel(world.context());
    panel.resize(600, 400);
    measure("the whole view", [&] { panel.refresh(); });
    WatchedTick now{{0, world.now()}, store.topology(), {}};
    for (const DerivedColumn& column : resultsAt(0, nodes).columns) {
        if (column.metric.name != metrics::selftest::age)
            now.columns.push_back(column.values);
    }
    SelfTestWatch watch;
    measure("watch, every 20 s", [&] {
        Derived out;
        now.tick += SelfTestWatch::every;
        watch.step(now, out);
    });
    return 0;
}
