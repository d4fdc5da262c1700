// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/limitanalysis.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

MetricDescriptor temperature()
{
    MetricDescriptor metric;
    metric.name = "gpu.temperature";
    metric.title = "GPU temperature";
    metric.unit = Unit::Celsius;
    metric.entityKind = EntityKind::Gpu;
    metric.direction = Direction::HighIsBad;
    metric.warning = 83.0F;
    metric.critical = 87.0F;
    return metric;
}

/// Two racks with a node of two GPUs each.
TopologyPtr twoRacks()
{
    TopologyBuilder builder;
    for (const char* name : {"A1", "A2"}) {
        const EntityRef node = builder.addNode(std::string("node-") + name, builder.addRack(name, {}), {});
        builder.add(EntityKind::Gpu, "gpu0", node);
        builder.add(EntityKind::Gpu, "gpu1", node);
    }
    return builder.build();
}

/// A LimitWatch that receives values tick by tick.
struct LimitedHall
{
    std::vector<DerivedEvent> step(std::vector<float> values)
    {
        Derived out;
        watch.step({{tick, start + std::chrono::seconds(tick)}, topology, metric, std::move(values), raised}, out);
        ++tick;
        return out.events;
    }
    std::vector<DerivedEvent> stay(const std::vector<float>& values, int ticks)
    {
        std::vector<DerivedEvent> all;
        for (int i = 0; i < ticks; ++i)
            std::ranges::move(step(values), std::back_inserter(all));
        return all;
    }

    LimitWatch watch;
    TopologyPtr topology = twoRacks();
    MetricDescriptor metric = temperature();
    std::vector<float> raised;
    TickIndex tick = 0;
};

} // namespace

class TestLimitWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLimitIsReportedOncePerRackWhenItLasts();
    void whatGetsWorseIsReportedAgain();
    void aSingleReadingTellsNothing();
    void itEndsOnlyAfterALongCalm();
    void aSilenceIsNeitherWellNorIll();
    void whereLowIsBadTheLimitIsBelow();
    void aMetricWithoutLimitsIsNotJudged();
    void aGpuMayHaveAHigherLimit();
    void aWornPumpIsReportedAndAQuietDayIsNot();
};

void TestLimitWatch::aLimitIsReportedOncePerRackWhenItLasts()
{
    LimitedHall gpus;
    QVERIFY(gpus.stay({84, 60, 60, 60}, 2).empty());
    const auto reported = gpus.step({84, 85, 60, 60});
    QCOMPARE(reported.size(), std::size_t{1});
    QCOMPARE(reported[0].entity, (EntityRef{EntityKind::Gpu, 1}));
    QCOMPARE(reported[0].event.severity, Severity::Warning);
    QVERIFY(reported[0].event.time == start + std::chrono::seconds(2));
    QCOMPARE(QString::fromStdString(reported[0].event.text),
             QStringLiteral("node-A1 gpu1: GPU temperature 85\u2009°C, limit 83\u2009°C\n1 more in A1"));
    QVERIFY(gpus.stay({85, 86, 60, 60}, 100).empty());
    const auto other = gpus.stay({85, 86, 84, 60}, 3);
    QCOMPARE(other.size(), std::size_t{1});
    QCOMPARE(other[0].entity, (EntityRef{EntityKind::Gpu, 2}));
}

void TestLimitWatch::whatGetsWorseIsReportedAgain()
{
    LimitedHall gpus;
    QCOMPARE(gpus.stay({84, 60, 60, 60}, 3).size(), std::size_t{1});
    QVERIFY(gpus.step({95, 60, 60, 60}).empty()); // one reading
    QVERIFY(gpus.stay({84, 60, 60, 60}, 5).empty());
    const auto worse = gpus.stay({88, 60, 60, 60}, 10);
    QCOMPARE(worse.size(), std::size_t{1});
    QCOMPARE(worse[0].event.severity, Severity::Critical);
    QVERIFY(worse[0].event.text.ends_with(", limit 87\u2009°C"));
}

void TestLimitWatch::aSingleReadingTellsNothing()
{
    LimitedHall gpus;
    for (int i = 0; i < 50; ++i) {
        QVERIFY(gpus.stay({90, 60, 60, 60}, 2).empty());
        QVERIFY(gpus.step({60, 60, 60, 60}).empty());
    }
}

