// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU falls off the bus of a simulated job: its cost, compared with the simulation's ground truth.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"
#include "widgets/jobs/jobreading.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr double onsetSeconds = 190;
constexpr int runSeconds = 330;

sim::Drill drillAtOnset()
{
    sim::Drill drill = readDrillFile(resourceFile("drills/gpu-off-the-bus.toml")).value();
    drill.faults.front().onsetSeconds = onsetSeconds;
    return drill;
}

/// Seconds of steps that a job repeated, and the first of these steps.
struct TrueRollback
{
    double seconds = 0;
    std::uint32_t toStep = 0;
    int count = 0;
};

TrueRollback rollbackOf(const sim::GroundTruth& truth, std::uint32_t job)
{
    TrueRollback rollback;
    std::vector<sim::StepTruth> taken;
    for (const sim::StepTruth& step : truth.steps) {
        if (step.job != job)
            continue;
        if (!taken.empty() && step.step <= taken.back().step) {
            ++rollback.count;
            rollback.toStep = step.step;
            for (; !taken.empty() && taken.back().step >= step.step; taken.pop_back())
                rollback.seconds += std::isfinite(taken.back().seconds) ? taken.back().seconds : 0;
        }
        taken.push_back(step);
    }
    return rollback;
}

} // namespace

class TestJobDrill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAGpuThatIsLostCostsAddsUp()
    {
        SimulatedWorld world(readSimulationFile(resourceFile("clusters/demo.toml")).value(), drillAtOnset());
        SyncResults syncResults;
        world.add(std::make_unique<SyncAnalysis>(syncResults));
        world.run(runSeconds);
        const ClusterStore& store = world.store();
        const std::vector<EntityRef> jobs = trainingJobs(store, store.ticks());
        QCOMPARE(jobs.size(), std::size_t{2}); // the service is not a job
        const auto ledger = [&](EntityRef job) {
            return ledgerOf(seriesOf(store, job, store.ticks()));
        };
        const auto hit = std::ranges::find_if(jobs, [&](EntityRef job) { return !ledger(job).rollbacks.empty(); });
        QVERIFY(hit != jobs.end());
        const std::string name = world.topology().name(*hit);
        const std::uint32_t number = name == "train-a" ? 0 : 1;
        const TrueRollback truth = rollbackOf(world.simulation().truth(), number);
        QCOMPARE(truth.count, 1);
        const JobLedger found = ledger(*hit);
        QCOMPARE(found.rollbacks.size(), std::size_t{1});
        QCOMPARE(static_cast<std::uint32_t>(found.rollbacks[0].toStep), truth.toStep);
        QVERIFY(truth.toStep > 0); // a checkpoint saved the rest
        const Goodput goodput = goodputOf(found.time);
        const double sum = std::accumulate(goodput.parts.begin(), goodput.parts.end(), 0.0,
                                           [](double all, const GoodputPart& part) { return all + part.gpuSeconds; });
        QCOMPARE(sum, found.time.reserved);
        QCOMPARE(found.time.reserved, found.gpus * static_cast<double>(found.heldTicks));
        const auto perGpu = [&](double gpuSeconds) {
            return gpuSeconds / found.gpus;
        };
        const std::string said = fmt::format(
            "lost {:.1f} s of {:.1f} s, wait {:.1f}, checkpoint {:.1f}, restart {:.1f}, "
            "unknown {:.1f}, productive {:.1f}",
            perGpu(found.time.lostWork), truth.seconds, perGpu(found.time.wait), perGpu(found.time.checkpoint),
            perGpu(found.time.restart), perGpu(found.time.unknown), perGpu(found.time.productive));
        // The repeated steps without their waits, and the work of the aborted one.
        QVERIFY2(perGpu(found.time.lostWork) > 0.9 * truth.seconds && perGpu(found.time.lostWork) < truth.seconds + 6,
                 said.c_str());
        QVERIFY2(perGpu(found.time.wait) > 25, said.c_str()); // until the collective times out
        QVERIFY2(std::abs(perGpu(found.time.restart) - 30) < 6, said.c_str());
        QVERIFY2(found.time.unknown < 0.02 * found.time.reserved, said.c_str());
        QVERIFY2(found.time.checkpoint > 0, said.c_str());
        const JobState state = stateOf(store, *hit, store.ticks());
        QVERIFY(state.checkpointSeconds > 0);
        QCOMPARE(state.restarts, 1.0);
        QVERIFY(state.mfu > 0.2 && state.mfu < 0.7);
    }

    /// At an earlier moment the work lost by a restart is unknown.
    void beforeTheRestartNothingIsLost()
    {
        SimulatedWorld world(readSimulationFile(resourceFile("clusters/demo.toml")).value(), drillAtOnset());
        SyncResults syncResults;
        world.add(std::make_unique<SyncAnalysis>(syncResults));
        world.run(static_cast<int>(onsetSeconds) - 10);
        for (const EntityRef job : trainingJobs(world.store(), world.store().ticks())) {
            const JobLedger ledger = ledgerOf(seriesOf(world.store(), job, world.store().ticks()));
            QVERIFY(ledger.rollbacks.empty());
            QVERIFY(ledger.time.productive > 0.9 * ledger.time.reserved);
        }
    }
};

LOCKSTEP_TEST(tst_jobdrill, TestJobDrill)
#include "tst_jobdrill.moc"
