// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"
#include "models/store/clusterstore.h"
#include "models/store/columns/coldcolumns.h"
#include "models/store/recordedfacts.h"
#include "tests/models/store/storefixture.h"
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
    void aStaleNodeReadsStaleWithinTwoTicks();
    void inThePastItSaysWhoWasLiveThen();
    void aNodeNeverHeardOfIsNotStale();
    void thingsOutsideNodesTakeTheirReportersFreshness();
    void inAReplayWhatStandsOutsideNodesIsLiveWhereItHasAValue();
    void whatIsInMemoryIsNotAskedOfTheRecording();
    void whatARecordingSaysStandsAtItsTime();
    void ofVeryManyRecordedEventsThoseAroundTheMomentAreListed();
    void aGapIsBookedAndCounted();
    void whatWasDueWhileAnAgentWasAwayIsLost();
    void whatComesLateWasNotLost();
    void gapsOfOneNodeAreBounded();
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
    static TickIndex indexOf(TimePoint time) { return tickIndexOf(time, std::chrono::seconds(1)); }
    static ChangeSet applyTo(ClusterStore& store, Batch batch)
    {
        const BatchPtr shared = share(std::move(batch));
        return store.apply({&shared, 1});
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
    constexpr int jobs = 1500; // one in six hours, with communicators of its own: more names than a table holds
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

void TestClusterStore::aStaleNodeReadsStaleWithinTwoTicks()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    const EntityRef gpu{EntityKind::Gpu, 1};
    (void)store.advance(at(1.9));
    QCOMPARE(store.freshness(gpu), Freshness::Live);
    QVERIFY(store.advance(at(2.1)).sources);
    QCOMPARE(store.freshness(gpu), Freshness::Stale);
    QCOMPARE(store.freshness({EntityKind::Node, 0}), Freshness::Stale);
    QVERIFY(!store.advance(at(2.9)).sources); // said once
    QVERIFY(store.advance(at(3)).sources); // one more tick is overdue
    QVERIFY(applyTo(store, node.tick(at(4), 1)).sources);
    QCOMPARE(store.freshness(gpu), Freshness::Live);
}

void TestClusterStore::inThePastItSaysWhoWasLiveThen()
{
    ClusterStore store;
    TestNode steady("n1");
    TestNode silent("n2");
    TestNode slow("n3");
    const BatchPtr slowly = slow.identity(1, {}, std::chrono::seconds(10));
    (void)store.apply({&slowly, 1});
    for (int second = 0; second < 60; ++second) {
        applyTo(store, steady.tick(at(second), static_cast<float>(second)));
        if (second < 20 || second >= 40)
            applyTo(store, silent.tick(at(second), static_cast<float>(second)));
        if (second % 10 == 0)
            applyTo(store, slow.tick(at(second), static_cast<float>(second)));
    }
    (void)store.advance(at(100)); // nobody is live any longer
    const EntityRef third{EntityKind::Node, 0}; // in the order they were heard of
    const EntityRef first{EntityKind::Node, 1};
    const EntityRef second{EntityKind::Node, 2};
    QCOMPARE(store.freshness(first), Freshness::Stale);

    QVERIFY(store.setViewTime(at(30)).sources);
    QVERIFY(!store.setViewTime(at(30.5)).sources); // the same tick
    QCOMPARE(store.freshness(first), Freshness::Live);
    QCOMPARE(store.freshness({EntityKind::Gpu, 1}), Freshness::Live);
    QCOMPARE(store.freshness(second), Freshness::Stale);
    QCOMPARE(store.node(first).freshness, Freshness::Stale); // the connection is what it is
    QCOMPARE(store.current(MetricId{0})[0], 30.0F);
    (void)store.setViewTime(at(20));
    QCOMPARE(store.freshness(second), Freshness::Live); // heard a tick ago
    (void)store.setViewTime(at(59));
    QCOMPARE(store.freshness(second), Freshness::Live);
    QCOMPARE(store.freshness(third), Freshness::Live); // two of its own ticks are not over
    (void)store.setViewTime(at(90));
    QCOMPARE(store.freshness(second), Freshness::Stale); // nothing says otherwise: as it is now

    // What comes late counts at once.
    (void)store.setViewTime(at(31));
    QCOMPARE(store.freshness(second), Freshness::Stale);
    applyTo(store, silent.tick(at(31), 31));
    QVERIFY(store.advance(at(101)).sources);
    QCOMPARE(store.freshness(second), Freshness::Live);

    QVERIFY(store.setViewTime(std::nullopt).sources);
    QCOMPARE(store.freshness(first), Freshness::Stale);
    QCOMPARE(store.current(MetricId{0})[0], 59.0F);
}

