// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "models/store/nodestates.h"
#include "tests/models/store/storeapply.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lockstep;
using namespace lockstep::test;

/// Which data stays in memory. No clock can push it out.
class TestHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void historyIsKeptAndNoMore();
    void memoryStopsGrowing();
    void aMetricThatEndedGivesItsMemoryBack();
    void valuesSurviveEveryTurnOfTheRing();
    void spansLeaveWithTheHistory();
    void spansLeaveEarlierWhenTheyTakeTooMuchMemory();
    void aFloodOfSpansCostsNobodyElseTheirs();
    void eventsWithoutEndLeaveRoomForThoseOfOthers();
    void whatCameLastStaysDuringASilence();
    void aClockAheadIsPlacedWhereItArrived();
    void aClockFarAheadDoesNotPushOthersOut();
    void aKnownOffsetIsTakenOff();
    void aSmallOffsetLeavesTicksOnTheGrid();
    void jitterOfTheOffsetNeverDoublesATick();
    void aResumedStreamIsPlacedInThePast();
    void aTickOlderThanMemoryIsCountedAsUnplaced();
    void absurdTimesAreSurvived_data();
    void absurdTimesAreSurvived();

private:
    static StoreLimits short_() { return {std::chrono::seconds(1), std::chrono::seconds(100)}; }
    static const NodeStatus& statusOf(const ClusterStore& store) { return store.node({EntityKind::Node, 0}); }
};

void TestHistory::historyIsKeptAndNoMore()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    bool wasDropped = false;
    for (int second = 0; second < 1000; ++second) {
        wasDropped |= applyTo(store, node.tick(at(second), static_cast<float>(second))).historyDropped;
        QVERIFY(store.ticks().length() >= std::min(second + 1, 100));
        QVERIFY(store.ticks().length() <= 100 + 2 * 64);
    }
    QVERIFY(wasDropped);
    const TickRange ticks = store.ticks();
    QCOMPARE(ticks.to, indexOf(at(1000)));
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        QCOMPARE(store.column(MetricId{0}, tick)[0], static_cast<float>(tick - indexOf(at(0))));
    QVERIFY(store.column(MetricId{0}, ticks.from - 1).empty());
}

void TestHistory::memoryStopsGrowing()
{
    ClusterStore store(short_());
    TestNode node("n1", 16);
    for (int second = 0; second < 500; ++second)
        applyTo(store, node.tick(at(second), 1));
    const std::size_t before = store.memoryBytes();
    for (int second = 500; second < 5000; ++second)
        applyTo(store, node.tick(at(second), 1));
    QVERIFY(store.memoryBytes() <= before + 1024);
}

void TestHistory::aMetricThatEndedGivesItsMemoryBack()
{
    ClusterStore store(short_());
    TestNode wide("wide", 1000);
    TestNode other("other", 1);
    auto layout = std::make_shared<NodeLayout>(*other.layout());
    layout->columns = {{2, {0}}};
    other.setLayout(layout);
    for (int second = 0; second < 300; ++second)
        applyTo(store, wide.tick(at(second), 1));
    const std::size_t before = store.memoryBytes();
    for (int second = 300; second < 1500; ++second)
        applyTo(store, other.tick(at(second), 1));
    QVERIFY(store.memoryBytes() < before / 4);
}

void TestHistory::valuesSurviveEveryTurnOfTheRing()
{
    ClusterStore store(short_());
    // Nodes arrive during the run, with holes, so that blocks widen and are reused at many widths.
    std::vector<TestNode> nodes;
    for (int number = 0; number < 12; ++number)
        nodes.emplace_back("n" + std::to_string(number), 3);
    const auto expected = [](int second, int node) {
        return static_cast<float>(second * 100 + node);
    };
    const auto sends = [](int second, int node) {
        return second >= node * 40 && (second + node) % 7 != 0;
    };
    for (int second = 0; second < 900; ++second) {
        for (int node = 0; node < 12; ++node) {
            if (sends(second, node))
                applyTo(store, nodes[static_cast<std::size_t>(node)].tick(at(second), expected(second, node)));
        }
    }
    for (TickIndex tick = store.ticks().from; tick < store.ticks().to; ++tick) {
        const int second = static_cast<int>(tick - indexOf(at(0)));
        const auto column = store.column(MetricId{0}, tick);
        for (std::uint32_t gpu = 0; gpu < 36; ++gpu) {
            const float value = gpu < column.size() ? column[gpu] : noData;
            if (sends(second, static_cast<int>(gpu / 3)))
                QCOMPARE(value, expected(second, static_cast<int>(gpu / 3)));
            else
                QVERIFY(std::isnan(value));
        }
    }
}

