// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of following the waits of a large cluster, and time until the analysis names the simulated fault.
// bench_sync [NODES]: eight GPUs each, 2,048 nodes by default.
#include "tests/models/analysis/sync/tracking/simulatedspans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

/// CPU time of this thread.
double workedSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

constexpr int onsetSeconds = 40;

struct Case
{
    const char* name;
    FaultKind fault;
    double severity;
    bool isOnGpu;
    int patienceSeconds;
};

Drill drillOf(const Case& each, std::uint32_t nodes)
{
    Drill drill;
    DrillFault fault;
    fault.kind = each.fault;
    fault.severity = each.severity;
    fault.onsetSeconds = onsetSeconds;
    if (each.isOnGpu) {
        fault.target.node = nodes / 3;
        fault.target.gpu = 2;
    } else if (each.fault == FaultKind::HashPolarisation) {
        fault.target.rail = 1;
    }
    drill.faults.push_back(fault);
    return drill;
}

/// Whether the worst culprit of the newest step is the simulator's true cause.
bool isNamed(const SimulatedSpans& spans, const JobSync& job)
{
    const auto worst = std::ranges::max_element(job.culprits, {}, &CulpritRow::lastStepGpuSeconds);
    const auto& steps = spans.simulation().truth().steps;
    if (worst == job.culprits.end() || steps.empty())
        return false;
    switch (steps.back().cause) {
    case StepCause::SlowRank:
        return worst->culprit.kind == CulpritKind::Lane && job.ranks[worst->culprit.index] == steps.back().culpritRank;
    case StepCause::SlowLink:
        return worst->culprit.kind == CulpritKind::Communicator;
    default:
        return worst->culprit.kind == CulpritKind::Storage;
    }
}

/// Time spent on following, relative to elapsed time.
struct Cost
{
    double busy = 0;
    double worst = 0; ///< of one second's spans
    std::size_t spans = 0;
    int seconds = 0;
};

std::shared_ptr<const JobSync> follow(SimulatedSpans& spans, Cost& cost)
{
    const std::vector<SyncSpan>& fresh = spans.advance();
    const double begin = workedSeconds();
    spans.tracker().add(fresh);
    std::shared_ptr<const JobSync> job;
    if (!spans.tracker().closeWhole().empty())
        job = spans.job();
    const double took = workedSeconds() - begin;
    cost.busy += took;
    cost.worst = std::max(cost.worst, took);
    cost.spans += fresh.size();
    ++cost.seconds;
    return job;
}

void run(const Case& each, std::uint32_t nodes)
{
    SimulatedSpans spans(nodes, drillOf(each, nodes), 8, each.fault == FaultKind::StorageContention ? 6 : 1000);
    Cost cost;
    std::size_t before = 0;
    int named = -1;
    std::shared_ptr<const JobSync> last;
    for (int second = 0; second < onsetSeconds + each.patienceSeconds && named < 0; ++second) {
        const auto job = follow(spans, cost);
        if (!job)
            continue;
        last = job;
        if (second < onsetSeconds)
            before = job->steps.size();
        else if (isNamed(spans, *job))
            named = static_cast<int>(job->steps.size() - before);
    }
    fmt::print("{:<20} {} ranks, {:.0f} spans/s, {:.2f} % of a core, worst second {:.0f} ms, ", each.name, nodes * 8,
               static_cast<double>(cost.spans) / cost.seconds, 100 * cost.busy / cost.seconds, cost.worst * 1e3);
    if (named >= 0)
        fmt::print("first in blame after {} steps", named);
    else
        fmt::print("not named within {} s", each.patienceSeconds);
    if (last && last->whatIf)
        fmt::print(", S {:.2f}, {}", last->whatIf->result.slowdown, whatIfVerdictName(last->whatIf->result.verdict));
    fmt::print("\n");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char* argv[])
{
    const auto nodes = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 2048);
    const Case cases[] = {
        {"slow GPU", FaultKind::SlowGpu, 0.16, true, 90},
        {"throttled GPU", FaultKind::BlockedColdPlate, 4, true, 400},
        {"slow link", FaultKind::HashPolarisation, 1, false, 90},
        {"storage contention", FaultKind::StorageContention, 0.88, false, 200},
    };
    for (const Case& each : cases)
        run(each, nodes);
    return 0;
}