void TestLimitWatch::itEndsOnlyAfterALongCalm()
{
    LimitedHall gpus;
    QCOMPARE(gpus.stay({84, 60, 60, 60}, 3).size(), std::size_t{1});
    for (int i = 0; i < 10; ++i) { // about the limit
        QVERIFY(gpus.stay({82, 60, 60, 60}, 20).empty());
        QVERIFY(gpus.stay({84, 60, 60, 60}, 5).empty());
    }
    const auto over = gpus.stay({82, 60, 60, 60}, 100);
    QCOMPARE(over.size(), std::size_t{1});
    QCOMPARE(over[0].event.severity, Severity::Information);
    QCOMPARE(over[0].entity, (EntityRef{EntityKind::Rack, 0}));
    QCOMPARE(gpus.stay({84, 60, 60, 60}, 3).size(), std::size_t{1}); // starts over
}

void TestLimitWatch::aSilenceIsNeitherWellNorIll()
{
    LimitedHall gpus;
    QCOMPARE(gpus.stay({84, 60, 60, 60}, 3).size(), std::size_t{1});
    QVERIFY(gpus.stay({noData, noData, noData, noData}, 100).empty());
    QVERIFY(gpus.stay({84, 60, 60, 60}, 3).empty()); // the same one still
}

void TestLimitWatch::whereLowIsBadTheLimitIsBelow()
{
    LimitedHall gpus;
    gpus.metric.direction = Direction::LowIsBad;
    gpus.metric.warning = 40.0F;
    gpus.metric.critical = std::nullopt;
    QVERIFY(gpus.stay({84, 60, 60, 60}, 10).empty());
    const auto reported = gpus.stay({39, 38, 60, 60}, 3);
    QCOMPARE(reported.size(), std::size_t{1});
    QCOMPARE(reported[0].entity, (EntityRef{EntityKind::Gpu, 1}));
}

void TestLimitWatch::aGpuMayHaveAHigherLimit()
{
    LimitedHall gpus;
    gpus.raised = {10, noData, -5, 10};
    QVERIFY(gpus.stay({92, 60, 60, 90}, 10).empty());
    const auto reported = gpus.stay({94, 60, 84, 90}, 3);
    QCOMPARE(reported.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(reported[0].event.text),
             QStringLiteral("node-A1 gpu0: GPU temperature 94\u2009°C, limit 93\u2009°C"));
    QCOMPARE(reported[1].entity, (EntityRef{EntityKind::Gpu, 2}));
}

void TestLimitWatch::aMetricWithoutLimitsIsNotJudged()
{
    LimitedHall gpus;
    gpus.metric.warning = gpus.metric.critical = std::nullopt;
    QVERIFY(gpus.stay({1e9F, 60, 60, 60}, 10).empty());
}

void TestLimitWatch::aWornPumpIsReportedAndAQuietDayIsNot()
{
    const auto reportedWith = [](double severity) {
        ClusterSpec spec = makeCluster(16, 8, *findGpuModel("H100"));
        spec.loops = {{.name = "cdu-1", .ratedFlowLpm = 360, .volumeLitres = 60}};
        for (RackSpec& rack : spec.racks)
            rack.loop = "cdu-1";
        Drill drill;
        DrillFault fault;
        fault.kind = FaultKind::PumpDegradation;
        fault.severity = severity;
        fault.onsetSeconds = 30;
        fault.rampSeconds = 30;
        if (severity > 0)
            drill.faults = {fault};
        SimulatedWorld world(std::move(spec), drill);
        world.add(std::make_unique<LimitAnalysis>());
        world.run(400);
        std::vector<std::string> reported;
        for (const LoggedEvent& logged : world.store().events().events()) {
            if (logged.event.code.starts_with("metric.limit"))
                reported.push_back(logged.event.text);
        }
        return reported;
    };
    const std::vector<std::string> quiet = reportedWith(0);
    QVERIFY2(quiet.empty(), quiet.empty() ? "" : quiet.front().c_str());
    const std::vector<std::string> reported = reportedWith(0.9);
    QVERIFY(!reported.empty());
    QVERIFY2(reported.size() < 40, reported.back().c_str()); // racks and severities, not GPUs and ticks
}

LOCKSTEP_TEST(tst_limitwatch, TestLimitWatch)
#include "tst_limitwatch.moc"
