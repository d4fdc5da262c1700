// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/nodering.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// Reads a cursor's frames, joined as on the wire.
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

/// "1-4: why", for all that is missed.
std::string missedIn(const v1::Frame& frame)
{
    std::string text;
    for (const v1::NodeUpdate& update : frame.updates()) {
        if (update.has_missed())
            text += fmt::format("{}{}-{}: {}", text.empty() ? "" : "; ", update.missed().first_sequence(),
                                update.missed().last_sequence(), update.missed().reason());
    }
    return text;
}

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
    void aReaderIsReportedWithoutBeingWaitedFor();
    void passedTicksKeepTheirNumbersAndHoles();
    void aPlaceAheadOfARelayIsWaitedFor();
    void anExpectedNodeKeepsAReadersPlace();
    void whoIsAheadLearnsTheNamesOfTicksBefore();
    void aClockIsReportedOfWhomIsKnown();
    void whatIsTooLargeToBePassedOnIsAGap();
    void namesOfATickThatIsNotPassedOnAreReportedAllTheSame();
    void aLargePieceHasAFrameOfItsOwn();
    void manyLayoutsTakeBoundedMemory();
    void howANodeIsReachedIsReportedBeforeItIsKnown();
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
    for (std::uint64_t number = 1; number <= 100'000; number += 33'333) // sequence numbers that are still short
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
    hub.describe(identityOf("n2")); // each has half now, including one without further ticks
    QVERIFY(held("n1").size() >= 9 && held("n1").size() <= 11);
    QCOMPARE(held("n1").back(), std::uint64_t{60});
    for (std::uint64_t number = 1; number <= 60; ++number)
        hub.publish("n2", tickOf(layout, number), {});
    QVERIFY(held("n2").size() >= 9 && held("n2").size() <= 11);
}

