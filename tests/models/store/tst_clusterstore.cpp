// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"
#include "models/store/clusterstore.h"
#include "tests/models/store/storeapply.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace lockstep::test;

class TestClusterStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesLandInTheirColumns();
    void entitiesOfSeveralNodesShareOneColumn();
    void newEntitiesLeaveOldTicksAsTheyWere();
    void aTickThatNobodySentIsEmpty();
    void aRepeatedTickIsNotCountedTwice();
    void aLateTickFillsItsColumnButNotTheNewestValue();
    void noDataNeverReplacesTheNewestValue();
    void spansOfARepeatedTickAreNotDoubled();
    void aRestartedAgentCountsAnew();
    void aClockSetBackKeepsTheNewestValueCurrent();
    void spansKeepTheirNamesWhenTheListGrows();
    void aYearOfJobsKeepsItsNames();
    void aTickBeforeTheIdentityIsKept();
    void aNodeOfTheClusterFileIsMatchedByName();
    void aMetricOfAnotherKindIsRefusedAndSaid();
    void layoutsThatPointNowherePlaceNothing();
    void tooFewValuesPlaceWhatTheyCan();
    void sourcesAreKnownByTheirNumber();
    void theChangeSetSaysWhatChanged();
    void aSeriesIsAsLongAsAsked();
    void entitiesOfWhichNothingIsSaidTakeNoRoom();
    void whatIsNoLongerSaidIsNoLongerTheNewest();
    void anotherTopologyStartsOver();

private:
    static float gpuValue(const ClusterStore& store, std::string_view metric, std::uint32_t gpu, TickIndex tick)
    {
        const auto column = store.column(store.metrics().find(metric), tick);
        return gpu < column.size() ? column[gpu] : noData;
    }
};

void TestClusterStore::valuesLandInTheirColumns()
{
    ClusterStore store;
    TestNode node("n1", 2);
    applyTo(store, node.tick(at(0), {71, 72, 1.5e9F, 1.6e9F, 0.25F}));
    QCOMPARE(gpuValue(store, "gpu.temperature", 0, indexOf(at(0))), 71.0F);
    QCOMPARE(gpuValue(store, "gpu.temperature", 1, indexOf(at(0))), 72.0F);
    QCOMPARE(gpuValue(store, "gpu.clock.sm", 1, indexOf(at(0))), 1.6e9F);
    QCOMPARE(gpuValue(store, "node.cpu.utilisation", 0, indexOf(at(0))), 0.25F);
    QCOMPARE(store.latest(store.metrics().find("gpu.temperature"))[1], 72.0F);
    QCOMPARE(store.samplesApplied(), 5U);
    QCOMPARE(store.ticks(), (TickRange{indexOf(at(0)), indexOf(at(1))}));
}

void TestClusterStore::entitiesOfSeveralNodesShareOneColumn()
{
    ClusterStore store;
    TestNode first("n1", 2);
    TestNode second("n2", 3);
    applyTo(store, first.tick(at(0), 10));
    applyTo(store, second.tick(at(0.25), 20));
    const auto column = store.column(store.metrics().find("gpu.temperature"), indexOf(at(0)));
    QCOMPARE(std::vector<float>(column.begin(), column.end()), (std::vector<float>{10, 10, 20, 20, 20}));
}

void TestClusterStore::newEntitiesLeaveOldTicksAsTheyWere()
{
    ClusterStore store;
    TestNode first("n1", 1);
    for (int second = 0; second < 70; ++second)
        applyTo(store, first.tick(at(second), static_cast<float>(second)));
    TestNode second("n2", 200);
    applyTo(store, second.tick(at(70), 5));
    applyTo(store, first.tick(at(70), 70));
    for (int tick = 0; tick < 70; ++tick) {
        QCOMPARE(gpuValue(store, "gpu.temperature", 0, indexOf(at(tick))), static_cast<float>(tick));
        QVERIFY(std::isnan(gpuValue(store, "gpu.temperature", 5, indexOf(at(tick)))));
    }
    QCOMPARE(gpuValue(store, "gpu.temperature", 0, indexOf(at(70))), 70.0F);
    QCOMPARE(gpuValue(store, "gpu.temperature", 200, indexOf(at(70))), 5.0F);
}

