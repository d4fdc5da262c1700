// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/nodering.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <thread>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// What a cursor reads, put together as the wire does.
v1::Frame readAll(const NodeRing& ring, RingCursor& cursor, std::size_t budget = 1U << 20U)
{
    std::vector<grpc::Slice> pieces;
    while (ring.read(cursor, pieces, budget))
        budget = 1U << 20U;
    std::string bytes;
    for (const grpc::Slice& piece : pieces)
        bytes.append(reinterpret_cast<const char*>(piece.begin()), piece.size());
    v1::Frame frame;
    if (!frame.ParseFromString(bytes))
        qFatal("pieces do not make a frame");
    return frame;
}

std::vector<std::uint64_t> sequencesOf(const v1::Frame& frame)
{
    std::vector<std::uint64_t> sequences;
    for (const v1::NodeUpdate& update : frame.updates()) {
        if (update.has_tick())
            sequences.push_back(update.tick().sequence());
    }
    return sequences;
}

void appendTicks(NodeRing& ring, std::uint64_t from, std::uint64_t to, std::size_t samples = 100)
{
    static const auto layout = wideLayout(100);
    const auto used = samples == 100 ? layout : wideLayout(samples);
    for (std::uint64_t number = from; number <= to; ++number)
        ring.append(tickOf(used, number), {});
}

using Sequences = std::vector<std::uint64_t>;

} // namespace

class TestNodeRing : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSteadyTickCostsAtMostFiveBytesASample_data();
    void aSteadyTickCostsAtMostFiveBytesASample();
    void aNewReaderStartsAtTheNewestTick();
    void aReaderThatReturnsGetsWhatItMissed();
    void whatLeftTheRingIsNamed();
    void spansLeaveBeforeWhatWasMeasured();
    void allRingsTogetherHaveALimit();
    void ticksOlderThanTheHistoryLeave();
    void anotherEpochIsServedFromItsStart();
    void aChangeOfEpochReachesAReaderOnTheStream();
    void everythingIsExplainedOncePerStream();
    void namesAreSentWhenTheyAreNew();
    void aReaderIsToldWithoutBeingWaitedFor();
};

void TestNodeRing::aSteadyTickCostsAtMostFiveBytesASample_data()
{
    QTest::addColumn<int>("samples");
    for (const int samples : {100, 192, 400, 5000})
        QTest::addRow("%d samples", samples) << samples;
}

void TestNodeRing::aSteadyTickCostsAtMostFiveBytesASample()
{
    QFETCH(int, samples);
    NodeRing ring(2048, {});
    ring.describe(identityOf("n"));
    const auto layout = wideLayout(static_cast<std::size_t>(samples), 100);
    for (std::uint64_t number = 1; number <= 100'000; number += 33'333) // sequences that are still short
        ring.append(tickOf(layout, number), {});
    RingCursor cursor = ring.cursorAt(std::nullopt);
    (void)readAll(ring, cursor);
    ring.append(tickOf(layout, 200'000), {});
    std::vector<grpc::Slice> pieces;
    std::size_t budget = 1U << 20U;
    ring.read(cursor, pieces, budget);
    QCOMPARE(pieces.size(), std::size_t{1});
    const auto bytes = static_cast<double>(pieces[0].size());
    qInfo("%d samples: %.0f bytes, %.2f a sample, %.0f beside the values", samples, bytes, bytes / samples,
          bytes - 4.0 * samples);
    QVERIFY(bytes <= 5.0 * samples);
    QVERIFY(bytes - 4.0 * samples <= 36);
}

void TestNodeRing::aNewReaderStartsAtTheNewestTick()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    RingCursor early = ring.cursorAt(std::nullopt);
    appendTicks(ring, 1, 5);
    RingCursor late = ring.cursorAt(std::nullopt);
    QCOMPARE(sequencesOf(readAll(ring, late)), (Sequences{5}));
    QCOMPARE(sequencesOf(readAll(ring, early)), (Sequences{1, 2, 3, 4, 5}));
    QCOMPARE(readAll(ring, late).updates_size(), 0);
}

void TestNodeRing::aReaderThatReturnsGetsWhatItMissed()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    appendTicks(ring, 1, 60);
    RingCursor cursor = ring.cursorAt(RingPosition{7, 41});
    const v1::Frame frame = readAll(ring, cursor, 1); // one piece at a time
    const Sequences sequences = sequencesOf(frame);
    QCOMPARE(sequences.size(), std::size_t{20});
    QCOMPARE(sequences.front(), std::uint64_t{41});
    QCOMPARE(sequences.back(), std::uint64_t{60});
    RingCursor beyond = ring.cursorAt(RingPosition{7, 1'000'000});
    QVERIFY(sequencesOf(readAll(ring, beyond)).empty());
}