void TestNodeRing::ticksOlderThanTheHistoryLeave()
{
    TelemetryHub::Limits limits;
    limits.history = std::chrono::nanoseconds(1);
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    appendTicks(ring, 1, 3);
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
    ring.describe(identityOf("n")); // the same epoch with new data
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

void TestNodeRing::aReaderIsReportedWithoutBeingWaitedFor()
{
    struct Counter : TickWatcher
    {
        void ringChanged(std::size_t slot) override { changes += slot == 5 ? 1 : 1000; }
        void ringAdded(std::shared_ptr<NodeRing>) override { }
        void relayIntroduced() override { }
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

void TestNodeRing::passedTicksKeepTheirNumbersAndHoles()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    const auto layout = smallLayout();
    RingCursor early = ring.cursorAt(RingPosition{7, 5});
    ring.pass(5, tickOf(layout, 5), {}, {});
    ring.pass(6, tickOf(layout, 6), {}, {});
    ring.pass(6, tickOf(layout, 6), {}, {}); // the same again
    ring.pass(9, tickOf(layout, 9), {}, "lost on the way");
    ring.pass(10, tickOf(layout, 10), {}, "not this one's");
    const v1::Frame all = readAll(ring, early);
    QCOMPARE(sequencesOf(all), (Sequences{5, 6, 9, 10}));
    QCOMPARE(missedIn(all), std::string("7-8: lost on the way"));
    RingCursor within = ring.cursorAt(RingPosition{7, 8});
    QCOMPARE(missedIn(readAll(ring, within)), std::string("8-8: lost on the way"));
    RingCursor newest = ring.cursorAt(std::nullopt);
    const v1::Frame last = readAll(ring, newest);
    QCOMPARE(sequencesOf(last), (Sequences{10}));
    QCOMPARE(missedIn(last), std::string());
    RingCursor before = ring.cursorAt(RingPosition{7, 2});
    QCOMPARE(missedIn(readAll(ring, before)), std::string("2-4: ; 7-8: lost on the way"));
}

void TestNodeRing::aPlaceAheadOfARelayIsWaitedFor()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    const auto layout = smallLayout();
    ring.pass(100, tickOf(layout, 100), {}, {});
    RingCursor ahead = ring.cursorAt(RingPosition{7, 150}); // the relay has restarted
    for (std::uint64_t number = 101; number <= 149; ++number) {
        ring.pass(number, tickOf(layout, number), {}, {});
        QCOMPARE(sequencesOf(readAll(ring, ahead)), Sequences{});
    }
    ring.pass(150, tickOf(layout, 150), {}, {});
    QCOMPARE(sequencesOf(readAll(ring, ahead)), (Sequences{150}));
}

void TestNodeRing::anExpectedNodeKeepsAReadersPlace()
{
    for (const std::uint64_t epoch : {7, 8}) {
        NodeRing ring(1, {});
        QVERIFY(!ring.identity());
        RingCursor cursor = ring.cursorAt(RingPosition{7, 3});
        QCOMPARE(readAll(ring, cursor).updates_size(), 0);
        ring.describe(identityOf("n", epoch));
        for (std::uint64_t number = 1; number <= 4; ++number)
            ring.pass(number, tickOf(smallLayout(), number), {}, {});
        QCOMPARE(sequencesOf(readAll(ring, cursor)), epoch == 7 ? (Sequences{3, 4}) : (Sequences{1, 2, 3, 4}));
    }
}

void TestNodeRing::whoIsAheadLearnsTheNamesOfTicksBefore()
{
    NodeRing ring(1, {});
    RingCursor cursor = ring.cursorAt(RingPosition{7, 3});
    ring.describe(identityOf("n"));
    QCOMPARE(readAll(ring, cursor).updates_size(), 0);
    for (std::uint64_t number = 1; number <= 2; ++number) {
        NodeTick tick = tickOf(smallLayout(), number);
        addSpansAndEvents(tick);
        ring.pass(number, tick, someNames(), {});
    }
    const v1::Frame before = readAll(ring, cursor);
    QCOMPARE(sequencesOf(before), Sequences{});
    QCOMPARE(static_cast<std::size_t>(before.updates(0).description().names_size()), someNames()->size());
    ring.pass(3, tickOf(smallLayout(), 3), someNames(), {});
    QCOMPARE(sequencesOf(readAll(ring, cursor)), (Sequences{3}));
}

void TestNodeRing::aClockIsReportedOfWhomIsKnown()
{
    NodeRing ring(1, {});
    RingCursor cursor = ring.cursorAt(std::nullopt);
    ring.setClock({std::chrono::seconds(1), std::chrono::seconds(1)});
    QCOMPARE(readAll(ring, cursor).updates_size(), 0);
    ring.describe(identityOf("n"));
    const v1::Frame frame = readAll(ring, cursor);
    QCOMPARE(frame.updates_size(), 2);
    QVERIFY(frame.updates(0).has_description());
    QVERIFY(frame.updates(1).has_clock());
}

void TestNodeRing::whatIsTooLargeToBePassedOnIsAGap()
{
    TelemetryHub::Limits limits;
    limits.passedPieceBytes = 2000;
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    RingCursor cursor = ring.cursorAt(RingPosition{7, 1});
    const auto layout = wideLayout(20);
    const auto wide = wideLayout(1000, 2);
    ring.pass(1, tickOf(layout, 1), {}, {});
    ring.pass(2, tickOf(wide, 2), {}, {});
    NodeTick manySpans = tickOf(layout, 3);
    manySpans.events.push_back({manySpans.time, Severity::Warning, 0, "a.b", std::string(1990, 'x')});
    ring.pass(3, manySpans, {}, {});
    ring.pass(4, tickOf(layout, 4), {}, {});
    const v1::Frame frame = readAll(ring, cursor);
    QCOMPARE(sequencesOf(frame), (Sequences{1, 4}));
    QCOMPARE(missedIn(frame), std::string("2-3: tick 3 is too large to forward"));
    for (const v1::NodeUpdate& update : frame.updates())
        QVERIFY(update.ByteSizeLong() <= limits.passedPieceBytes);
    // Successive layouts with one id: data of the first must not be read with the second.
    ring.pass(5, tickOf(wideLayout(21, 1), 5), {}, {});
    ring.pass(6, tickOf(wideLayout(20, 1), 6), {}, {});
    const v1::Frame later = readAll(ring, cursor);
    QCOMPARE(sequencesOf(later), (Sequences{6}));
    QCOMPARE(missedIn(later), std::string("5-5: layout 1 was redefined"));
}

void TestNodeRing::namesOfATickThatIsNotPassedOnAreReportedAllTheSame()
{
    TelemetryHub::Limits limits;
    limits.passedPieceBytes = 2000;
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    RingCursor cursor = ring.cursorAt(std::nullopt);
    (void)readAll(ring, cursor);
    NodeTick large = tickOf(smallLayout(), 1);
    large.events.push_back({large.time, Severity::Warning, 0, "a.b", std::string(2000, 'x')});
    ring.pass(1, large, someNames(), {});
    NodeTick next = tickOf(smallLayout(), 2);
    addSpansAndEvents(next);
    ring.pass(2, next, someNames(), {});
    const v1::Frame frame = readAll(ring, cursor);
    const auto described = std::ranges::find_if(frame.updates(), &v1::NodeUpdate::has_description);
    QVERIFY(described != frame.updates().end());
    QCOMPARE(static_cast<std::size_t>(described->description().names_size()), someNames()->size());
}

void TestNodeRing::aLargePieceHasAFrameOfItsOwn()
{
    NodeRing ring(1, {});
    ring.describe(identityOf("n"));
    const auto small = wideLayout(10, 1);
    const auto large = wideLayout(70'000, 2); // 280 kB a tick, and a layout larger than that
    RingCursor cursor = ring.cursorAt(RingPosition{7, 1});
    ring.pass(1, tickOf(small, 1), {}, {});
    ring.pass(2, tickOf(large, 2), {}, {});
    ring.pass(3, tickOf(large, 3), {}, {});
    ring.pass(4, tickOf(small, 4), {}, {});
    std::vector<std::size_t> updates;
    for (bool isMore = true; isMore;) {
        std::vector<grpc::Slice> pieces;
        std::size_t budget = budget::packedFrameBytes;
        isMore = ring.read(cursor, pieces, budget);
        updates.push_back(pieces.size());
    }
    // Description, layout and tick; the large layout; its ticks; the rest.
    QCOMPARE(updates, (std::vector<std::size_t>{3, 1, 1, 1, 1}));
    // It also waits behind other nodes' data in the frame.
    RingCursor again = ring.cursorAt(RingPosition{7, 3});
    std::vector<grpc::Slice> pieces;
    std::size_t budget = budget::packedFrameBytes - 1000;
    QVERIFY(ring.read(again, pieces, budget));
    QCOMPARE(pieces.size(), std::size_t{1}); // the description
    QCOMPARE(budget, std::size_t{0});
}

void TestNodeRing::manyLayoutsTakeBoundedMemory()
{
    TelemetryHub::Limits limits;
    limits.maximumBytesPerNode = 100'000;
    NodeRing ring(1, limits);
    ring.describe(identityOf("n"));
    for (std::uint32_t number = 1; number <= 200; ++number)
        ring.pass(number, tickOf(wideLayout(100, number), number), {}, {});
    RingCursor cursor = ring.cursorAt(RingPosition{7, 1});
    const v1::Frame frame = readAll(ring, cursor);
    std::size_t layoutBytes = 0;
    for (const v1::NodeUpdate& update : frame.updates())
        layoutBytes += update.layouts_size() > 0 ? update.ByteSizeLong() : 0;
    QVERIFY(layoutBytes <= limits.maximumBytesPerNode / 2);
    QCOMPARE(sequencesOf(frame).back(), std::uint64_t{200});
    QVERIFY(sequencesOf(frame).size() > 10);
}

void TestNodeRing::howANodeIsReachedIsReportedBeforeItIsKnown()
{
    NodeRing ring(3, {});
    RingCursor cursor = ring.cursorAt(std::nullopt);
    ring.setReach("n", {SourceState::Retrying, "10.0.0.1:7117", "connection refused", {}, 0});
    v1::Frame frame = readAll(ring, cursor);
    QCOMPARE(frame.updates_size(), 1);
    QCOMPARE(frame.updates(0).node(), 3U);
    QCOMPARE(frame.updates(0).reach().node(), std::string("n"));
    QCOMPARE(frame.updates(0).reach().state(), v1::REACH_STATE_RETRYING);
    QCOMPARE(frame.updates(0).reach().peer(), std::string("10.0.0.1:7117"));
    ring.describe(identityOf("n"));
    ring.setReach("n", {SourceState::Live, "10.0.0.1:7117", {}, {}, 0});
    ring.setClock({std::chrono::seconds(-3), std::chrono::microseconds(40)});
    frame = readAll(ring, cursor);
    QCOMPARE(frame.updates_size(), 3); // each once
    QCOMPARE(frame.updates(1).reach().state(), v1::REACH_STATE_LIVE);
    QCOMPARE(frame.updates(2).clock().offset(), -3'000'000'000);
    QCOMPARE(frame.updates(2).clock().uncertainty(), 40'000U);
    QCOMPARE(readAll(ring, cursor).updates_size(), 0);
}

LOCKSTEP_TEST(tst_nodering, TestNodeRing)
#include "tst_nodering.moc"