void TestClusterStore::aTickThatNobodySentIsEmpty()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    applyTo(store, node.tick(at(3), 1));
    QVERIFY(store.column(MetricId{0}, indexOf(at(1))).empty());
    QVERIFY(store.column(MetricId{0}, indexOf(at(4))).empty());
    QVERIFY(store.column(MetricId{99}, indexOf(at(0))).empty());
    QVERIFY(store.column(MetricId{}, indexOf(at(0))).empty());
    QVERIFY(store.latest(MetricId{}).empty());
}

void TestClusterStore::aRepeatedTickIsNotCountedTwice()
{
    ClusterStore store;
    TestNode node("n1");
    const BatchPtr tick = share(node.tick(at(0), 1));
    const std::vector<BatchPtr> twice{tick, share(node.tick(at(1), 2)), tick, tick};
    QVERIFY(!store.apply(twice).isEmpty());
    QCOMPARE(store.node({EntityKind::Node, 0}).ticks, 2U);
    QCOMPARE(store.samplesApplied(), 10U);
    QCOMPARE(store.latest(MetricId{0})[0], 2.0F);
}

void TestClusterStore::aLateTickFillsItsColumnButNotTheNewestValue()
{
    ClusterStore store;
    TestNode node("n1");
    const Batch late = node.tick(at(1), 1);
    applyTo(store, node.tick(at(2), 2));
    applyTo(store, late);
    QCOMPARE(gpuValue(store, "gpu.temperature", 0, indexOf(at(1))), 1.0F);
    QCOMPARE(store.latest(MetricId{0})[0], 2.0F);
    QCOMPARE(store.node({EntityKind::Node, 0}).ticks, 2U);
    QCOMPARE(store.node({EntityKind::Node, 0}).lastTick, at(2));
    QCOMPARE(store.ticks().from, indexOf(at(1)));
}

void TestClusterStore::noDataNeverReplacesTheNewestValue()
{
    ClusterStore store;
    TestNode node("n1", 1);
    applyTo(store, node.tick(at(0), 50));
    applyTo(store, node.tick(at(1), noData));
    QVERIFY(std::isnan(gpuValue(store, "gpu.temperature", 0, indexOf(at(1)))));
    QCOMPARE(store.latest(MetricId{0})[0], 50.0F);
}

void TestClusterStore::spansOfARepeatedTickAreNotDoubled()
{
    ClusterStore store;
    TestNode node("n1");
    Batch batch = node.tick(at(0), 1);
    batch.tick->spans = {{.start = at(-1), .end = at(0), .kind = SpanKind::Wait, .entity = 2}};
    batch.tick->events = {{at(0), Severity::Critical, 1, "gpu.xid", "XID 79"}};
    const ChangeSet changes = applyTo(store, batch);
    QVERIFY(changes.spans && changes.events);
    applyTo(store, batch);
    QCOMPARE(store.spans().spanCount(), 1U);
    QCOMPARE(store.spans().lanes()[0].entity, (EntityRef{EntityKind::Gpu, 1}));
    QCOMPARE(store.events().events().size(), 1U);
    QCOMPARE(store.events().events()[0].count, 1U);
    QCOMPARE(store.events().events()[0].entity, (EntityRef{EntityKind::Gpu, 0}));
}

void TestClusterStore::aRestartedAgentCountsAnew()
{
    ClusterStore store;
    TestNode before("n1");
    const BatchPtr firstRun = before.identity(1);
    (void)store.apply({&firstRun, 1});
    for (int second = 0; second < 5; ++second)
        applyTo(store, before.tick(at(second), 1));
    TestNode after("n1"); // its sequence starts at one again
    const BatchPtr secondRun = after.identity(2);
    (void)store.apply({&secondRun, 1});
    applyTo(store, after.tick(at(4), 9));
    QCOMPARE(store.node({EntityKind::Node, 0}).ticks, 6U);
    QCOMPARE(store.latest(MetricId{0})[0], 9.0F);
}

