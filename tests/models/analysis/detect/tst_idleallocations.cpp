// SPDX-License-Identifier: GPL-3.0-or-later
// Allocated but idle GPUs, and cases that must not be reported as such.
#include "models/analysis/detect/idleallocationanalysis.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <functional>
#include <string>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t gpusOfIdleNode = 4;
constexpr float gibibyte = 1024.0F * 1024 * 1024;

/// Two nodes with four GPUs each. "notebook" of vision holds the first node, and "train" of research two GPUs of the
/// second.
struct HeldHall
{
    HeldHall()
    {
        TopologyBuilder builder;
        for (const char* name : {"n1", "n2"}) {
            const EntityRef node = builder.addNode(name, {}, {});
            for (std::uint32_t gpu = 0; gpu < gpusOfIdleNode; ++gpu)
                (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
        }
        (void)builder.add(EntityKind::Job, "notebook", {});
        (void)builder.add(EntityKind::Job, "train", {});
        now.topology = builder.build();
        now.seconds = 10;
        now.memoryUsed.assign(2 * gpusOfIdleNode, 0.6F * gibibyte);
        now.memoryTotal.assign(2 * gpusOfIdleNode, 80 * gibibyte);
        now.utilisation.assign(2 * gpusOfIdleNode, 0);
        now.allocated = {4, 2};
        now.held = {{0, {{{"notebook", "vision", 4, 0}}, {}}}, {1, {{{"train", "research", 2, 0b0110}}, {}}}};
        now.memoryUsed[5] = now.memoryUsed[6] = 60 * gibibyte;
    }

    void run(int minutes, const std::function<void(int)>& before = nullptr)
    {
        for (int look = 0; look < 6 * minutes; ++look) {
            now.time += 10s;
            if (before)
                before(look);
            watch.step(now, reported);
        }
    }
    [[nodiscard]] std::size_t count() const { return reported.events.size(); }

    AllocationTick now;
    IdleAllocationWatch watch;
    Derived reported;
};

} // namespace

class TestIdleAllocations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gpusThatAJobHoldsAndDoesNotUseAreReported()
    {
        HeldHall hall;
        hall.run(9);
        QCOMPARE(hall.count(), std::size_t{0}); // it may still be starting
        hall.run(3);
        QCOMPARE(hall.count(), std::size_t{1});
        const DerivedEvent& found = hall.reported.events[0];
        QCOMPARE(found.event.code, std::string("job.idle_allocation"));
        QCOMPARE(hall.now.topology->name(found.entity), std::string("notebook"));
        QCOMPARE(found.event.fields.job, std::string("notebook"));
        QCOMPARE(*found.event.fields.value, 4.0);
        QVERIFY(found.event.fields.lasted >= 10min);
        QCOMPARE(
            found.event.text,
            std::string("notebook: 4 GPUs allocated to vision on n1 but idle\nno memory in use and no utilisation"));
        hall.now.memoryUsed[0] = 20 * gibibyte; // one is used, but the others are not
        hall.run(5);
        QCOMPARE(hall.count(), std::size_t{1});
        std::fill_n(hall.now.memoryUsed.begin(), 4, 20 * gibibyte);
        hall.run(3);
        QCOMPARE(hall.count(), std::size_t{2});
        QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
    }

    void onlyTheGpusThatTheJobHoldsCount()
    {
        HeldHall hall;
        hall.now.held = {{0, {}}, hall.now.held[1]};
        hall.now.allocated = {0, 2};
        hall.run(30);
        QCOMPARE(hall.count(), std::size_t{0}); // the idle ones are free
        hall.now.memoryUsed[6] = 0;
        hall.run(12);
        QCOMPARE(hall.count(), std::size_t{1});
        QCOMPARE(*hall.reported.events[0].event.fields.value, 1.0);
        QCOMPARE(hall.reported.events[0].event.fields.job, std::string("train"));
    }

    void missingDataIsNotIdleness_data()
    {
        QTest::addColumn<int>("missing");
        QTest::newRow("memory") << 0;
        QTest::newRow("utilisation") << 1;
        QTest::newRow("the scheduler") << 2;
        QTest::newRow("whose they are") << 3;
        QTest::newRow("memory, now and then") << 4;
        QTest::newRow("which GPUs") << 5;
    }

    void missingDataIsNotIdleness()
    {
        QFETCH(int, missing);
        HeldHall hall;
        if (missing == 0)
            hall.now.memoryUsed.clear();
        if (missing == 1)
            hall.now.utilisation.assign(8, noData);
        if (missing == 2)
            hall.now.allocated.clear();
        if (missing == 3)
            hall.now.held = {{0, {}}, {1, {}}};
        if (missing == 5)
            hall.now.held = {{1, {{{"train", "research", 2, 0}}, {}}}};
        hall.run(60, [&](int look) {
            if (missing == 4)
                hall.now.memoryUsed[0] = hall.now.memoryUsed[1] = hall.now.memoryUsed[2] = hall.now.memoryUsed[3]
                    = look % 30 == 0 ? noData : 0.0F;
        });
        QCOMPARE(hall.count(), std::size_t{0});
    }

    void whatIsReportedIsNotOverWhenDataStops()
    {
        HeldHall hall;
        hall.run(12);
        QCOMPARE(hall.count(), std::size_t{1});
        hall.now.memoryUsed.clear();
        hall.run(20);
        QCOMPARE(hall.count(), std::size_t{1});
        hall.now.held = {{0, {}}};
        hall.now.allocated = {0, 2}; // released
        hall.run(2);
        QCOMPARE(hall.count(), std::size_t{2});
    }

    void theDrillIsFoundAndNobodyElse()
    {
        sim::ClusterSpec spec = sim::makeCluster(8, 8, *sim::findGpuModel("H100"));
        sim::JobSpec job;
        job.nodes = 6;
        spec.jobs = {job};
        spec.scheduler.isOn = true;
        sim::Drill drill;
        sim::DrillFault fault;
        fault.kind = sim::FaultKind::IdleAllocation;
        fault.onsetSeconds = 20;
        fault.severity = 1;
        drill.faults = {fault};
        SimulatedWorld world(std::move(spec), drill);
        world.add(std::make_unique<IdleAllocationAnalysis>());
        world.run(720);
        std::vector<Event> events;
        for (const LoggedEvent& each : world.store().events().events()) {
            if (each.event.code == codes::jobIdleAllocation)
                events.push_back(each.event);
        }
        QCOMPARE(events.size(), std::size_t{1});
        QCOMPARE(events[0].fields.job, std::string("notebook"));
        QCOMPARE(*events[0].fields.value, 8.0);
    }
};

LOCKSTEP_TEST(tst_idleallocations, TestIdleAllocations)
#include "tst_idleallocations.moc"
