// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of computing wait results for a moment: the longest turn on the GUI thread, and background work. bench_moment
// [NODES] [SECONDS]: eight GPUs each; default 2,048 nodes and two minutes.
#include "models/analysis/moment/momentresults.h"
#include "models/analysis/moment/spanlookback.h"
#include "models/store/clustermodel.h"
#include "tests/support/simulatedbatches.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// CPU time of this thread.
double workedMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
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
        const double begun = workedMs();
        while (!spans.wanted().isEmpty() && spans.wanted().to > SimulatedBatches::start - 10s) {
            const double turn = workedMs();
            (void)copy.copySome(500us);
            longest = std::max(longest, workedMs() - turn);
        }
        const double gathered = workedMs() - begun;
        MomentSurroundings around;
        around.topology = store.topology();
        around.numbers = std::make_shared<const StoreNumbers>(store.spans());
        const std::size_t spanCount = spans.spanCount();
        const double computing = workedMs();
        const auto results = resultsAt(spans, around);
        std::size_t steps = 0;
        for (const auto& job : results->sync->jobs)
            steps = std::max(steps, job->steps.size());
        fmt::print(
            "{} spans of {:.0f} s, {} steps: copied in {:.0f} ms, the longest turn {:.2f} ms; computed in {:.0f} ms\n",
            spanCount, std::chrono::duration<double>(results->sync->lookBack).count(), steps, gathered, longest,
            workedMs() - computing);
    }
    return 0;
}