void TestClusterStore::aNodeNeverHeardOfIsNotStale()
{
    TopologyBuilder builder;
    builder.addNode("n1", builder.addRack("A1", {}), {});
    ClusterStore store;
    store.setTopology(builder.build());
    (void)store.advance(at(100));
    QCOMPARE(store.freshness({EntityKind::Node, 0}), Freshness::NeverSeen);
    QCOMPARE(store.freshness({EntityKind::Rack, 0}), Freshness::NeverSeen);
    QCOMPARE(store.freshness({EntityKind::Gpu, 12345}), Freshness::NeverSeen);
}

void TestClusterStore::thingsOutsideNodesTakeTheirReportersFreshness()
{
    ClusterStore store;
    const auto withSwitch = [](const TestNode& node) {
        auto layout = std::make_shared<NodeLayout>(*node.layout());
        layout->entities.push_back({EntityKind::Switch, "leaf1", EntityDescriptor::clusterScope});
        layout->entities.push_back({EntityKind::Port, "1", static_cast<std::uint32_t>(layout->entities.size()) - 1});
        return layout;
    };
    TestNode first("n1");
    TestNode second("n2");
    first.setLayout(withSwitch(first));
    second.setLayout(withSwitch(second));
    applyTo(store, first.tick(at(0), 1));
    applyTo(store, second.tick(at(5), 1));
    const EntityRef leaf = store.topology()->find(EntityKind::Switch, {}, "leaf1");
    const EntityRef port = store.topology()->find(EntityKind::Port, leaf, "1");
    QVERIFY(leaf.isValid() && port.isValid());
    (void)store.advance(at(6));
    QCOMPARE(store.freshness({EntityKind::Node, 0}), Freshness::Stale);
    QCOMPARE(store.freshness(leaf), Freshness::Live);
    QCOMPARE(store.freshness(port), Freshness::Live);
    (void)store.advance(at(8));
    QCOMPARE(store.freshness(leaf), Freshness::Stale);
    QCOMPARE(store.freshness(port), Freshness::Stale);
}

void TestClusterStore::inAReplayWhatStandsOutsideNodesIsLiveWhereItHasAValue()
{
    /// Two switches with a port each, of which the first one's alone reported.
    struct Recorded final : ColdColumns
    {
        TickRange ticks() const override { return {100, 200}; }
        std::span<const float> column(MetricId, TickIndex) const override { return values; }
        float value(MetricId, std::uint32_t entity, TickIndex tick) const override
        {
            return ticks().contains(tick) && entity < values.size() ? values[entity] : noData;
        }
        std::optional<std::span<const float>> presence(TickIndex) const override { return std::nullopt; }

        std::vector<float> values{1, noData};
    };
    TopologyBuilder builder;
    for (const char* name : {"leaf1", "leaf2"})
        builder.add(EntityKind::Port, "1", builder.add(EntityKind::Switch, name, {}));
    ClusterStore store;
    store.setTopology(builder.build());
    MetricDescriptor up;
    up.name = "port.up";
    up.entityKind = EntityKind::Port;
    (void)store.declare({&up, 1});
    const Recorded recorded;
    store.setColdColumns(&recorded, ClusterStore::Source::ColdAlone);
    (void)store.advance(timeOfTick(150, store.tickPeriod()));
    QCOMPARE(store.freshness({EntityKind::Switch, 0}), Freshness::Live);
    QCOMPARE(store.freshness({EntityKind::Port, 0}), Freshness::Live);
    QCOMPARE(store.freshness({EntityKind::Switch, 1}), Freshness::NeverSeen);
    QCOMPARE(store.freshness({EntityKind::Port, 1}), Freshness::NeverSeen);
    store.setColdColumns(nullptr);
}

