// SPDX-License-Identifier: GPL-3.0-or-later
// Output lost by an incident, compared with the simulation's ground truth.
#include "app/session/incidents/damagesum.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

#include <cmath>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr int onset = 190;
constexpr int incidentSeconds = 140;

/// Two training jobs and a service; a GPU of one of the jobs is lost.
struct Hall : SimulatedWorld
{
    Hall() : SimulatedWorld(withoutScheduler(), lostGpu())
    {
        add(std::make_unique<SyncAnalysis>(workspace));
        run(onset);
    }
    static sim::ClusterSpec withoutScheduler()
    {
        sim::ClusterSpec spec = readSimulationFile(resourceFile("clusters/demo.toml")).value();
        spec.scheduler = {};
        return spec;
    }
    static sim::Drill lostGpu()
    {
        sim::Drill drill = readDrillFile(resourceFile("drills/gpu-off-the-bus.toml")).value();
        drill.faults.front().onsetSeconds = onset;
        return drill;
    }
    /// A scheduler reports, now.
    void report(float outOfFirst, float outOfSecond)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->metrics = {*findMetric(metrics::node::gpusUnavailable)};
        layout->entities = {{EntityKind::Node, "scheduler"},
                            {EntityKind::Node, nodeName(0), EntityDescriptor::clusterScope},
                            {EntityKind::Node, nodeName(1), EntityDescriptor::clusterScope}};
        layout->columns = {{0, {1, 2}}};
        Batch batch;
        batch.source = SourceId{0};
        batch.node = "scheduler";
        batch.received = simulation().now();
        batch.sequence = ++sequence;
        batch.tick = NodeTick{simulation().now(), layout, {outOfFirst, outOfSecond}, {}, {}};
        cluster.apply(std::vector<BatchPtr>{std::make_shared<Batch>(batch)}, simulation().now());
    }
    [[nodiscard]] std::string nodeName(std::uint32_t node) { return simulation().identity(node)->name; }
    [[nodiscard]] CostInputs damage(const std::vector<EntityRef>& entities = {}) const
    {
        const TickIndex to = store().ticks().to;
        DamageSum sum(store(), {to - incidentSeconds, to}, entities);
        while (!sum.isComplete()) {
            (void)sum.touch(store());
            sum.step(store());
        }
        CostInputs costs;
        sum.settle(store(), costs);
        return costs;
    }

    SyncResults workspace;
    std::uint64_t sequence = 0;
};

} // namespace

class TestDamageSum : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRestartCostsWhatItTookBack()
    {
        Hall hall;
        hall.run(incidentSeconds);
        const CostInputs costs = hall.damage();
        QVERIFY(costs.rolledBackGpuSeconds);
        QVERIFY2(costs.rolledBackSource.starts_with("train-"), costs.rolledBackSource.c_str());
        const std::string job = costs.rolledBackSource.substr(0, costs.rolledBackSource.find(' '));
        const std::uint32_t number = job == "train-a" ? 0 : 1;
        double secondsBefore = 0;
        double stepsBefore = 0;
        double twice = 0; // seconds of repeated steps
        std::vector<sim::StepTruth> taken;
        for (const sim::StepTruth& step : hall.simulation().truth().steps) {
            if (step.job != number || !std::isfinite(step.seconds))
                continue;
            for (; !taken.empty() && taken.back().step >= step.step; taken.pop_back())
                twice += taken.back().seconds;
            taken.push_back(step);
            if (twice == 0 && taken.size() < 60) {
                secondsBefore += step.seconds;
                ++stepsBefore;
            }
        }
        const EntityRef hit = [&] {
            for (std::uint32_t index = 0; index < hall.topology().count(EntityKind::Job); ++index) {
                if (hall.topology().name({EntityKind::Job, index}) == job)
                    return EntityRef{EntityKind::Job, index};
            }
            return EntityRef();
        }();
        const double gpus = static_cast<double>(hall.latest(metrics::job::gpus)[hit.index]);
        const std::string said = fmt::format("rolled back {} of {} s on {} GPUs ({}); {} steps ({}); {} days ({})",
                                             *costs.rolledBackGpuSeconds, twice, gpus, costs.rolledBackSource,
                                             costs.lostSteps.value_or(-1), costs.lostStepsSource,
                                             costs.slipDays.value_or(-1), costs.slipSource);
        qInfo("%s", said.c_str());
        QVERIFY2(*costs.rolledBackGpuSeconds > 0.85 * twice * gpus && *costs.rolledBackGpuSeconds < (twice + 6) * gpus,
                 said.c_str());
        // It waited for a timeout and a restart, and repeated steps, so nearly all of the time was lost.
        const double pace = secondsBefore / stepsBefore;
        QVERIFY2(costs.lostSteps, said.c_str());
        QVERIFY2(*costs.lostSteps > (60 + twice) / pace && *costs.lostSteps < incidentSeconds / pace, said.c_str());
        QVERIFY2(costs.lostStepsSource.starts_with(job), said.c_str());
        QVERIFY2(std::abs(*costs.slipDays * 86400 / (*costs.lostSteps * pace) - 1) < 0.1, said.c_str());
        QVERIFY(!costs.slipSource.empty());
        // No scheduler, so no drained nodes.
        QVERIFY(!costs.idleGpuSeconds);
        QVERIFY(!costs.idleSource.empty());
        // The other job is independent.
        std::vector<EntityRef> other;
        for (std::uint32_t index = 0; index < hall.topology().count(EntityKind::Job); ++index) {
            const std::string& name = hall.topology().name({EntityKind::Job, index});
            if (name.starts_with("train-") && name != job)
                other.push_back({EntityKind::Job, index});
        }
        QCOMPARE(hall.damage(other).rolledBackGpuSeconds.value_or(-1), 0.0);
    }

    void nodesThatGoOutOfServiceAreCounted()
    {
        Hall hall;
        hall.report(8, 0); // the first was out before
        hall.run(incidentSeconds - 60);
        hall.report(8, 8);
        hall.run(60);
        hall.report(8, 8);
        const CostInputs costs = hall.damage();
        QVERIFY(costs.idleGpuSeconds);
        QVERIFY2(std::abs(*costs.idleGpuSeconds - 8 * 60.0) <= 16, std::to_string(*costs.idleGpuSeconds).c_str());
        QVERIFY2(costs.idleSource.ends_with(hall.nodeName(1)), costs.idleSource.c_str());
        // Of an incident that is about it, the first counts, too.
        const EntityRef first = hall.topology().findNode(hall.nodeName(0));
        QVERIFY(*hall.damage({first}).idleGpuSeconds > 8 * 180.0);
    }
};

LOCKSTEP_TEST(tst_damagesum, TestDamageSum)
#include "tst_damagesum.moc"