void TestHistory::spansLeaveWithTheHistory()
{
    ClusterStore store(short_());
    TestNode node("n1");
    for (int second = 0; second < 1000; ++second) {
        Batch batch = node.tick(at(second), 1);
        batch.tick->spans = {{.start = at(second - 1), .end = at(second)}};
        applyTo(store, batch);
        (void)store.advance(at(second));
    }
    QVERIFY(store.spans().spanCount() >= 99);
    QVERIFY(store.spans().spanCount() <= 103);
}

void TestHistory::spansLeaveEarlierWhenTheyTakeTooMuchMemory()
{
    StoreLimits limits = short_();
    limits.spanBytes = 1000 * 27; // packed, with all that belongs to them
    ClusterStore store(limits);
    TestNode node("n1", 1);
    for (int second = 0; second < 400; ++second) {
        Batch batch = node.tick(at(second), 1.0F);
        for (int part = 0; part < 50; ++part) {
            Span span;
            span.start = at(second + part / 50.0);
            span.end = span.start + std::chrono::milliseconds(10);
            batch.tick->spans.push_back(span);
        }
        applyTo(store, std::move(batch));
        static_cast<void>(store.advance(at(second)));
        QVERIFY(store.spans().memoryBytes() < limits.spanBytes * 13 / 10);
    }
    QVERIFY(store.spans().spanCount()
            > 700); // 100 seconds of them would be 5,000; only as many as necessary are dropped
    QVERIFY(store.spansKeptSince() > at(370));
    const StoredSpan& oldest = store.spans().lanes().front().spans.front();
    QVERIFY(oldest.endNs() >= store.spansKeptSince().time_since_epoch().count());
    QVERIFY(store.ticks().contains(indexOf(at(310)))); // columns stay
}

/// Memory is shared fairly: data of a modest node is kept as long as before, data of the flood is dropped early.
void TestHistory::aFloodOfSpansCostsNobodyElseTheirs()
{
    StoreLimits limits = short_();
    limits.spanBytes = 2000 * 27;
    ClusterStore store(limits);
    TestNode modest("n1", 1);
    TestNode flooding("n2", 1);
    for (int second = 0; second < 400; ++second) {
        Batch batch = modest.tick(at(second), 1.0F);
        batch.tick->spans = {{.start = at(second - 1), .end = at(second)}};
        applyTo(store, std::move(batch));
        batch = flooding.tick(at(second), 1.0F);
        for (int part = 0; part < 50; ++part)
            batch.tick->spans.push_back({.start = at(second + part / 50.0), .end = at(second + (part + 1) / 50.0)});
        applyTo(store, std::move(batch));
        static_cast<void>(store.advance(at(second)));
        QVERIFY(store.spans().memoryBytes() < limits.spanBytes * 13 / 10);
    }
    const auto oldestOf = [&](const char* node) {
        const EntityRef entity = store.topology()->findNode(node);
        const auto lane = std::ranges::find(store.spans().lanes(), entity, &SpanLane::entity);
        return TimePoint(Duration(lane->spans.front().startNs));
    };
    QVERIFY(oldestOf("n1") <= at(300)); // the complete history
    QVERIFY(oldestOf("n2") > at(340));
    QVERIFY(store.spansKeptSince() > at(340)); // all nodes' spans are complete only since then
}