/// A metric that has no value in a tick of memory has none in the recording of it: to look there costs reading.
void TestClusterStore::whatIsInMemoryIsNotAskedOfTheRecording()
{
    struct Asked final : ColdColumns
    {
        TickRange ticks() const override { return {0, 1000}; }
        std::span<const float> column(MetricId, TickIndex tick) const override
        {
            asked.push_back(tick);
            return {};
        }
        float value(MetricId, std::uint32_t, TickIndex) const override { return noData; }
        std::optional<std::span<const float>> presence(TickIndex) const override { return std::nullopt; }

        mutable std::vector<TickIndex> asked;
    };
    ClusterStore store;
    const Asked recording;
    store.setColdColumns(&recording);
    TestNode node("n1");
    applyTo(store, node.tick(at(500), 1));
    MetricDescriptor never;
    never.name = "loop.flow";
    never.entityKind = EntityKind::Loop;
    (void)store.declare({&never, 1});
    const TickIndex now = tickIndexOf(at(500), store.tickPeriod());
    QVERIFY(store.column(store.metrics().find("loop.flow"), now).empty());
    QVERIFY(recording.asked.empty());
    (void)store.column(store.metrics().find("loop.flow"), 10);
    QCOMPARE(recording.asked, std::vector<TickIndex>{10});
    store.setColdColumns(nullptr);
}

namespace {

/// A recording of an hour of one node, without columns.
struct RecordedHour final : ColdColumns
{
    RecordedHour()
    {
        TopologyBuilder builder;
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "n1";
        builder.describeNode(identity);
        store.setTopology(builder.build());
        store.setColdColumns(this, ClusterStore::Source::ColdAlone);
    }
    ~RecordedHour() override { store.setColdColumns(nullptr); }
    [[nodiscard]] TickRange ticks() const override { return {0, 3600}; }
    [[nodiscard]] std::span<const float> column(MetricId, TickIndex) const override { return {}; }
    [[nodiscard]] float value(MetricId, std::uint32_t, TickIndex) const override { return noData; }
    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex) const override { return std::nullopt; }

    ClusterStore store;
};

} // namespace

void TestClusterStore::whatARecordingSaysStandsAtItsTime()
{
    RecordedHour recorded;
    RecordedFacts facts;
    facts.source = {SourceState::Recorded, "folder", "an hour", std::nullopt, 0};
    facts.gaps.emplace_back(0, Gap{{at(10), at(13)}, 3, "lost on the way"});
    facts.clocks.emplace_back(0, ClockOffset{std::chrono::milliseconds(2), std::chrono::milliseconds(1)});
    facts.events.push_back({{EntityKind::Node, 0}, {at(20), Severity::Warning, 0, "code", "text"}});
    const ChangeSet changes = recorded.store.ingestRecorded(facts);
    QVERIFY(changes.sources && changes.events);
    QCOMPARE(recorded.store.sources().front().peer, std::string("folder"));
    const NodeStatus& node = recorded.store.node({EntityKind::Node, 0});
    QCOMPARE(node.missedTicks, std::uint64_t{3});
    QCOMPARE(node.ticks, std::uint64_t{3597}); // all others
    QCOMPARE(node.gaps.size(), std::size_t{1});
    QCOMPARE(node.gaps.front().range.from, at(10));
    QCOMPARE(node.clock->offset, Duration(std::chrono::milliseconds(2)));
    QCOMPARE(recorded.store.events().events().size(), std::size_t{1});
    QCOMPARE(recorded.store.told().events().size(), std::size_t{1});
}

