// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to say what was known of waiting at a moment: the longest turn on the GUI thread, and the work beside
// it. bench_moment [NODES] [SECONDS]: eight GPUs each, 2,048 nodes and two minutes unless told otherwise.
#include "models/analysis/moment/momentresults.h"
#include "models/analysis/moment/storelookback.h"
#include "models/store/clustermodel.h"
#include "tests/support/simulatedbatches.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

double msSince(std::chrono::steady_clock::time_point begun)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

} // namespace

int main(int count, char** arguments)
{
    const auto nodes = static_cast<std::uint32_t>(count > 1 ? std::atoi(arguments[1]) : 2048);
    const int seconds = count > 2 ? std::atoi(arguments[2]) : 120;
    SimulatedBatches source(nodes);
    ClusterModel cluster;
    cluster.apply(source.introduce(), SimulatedBatches::start);
    for (int second = 0; second < seconds; ++second) {
        const auto batches = source.next();
        cluster.apply(batches, batches.front()->received);
    }
    const ClusterStore& store = cluster.store();
    fmt::print("{} nodes, {} s: {} spans on {} lanes in memory\n", nodes, seconds, store.spans().spanCount(),
               store.spans().lanes().size());
    for (int round = 0; round < 3; ++round) {
        SpanLookBack spans(timeOfTick(store.ticks().to, store.tickPeriod()), store.tickPeriod());
        StoreLookBack copy(store.spans(), spans);
        double longest = 0;
        const auto begun = std::chrono::steady_clock::now();
        while (!spans.wanted().isEmpty() && spans.wanted().to > SimulatedBatches::start - 10s) {
            const auto turn = std::chrono::steady_clock::now();
            (void)copy.copySome(700us);
            longest = std::max(longest, msSince(turn));
        }
        const double gathered = msSince(begun);
        MomentSurroundings around;
        around.topology = store.topology();
        around.numbers = std::make_shared<const StoreNumbers>(store.spans());
        const std::size_t spanCount = spans.spanCount();
        const auto computing = std::chrono::steady_clock::now();
        const auto results = resultsAt(spans, around);
        std::size_t steps = 0;
        for (const auto& job : results->sync->jobs)
            steps = std::max(steps, job->steps.size());
        fmt::print(
            "{} spans of {:.0f} s, {} steps: copied in {:.0f} ms, the longest turn {:.2f} ms; computed in {:.0f} ms\n",
            spanCount, std::chrono::duration<double>(results->sync->lookBack).count(), steps, gathered, longest,
            msSince(computing));
    }
    return 0;
}
