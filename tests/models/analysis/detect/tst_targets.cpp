// SPDX-License-Identifier: GPL-3.0-or-later
// Goodput of the cluster and budgets of tenants against the targets of the cluster file.
#include "models/analysis/detect/watch/targetwatch.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <memory>
#include <string>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

Target goodputOf(double goodput)
{
    Target target;
    target.goodput = goodput;
    return target;
}

Target budgetOf(const std::string& tenant, double gpuHoursPerDay)
{
    Target target;
    target.tenant = tenant;
    target.gpuHoursPerDay = gpuHoursPerDay;
    return target;
}

/// A cluster with the tenants research and vision; looked at each half minute.
struct Hall
{
    explicit Hall(std::vector<Target> targets)
    {
        TopologyBuilder builder;
        auto plan = std::make_shared<SitePlan>();
        plan->targets = std::move(targets);
        builder.addPlan(plan);
        (void)builder.addNode("n1", {}, {});
        (void)builder.add(EntityKind::Tenant, "research", {});
        (void)builder.add(EntityKind::Tenant, "vision", {});
        now.topology = builder.build();
        now.time = TimePoint(24h);
        now.seconds = 30;
        now.columns = {{8, 4}, {0.9F}, {12}};
    }
    void run(Duration length)
    {
        for (const TimePoint end = now.time + length; now.time < end;) {
            ++now.tick;
            now.time += 30s;
            watch.step(now, reported);
        }
    }

    WatchedTick now;
    TargetWatch watch;
    Derived reported;
};

} // namespace

class TestTargets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theGoodputOfAnHourIsHeldAgainstTheTarget()
    {
        Hall hall({goodputOf(0.8)});
        hall.run(2h);
        QVERIFY(hall.reported.events.empty());
        hall.now.columns[1] = {0.6F};
        hall.run(15min); // the mean of the hour is still above
        QVERIFY(hall.reported.events.empty());
        hall.run(15min);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        const DerivedEvent& missed = hall.reported.events.front();
        QCOMPARE(missed.entity.kind, EntityKind::Cluster);
        QCOMPARE(missed.event.code, std::string(codes::targetMissed));
        QCOMPARE(*missed.event.fields.baseline, 0.8);
        hall.now.columns[1] = {0.9F};
        hall.run(2h);
        QCOMPARE(hall.reported.events.size(), std::size_t{2});
        QCOMPARE(hall.reported.events.back().event.severity, Severity::Information);
    }

    void aBudgetIsExceededOnceItIsUsedUp()
    {
        Hall hall({budgetOf("vision", 20)}); // of 4 GPUs: five hours
        hall.run(4h + 50min);
        QVERIFY(hall.reported.events.empty());
        hall.run(15min);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        QCOMPARE(hall.now.topology->name(hall.reported.events.front().entity), std::string("vision"));
        hall.now.columns[0] = {8, 0};
        hall.run(25h); // the use of yesterday no longer counts
        QCOMPARE(hall.reported.events.size(), std::size_t{2});
        QCOMPARE(hall.reported.events.back().event.severity, Severity::Information);
    }

    void missingDataMissesNoTarget()
    {
        Hall hall({goodputOf(0.8), budgetOf("nobody", 1)});
        hall.now.columns[1] = {0.1F};
        hall.run(30min);
        hall.now.columns[1] = {noData};
        hall.run(3h);
        QVERIFY(hall.reported.events.empty());
    }
};

LOCKSTEP_TEST(tst_targets, TestTargets)
#include "tst_targets.moc"
