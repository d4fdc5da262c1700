// SPDX-License-Identifier: GPL-3.0-or-later
// Goodput and utilisation of the cluster, budgets of tenants and response times of services against the targets of the
// cluster file.
#include "models/analysis/detect/watch/targetwatch.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <string>
#include <string_view>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

Target goodputOf(double goodput)
{
    Target target;
    target.goodput = goodput;
    return target;
}

Target utilisationOf(double utilisation, const std::string& tenant = {}, double gpuHoursPerDay = 0)
{
    Target target;
    target.tenant = tenant;
    target.utilisation = utilisation;
    target.gpuHoursPerDay = gpuHoursPerDay;
    return target;
}

Target budgetOf(const std::string& tenant, double gpuHoursPerDay)
{
    Target target;
    target.tenant = tenant;
    target.gpuHoursPerDay = gpuHoursPerDay;
    return target;
}

/// A cluster with the tenants research and vision, evaluated every half minute.
struct Hall
{
    explicit Hall(std::vector<Target> targets)
    {
        TopologyBuilder builder;
        auto plan = std::make_shared<SitePlan>();
        plan->targets = std::move(targets);
        builder.addPlan(plan);
        const EntityRef node = builder.addNode("n1", {}, {});
        for (int gpu = 0; gpu < 16; ++gpu)
            (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
        (void)builder.add(EntityKind::Tenant, "research", {});
        (void)builder.add(EntityKind::Tenant, "vision", {});
        now.topology = builder.build();
        now.time = TimePoint(24h);
        now.seconds = 30;
        now.columns = {{}, {}, {}, {}, {8, 4}, {0.9F}, {12}};
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

/// The service chat, and one without a target, evaluated every 10 s. The 99th percentile of the time to first token is
/// 0.2 s.
struct Service
{
    explicit Service(ServiceTarget target)
    {
        TopologyBuilder builder;
        auto plan = std::make_shared<SitePlan>();
        plan->serviceTargets = {std::move(target)};
        builder.addPlan(plan);
        (void)builder.add(EntityKind::Job, "other", {});
        (void)builder.add(EntityKind::Job, "chat", {});
        now.topology = builder.build();
        now.time = TimePoint(24h);
        now.seconds = 10;
        now.columns = {{9, 0.2F}, {}, {9, 0.1F}, {9, 0.02F}, {}, {}, {}};
    }
    void run(Duration length)
    {
        for (const TimePoint end = now.time + length; now.time < end;) {
            ++now.tick;
            now.storeTick = 10 * now.tick;
            now.time += 10s;
            reported.columns.clear();
            watch.step(now, reported);
        }
    }
    [[nodiscard]] float burn(std::string_view metric) const
    {
        for (const DerivedColumn& column : reported.columns) {
            if (column.metric.name == metric)
                return column.values.size() == 2 && column.tick == now.storeTick ? column.values[1] : -1;
        }
        return -1;
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
        hall.now.columns[5] = {0.6F};
        hall.run(15min); // the mean of the hour is still above
        QVERIFY(hall.reported.events.empty());
        hall.run(15min);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        const DerivedEvent& missed = hall.reported.events.front();
        QCOMPARE(missed.entity.kind, EntityKind::Cluster);
        QCOMPARE(missed.event.code, std::string(codes::targetMissed));
        QCOMPARE(*missed.event.fields.baseline, 0.8);
        hall.now.columns[5] = {0.9F};
        hall.run(2h);
        QCOMPARE(hall.reported.events.size(), std::size_t{2});
        QCOMPARE(hall.reported.events.back().event.severity, Severity::Information);
    }

    void theUtilisationOfAnHourIsHeldAgainstTheTarget()
    {
        Hall hall({utilisationOf(0.7)}); // of 16 GPUs, tenants hold 12, as many as there are ranks
        hall.run(2h);
        QVERIFY(hall.reported.events.empty());
        hall.now.columns[4] = {4, 2};
        hall.run(2h); // the ranks still report
        QVERIFY(hall.reported.events.empty());
        hall.now.columns[6] = {noData};
        hall.run(1h);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        const DerivedEvent& missed = hall.reported.events.front();
        QCOMPARE(missed.entity.kind, EntityKind::Cluster);
        QVERIFY(missed.event.text.starts_with("Cluster: utilisation "));
        QCOMPARE(*missed.event.fields.baseline, 0.7);
    }

    void aTenantMayUseTooLittleOfItsBudget()
    {
        Hall hall({utilisationOf(0.7, "vision", 200)}); // of 4 GPUs: 96 GPU hours a day
        hall.run(20h); // less than a day is known
        QVERIFY(hall.reported.events.empty());
        hall.run(4h);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        QCOMPARE(hall.now.topology->name(hall.reported.events.front().entity), std::string("vision"));
        QVERIFY2(hall.reported.events.front().event.text.find("of its budget used") != std::string::npos,
                 hall.reported.events.front().event.text.c_str());
    }

    void aBudgetIsExceededOnceItIsUsedUp()
    {
        Hall hall({budgetOf("vision", 20)}); // of 4 GPUs: five hours
        hall.run(4h + 50min);
        QVERIFY(hall.reported.events.empty());
        hall.run(15min);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        QCOMPARE(hall.now.topology->name(hall.reported.events.front().entity), std::string("vision"));
        hall.now.columns[4] = {8, 0};
        hall.run(25h); // yesterday's use no longer counts
        QCOMPARE(hall.reported.events.size(), std::size_t{2});
        QCOMPARE(hall.reported.events.back().event.severity, Severity::Information);
    }

    void theBurnRateIsTheShareOfMissedTimeByTheOneAllowed()
    {
        Service service({"chat", 0.4, 0.03, 0.99});
        service.run(2min);
        QVERIFY(std::isnan(service.burn(metrics::serving::firstTokenBurn))); // too little is known
        service.run(58min);
        QCOMPARE(service.burn(metrics::serving::firstTokenBurn), 0.0F);
        QCOMPARE(service.burn(metrics::serving::perTokenBurn), 0.0F); // by the median: no percentile is reported
        service.now.columns[0][1] = 0.5F;
        service.run(6min); // of 60: ten times the allowed 1 %
        QVERIFY(std::abs(service.burn(metrics::serving::firstTokenBurn) - 10) < 0.5F);
        QCOMPARE(service.burn(metrics::serving::perTokenBurn), 0.0F);
        QVERIFY(service.reported.events.empty());
        service.run(4min);
        QCOMPARE(service.reported.events.size(), std::size_t{1});
        const DerivedEvent& missed = service.reported.events.front();
        QCOMPARE(service.now.topology->name(missed.entity), std::string("chat"));
        QCOMPARE(missed.event.code, std::string(codes::targetMissed));
        QCOMPARE(*missed.event.fields.baseline, 0.01);
        service.now.columns[0][1] = 0.2F; // the last minutes are good, although the hour is not
        service.run(20min);
        QCOMPARE(service.reported.events.size(), std::size_t{2});
        QCOMPARE(service.reported.events.back().event.severity, Severity::Information);
        QVERIFY(service.burn(metrics::serving::firstTokenBurn) > 10);
    }

    void aSilentServiceMissesNoTarget()
    {
        Service service({"chat", 0.4, 0, 0.99});
        service.now.columns[0][1] = 0.5F;
        service.run(5min);
        service.now.columns = {{9, noData}, {}, {9, noData}, {}, {}, {}, {}};
        service.run(30min);
        QVERIFY(service.reported.events.empty());
        QVERIFY(service.burn(metrics::serving::firstTokenBurn) > 90); // of the time that is known
        service.run(1h);
        QVERIFY(std::isnan(service.burn(metrics::serving::firstTokenBurn)));
    }

    void missingDataMissesNoTarget()
    {
        Hall hall({goodputOf(0.8), budgetOf("nobody", 1)});
        hall.now.columns[5] = {0.1F};
        hall.run(30min);
        hall.now.columns[5] = {noData};
        hall.run(3h);
        QVERIFY(hall.reported.events.empty());
    }
};

LOCKSTEP_TEST(tst_targets, TestTargets)
#include "tst_targets.moc"
