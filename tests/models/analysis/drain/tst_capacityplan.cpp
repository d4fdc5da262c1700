// SPDX-License-Identifier: GPL-3.0-or-later
// Plans from failure counts, calculated by hand, and the counting itself on a small hall.
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/capacityplan.h"
#include "models/core/metrics/metricnames.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr double gpusPerNode = 8;

/// 100 nodes for 1,000 h: 20 failures that stop a job, and a job of half of them.
FailureRecord hundredNodes()
{
    FailureRecord record;
    record.nodeHours = record.part(PartKind::Node).hours = 100'000;
    record.part(PartKind::Gpu).hours = 100'000 * gpusPerNode;
    record.part(PartKind::Gpu).stops = 15;
    record.part(PartKind::Gpu).slows = 7;
    record.part(PartKind::Gpu).causes = {{"gpu_error", 15}, {"slow_gpu", 7}};
    record.part(PartKind::Node).stops = 5;
    record.jobs.push_back({"train-a", 50 * gpusPerNode, 500, 2, 600, 30});
    return record;
}

bool isNear(double value, double expected)
{
    return std::abs(value / expected - 1) < 1e-6;
}

} // namespace

class TestCapacityPlan : public QObject
{
    Q_OBJECT

private:
    SmallHall m_hall;

    [[nodiscard]] static Alert alertOf(std::string_view kind, EntityRef entity, double second)
    {
        Alert alert;
        alert.kind = kind;
        alert.key = alert.kind + std::to_string(entity.index);
        alert.entities = {entity};
        alert.onset = alert.raisedAt = SmallHall::at(second);
        return alert;
    }

    /// An hour in which every node reports. Node 7 is drained for the second half. Node 0's GPUs do not report; all
    /// others report every 15 s.
    [[nodiscard]] FailureRecord recordOf(std::span<const Alert> alerts) const
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const TickIndex first = tickIndexOf(SmallHall::start, std::chrono::seconds(1));
        const std::vector<TickIndex> ticks = ticksIn({first, first + 3600});
        const auto columnOf = [&](std::string_view metric, TickIndex tick) -> std::vector<float> {
            if (metric == metrics::node::reported)
                return std::vector<float>(8, 1);
            if (metric == metrics::node::drained) {
                std::vector<float> drained(8, 0);
                drained[7] = tick >= first + 1800 ? 1 : 0;
                return drained;
            }
            std::vector<float> temperatures(32, tick % 15 == 0 ? 50 : noData);
            std::fill_n(temperatures.begin(), 4, noData);
            return metric == metrics::gpu::temperature ? temperatures : std::vector<float>();
        };
        const FailureSource source{.graph = graph,
                                   .tickPeriod = std::chrono::seconds(1),
                                   .ticks = ticks,
                                   .columnOf = columnOf,
                                   .jobs = {},
                                   .seriesOf = {},
                                   .stateOf = {}};
        return failuresIn(source, alerts);
    }