void TestNodeRing::whatLeftTheRingIsNamed()
{
    TelemetryHub::Limits limits;
    limits.maximumBytesPerNode = 6000; // ten ticks of 100 samples
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    appendTicks(ring, 1, 2);
    RingCursor cursor = ring.cursorAt(RingPosition{7, 3});
    appendTicks(ring, 3, 60);
    const v1::Frame frame = readAll(ring, cursor);
    const Sequences sequences = sequencesOf(frame);
    QVERIFY(sequences.size() >= 9 && sequences.size() <= 11);
    QCOMPARE(sequences.back(), std::uint64_t{60});
    const auto missed = std::ranges::find_if(frame.updates(), &v1::NodeUpdate::has_missed);
    QVERIFY(missed != frame.updates().end());
    QCOMPARE(missed->missed().first_sequence(), std::uint64_t{3});
    QCOMPARE(missed->missed().last_sequence() + 1, sequences.front());
}

void TestNodeRing::spansLeaveBeforeWhatWasMeasured()
{
    TelemetryHub::Limits limits;
    limits.maximumBytesPerNode = 400'000;
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    const auto layout = wideLayout(100);
    for (std::uint64_t number = 1; number <= 60; ++number) {
        NodeTick tick = tickOf(layout, number);
        for (int span = 0; span < 1000; ++span) // some 30 KB
            tick.spans.push_back({.start = tick.time - std::chrono::milliseconds(span + 1), .end = tick.time});
        ring.append(tick, {});
    }
    RingCursor cursor = ring.cursorAt(RingPosition{7, 1});
    const v1::Frame frame = readAll(ring, cursor);
    QCOMPARE(sequencesOf(frame).size(), std::size_t{60});
    QVERIFY(std::ranges::none_of(frame.updates(), &v1::NodeUpdate::has_missed));
    int withSpans = 0;
    std::size_t bytes = 0;
    for (const v1::NodeUpdate& update : frame.updates()) {
        if (!update.has_tick())
            continue;
        QCOMPARE(update.tick().values_size(), 100);
        const bool hasSpans = update.tick().spans_size() > 0;
        withSpans += hasSpans ? 1 : 0;
        QVERIFY(hasSpans || update.tick().events(0).code() == "agent.spans_left_out");
        QVERIFY(hasSpans || withSpans == 0); // the oldest leave first
        bytes += update.ByteSizeLong();
    }
    QVERIFY(withSpans > 0);
    QVERIFY(bytes <= limits.maximumBytesPerNode + 1000);
}

void TestNodeRing::allRingsTogetherHaveALimit()
{
    TelemetryHub hub({.maximumBytes = 12'000}); // twenty ticks of 100 samples
    const auto held = [&hub](const char* node) {
        const auto ring = hub.registry().find(node);
        RingCursor cursor = ring->cursorAt(RingPosition{7, 1});
        return sequencesOf(readAll(*ring, cursor));
    };
    const auto layout = wideLayout(100);
    hub.describe(identityOf("n1"));
    for (std::uint64_t number = 1; number <= 60; ++number)
        hub.publish("n1", tickOf(layout, number), {});
    QVERIFY(held("n1").size() >= 19 && held("n1").size() <= 21);
    hub.describe(identityOf("n2")); // each has half now, also one that has no more ticks
    QVERIFY(held("n1").size() >= 9 && held("n1").size() <= 11);
    QCOMPARE(held("n1").back(), std::uint64_t{60});
    for (std::uint64_t number = 1; number <= 60; ++number)
        hub.publish("n2", tickOf(layout, number), {});
    QVERIFY(held("n2").size() >= 9 && held("n2").size() <= 11);
}

void TestNodeRing::ticksOlderThanTheHistoryLeave()
{
    TelemetryHub::Limits limits;
    limits.history = std::chrono::milliseconds(50);
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    appendTicks(ring, 1, 3);
    std::this_thread::sleep_for(std::chrono::milliseconds(80)); // their age is what is tested
    RingCursor cursor = ring.cursorAt(RingPosition{7, 1});
    appendTicks(ring, 4, 4);
    QCOMPARE(sequencesOf(readAll(ring, cursor)), (Sequences{4}));
}

void TestNodeRing::anotherEpochIsServedFromItsStart()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n", 8));
    appendTicks(ring, 1, 3);
    RingCursor cursor = ring.cursorAt(RingPosition{7, 500});
    QCOMPARE(sequencesOf(readAll(ring, cursor)), (Sequences{1, 2, 3}));
}

void TestNodeRing::aChangeOfEpochReachesAReaderOnTheStream()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n", 7));
    appendTicks(ring, 1, 3);
    RingCursor cursor = ring.cursorAt(std::nullopt);
    (void)readAll(ring, cursor);
    ring.describe(identityOf("n", 8));
    appendTicks(ring, 1, 1);
    const v1::Frame frame = readAll(ring, cursor);
    QCOMPARE(frame.updates(0).description().identity().epoch(), std::uint64_t{8});
    QCOMPARE(frame.updates(1).layouts_size(), 1);
    QCOMPARE(sequencesOf(frame), (Sequences{1}));
}

