// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/core/batch.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/facts/entityfacts.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

Fact factOf(const Facts& facts, const char* label)
{
    const auto found = std::ranges::find(facts, QLatin1String(label), &Fact::label);
    Fact fact = found == facts.end() ? Fact{QString(), QStringLiteral("(absent)")} : *found;
    fact.value.replace(QChar(0x2009), QLatin1Char(' '));
    return fact;
}

} // namespace

class EntityFactsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trustIsSpelledOut()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(5);
        const EntityRef gpu{EntityKind::Gpu, 9};
        Facts facts = trustFacts(world.cluster.store(), gpu, world.now() + 405ms);
        QCOMPARE(factOf(facts, "Data").value, QStringLiteral("live, 0.4 s ago"));
        QCOMPARE(factOf(facts, "Clock").value, QStringLiteral("+180 µs ± 45 µs relative to this machine"));
        QCOMPARE(factOf(facts, "Gaps").value, QStringLiteral("none in memory"));
        QCOMPARE(factOf(facts, "Source").value, QStringLiteral("127.0.0.1:7420, live"));

        world.fake().silence(1);
        world.run(12);
        facts = trustFacts(world.cluster.store(), gpu, world.now() + 5ms);
        QCOMPARE(factOf(facts, "Data").value, QStringLiteral("stale, last sample 12 s ago"));
        QCOMPARE(factOf(facts, "Data").severity, std::optional(Severity::Warning));
    }

    void whatIsUsualIsReportedWithWhereItIsFrom()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(2);
        const ClusterStore& store = world.cluster.store();
        const EntityRef gpu{EntityKind::Gpu, 9};
        LearnedBaselines baselines;
        QVERIFY(baselineFacts(baselines, store, gpu).empty());
        const TimePoint since = std::chrono::sys_days(std::chrono::year(2026) / 3 / 1) + 2h;
        baselines.remember(
            "power", learnedPath(*store.topology(), gpu),
            {"",
             since,
             since + 1h,
             {1},
             {{"power limit", Unit::Watt, 700, noData, 0}, {"SM clock", Unit::Hertz, 1.9e9F, 1e7F, 1680}}});
        const Facts facts = baselineFacts(baselines, store, gpu);
        QCOMPARE(facts.size(), std::size_t{2});
        QVERIFY2(
            factOf(facts, "Baseline: power limit").value.startsWith(QStringLiteral("700 W, learned from data since ")),
            qPrintable(factOf(facts, "Baseline: power limit").value));
        QVERIFY2(factOf(facts, "Baseline: SM clock")
                     .value.startsWith(QStringLiteral("1.90 GHz ± 10 MHz, learned from 28 min of data since")),
                 qPrintable(factOf(facts, "Baseline: SM clock").value));
        QVERIFY(baselineFacts(baselines, store, {EntityKind::Gpu, 8}).empty());
    }

    void aGpuSaysWhoRunsOnIt()
    {
        FakeWorld world(FakeClusterOptions{.nodes = 3}, FakeTrainingOptions{.ranks = 16});
        world.introduce();
        world.run(10);
        const ClusterStore& store = world.cluster.store();
        QCOMPARE(factOf(rankFacts(store, {EntityKind::Gpu, 9}), "Rank").value, QStringLiteral("9 of llama-70b"));
        QCOMPARE(factOf(rankFacts(store, {EntityKind::Node, 1}), "Ranks").value,
                 QStringLiteral("8, 9, 10, 11, 12, 13, 14, 15 of llama-70b"));
        QVERIFY(rankFacts(store, {EntityKind::Gpu, 20}).empty()); // idle
    }

    void aGpuListsItsDependencies()
    {
        const test::SmallHall hall;
        const Facts facts = dependencyFacts(*hall.topology, hall.gpu(2, 1));
        QCOMPARE(factOf(facts, "Links").value, QStringLiteral("nic0 to r0-leaf1, nic1 to r1-leaf1"));
        QCOMPARE(factOf(facts, "Cooled by").value, QStringLiteral("cdu-1"));
        const Facts inAir = dependencyFacts(*hall.topology, hall.gpu(4, 0));
        QCOMPARE(factOf(inAir, "Cooled by").value, QStringLiteral("(absent)"));
        QVERIFY(dependencyFacts(*hall.topology, hall.loop()).empty());
    }

    void aGapIsReported()
    {
        FakeWorld world;
        world.introduce();
        world.run(5);
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = world.now();
        batch->node = world.fake().nodeName(0);
        batch->gap = Gap{{world.now() - 4s, world.now() - 1s}, 3, "agent restarted"};
        world.apply(batch);
        const Fact fact = factOf(trustFacts(world.cluster.store(), {EntityKind::Node, 0}, world.now()), "Gaps");
        QVERIFY2(fact.value.contains(QStringLiteral("agent restarted")), qPrintable(fact.value));
        QVERIFY2(fact.value.contains(QStringLiteral("missed samples: 3")), qPrintable(fact.value));
        QCOMPARE(fact.severity, std::optional(Severity::Warning));
    }

    void manySourcesAreCountedAndOnlyThoseThatAreNotWellNamed()
    {
        FakeWorld world;
        for (std::uint32_t source = 0; source < 9; ++source) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{source};
            batch->received = world.now();
            batch->status.emplace();
            batch->status->state = source == 7 ? SourceState::Retrying : SourceState::Live;
            batch->status->peer = "10.0.0." + std::to_string(source);
            world.apply(batch);
        }
        Facts facts = clusterFacts(world.cluster.store(), world.now());
        QCOMPARE(factOf(facts, "Sources").value, QStringLiteral("8 live, 1 retrying"));
        QCOMPARE(factOf(facts, "Sources").severity, std::optional(Severity::Warning));
        QCOMPARE(factOf(facts, "Source").value, QStringLiteral("10.0.0.7, retrying"));
        QCOMPARE(std::ranges::count(facts, QStringLiteral("Source"), &Fact::label), 1);
    }

    void aNodeSaysWhoItIsAndWhyACollectorIsOff()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 0});
        world.introduce();
        world.run(1);
        const Facts facts = identityFacts(world.cluster.store(), {EntityKind::Core, 1});
        QCOMPARE(factOf(facts, "Node").value, QStringLiteral("node-0000"));
        QCOMPARE(factOf(facts, "Memory").value, QStringLiteral("16 GB"));
        QVERIFY(factOf(facts, "CPU").value.contains(QStringLiteral("Xeon")));
        QCOMPARE(factOf(facts, "Collector nvml").value, QStringLiteral("off: libnvidia-ml.so.1 was not found"));
    }

    void theClusterCountsWhoReports()
    {
        FakeWorld world({.nodes = 4});
        world.introduce();
        world.run(3);
        world.fake().silence(2);
        world.run(5);
        const Facts facts = clusterFacts(world.cluster.store(), world.now());
        QCOMPARE(factOf(facts, "GPUs").value, QStringLiteral("32"));
        const Fact reporting = factOf(facts, "Reporting");
        QVERIFY2(reporting.value.startsWith(QStringLiteral("3 live, 1 stale, 0 never reported")),
                 qPrintable(reporting.value));
        QCOMPARE(reporting.severity, std::optional(Severity::Warning));
    }
};

LOCKSTEP_TEST(tst_entityfacts, EntityFactsTest)
#include "tst_entityfacts.moc"
