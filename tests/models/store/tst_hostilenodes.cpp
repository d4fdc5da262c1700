// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/budget.h"
#include "models/store/clusterstore.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr ClockOffset rightClock{std::chrono::microseconds(20), std::chrono::microseconds(50)};

void give(ClusterStore& store, Batch batch)
{
    const BatchPtr shared = share(std::move(batch));
    (void)store.apply({&shared, 1});
}

float gpuValueAt(const ClusterStore& store, std::uint32_t gpu, TimePoint time)
{
    const auto column = store.column(store.metrics().find("gpu.temperature"), tickIndexOf(time, 1s));
    return gpu < column.size() ? column[gpu] : noData;
}

std::vector<Event> eventsOf(const ClusterStore& store, const std::string& code)
{
    std::vector<Event> found;
    for (const LoggedEvent& each : store.events().events()) {
        if (each.event.code == code)
            found.push_back(each.event);
    }
    return found;
}

MetricDescriptor metricOf(std::string name, EntityKind kind)
{
    MetricDescriptor metric;
    metric.name = std::move(name);
    metric.entityKind = kind;
    return metric;
}

std::shared_ptr<const NodeLayout> layoutOfGpus(std::uint32_t id, std::size_t gpus, const std::string& prefix)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = id;
    layout->metrics = {metricOf("gpu.temperature", EntityKind::Gpu)};
    layout->entities = {{EntityKind::Node, "node", 0}};
    layout->columns = {{0, {}}};
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
        layout->entities.push_back({EntityKind::Gpu, prefix + std::to_string(gpu), 0});
        layout->columns[0].entities.push_back(gpu + 1);
    }
    return layout;
}

std::shared_ptr<const NodeLayout> layoutOfMetrics(std::uint32_t id, std::size_t metrics, EntityKind kind)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = id;
    layout->entities = {{EntityKind::Node, "node", 0}, {EntityKind::Gpu, "gpu0", 0}};
    for (std::uint32_t metric = 0; metric < metrics; ++metric) {
        layout->metrics.push_back(metricOf("invented." + std::to_string(id) + "." + std::to_string(metric), kind));
        layout->columns.push_back({metric, {kind == EntityKind::Gpu ? 1U : 0U}});
    }
    return layout;
}

} // namespace