void TestClusterStore::ofVeryManyRecordedEventsThoseAroundTheMomentAreListed()
{
    RecordedHour recorded;
    RecordedFacts facts;
    constexpr int count = 36'000; // ten a second, no two alike
    const auto timeOf = [](int number) {
        return TimePoint(std::chrono::milliseconds(100 * number));
    };
    for (int number = 0; number < count; ++number)
        facts.events.push_back(
            {{EntityKind::Node, 0}, {timeOf(number), Severity::Information, 0, "code", std::to_string(number)}});
    (void)recorded.store.ingestRecorded(facts);
    const auto& listed = recorded.store.events().events();
    const std::size_t most = recorded.store.events().capacity();
    QCOMPARE(recorded.store.recordedEvents().size(), std::size_t(count));
    for (const int here : {0, 100, 18'000, 19'000, 35'990, 3000, 12'000}) {
        (void)recorded.store.advance(timeOf(here));
        QCOMPARE(listed.size(), most);
        const int first = std::stoi(listed.front().event.text);
        const int last = std::stoi(listed.back().event.text);
        QVERIFY2(first == 0 || first <= here - int(most) / 5, qPrintable(QString::number(first)));
        QVERIFY2(last == count - 1 || last >= here + int(most) / 5, qPrintable(QString::number(last)));
    }
    // A little further they stay where they are.
    QVERIFY(!recorded.store.advance(timeOf(12'010)).events);
}

void TestClusterStore::aGapIsBookedAndCounted()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    Batch gap = node.empty(at(10));
    gap.gap = Gap{{at(1), at(9)}, 8, "older than the agent's ring"};
    QVERIFY(applyTo(store, gap).sources);
    const NodeStatus& status = store.node({EntityKind::Node, 0});
    QCOMPARE(status.missedTicks, 8U);
    QCOMPARE(status.gaps.size(), 1U);
    QVERIFY(status.gaps[0].range == (TimeRange{at(1), at(9)}));
    QCOMPARE(status.freshness, Freshness::Live); // a gap says nothing of now
}

void TestClusterStore::whatWasDueWhileAnAgentWasAwayIsLost()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    (void)store.advance(at(1));
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 0U);
    // As it is silent, each second is one more tick that was due.
    QVERIFY(store.advance(at(8)).sources);
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 8U);
    QVERIFY(store.advance(at(9)).sources);
    QVERIFY(!store.advance(at(9.2)).sources);
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 9U);
    // Its agent was started anew and does not know how many it missed.
    Batch gap = node.empty(at(16));
    gap.gap = Gap{{at(1), at(17)}, 0, "agent restarted"};
    applyTo(store, gap);
    applyTo(store, node.tick(at(17), 1));
    const NodeStatus& status = store.node({EntityKind::Node, 0});
    QCOMPARE(status.missedTicks, 16U);
    QCOMPARE(status.lostTicks(), 16U);
    QCOMPARE(status.gaps.back().ticks, 16U);
}

void TestClusterStore::whatComesLateWasNotLost()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    (void)store.advance(at(16));
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 16U);
    for (int second = 1; second <= 16; ++second) { // out of the agent's ring
        Batch late = node.tick(at(second), 1);
        late.received = at(16);
        applyTo(store, late);
    }
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 0U);
}

void TestClusterStore::gapsOfOneNodeAreBounded()
{
    ClusterStore store;
    TestNode node("n1");
    for (int number = 0; number < 5000; ++number) {
        Batch gap = node.empty(at(number * 10));
        gap.gap = Gap{{at(number * 10), at(number * 10 + 1)}, 1, "dropped"};
        applyTo(store, gap);
    }
    QCOMPARE(store.node({EntityKind::Node, 0}).missedTicks, 5000U);
    QVERIFY(store.node({EntityKind::Node, 0}).gaps.size() <= 256);
    QVERIFY(store.node({EntityKind::Node, 0}).gaps.back().range.to == at(49'991));
}

void TestClusterStore::aMetricOfAnotherKindIsRefusedAndSaid()
{
    ClusterStore store;
    TestNode good("n1", 1);
    applyTo(store, good.tick(at(0), 5));
    TestNode bad("n2", 1);
    auto layout = std::make_shared<NodeLayout>(*bad.layout());
    layout->metrics[0].entityKind = EntityKind::Node; // says that its temperature is the node's
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
