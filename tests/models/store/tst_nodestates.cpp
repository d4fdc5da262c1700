// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clusterstore.h"
#include "models/store/columns/columnsource.h"
#include "models/store/nodestatus.h"
#include "tests/models/store/storeapply.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// Freshness of nodes and gaps, live and from a recording.
class TestNodeStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStaleNodeReadsStaleWithinTwoTicks();
    void inThePastItSaysWhoWasLiveThen();
    void aNodeNeverHeardOfIsNotStale();
    void thingsOutsideNodesTakeTheirReportersFreshness();
    void inAReplayWhatStandsOutsideNodesIsLiveWhereItHasAValue();
    void whatIsInMemoryIsNotAskedOfTheRecording();
    void whatARecordingSaysStandsAtItsTime();
    void ofVeryManyRecordedEventsThoseAroundTheMomentAreListed();
    void aGapIsListedAndCounted();
    void whatWasDueWhileAnAgentWasAwayIsLost();
    void whatComesLateWasNotLost();
    void gapsOfOneNodeAreBounded();
};

void TestNodeStates::aStaleNodeReadsStaleWithinTwoTicks()
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
    QVERIFY(!store.advance(at(2.9)).sources); // reported once
    QVERIFY(store.advance(at(3)).sources); // one more tick is overdue
    QVERIFY(applyTo(store, node.tick(at(4), 1)).sources);
    QCOMPARE(store.freshness(gpu), Freshness::Live);
}

void TestNodeStates::inThePastItSaysWhoWasLiveThen()
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
    (void)store.advance(at(100)); // no node is live any more
    const EntityRef third{EntityKind::Node, 0}; // in the order they first reported
    const EntityRef first{EntityKind::Node, 1};
    const EntityRef second{EntityKind::Node, 2};
    QCOMPARE(store.freshness(first), Freshness::Stale);

    QVERIFY(store.setViewTime(at(30)).sources);
    QVERIFY(!store.setViewTime(at(30.5)).sources); // the same tick
    QCOMPARE(store.freshness(first), Freshness::Live);
    QCOMPARE(store.freshness({EntityKind::Gpu, 1}), Freshness::Live);
    QCOMPARE(store.freshness(second), Freshness::Stale);
    QCOMPARE(store.node(first).freshness, Freshness::Stale); // freshness does not depend on the connection
    QCOMPARE(store.current(MetricId{0})[0], 30.0F);
    (void)store.setViewTime(at(20));
    QCOMPARE(store.freshness(second), Freshness::Live); // reported a tick ago
    (void)store.setViewTime(at(59));
    QCOMPARE(store.freshness(second), Freshness::Live);
    QCOMPARE(store.freshness(third), Freshness::Live); // two of its own ticks are not over
    (void)store.setViewTime(at(90));
    QCOMPARE(store.freshness(second), Freshness::Stale); // no other information: current state

    // Late data counts at once.
    (void)store.setViewTime(at(31));
    QCOMPARE(store.freshness(second), Freshness::Stale);
    applyTo(store, silent.tick(at(31), 31));
    QVERIFY(store.advance(at(101)).sources);
    QCOMPARE(store.freshness(second), Freshness::Live);

    QVERIFY(store.setViewTime(std::nullopt).sources);
    QCOMPARE(store.freshness(first), Freshness::Stale);
    QCOMPARE(store.current(MetricId{0})[0], 59.0F);
}

void TestNodeStates::aNodeNeverHeardOfIsNotStale()
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

void TestNodeStates::thingsOutsideNodesTakeTheirReportersFreshness()
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

void TestNodeStates::inAReplayWhatStandsOutsideNodesIsLiveWhereItHasAValue()
{
    /// Two switches with one port each; only the first switch's port is reported.
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
    ClusterStore store({.feed = Feed::File});
    store.setTopology(builder.build());
    MetricDescriptor up;
    up.name = "port.up";
    up.entityKind = EntityKind::Port;
    (void)store.declare({&up, 1});
    const Recorded recorded;
    store.setColdColumns(&recorded);
    (void)store.advance(timeOfTick(150, store.tickPeriod()));
    QCOMPARE(store.freshness({EntityKind::Switch, 0}), Freshness::Live);
    QCOMPARE(store.freshness({EntityKind::Port, 0}), Freshness::Live);
    QCOMPARE(store.freshness({EntityKind::Switch, 1}), Freshness::NeverSeen);
    QCOMPARE(store.freshness({EntityKind::Port, 1}), Freshness::NeverSeen);
    store.setColdColumns(nullptr);
}

