// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/stepplan.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep::sim;

namespace {

constexpr std::size_t reduceGradients = 16;

/// A job of 4 x 8 x 4 ranks on healthy hardware, which tests then degrade.
struct Job
{
    RankGrid grid{4, 8, 4};
    StepWork work;
    std::vector<float> speed = std::vector<float>(grid.count(), 1.0F);
    std::vector<float> ring = std::vector<float>(grid.count(), 47.0F);
    std::vector<float> stage = std::vector<float>(grid.count(), 47.0F);
    std::vector<float> stall = std::vector<float>(grid.count(), 0.0F);
    std::vector<float> start = std::vector<float>(grid.count(), 0.0F);
    std::uint32_t dead = 0xFFFFFFFF;
    float deadAt = 0;

    Job()
    {
        JobSpec spec;
        spec.tensorParallel = 4;
        spec.pipelineParallel = 4;
        work = stepWork(spec, grid.count(), *findGpuModel("H100"));
    }
    [[nodiscard]] StepPlan plan() const
    {
        StepConditions conditions{speed, ring, stage, stall};
        conditions.deadRank = dead;
        conditions.deadAt = deadAt;
        StepPlan plan;
        plan.make(grid, work, conditions, start, Random(11));
        return plan;
    }
    [[nodiscard]] float length() const { return *std::ranges::max_element(plan().ends()); }
};

} // namespace

class StepPlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepNeedsSixFlopsPerParameterAndToken()
    {
        const Job job;
        const double flops = job.work.computeSeconds * 989e12 * 0.55 * job.grid.count();
        QVERIFY(std::abs(flops / (6 * 70e9 * job.work.tokens) - 1) < 1e-9);
    }

    void anUndisturbedStepIsComputeBubbleAndTransfers()
    {
        const Job job;
        const StepWork& work = job.work;
        const double microBatches = work.tokens / (8.0 * 8192);
        const double tensor = 8 * work.tensorBytes * 3 / 4 / 450e9;
        const double ring = (work.gradientBytes + work.parameterBytes) * 7 / 8 / 47e9;
        // (p - 1) / (m v) of the passes, which hold the tensor collectives too
        const double passes = work.computeSeconds + tensor;
        const double expected = passes * (1 + 3 / (microBatches * 8)) + ring + work.optimizerSeconds;
        QVERIFY(std::abs(job.length() / expected - 1) < 0.02);
    }

    void aCollectiveEndsWhenItsLastMemberHasArrivedAndTheDataHasMoved()
    {
        const Job job;
        const StepPlan plan = job.plan();
        const double moving = job.work.gradientBytes * 7 / 8 / 47e9;
        for (std::uint32_t group = 0; group < 16; ++group) {
            float lastArrival = 0;
            for (std::uint32_t d = 0; d < 8; ++d)
                lastArrival
                    = std::max(lastArrival, plan.start(reduceGradients, job.grid.rank(group % 4, d, group / 4)));
            for (std::uint32_t d = 0; d < 8; ++d) {
                const float end = plan.end(reduceGradients, job.grid.rank(group % 4, d, group / 4));
                QVERIFY(std::abs(end - lastArrival - moving) < 2e-4);
            }
        }
    }

    void oneSlowRankStretchesTheStepByItsOwnLateness()
    {
        Job job;
        const float before = job.length();
        job.speed[37] = 0.8F;
        const double late = job.work.computeSeconds * (1 / 0.8 - 1);
        // and a little more: its stage's longer micro-batches also fill the pipeline more slowly
        QVERIFY(job.length() - before > 0.99 * late);
        QVERIFY(job.length() - before < 1.05 * late);
    }

    void theSlowRankArrivesLastAndWaitsLeast()
    {
        Job job;
        job.speed[37] = 0.8F;
        const StepPlan plan = job.plan();
        const std::uint32_t first = job.grid.tensorGroup(37) * 4;
        for (std::uint32_t rank = first; rank < first + 4; ++rank) {
            if (rank != 37)
                QVERIFY(plan.start(3, rank) < plan.start(3, 37) - 0.05F);
        }
    }

    void aRingIsAsSlowAsItsSlowestLink()
    {
        Job job;
        const StepPlan before = job.plan();
        job.ring[37] = 23.5F;
        const StepPlan after = job.plan();
        const double moving = job.work.gradientBytes * 7 / 8 / 47e9;
        for (std::uint32_t rank = 0; rank < job.grid.count(); ++rank) {
            const bool isInRing = job.grid.dataGroup(rank) == job.grid.dataGroup(37);
            const float more = after.end(reduceGradients, rank) - before.end(reduceGradients, rank);
            QVERIFY(std::abs(more - (isInRing ? moving : 0)) < 1e-4);
        }
    }

    void whatDependsOnADeadRankNeverEndsAndTheRestIsAsItWas()
    {
        Job job;
        const StepPlan before = job.plan();
        job.dead = 37;
        job.deadAt = 0.3F;
        const StepPlan after = job.plan();
        for (const float end : after.ends())
            QVERIFY(std::isinf(end));
        for (std::uint32_t rank = 0; rank < job.grid.count(); ++rank) {
            for (std::size_t phase = 0; phase < stepPhases.size(); ++phase) {
                const float end = after.end(phase, rank);
                QVERIFY(std::isinf(end) || end == before.end(phase, rank));
            }
        }
        QVERIFY(std::isfinite(after.end(15, 0))); // another replica gets as far as the first collective they share
    }
};

LOCKSTEP_TEST(tst_stepplan, StepPlanTest)
#include "tst_stepplan.moc"