void TestClusterStore::aClockSetBackKeepsTheNewestValueCurrent()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(100), 1));
    applyTo(store, node.tick(at(40), 2));
    QCOMPARE(store.latest(MetricId{0})[0], 2.0F);
    QCOMPARE(store.node({EntityKind::Node, 0}).ticks, 2U);
}

void TestClusterStore::spansKeepTheirNamesWhenTheListGrows()
{
    ClusterStore store;
    TestNode node("n1");
    const auto send = [&](double second, std::uint32_t op, std::shared_ptr<const std::vector<std::string>> names) {
        Batch batch = node.tick(at(second), 1);
        batch.names = std::move(names);
        batch.tick->spans = {{.start = at(second), .end = at(second + 0.5), .lane = 1, .op = op}};
        applyTo(store, batch);
    };
    using Names = std::vector<std::string>;
    send(0, 2, std::make_shared<Names>(Names{"", "rank 0", "forward"}));
    send(1, 2, nullptr);
    send(2, 3, std::make_shared<Names>(Names{"", "rank 0", "forward", "all_reduce"}));
    send(3, 77, nullptr); // points nowhere: the empty name
    QCOMPARE(store.spans().lanes().size(), 1U);
    const SpanLane& lane = store.spans().lanes()[0];
    const auto opOf = [&](std::size_t at) {
        return store.spans().names().name(NameId{lane.spans[at].op});
    };
    QCOMPARE(store.spans().names().name(lane.name), std::string("rank 0"));
    QCOMPARE(opOf(0), std::string("forward"));
    QCOMPARE(opOf(1), std::string("forward"));
    QCOMPARE(opOf(2), std::string("all_reduce"));
    QCOMPARE(opOf(3), std::string());
}

void TestClusterStore::aYearOfJobsKeepsItsNames()
{
    ClusterStore store({std::chrono::seconds(1), std::chrono::seconds(60)});
    TestNode node("n1");
    applyTo(store, *node.identity());
    constexpr int jobs = 1500; // one in six hours, with separate communicators: more names than a table can hold
    constexpr std::uint32_t communicators = 60;
    for (int job = 0; job < jobs; ++job) {
        const double second = job * 6.0 * 3600;
        const std::string name = "job " + std::to_string(job);
        Batch batch = node.tick(at(second), static_cast<std::uint64_t>(job + 1));
        auto names = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"", "rank 0", name});
        for (std::uint32_t each = 0; each < communicators; ++each) {
            names->push_back(name + " group " + std::to_string(each));
            Span span{.start = at(second), .end = at(second + 1), .kind = SpanKind::Compute};
            span.lane = 1;
            span.job = 2;
            span.communicator = 3 + each;
            span.rank = 0;
            batch.tick->spans.push_back(span);
        }
        batch.names = names;
        (void)store.advance(at(second));
        applyTo(store, std::move(batch));
        (void)store.advance(at(second + 1));
        const SpanStore& spans = store.spans();
        QCOMPARE(spans.lanes().size(), std::size_t{1});
        QCOMPARE(spans.names().name(NameId{spans.lanes()[0].spans.back().job}), name);
        QVERIFY(spans.names().name(NameId{spans.lanes()[0].spans.back().communicator}).starts_with(name + " group"));
    }
    QVERIFY(store.topology()->count(EntityKind::Job) == std::size_t{jobs});
    for (const LoggedEvent& each : store.events().events())
        QVERIFY(each.event.code != codes::storeNamesFull);
}

void TestClusterStore::aTickBeforeTheIdentityIsKept()
{
    ClusterStore store;
    TestNode node("n1");
    const ChangeSet changes = applyTo(store, node.tick(at(0), 1));
    QVERIFY(changes.topology);
    const BatchPtr identity = node.identity(7, "A1");
    (void)store.apply({&identity, 1});
    QCOMPARE(store.topology()->count(EntityKind::Node), 1U);
    QCOMPARE(store.topology()->identity({EntityKind::Node, 0})->epoch, 7U);
    QCOMPARE(store.latest(MetricId{0})[0], 1.0F);
}