private Q_SLOTS:
    void theHigherRateOfInterruptionsCounts()
    {
        const CapacityPlan plan = capacityPlan(hundredNodes(), {});
        QCOMPARE(plan.nodes.value, 50.0);
        QCOMPARE(plan.nodes.source, std::string("train-a"));
        QCOMPARE(plan.stops.events, 20UL);
        QCOMPARE(plan.stops.hours, 100'000.0);
        QCOMPARE(plan.restarts.hours, 25'000.0); // 50 nodes for 500 h: 2 restarts, less than 20 in four times that
        QVERIFY(!plan.usesRestarts);
        QVERIFY(isNear(plan.hoursBetween.value, 100.0));
        // Garwood: 12.217 to 30.888 events.
        QVERIFY(std::abs(plan.hoursBetween.atHighRate - 2000 / 30.888) < 0.01);
        QVERIFY(std::abs(plan.hoursBetween.atLowRate - 2000 / 12.217) < 0.01);
        FailureRecord worse = hundredNodes();
        worse.jobs.front().restarts = 10;
        QVERIFY(capacityPlan(worse, {}).usesRestarts);
    }

    void theIntervalIsDalys()
    {
        const CapacityPlan plan = capacityPlan(hundredNodes(), {.nodes = 100.0});
        QCOMPARE(plan.checkpoint.value, 30.0);
        QCOMPARE(plan.restart.value, 300.0); // 600 s for two
        QVERIFY(isNear(plan.intervalSeconds.value, dalyInterval(Seconds(30), Seconds(50 * 3600)).count()));
        QVERIFY(plan.intervalSeconds.atHighRate < plan.intervalSeconds.value
                && plan.intervalSeconds.value < plan.intervalSeconds.atLowRate);
        QVERIFY(isNear(plan.lostShare.value,
                       1
                           - 1
                               / expectedSlowdown(Seconds(plan.intervalSeconds.value), Seconds(30), Seconds(300),
                                                  Seconds(50 * 3600))));
        QVERIFY(plan.lostShare.atHighRate > plan.lostShare.value);
        QCOMPARE(capacityPlan(hundredNodes(), {.checkpointSeconds = 60.0}).checkpoint.source, std::string("given"));
    }

    void sparesNeedARepairTime()
    {
        const CapacityPlan unknown = capacityPlan(hundredNodes(), {});
        QVERIFY(!unknown.spares && !unknown.mostSpares);
        QVERIFY(std::isnan(unknown.repair.value));
        // 100 nodes x 20 / 100,000 h x 100 h = 2 under repair; 3.09 at the upper limit.
        const CapacityPlan given = capacityPlan(hundredNodes(), {.nodes = 100.0, .repairHours = 100.0});
        QCOMPARE(*given.spares, 5UL);
        QCOMPARE(*given.mostSpares, poissonQuantile(3.0888, 0.05));
        FailureRecord drained = hundredNodes();
        drained.drains = {40, 39, 390, 100'000, {{0, 900}, {3, 90}, {7, 10}}, 100};
        const CapacityPlan measured = capacityPlan(drained, {.nodes = 100.0});
        QCOMPARE(measured.repair.value, 10.0);
        QCOMPARE(measured.outages.events, 40UL);
        QCOMPARE(*measured.spares, poissonQuantile(0.4, 0.05));
        QCOMPARE(*measured.mostDrained, 3UL);
        QVERIFY(!given.mostDrained);
    }

    void onePercentOfTheGpusCostsAllJobsThatHaveOne()
    {
        FailureRecord record = hundredNodes();
        QVERIFY(isNear(capacityPlan(record, {}).hitShare.value, 1 - std::pow(0.99, 400)));
        record.jobs.push_back({"small", 8, 500 * 50, 0, 0}); // as many GPU hours
        CapacityPlan plan = capacityPlan(record, {});
        QVERIFY(isNear(plan.hitShare.value, (1 - std::pow(0.99, 400)) / 2 + (1 - std::pow(0.99, 8)) / 2));
        QVERIFY(std::isnan(plan.slowedShare.value));
        record.slowedGpuHours = 400;
        record.lostGpuHours = 100;
        plan = capacityPlan(record, {});
        QCOMPARE(plan.slowedShare.value, 0.25);
    }

    void whereNothingFailedOnlyALimitIsKnown()
    {
        FailureRecord record = hundredNodes();
        record.part(PartKind::Gpu).stops = record.part(PartKind::Node).stops = 0;
        record.jobs.clear();
        const CapacityPlan plan = capacityPlan(record, {.nodes = 10.0, .repairHours = 24.0, .checkpointSeconds = 30.0});
        QVERIFY(std::isnan(plan.hoursBetween.value) && std::isnan(plan.hoursBetween.atLowRate));
        QVERIFY(isNear(plan.hoursBetween.atHighRate, 10'000 / -std::log(0.05)));
        QVERIFY(!plan.spares);
        QCOMPARE(*plan.mostSpares, 0UL);
        QVERIFY(std::isnan(plan.intervalSeconds.value) && plan.intervalSeconds.atHighRate > 0);
    }

    void anEmptyRecordPlansNothing()
    {
        const FailureRecord record;
        for (const PlanRequest& request : {PlanRequest{}, PlanRequest{10.0, 1.0, 1.0, 1.0}}) {
            const CapacityPlan plan = capacityPlan(record, request);
            QVERIFY(std::isnan(plan.hoursBetween.value) && std::isnan(plan.hoursBetween.atHighRate));
            QVERIFY(!plan.spares && !plan.mostSpares);
            QVERIFY(std::isnan(plan.intervalSeconds.atHighRate) && std::isnan(plan.lostShare.atHighRate));
            QVERIFY(std::isnan(plan.hitShare.value) && std::isnan(plan.slowedShare.value));
            QVERIFY(!plan.stops.isWatched() && !plan.restarts.isWatched());
        }
    }

    void failuresAreCountedByPart()
    {
        const std::vector<Alert> alerts{
            alertOf(kinds::gpuError, m_hall.gpu(1, 0), 600),
            alertOf(kinds::memoryErrors, m_hall.gpu(1, 1), 700),
            alertOf(kinds::slowGpu, m_hall.gpu(2, 0), 800),
            alertOf(kinds::nodeSilent, m_hall.node(3), 900),
            alertOf(kinds::pumpDegradation, m_hall.loop(), 1000),
            alertOf(kinds::applicationError, m_hall.gpu(1, 0), 900),
            alertOf(kinds::gpuOffBus, m_hall.gpu(4, 0), 10),
            alertOf(kinds::gpuOffBus, m_hall.gpu(5, 0), 4000),
            alertOf(kinds::slowGpu, {EntityKind::Gpu, 999}, 1000),
            alertOf("no_such_kind", m_hall.gpu(1, 0), 1000),
        };
        const FailureRecord record = recordOf(alerts);
        QCOMPARE(record.part(PartKind::Gpu).stops, 1UL);
        QCOMPARE(record.part(PartKind::Gpu).slows, 1UL);
        QCOMPARE(record.part(PartKind::Gpu).underJobs, 2UL);
        QCOMPARE(record.part(PartKind::GpuMemory).stops, 1UL);
        QCOMPARE(record.part(PartKind::Node).stops, 1UL);
        QCOMPARE(record.part(PartKind::Loop).slows, 1UL);
        QCOMPARE(record.earlier, 1UL); // present from the start
        QCOMPARE(record.unplaced, 1UL);
        QCOMPARE(record.silences.begun, 1UL);
        QCOMPARE(record.silences.ended, 0UL);
    }

    void hoursAreThoseOfPartsThatReport()
    {
        const FailureRecord record = recordOf({});
        const auto isAbout = [&](PartKind kind, double hours) {
            return std::abs(record.part(kind).hours - hours) < 0.02 * hours;
        };
        QVERIFY(isAbout(PartKind::Gpu, 28));
        QVERIFY(isAbout(PartKind::Node, 8));
        QVERIFY(record.part(PartKind::GpuMemory).blind.contains("memory_errors"));
        QCOMPARE(record.part(PartKind::GpuMemory).hours, 0.0); // nothing could have been found
        QVERIFY(record.part(PartKind::Gpu).blind.contains("slow_gpu"));
        QVERIFY(!record.part(PartKind::Gpu).blind.contains("gpu_off_bus"));
        QCOMPARE(record.part(PartKind::Link).hours, 0.0);
        QCOMPARE(record.part(PartKind::Loop).hours, 0.0);
        QCOMPARE(record.drains.begun, 1UL);
        QCOMPARE(record.drains.ended, 0UL);
        QVERIFY(std::abs(record.drains.hours - 0.5) < 0.01);
        QCOMPARE(record.drains.nodes, 8UL);
    }

    void recordsAdd()
    {
        FailureRecord sum = hundredNodes();
        sum += hundredNodes();
        QCOMPARE(sum.part(PartKind::Gpu).stops, 30UL);
        QCOMPARE(sum.part(PartKind::Gpu).causes.at("gpu_error"), 30UL);
        QCOMPARE(sum.part(PartKind::Node).hours, 200'000.0);
        QCOMPARE(sum.jobs.size(), 2UL);
    }

    /// A part's failures stop or slow a job. Causes that are not failures of a part belong to no hardware trade.
    void everyHardwareCauseHasItsHarm()
    {
        for (const CauseRow& row : causeRows()) {
            const bool isMended
                = row.remedy == Remedy::Repair || row.remedy == Remedy::MendLink || row.remedy == Remedy::ResetGpu;
            if (row.kind != kinds::wornPart)
                QVERIFY2(!isMended || row.impact != Impact::None, std::string(row.kind).c_str());
            QVERIFY2(row.owner != "training" || row.impact == Impact::None, std::string(row.kind).c_str());
        }
    }
};

LOCKSTEP_TEST(tst_capacityplan, TestCapacityPlan)
#include "tst_capacityplan.moc"