void TestHistory::eventsWithoutEndLeaveRoomForThoseOfOthers()
{
    ClusterStore store(short_());
    TestNode modest("n1", 1);
    TestNode flooding("n2", 1);
    Batch said = modest.tick(at(0), 1.0F);
    said.received = at(0);
    said.tick->events = {{at(0), Severity::Critical, 0, "gpu.xid", "XID 79"}};
    applyTo(store, std::move(said));
    for (int second = 0; second < 60; ++second) {
        Batch batch = flooding.tick(at(second), 1.0F);
        batch.received = at(second);
        for (int number = 0; number < 4000; ++number)
            batch.tick->events.push_back(
                {at(second), Severity::Critical, 0, "invented." + std::to_string(second * 4000 + number), "something"});
        applyTo(store, std::move(batch));
    }
    const auto& events = store.events().events();
    QVERIFY(std::ranges::any_of(events, [](const LoggedEvent& each) { return each.event.text == "XID 79"; }));
    QVERIFY(std::ranges::count_if(events, [](const LoggedEvent& each) { return each.event.text == "something"; })
            <= EventQuota::burst + 60 * EventQuota::perSecond);
    QCOMPARE(
        std::ranges::count_if(events, [](const LoggedEvent& each) { return each.event.code == "events.left_out"; }),
        std::ptrdiff_t{1});
}

void TestHistory::whatCameLastStaysDuringASilence()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    Batch batch = node.tick(at(0), 7);
    batch.tick->spans = {{.start = at(-1), .end = at(0)}};
    applyTo(store, batch);
    (void)store.advance(at(86'400));
    QCOMPARE(store.column(MetricId{0}, indexOf(at(0)))[0], 7.0F);
    QCOMPARE(store.spans().spanCount(), 1U);
}

void TestHistory::aClockAheadIsPlacedWhereItArrived()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    for (int second = 0; second < 3; ++second) {
        Batch batch = node.tick(at(3600 + second), static_cast<float>(second));
        batch.received = at(second + 0.1);
        const ChangeSet changes = applyTo(store, batch);
        QVERIFY(changes.newestSample < at(second + 1));
    }
    QCOMPARE(store.ticks(), (TickRange{indexOf(at(0)), indexOf(at(3))}));
    QCOMPARE(store.column(MetricId{0}, indexOf(at(2)))[0], 2.0F);
    QVERIFY(statusOf(store).appliedShift > std::chrono::minutes(59));
}

void TestHistory::aClockFarAheadDoesNotPushOthersOut()
{
    ClusterStore store(short_());
    TestNode good("good", 1);
    for (int second = 0; second < 50; ++second)
        applyTo(store, good.tick(at(second), 1));
    TestNode liar("liar", 1);
    for (int second = 50; second < 60; ++second) {
        Batch batch = liar.tick(at(1e9 * (second % 3 + 1)), 9); // different invalid data each time
        batch.received = at(second);
        applyTo(store, batch);
        applyTo(store, good.tick(at(second), 1));
    }
    QCOMPARE(store.ticks().from, indexOf(at(0)));
    QVERIFY(store.ticks().to <= indexOf(at(60 + 61)));
}

void TestHistory::aKnownOffsetIsTakenOff()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    Batch batch = node.tick(at(-7200), 3);
    batch.received = at(0);
    batch.clock = ClockOffset{std::chrono::hours(-2), std::chrono::milliseconds(1)};
    batch.tick->spans = {{.start = at(-7201), .end = at(-7200)}};
    const ChangeSet changes = applyTo(store, batch);
    QCOMPARE(store.ticks().from, indexOf(at(0)));
    QCOMPARE(changes.newestSample, at(0));
    QCOMPARE(store.spans().lanes()[0].spans[0].endNs(), at(0).time_since_epoch().count());
    QCOMPARE(statusOf(store).lastTick, at(-7200)); // by the node's clock
    QVERIFY(statusOf(store).appliedShift == std::chrono::hours(-2));
}

void TestHistory::aSmallOffsetLeavesTicksOnTheGrid()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    Batch batch = node.tick(at(5), 3);
    batch.clock = ClockOffset{std::chrono::milliseconds(600), std::chrono::milliseconds(1)};
    const ChangeSet changes = applyTo(store, batch);
    QCOMPARE(store.ticks().from, indexOf(at(5)));
    QCOMPARE(changes.newestSample, at(4.4)); // but its age is reported by our clock
    QVERIFY(statusOf(store).appliedShift == Duration::zero());
}