void TestClusterStore::aNodeOfTheClusterFileIsMatchedByName()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    builder.addNode("n1", rack, {});
    const EntityRef second = builder.addNode("n2", rack, {});
    ClusterStore store;
    store.setTopology(builder.build());
    TestNode node("n2", 1);
    applyTo(store, node.tick(at(0), 1));
    QCOMPARE(store.topology()->count(EntityKind::Node), 2U);
    QCOMPARE(store.freshness(second), Freshness::Live);
    QCOMPARE(store.topology()->parent({EntityKind::Gpu, 0}), second);
}

void TestClusterStore::entitiesOfWhichNothingIsSaidTakeNoRoom()
{
    constexpr std::uint32_t gpus = 100'000;
    TopologyBuilder builder;
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
        builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), {});
    ClusterStore store;
    store.setTopology(builder.build());
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    const std::size_t before = store.memoryBytes();
    Derived derived;
    derived.addColumn(metrics::gpu::thermalResistance, store.ticks().from, gpus)[2] = 0.05F;
    (void)store.applyDerived(derived);
    const MetricId metric = store.metrics().find(metrics::gpu::thermalResistance);
    QCOMPARE(store.column(metric, store.ticks().from)[2], 0.05F);
    QCOMPARE(store.latest(metric)[2], 0.05F);
    QVERIFY2(store.memoryBytes() < before + 64 * 1024, qPrintable(QString::number(store.memoryBytes() - before)));
}

void TestClusterStore::whatIsNoLongerSaidIsNoLongerTheNewest()
{
    ClusterStore store;
    TestNode node("n1", 4);
    applyTo(store, node.tick(at(0), 1));
    const auto derive = [&store](std::size_t gpu) {
        Derived derived;
        derived.addColumn(metrics::gpu::thermalResistance, store.ticks().from, 4)[gpu] = 0.05F;
        (void)store.applyDerived(derived);
    };
    derive(3);
    derive(1);
    const std::span<const float> latest = store.latest(store.metrics().find(metrics::gpu::thermalResistance));
    QCOMPARE(latest[1], 0.05F);
    QVERIFY(std::isnan(latest[3]));
}

void TestClusterStore::aMetricOfAnotherKindIsRefusedAndSaid()
{
    ClusterStore store;
    TestNode good("n1", 1);
    applyTo(store, good.tick(at(0), 5));
    TestNode bad("n2", 1);
    auto layout = std::make_shared<NodeLayout>(*bad.layout());
    layout->metrics[0].entityKind = EntityKind::Node; // claims that its temperature is the node's
    bad.setLayout(layout);
    applyTo(store, bad.tick(at(0), 99));
    QCOMPARE(gpuValue(store, "gpu.temperature", 0, indexOf(at(0))), 5.0F);
    QVERIFY(std::isnan(gpuValue(store, "gpu.temperature", 1, indexOf(at(0)))));
    QCOMPARE(store.events().events().size(), 1U);
    QCOMPARE(store.events().events()[0].event.code, std::string("store.metric_conflict"));
}

void TestClusterStore::layoutsThatPointNowherePlaceNothing()
{
    ClusterStore store;
    TestNode node("n1", 1);
    auto layout = std::make_shared<NodeLayout>(*node.layout());
    layout->columns[0].metric = 77;
    layout->columns[1].entities[0] = 1000;
    layout->entities.push_back({EntityKind::Node, "another", 0});
    node.setLayout(layout);
    Batch batch = node.tick(at(0), 4);
    batch.tick->spans = {{.start = at(0), .end = at(1), .entity = 4000}};
    applyTo(store, batch);
    QCOMPARE(gpuValue(store, "node.cpu.utilisation", 0, indexOf(at(0))), 4.0F);
    QVERIFY(store.latest(store.metrics().find("gpu.clock.sm")).empty());
    QCOMPARE(store.spans().lanes()[0].entity.kind, EntityKind::Node);
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index)
        (void)store.node({EntityKind::Node, index});
}