/// Data from one node must not affect other nodes' data, nor grow without limit.
class TestHostileNodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTickOfTheFutureIsRefusedAlone_data()
    {
        QTest::addColumn<bool>("claimsRightClock");
        QTest::addColumn<qint64>("offsetHours");
        QTest::newRow("with a clock that is right") << true << qint64{0};
        QTest::newRow("with a clock that is said to be behind") << true << qint64{-24 * 30};
    }

    void aTickOfTheFutureIsRefusedAlone()
    {
        QFETCH(qint64, offsetHours);
        ClusterStore store;
        TestNode honest("honest");
        TestNode liar("liar", 2, 1);
        for (int second = 0; second < 10; ++second) {
            give(store, honest.tick(at(second), 50));
            Batch lie = liar.tick(offsetHours == 0 ? at(second) + 30 * 24h : at(second), 99);
            lie.received = at(second);
            lie.clock = ClockOffset{std::chrono::hours(offsetHours), 50us};
            give(store, std::move(lie));
        }
        for (int second = 0; second < 10; ++second)
            QCOMPARE(gpuValueAt(store, 0, at(second)), 50.0F);
        QCOMPARE(store.ticksInMemory().to, tickIndexOf(at(9), 1s) + 1);
        const NodeStatus& status = store.node(store.topology()->findNode("liar"));
        QCOMPARE(status.refusedTicks, std::uint64_t{10});
        QCOMPARE(status.lostTicks(), std::uint64_t{10});
        QVERIFY(status.freshness != Freshness::Live); // it has reported nothing valid
        const auto reported = eventsOf(store, "store.ahead");
        QCOMPARE(reported.size(), std::size_t{1}); // once per minute, not per tick
        QVERIFY(reported[0].text.starts_with("liar sends ticks that are 30"));
    }

    void aTickOfLongAgoIsRefusedAlone()
    {
        ClusterStore store;
        TestNode honest("honest");
        TestNode liar("liar", 2, 1);
        for (int second = 0; second < 10; ++second) {
            give(store, honest.tick(at(second), 50));
            Batch lie = liar.tick(at(second) - 30 * 24h, 99);
            lie.received = at(second);
            lie.clock = rightClock;
            give(store, std::move(lie));
        }
        QCOMPARE(store.ticks().from, tickIndexOf(at(0), 1s));
        QCOMPARE(store.node(store.topology()->findNode("liar")).refusedTicks, std::uint64_t{10});
        const auto reported = eventsOf(store, "store.behind");
        QCOMPARE(reported.size(), std::size_t{1});
        QVERIFY(reported[0].text.starts_with("liar sends ticks that are 30\u2009d behind"));
    }

    void whatAnAgentTellsAgainOfTheLastDayIsBelieved()
    {
        ClusterStore store;
        TestNode node("n");
        Batch batch = node.tick(at(0), 5);
        batch.received = at(0) + 24h;
        batch.clock = rightClock;
        give(store, std::move(batch));
        QCOMPARE(gpuValueAt(store, 0, at(0)), 5.0F);
    }

    void aClockThatLeapsForwardDoesNotMoveTheNewestTick()
    {
        ClusterStore store;
        TestNode honest("honest");
        TestNode liar("liar", 2, 1);
        for (int second = 0; second < 10; ++second) {
            give(store, honest.tick(at(second), 50));
            Batch lie = liar.tick(at(second < 5 ? second : second + 40), 60);
            lie.received = at(second) + 10ms;
            lie.clock = rightClock; // measured before the leap
            give(store, std::move(lie));
        }
        QCOMPARE(store.ticksInMemory().to, tickIndexOf(at(9), 1s) + 1);
        const NodeStatus& status = store.node(store.topology()->findNode("liar"));
        QCOMPARE(status.refusedTicks, std::uint64_t{0});
        QCOMPARE(store.latest(store.metrics().find("gpu.temperature")).back(), 60.0F);
    }

    void afterOurClockWasSetBackTicksArePlacedAgain()
    {
        ClusterStore store;
        TestNode node("n");
        for (int second = 0; second < 5; ++second)
            give(store, node.tick(at(second) + 30 * 24h, 1)); // received then, by our wrong clock
        for (int second = 5; second < 10; ++second)
            give(store, node.tick(at(second), 2));
        for (int second = 5; second < 10; ++second)
            QCOMPARE(gpuValueAt(store, 0, at(second)), 2.0F);
        QCOMPARE(store.latest(store.metrics().find("gpu.temperature"))[0], 2.0F);
        QVERIFY(store.ticksInMemory().to <= tickIndexOf(at(10), 1s));
    }

    void gpusWithoutEndLeaveRoomForOthers()
    {
        ClusterStore store;
        TestNode liar("liar", 2, 1);
        for (std::uint32_t id = 1; id <= 40; ++id) {
            liar.setLayout(layoutOfGpus(id, 1000, "gpu" + std::to_string(id) + "-"));
            give(store, liar.tick(at(id), 1));
        }
        QCOMPARE(store.topology()->count(EntityKind::Gpu), std::size_t{1024});
        const auto reported = eventsOf(store, "store.over_limit");
        QVERIFY(!reported.empty());
        QVERIFY(reported[0].text.starts_with("liar exceeds the limits: 976 entities and 0 metrics"));
        QVERIFY(reported[0].text.find("a node has at most 1024 entities of kind gpu") != std::string::npos);
        TestNode honest("honest");
        give(store, honest.tick(at(40), 50));
        QCOMPARE(gpuValueAt(store, 1024, at(40)), 50.0F);
        QCOMPARE(gpuValueAt(store, 1025, at(40)), 50.0F);
    }

    void aFileThatSomebodyOpenedIsShownWhole()
    {
        ClusterStore store({.feed = Feed::File});
        TestNode trace("job", 2, 1);
        trace.setLayout(layoutOfGpus(1, 16'384, "rank "));
        give(store, trace.tick(at(0), 1));
        QCOMPARE(store.topology()->count(EntityKind::Gpu), std::size_t{16'384});
        QVERIFY(eventsOf(store, "store.over_limit").empty());
    }

    void metricsWithoutEndLeaveRoomForOthers()
    {
        ClusterStore store;
        TestNode liar("liar", 2, 1);
        for (std::uint32_t id = 1; id <= 30; ++id) {
            liar.setLayout(layoutOfMetrics(id, 4000, EntityKind::Node));
            give(store, liar.tick(at(id), 1));
        }
        QCOMPARE(store.metrics().size(), budget::ownMetricsPerSource);
        TestNode honest("honest");
        give(store, honest.tick(at(30), 50)); // of the catalogue
        QCOMPARE(gpuValueAt(store, 1, at(30)), 50.0F); // the liar has the first
        TestNode special("special", 2, 2);
        special.setLayout(layoutOfMetrics(1000, 50, EntityKind::Node)); // its own, and new
        give(store, special.tick(at(30), 7));
        const MetricId own = store.metrics().find("invented.1000.49");
        QVERIFY(own.isValid());
        QCOMPARE(store.latest(own)[store.topology()->findNode("special").index], 7.0F);
    }

    void nobodyTakesAUsualMetricAway()
    {
        ClusterStore store;
        TestNode liar("liar", 2, 1);
        auto layout = std::make_shared<NodeLayout>(*liar.layout());
        for (MetricDescriptor& metric : layout->metrics)
            metric.entityKind = metric.entityKind == EntityKind::Gpu ? EntityKind::Node : EntityKind::Gpu;
        layout->columns = {{0, {0}}, {1, {0}}, {2, {1}}};
        liar.setLayout(layout);
        give(store, liar.tick(at(0), 99)); // arrives first
        TestNode honest("honest");
        give(store, honest.tick(at(0), 50));
        const std::uint32_t gpu
            = store.topology()->find(EntityKind::Gpu, store.topology()->findNode("honest"), "gpu0").index;
        QCOMPARE(gpuValueAt(store, gpu, at(0)), 50.0F);
        QCOMPARE(eventsOf(store, "store.over_limit").size(), std::size_t{1});
    }

    /// A column is as wide as its kind has entities, so a thousand metrics of one GPU each could become a thousand full
    /// columns.
    void thinMetricsInAWideClusterAreBounded()
    {
        ClusterStore store;
        for (std::uint32_t node = 0; node < 20; ++node) {
            TestNode honest("honest-" + std::to_string(node));
            honest.setLayout(layoutOfGpus(1, 1000, "gpu"));
            give(store, honest.tick(at(0), 50));
        }
        const std::size_t before = store.memoryBytes();
        TestNode liar("liar", 2, 1);
        liar.setLayout(layoutOfMetrics(1, 1000, EntityKind::Gpu)); // its GPU is the 20,001st
        for (int second = 0; second < 8; ++second)
            give(store, liar.tick(at(second), 1));
        // Without the limit, 1000 x 20,001 x 4 bytes for the newest values, and again for a block of ticks.
        const std::size_t perTick = budget::ownCellsPerSource * sizeof(float);
        QVERIFY(store.memoryBytes() - before < perTick * 34 + (8U << 20U));
        QVERIFY(eventsOf(store, "store.over_limit")[0].text.find(std::to_string(budget::ownCellsPerSource)
                                                                 + " values per tick")
                != std::string::npos);
    }

    void aMetricThatOthersReportTooIsNobodysShare()
    {
        ClusterStore store;
        // 100 unusual metrics on each of 16,000 GPUs, of 16 sources: more than one alone may have room for.
        auto layout = std::make_shared<NodeLayout>(*layoutOfGpus(1, 1000, "gpu"));
        layout->metrics.clear();
        const std::vector<std::uint32_t> all = std::exchange(layout->columns, {}).front().entities;
        for (std::uint32_t metric = 0; metric < 100; ++metric) {
            layout->metrics.push_back(metricOf("unusual." + std::to_string(metric), EntityKind::Gpu));
            layout->columns.push_back({metric, all});
        }
        for (std::uint32_t source = 0; source < 16; ++source) {
            TestNode node("n" + std::to_string(source), 2, source);
            node.setLayout(layout);
            give(store, node.tick(at(0), 3));
        }
        QVERIFY(eventsOf(store, "store.over_limit").empty());
        const auto latest = store.latest(store.metrics().find("unusual.99"));
        QCOMPARE(std::ranges::count(latest, 3.0F), std::ptrdiff_t{16'000});
    }

    /// Ticks that alternate between many layouts must not cause each to be recomputed.
    void manyLayoutsOfANodeStayPlaced()
    {
        ClusterStore store;
        TestNode node("n");
        std::vector<std::shared_ptr<const NodeLayout>> layouts;
        for (std::uint32_t id = 1; id <= budget::layoutsPerNode; ++id)
            layouts.push_back(layoutOfGpus(id, 2, "gpu"));
        for (int second = 0; second < 200; ++second) {
            node.setLayout(layouts[static_cast<std::size_t>(second) % layouts.size()]);
            give(store, node.tick(at(second), static_cast<float>(second)));
        }
        QCOMPARE(gpuValueAt(store, 1, at(199)), 199.0F);
        for (const auto& layout : layouts)
            QVERIFY(layout.use_count() >= 2); // ours and the placement's
    }
};

LOCKSTEP_TEST(tst_hostilenodes, TestHostileNodes)
#include "tst_hostilenodes.moc"
