// SPDX-License-Identifier: GPL-3.0-or-later
// Baselines preserved across a restart.
#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint learnedAt{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1) + std::chrono::hours(2)};

TopologyPtr nodeWith(const std::string& model, const std::string& driver = "550")
{
    TopologyBuilder builder;
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = "node-0";
    identity->inventory = {{"nvidia", true, "2 GPUs", {{"GPU model", model}, {"GPUs", "8"}, {"GPU driver", driver}}}};
    const EntityRef node = builder.describeNode(identity);
    builder.add(EntityKind::Gpu, "gpu0", node);
    builder.add(EntityKind::Gpu, "gpu1", node);
    return builder.build();
}

/// A process that watches two GPUs for a while.
struct Watcher
{
    explicit Watcher(LearnedBaselines* baselines) : series(baselines, "gpu.test", "its usual test") { }

    void watch(const Topology& topology, TimePoint from, int seconds)
    {
        for (int second = 0; second < seconds; ++second) {
            for (std::uint32_t gpu = 0; gpu < 2; ++gpu)
                series.follow(
                    topology, {EntityKind::Gpu, gpu}, from + std::chrono::seconds(second), found,
                    [&](std::span<const float> values) {
                        restored[gpu] = {values.begin(), values.end()};
                        return true;
                    },
                    [gpu] {
                        return std::vector{static_cast<float>(gpu), 7.5F};
                    });
        }
    }

    LearnedSeries series;
    std::array<std::vector<float>, 2> restored;
    Derived found;
};

} // namespace

class TestLearned : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRestartGoesOnWithWhatWasKnown()
    {
        LearnedBaselines baselines;
        const TopologyPtr topology = nodeWith("H100");
        Watcher before(&baselines);
        before.watch(*topology, learnedAt, 200);
        QCOMPARE(baselines.entries().size(), 2UL);
        Watcher after(&baselines);
        after.watch(*nodeWith("H100", "560"), learnedAt + 300s, 3); // a new driver is no new hardware
        QCOMPARE(after.restored[1], (std::vector{1.0F, 7.5F}));
        QVERIFY(after.found.events.empty());
        const std::string text = after.series.text({EntityKind::Gpu, 1}, 1680);
        QCOMPARE(text, std::string("\nbaseline learned over 28\u2009min since 2026-03-01 02:00 UTC"));
    }

    void whatIsUsualOfOneThingIsFoundAmongAll()
    {
        LearnedBaselines baselines;
        const std::vector<BaselineRange> flow{{"flow", Unit::LitersPerMinute, 400, 4, 600}};
        baselines.remember("loop", "hall / cdu-1", {"", learnedAt, learnedAt, {1}, flow});
        baselines.remember("loop", "hall / cdu-2", {"", learnedAt, learnedAt, {2}, {}});
        baselines.remember("power", "hall / cdu-1", {"", learnedAt, learnedAt, {3}, {}});
        baselines.remember("service", "hall / chat", {"", learnedAt, learnedAt, {4}, {}});
        const std::vector<LearnedBaselines::Entry> its = baselines.of("hall / cdu-1");
        QCOMPARE(its.size(), 2UL);
        QCOMPARE(its[0].quantity, std::string("loop"));
        QCOMPARE(its[0].learned.ranges, flow);
        QCOMPARE(its[1].quantity, std::string("power"));
        QVERIFY(baselines.of("hall / cdu-3").empty());
    }

    void whatIsStaleIsDroppedAndSaysSo_data()
    {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<int>("hoursLater");
        QTest::addColumn<QString>("why");
        QTest::newRow("days old") << "H100" << 5 * 24 << "not observed for 4 days";
        QTest::newRow("other hardware") << "B200" << 1 << "hardware changed: 8 x H100 before, 8 x B200 now";
        QTest::newRow("of the future") << "H100" << -2 << "in the future";
    }

    void whatIsStaleIsDroppedAndSaysSo()
    {
        QFETCH(const QString, gpus);
        QFETCH(const int, hoursLater);
        QFETCH(const QString, why);
        LearnedBaselines baselines;
        Watcher before(&baselines);
        before.watch(*nodeWith("H100"), learnedAt, 200);
        Watcher after(&baselines);
        after.watch(*nodeWith(gpus.toStdString()), learnedAt + std::chrono::hours(hoursLater), 3);
        QVERIFY(after.restored[0].empty() && after.restored[1].empty());
        QVERIFY(baselines.entries().empty()); // must be learned again
        QCOMPARE(after.found.events.size(), 1UL); // of both at once
        const Event& event = after.found.events.front().event;
        QCOMPARE(event.code, std::string(codes::baselineDropped));
        QVERIFY2(event.text.find(why.toStdString()) != std::string::npos, event.text.c_str());
        QVERIFY2(event.text.find("and 1 more") != std::string::npos, event.text.c_str());
    }

    void withoutBaselinesNothingIsKept()
    {
        Watcher watcher(nullptr);
        watcher.watch(*nodeWith("H100"), learnedAt, 200);
        QVERIFY(watcher.restored[0].empty() && watcher.found.events.empty());
        QVERIFY(!watcher.series.text({EntityKind::Gpu, 0}, 60).empty());
    }

    void aBaselineComesBackAsItWas()
    {
        Baseline before(60);
        for (int at = 0; at < 4000; ++at) // more than half an hour: the ring has turned
            before.add(static_cast<float>(at % 17), 1);
        Baseline after(60);
        QVERIFY(after.restore(before.values()));
        QCOMPARE(after.usual(), before.usual());
        QCOMPARE(after.spread(), before.spread());
        for (Baseline* each : {&before, &after}) {
            for (int at = 0; at < 500; ++at)
                each->add(40, 1);
        }
        QCOMPARE(after.usual(), before.usual()); // the oldest leave first
        QVERIFY(!after.restore(std::vector<float>{}) && !after.restore(std::vector{1.0F}));
        QVERIFY(!after.restore(std::vector{-1.0F, 2.0F}) && !after.restore(std::vector{10.0F, noData}));
        QVERIFY(!after.restore(std::vector<float>(5000, 1.0F)));
    }

    void partsThatLieAreNone()
    {
        std::vector<float> values;
        appendPart(values, std::vector{1.0F, 2.0F});
        appendPart(values, {});
        QCOMPARE(partsOf(values, 2).size(), 2UL);
        QVERIFY(partsOf(values, 3).empty());
        QVERIFY(partsOf(std::vector{9.0F, 1.0F}, 1).empty());
        QVERIFY(partsOf(std::vector{-1.0F}, 1).empty());
        QVERIFY(partsOf(std::vector{noData}, 1).empty());
    }
};

LOCKSTEP_TEST(tst_learned, TestLearned)
#include "tst_learned.moc"