void TestClusterStore::tooFewValuesPlaceWhatTheyCan()
{
    ClusterStore store;
    TestNode node("n1", 2);
    applyTo(store, node.tick(at(0), std::vector<float>{1, 2, 3}));
    QCOMPARE(gpuValue(store, "gpu.temperature", 1, indexOf(at(0))), 2.0F);
    QVERIFY(std::isnan(gpuValue(store, "gpu.clock.sm", 0, indexOf(at(0)))));
    applyTo(store, node.tick(at(1), std::vector<float>{}));
    QVERIFY(store.node({EntityKind::Node, 0}).ticks == 2);
}

void TestClusterStore::sourcesAreKnownByTheirNumber()
{
    ClusterStore store;
    Batch batch;
    batch.source = SourceId{3};
    batch.status = SourceStatus{SourceState::Retrying, "10.0.0.1:7070", "connection refused", {}, 0};
    QVERIFY(applyTo(store, batch).sources);
    QCOMPARE(store.sources().size(), 4U);
    QCOMPARE(store.sources()[3].peer, std::string("10.0.0.1:7070"));
    batch.source = SourceId{};
    QVERIFY(applyTo(store, batch).isEmpty());
    QCOMPARE(store.sources().size(), 4U);
}

void TestClusterStore::theChangeSetSaysWhatChanged()
{
    ClusterStore store;
    TestNode node("n1");
    const ChangeSet first = applyTo(store, node.tick(at(0), 1));
    QVERIFY(first.topology && first.metrics && first.sources && !first.spans && !first.events && !first.historyDropped);
    QCOMPARE(first.ticks, (TickRange{indexOf(at(0)), indexOf(at(1))}));
    QCOMPARE(first.newestSample, at(0));
    const ChangeSet second = applyTo(store, node.tick(at(1), 1));
    QVERIFY(!second.topology && !second.metrics && !second.sources);
    QVERIFY(store.apply(std::span<const BatchPtr>()).isEmpty());
}

void TestClusterStore::aSeriesIsAsLongAsAsked()
{
    ClusterStore store;
    TestNode node("n1", 1);
    applyTo(store, node.tick(at(0), 1));
    applyTo(store, node.tick(at(2), 3));
    std::vector<float> series{42};
    store.series(MetricId{0}, 0, {indexOf(at(-1)), indexOf(at(4))}, series);
    QCOMPARE(series.size(), 5U);
    QVERIFY(std::isnan(series[0]) && std::isnan(series[2]) && std::isnan(series[4]));
    QCOMPARE(series[1], 1.0F);
    QCOMPARE(series[3], 3.0F);
    store.series(MetricId{0}, 99, {indexOf(at(0)), indexOf(at(2))}, series);
    QVERIFY(std::ranges::all_of(series, [](float value) { return std::isnan(value); }));
}

void TestClusterStore::anotherTopologyStartsOver()
{
    ClusterStore store;
    TestNode node("n1", 1);
    Batch batch = node.tick(at(0), 1);
    batch.names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "rank 0"});
    applyTo(store, batch);
    TopologyBuilder builder;
    builder.addNode("n0", builder.addRack("A1", {}), {});
    builder.addNode("n1", builder.addRack("A1", {}), {});
    store.setTopology(builder.build());
    QVERIFY(store.ticks().isEmpty());
    QCOMPARE(store.node({EntityKind::Node, 1}).freshness, Freshness::NeverSeen);
    Batch next = node.tick(at(1), 2);
    next.tick->spans = {{.start = at(1), .end = at(2), .lane = 1}};
    applyTo(store, next);
    QCOMPARE(store.node({EntityKind::Node, 1}).freshness, Freshness::Live);
    QCOMPARE(store.spans().names().name(store.spans().lanes()[0].name), std::string("rank 0"));
}

LOCKSTEP_TEST(tst_clusterstore, TestClusterStore)
#include "tst_clusterstore.moc"