void TestNodeRing::everythingIsExplainedOncePerStream()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    appendTicks(ring, 1, 2);
    RingCursor cursor = ring.cursorAt(RingPosition{7, 1});
    const v1::Frame first = readAll(ring, cursor);
    QCOMPARE(first.updates_size(), 4);
    QVERIFY(first.updates(0).has_description());
    QCOMPARE(first.updates(1).layouts_size(), 1);
    QCOMPARE(first.updates(2).tick().sequence(), std::uint64_t{1});
    appendTicks(ring, 3, 3);
    QCOMPARE(readAll(ring, cursor).updates_size(), 1);
    ring.describe(identityOf("n")); // the same epoch: says something new of itself
    const v1::Frame again = readAll(ring, cursor);
    QCOMPARE(again.updates_size(), 1);
    QVERIFY(again.updates(0).has_description());
    ring.append(tickOf(smallLayout(2), 4), {});
    const v1::Frame changed = readAll(ring, cursor);
    QCOMPARE(changed.updates_size(), 2);
    QCOMPARE(changed.updates(0).layouts(0).id(), 2U);
}

void TestNodeRing::namesAreSentWhenTheyAreNew()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    RingCursor cursor = ring.cursorAt(std::nullopt);
    const auto layout = smallLayout();
    ring.append(tickOf(layout, 1), std::make_shared<const std::vector<std::string>>(2, ""));
    ring.append(tickOf(layout, 2), someNames());
    NodeTick tick = tickOf(layout, 3);
    addSpansAndEvents(tick);
    tick.spans[0].op = 99; // never named: written as the empty name rather than costing the tick
    ring.append(tick, someNames());
    const v1::Frame frame = readAll(ring, cursor);
    QCOMPARE(frame.updates(0).description().names_size(), 5);
    QCOMPARE(frame.updates(2).tick().new_names().first_index(), 1U);
    QCOMPARE(frame.updates(3).tick().new_names().first_index(), 2U);
    QCOMPARE(frame.updates(3).tick().new_names().names_size(), 3);
    QVERIFY(!frame.updates(4).tick().has_new_names());
    QCOMPARE(frame.updates(4).tick().spans(0).op(), 0U);
    QCOMPARE(frame.updates(4).tick().spans(0).lane(), 1U);
}

void TestNodeRing::aReaderIsToldWithoutBeingWaitedFor()
{
    struct Counter : TickWatcher
    {
        void ringChanged(std::size_t slot) override { changes += slot == 5 ? 1 : 1000; }
        void ringAdded(std::shared_ptr<NodeRing>) override { }
        int changes = 0;
    };
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    const auto counter = std::make_shared<Counter>();
    ring.watch(counter, 5);
    appendTicks(ring, 1, 3);
    ring.describe(identityOf("n"));
    QCOMPARE(counter->changes, 4);
    ring.unwatch(counter.get());
    appendTicks(ring, 4, 4);
    QCOMPARE(counter->changes, 4);
}

LOCKSTEP_TEST(tst_nodering, TestNodeRing)
#include "tst_nodering.moc"