void TestHistory::jitterOfTheOffsetNeverDoublesATick()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    for (int second = 0; second < 60; ++second) {
        Batch batch = node.tick(at(second), static_cast<float>(second));
        const auto offset = std::chrono::milliseconds(second % 2 == 0 ? 1200 : 900); // around one tick
        batch.clock = ClockOffset{offset, std::chrono::milliseconds(5)};
        applyTo(store, batch);
    }
    const TickRange ticks = store.ticks();
    QCOMPARE(ticks.length(), 60);
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        QCOMPARE(store.column(MetricId{0}, tick)[0], static_cast<float>(tick - ticks.from));
}

void TestHistory::aResumedStreamIsPlacedInThePast()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    applyTo(store, node.tick(at(0), 0));
    for (int second = 1; second <= 60; ++second) {
        Batch batch = node.tick(at(second), static_cast<float>(second));
        batch.received = at(60.5); // all at once, after the connection came back
        applyTo(store, batch);
    }
    for (int second = 0; second <= 60; ++second)
        QCOMPARE(store.column(MetricId{0}, indexOf(at(second)))[0], static_cast<float>(second));
    QCOMPARE(statusOf(store).ticks, 61U);
}

void TestHistory::aTickOlderThanMemoryIsCountedAsUnplaced()
{
    ClusterStore store(short_());
    TestNode node("n1", 1);
    TestNode slow("slow", 1);
    applyTo(store, node.tick(at(0), 0));
    Batch batch = slow.tick(at(-86'400), 5);
    batch.received = at(0);
    QVERIFY(applyTo(store, batch).ticks.isEmpty());
    const NodeStatus& status = store.node(store.topology()->findNode("slow"));
    QCOMPARE(status.unplacedTicks, 1U);
    QCOMPARE(status.freshness, Freshness::Live);
    QCOMPARE(store.latest(MetricId{0})[1], 5.0F);
}

void TestHistory::absurdTimesAreSurvived_data()
{
    QTest::addColumn<qint64>("time");
    QTest::addColumn<qint64>("received");
    constexpr qint64 max = std::numeric_limits<qint64>::max();
    constexpr qint64 min = std::numeric_limits<qint64>::min();
    const qint64 now = start.time_since_epoch().count();
    QTest::newRow("latest") << max << now;
    QTest::newRow("earliest") << min << now;
    QTest::newRow("latest, arrival unknown") << max << qint64{0};
    QTest::newRow("earliest, arrival unknown") << min << qint64{0};
    QTest::newRow("epoch") << qint64{0} << now;
    QTest::newRow("before 1970") << qint64{-1} << now;
    QTest::newRow("everything wrong") << max << min;
}

void TestHistory::absurdTimesAreSurvived()
{
    QFETCH(qint64, time);
    QFETCH(qint64, received);
    ClusterStore store(short_());
    TestNode good("good", 4);
    for (int second = 0; second < 10; ++second)
        applyTo(store, good.tick(at(second), 1));
    TestNode node("n1", 4);
    Batch batch = node.tick(TimePoint(Duration(time)), 1);
    batch.received = TimePoint(Duration(received));
    batch.tick->spans
        = {{.start = TimePoint::min(), .end = TimePoint::max()}, {.start = TimePoint::max(), .end = TimePoint::min()}};
    batch.gap = Gap{{TimePoint::min(), TimePoint::max()}, std::numeric_limits<std::uint64_t>::max(), "absurd"};
    applyTo(store, batch);
    batch.clock = ClockOffset{Duration::min(), Duration::max()};
    ++batch.sequence;
    applyTo(store, batch);
    (void)store.advance(at(20));
    applyTo(store, good.tick(at(21), 1));
    QVERIFY(store.memoryBytes() < 1'000'000);
    QVERIFY(store.ticks().length() <= 100 + 2 * 64);
}

LOCKSTEP_TEST(tst_history, TestHistory)
#include "tst_history.moc"
