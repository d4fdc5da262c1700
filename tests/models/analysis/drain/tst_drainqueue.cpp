// SPDX-License-Identifier: GPL-3.0-or-later
// Recommendations for current alerts: what can be recovered, what to drain, and in which order.
#include "models/analysis/causality/causes.h"
#include "models/analysis/drain/drainqueue.h"
#include "models/core/eventcodes.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

constexpr std::uint32_t gpusOfNode = 8;

EntityRef nodeRef(std::uint32_t index)
{
    return {EntityKind::Node, index};
}

Alert alertAbout(std::string kind, EntityRef entity, EventFields fields = {})
{
    Alert alert;
    alert.kind = std::move(kind);
    alert.key = alert.kind + std::to_string(entity.index);
    alert.entities = {entity};
    alert.chain = {{.what = "something", .entities = {entity}, .since = {}, .fields = std::move(fields)}};
    return alert;
}

/// On nodes 0 to 3; a checkpoint was just written.
DrainedJob smallJob()
{
    DrainedJob job;
    job.name = "train-a";
    for (std::uint32_t gpu = 0; gpu < 4 * gpusOfNode; ++gpu)
        job.places.push_back({EntityKind::Gpu, gpu});
    job.its.gpus = 4 * gpusOfNode;
    job.its.goesOnSeconds = 86'400;
    job.its.computedGpuSeconds = 1000;
    job.its.checkpointSeconds = 10;
    job.its.nextCheckpointSeconds = 300;
    job.its.restartSeconds = 60;
    return job;
}

} // namespace

class TestDrainQueue : public QObject
{
    Q_OBJECT

private:
    TopologyPtr m_topology = test::TestHall(2, 4, gpusOfNode).topology;

private Q_SLOTS:
    void whatAProgramCanMendDoesNotTakeADay()
    {
        for (const CauseRow& each : causeRows())
            QVERIFY2(!isRecoverable(each.remedy) || each.mendSeconds <= 3600, std::string(each.kind).c_str());
    }

    void anXidThatAsksForMoreCounts()
    {
        const EntityRef gpu{EntityKind::Gpu, 3};
        QVERIFY(remedyOf(alertAbout("memory_errors", gpu)).remedy == Remedy::ResetGpu);
        QVERIFY(remedyOf(alertAbout("slow_gpu", gpu)).remedy == Remedy::ResetGpu);
        QVERIFY(remedyOf(alertAbout("slow_gpu", {EntityKind::Node, 0})).remedy == Remedy::RestartNode);
        QVERIFY(remedyOf(alertAbout("gpu_error", gpu, {.xid = 54})).remedy == Remedy::Repair);
        QVERIFY(remedyOf(alertAbout("gpu_off_bus", gpu, {.xid = 48})).remedy == Remedy::RestartNode);
        for (const EventFields& worn : {EventFields{.variant = variants::rowsFailed}, EventFields{.xid = 64}})
            QVERIFY(remedyOf(alertAbout("memory_errors", gpu, worn)).remedy == Remedy::Repair);
    }

    void whatWinsMostComesFirst()
    {
        const std::vector<Alert> alerts{
            alertAbout("pump_degradation", {EntityKind::Loop, 0}), // draining does not help
            alertAbout("blocked_cold_plate", {EntityKind::Gpu, 9}), // node 1: takes 2 % of the job
            alertAbout("slow_gpu", {EntityKind::Gpu, 17}), // node 2: takes 20 %
            alertAbout("gpu_error", {EntityKind::Gpu, 50}), // node 6: nothing runs there
            alertAbout("low_clock", {EntityKind::Gpu, 25}), // node 3: the loss is not measured
        };
        const std::vector<DrainedJob> jobs{smallJob()};
        const std::vector<DrainLoss> losses{{alerts[1].key, 0.02 * 32}, {alerts[2].key, 0.2 * 32}};
        const std::vector<EntityRef> idle{nodeRef(4), nodeRef(5), nodeRef(6)};
        const auto queue = drainQueue(alerts, jobs, losses, idle, *m_topology);
        QCOMPARE(queue.size(), alerts.size());
        std::string order;
        for (const DrainEntry& each : queue)
            order += each.alert.kind + ' ';
        QCOMPARE(order, std::string("slow_gpu blocked_cold_plate gpu_error low_clock pump_degradation "));
        QCOMPARE(queue[0].nodes, std::vector<EntityRef>{nodeRef(2)});
        QCOMPARE(queue[0].job, std::string("train-a"));
        QVERIFY(queue[0].hasSpares && queue[0].verdict.best == DrainPlan::CheckpointFirst);
        // 32 x 0.2 x 86400 - 32 x (10 + 60)
        QCOMPARE(queue[0].verdict.wonGpuSeconds, 552'960.0 - 2'240.0);
        QVERIFY(queue[2].job.empty());
        QVERIFY(!queue[3].verdict.isKnown);
        QVERIFY(queue[4].nodes.empty());
    }

    void aSpareIsAnIdleNodeOfTheSameMakeThatIsWell()
    {
        const std::vector<Alert> alerts{alertAbout("blocked_cold_plate", {EntityKind::Gpu, 9})};
        const std::vector<DrainedJob> jobs{smallJob()};
        const std::vector<DrainLoss> losses{{alerts[0].key, 0.02 * 32}};
        const auto without = drainQueue(alerts, jobs, losses, {}, *m_topology);
        QVERIFY(!without[0].hasSpares && without[0].verdict.best == DrainPlan::GoOn); // 17 h of repair
        const std::vector<EntityRef> itself{nodeRef(1)};
        QVERIFY(!drainQueue(alerts, jobs, losses, itself, *m_topology)[0].hasSpares);
        const std::vector<EntityRef> other{nodeRef(7)};
        QVERIFY(drainQueue(alerts, jobs, losses, other, *m_topology)[0].hasSpares);
    }

    void aJobThatHangsIsStoppedNow()
    {
        Alert alert = alertAbout("gpu_off_bus", {EntityKind::Gpu, 9});
        alert.chain.push_back(
            {.what = "something", .entities = {}, .since = {}, .fields = {.variant = variants::hang}});
        const std::vector<Alert> alerts{alert};
        const std::vector<DrainedJob> jobs{smallJob()};
        const std::vector<EntityRef> idle{nodeRef(5)};
        const auto queue = drainQueue(alerts, jobs, {}, idle, *m_topology);
        QVERIFY(queue[0].verdict.isKnown && queue[0].verdict.best == DrainPlan::StopNow);
        QCOMPARE(queue[0].verdict.option(DrainPlan::StopNow).gpuSeconds, 1000.0 + 32 * 60);
    }

    void whatIsOverIsNotInTheQueue()
    {
        std::vector<Alert> alerts{alertAbout("slow_gpu", {EntityKind::Gpu, 9})};
        alerts[0].end = TimePoint(std::chrono::seconds(5));
        QVERIFY(drainQueue(alerts, {}, {}, {}, *m_topology).empty());
    }
};

LOCKSTEP_TEST(tst_drainqueue, TestDrainQueue)
#include "tst_drainqueue.moc"