/// A metric without a value in a tick in memory has none in the recording, so the recording is not read.
void TestNodeStates::whatIsInMemoryIsNotAskedOfTheRecording()
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
        store.setColdColumns(this);
    }
    ~RecordedHour() override { store.setColdColumns(nullptr); }
    [[nodiscard]] TickRange ticks() const override { return {0, 3600}; }
    [[nodiscard]] std::span<const float> column(MetricId, TickIndex) const override { return {}; }
    [[nodiscard]] float value(MetricId, std::uint32_t, TickIndex) const override { return noData; }
    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex) const override { return std::nullopt; }

    ClusterStore store{{.feed = Feed::File}};
};

} // namespace

void TestNodeStates::whatARecordingSaysStandsAtItsTime()
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
    QCOMPARE(recorded.store.reported().events().size(), std::size_t{1});
}

void TestNodeStates::ofVeryManyRecordedEventsThoseAroundTheMomentAreListed()
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
    const std::size_t max = recorded.store.events().capacity();
    QCOMPARE(recorded.store.recordedEvents().size(), std::size_t(count));
    for (const int here : {0, 100, 18'000, 19'000, 35'990, 3000, 12'000}) {
        (void)recorded.store.advance(timeOf(here));
        QCOMPARE(listed.size(), max);
        const int first = std::stoi(listed.front().event.text);
        const int last = std::stoi(listed.back().event.text);
        QVERIFY2(first == 0 || first <= here - int(max) / 5, qPrintable(QString::number(first)));
        QVERIFY2(last == count - 1 || last >= here + int(max) / 5, qPrintable(QString::number(last)));
    }
    // A little further they stay where they are.
    QVERIFY(!recorded.store.advance(timeOf(12'010)).events);
}

void TestNodeStates::aGapIsListedAndCounted()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    Batch gap = node.empty(at(10));
    gap.gap = Gap{{at(1), at(9)}, 8, "older than the data that the agent keeps"};
    QVERIFY(applyTo(store, gap).sources);
    const NodeStatus& status = store.node({EntityKind::Node, 0});
    QCOMPARE(status.missedTicks, 8U);
    QCOMPARE(status.gaps.size(), 1U);
    QVERIFY(status.gaps[0].range == (TimeRange{at(1), at(9)}));
    QCOMPARE(status.freshness, Freshness::Live); // a gap does not affect current freshness
}

void TestNodeStates::whatWasDueWhileAnAgentWasAwayIsLost()
{
    ClusterStore store;
    TestNode node("n1");
    applyTo(store, node.tick(at(0), 1));
    (void)store.advance(at(1));
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 0U);
    // While it is silent, one more tick becomes due each second.
    QVERIFY(store.advance(at(8)).sources);
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 8U);
    QVERIFY(store.advance(at(9)).sources);
    QVERIFY(!store.advance(at(9.2)).sources);
    QCOMPARE(store.node({EntityKind::Node, 0}).lostTicks(), 9U);
    // Its agent restarted and does not know how many it missed.
    Batch gap = node.empty(at(16));
    gap.gap = Gap{{at(1), at(17)}, 0, "agent restarted"};
    applyTo(store, gap);
    applyTo(store, node.tick(at(17), 1));
    const NodeStatus& status = store.node({EntityKind::Node, 0});
    QCOMPARE(status.missedTicks, 16U);
    QCOMPARE(status.lostTicks(), 16U);
    QCOMPARE(status.gaps.back().ticks, 16U);
}

void TestNodeStates::whatComesLateWasNotLost()
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

void TestNodeStates::gapsOfOneNodeAreBounded()
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

LOCKSTEP_TEST(tst_nodestates, TestNodeStates)
#include "tst_nodestates.moc"
