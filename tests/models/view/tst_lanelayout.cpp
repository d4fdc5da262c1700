// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanstore.h"
#include "models/view/lanelayout.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint origin{std::chrono::seconds(1'772'334'720)};

/// Adds a span, which is in its place after the store's next endBatch(); times in microseconds from the origin.
void addUnsettled(SpanStore& store, std::int64_t fromUs, std::int64_t toUs, SpanKind kind = SpanKind::Compute,
                  std::uint32_t gpu = 0)
{
    const Span span{.start = origin + std::chrono::microseconds(fromUs),
                    .end = origin + std::chrono::microseconds(toUs),
                    .kind = kind};
    store.add({EntityKind::Gpu, gpu}, span, {});
}

/// The same, in its place at once.
void add(SpanStore& store, std::int64_t fromUs, std::int64_t toUs, SpanKind kind = SpanKind::Compute,
         std::uint32_t gpu = 0)
{
    addUnsettled(store, fromUs, toUs, kind, gpu);
    store.endBatch();
}

TimeAxis axis(std::int64_t fromUs, std::int64_t toUs, double width)
{
    return {{origin + std::chrono::microseconds(fromUs), origin + std::chrono::microseconds(toUs)}, width};
}

} // namespace

class TestLaneLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wideSpansAreDrawnAsTheyAre();
    void narrowSpansShareAPixel();
    void theLongestWaitWinsItsPixel();
    void rectanglesFollowPixelsNotSpans();
    void everySpanIsAccountedFor();
    void noWaitIsLostFromAfar();
    void aPixelTellsHowMuchOfItWasWaiting();
    void spansThatBeganBeforeAreShown();
    void innerSpansComeAfterTheOuter();
    void aHitIsWhatIsDrawn();
    void nearMissesHit();
    void spansOverEachOtherAreNoMoreThanCanBeSeen();
    void aLaneInTwoPartsIsDrawnAsOne();
    void emptyLanesAndAxesDrawNothing();
};

void TestLaneLayout::wideSpansAreDrawnAsTheyAre()
{
    SpanStore store;
    add(store, 0, 100, SpanKind::Compute);
    add(store, 200, 250, SpanKind::Wait);
    const auto rects = layoutLane(store.lanes()[0], axis(0, 1000, 1000));
    QCOMPARE(rects.size(), 2U);
    QCOMPARE(rects[0].x0, 0.0);
    QCOMPARE(rects[0].x1, 100.0);
    QCOMPARE(rects[1].kind, SpanKind::Wait);
    QCOMPARE(rects[1].span, 1U);
    QCOMPARE(rects[1].count, 1U);
}

void TestLaneLayout::narrowSpansShareAPixel()
{
    SpanStore store;
    for (int number = 0; number < 10; ++number)
        add(store, 100 * number, 100 * number + 50);
    const auto rects = layoutLane(store.lanes()[0], axis(0, 10'000, 10)); // one pixel a millisecond
    QCOMPARE(rects.size(), 1U);
    QCOMPARE(rects[0].count, 10U);
    QCOMPARE(rects[0].x0, 0.0);
    QCOMPARE(rects[0].x1, 1.0);
}

void TestLaneLayout::theLongestWaitWinsItsPixel()
{
    SpanStore store;
    add(store, 0, 90, SpanKind::Step);
    add(store, 10, 80, SpanKind::Compute);
    add(store, 81, 82, SpanKind::Wait);
    add(store, 83, 86, SpanKind::Wait);
    add(store, 87, 88, SpanKind::Wait);
    const auto rects = layoutLane(store.lanes()[0], axis(0, 10'000, 10));
    QCOMPARE(rects.size(), 1U);
    QCOMPARE(rects[0].kind, SpanKind::Wait);
    QCOMPARE(rects[0].span, 3U);
    QCOMPARE(rects[0].count, 5U);
}

void TestLaneLayout::aPixelTellsHowMuchOfItWasWaiting()
{
    SpanStore store;
    // Pixels of 1 ms, a quarter of each waiting, in pieces; some pixels contain complete blocks of spans.
    for (int ms = 0; ms < 50; ++ms) {
        for (int piece = 0; piece < 100; ++piece) {
            const std::int64_t from = ms * 1000 + piece * 10;
            add(store, from, from + 10, piece % 4 == 0 ? SpanKind::Wait : SpanKind::Compute);
        }
    }
    double sum = 0;
    for (const LaneRect& rect : layoutLane(store.lanes()[0], axis(0, 50'000, 50))) {
        QVERIFY(rect.waitShare >= 0 && rect.waitShare <= 1);
        sum += static_cast<double>(rect.waitShare);
    }
    QVERIFY2(std::abs(sum - 12.5) < 1.0, qPrintable(QString::number(sum)));
}

void TestLaneLayout::rectanglesFollowPixelsNotSpans()
{
    SpanStore store;
    for (int number = 0; number < 200'000; ++number)
        add(store, 10 * number, 10 * number + 8, number % 3 == 0 ? SpanKind::Wait : SpanKind::Compute);
    for (const double width : {1.0, 100.0, 1600.0})
        QVERIFY(layoutLane(store.lanes()[0], axis(0, 2'000'000, width)).size() <= static_cast<std::size_t>(width) + 1);
    // Overlapping spans do not increase the share.
    SpanStore heap;
    for (int number = 0; number < 100'000; ++number)
        add(heap, 0, 1'000'000);
    QVERIFY(layoutLane(heap.lanes()[0], axis(0, 1'000'000, 1600)).size() <= 1600);
}

void TestLaneLayout::everySpanIsAccountedFor()
{
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        SpanStore store;
        for (int number = 0; number < 2000; ++number) {
            const std::int64_t from = random() % 1'000'000;
            add(store, from, from + random() % (random() % 50 == 0 ? 100'000 : 300),
                static_cast<SpanKind>(random() % 9));
        }
        const SpanLane& lane = store.lanes()[0];
        const std::int64_t from = random() % 800'000;
        const TimeAxis view = axis(from, from + random() % 200'000 + 100, random() % 1600 + 1);
        const std::int64_t fromNs = view.range.from.time_since_epoch().count();
        const std::int64_t toNs = view.range.to.time_since_epoch().count();
        const auto isVisible = [&](const StoredSpan& span) {
            const bool isMarkerHere = span.durationNs == 0 && span.startNs >= fromNs;
            return span.startNs < toNs && (span.endNs() > fromNs || isMarkerHere);
        };
        std::uint64_t drawn = 0;
        for (const LaneRect& rect : layoutLane(lane, view)) {
            drawn += rect.count;
            QVERIFY(rect.x0 >= 0 && rect.x1 - rect.x0 >= 0.999 && rect.x1 <= std::max(view.width, 1.0) + 1e-6);
            QVERIFY(isVisible(lane.spans[rect.span]));
            QCOMPARE(rect.kind, lane.spans[rect.span].spanKind());
        }
        QCOMPARE(drawn, static_cast<std::uint64_t>(std::ranges::count_if(lane.spans, isVisible)));
    }
}

void TestLaneLayout::noWaitIsLostFromAfar()
{
    SpanStore store;
    std::mt19937 random(4);
    std::vector<std::int64_t> waits;
    for (int number = 0; number < 100'000; ++number) {
        const bool isWait = random() % 5000 == 0;
        add(store, number * 10, number * 10 + (isWait ? 1 : 9), isWait ? SpanKind::Wait : SpanKind::Compute);
        if (isWait)
            waits.push_back(number * 10);
    }
    const TimeAxis view = axis(0, 1'000'000, 800);
    const auto rects = layoutLane(store.lanes()[0], view);
    for (const std::int64_t wait : waits) {
        const double pixel = std::floor(view.pixelOf(origin + std::chrono::microseconds(wait)));
        QVERIFY(std::ranges::any_of(
            rects, [&](const LaneRect& rect) { return rect.x0 == pixel && rect.kind == SpanKind::Wait; }));
    }
}

void TestLaneLayout::spansThatBeganBeforeAreShown()
{
    SpanStore store;
    add(store, 0, 10'000'000, SpanKind::Checkpoint);
    for (int number = 0; number < 1000; ++number)
        add(store, 100 + number * 100, 150 + number * 100);
    const auto rects = layoutLane(store.lanes()[0], axis(5'000'000, 6'000'000, 100));
    QCOMPARE(rects.size(), 1U);
    QCOMPARE(rects[0].kind, SpanKind::Checkpoint);
    QCOMPARE(rects[0].x0, 0.0);
    QCOMPARE(rects[0].x1, 100.0);
}

void TestLaneLayout::innerSpansComeAfterTheOuter()
{
    SpanStore store;
    add(store, 0, 1000, SpanKind::Step);
    add(store, 100, 400, SpanKind::Compute);
    add(store, 500, 900, SpanKind::Wait);
    const auto rects = layoutLane(store.lanes()[0], axis(0, 1000, 1000));
    QCOMPARE(rects.size(), 3U);
    QCOMPARE(rects[0].kind, SpanKind::Step);
    QCOMPARE(rects[2].kind, SpanKind::Wait);
}

void TestLaneLayout::aHitIsWhatIsDrawn()
{
    SpanStore store;
    std::mt19937 random(5);
    for (int number = 0; number < 3000; ++number) {
        const std::int64_t from = number * 100;
        add(store, from, from + 20 + random() % 60, random() % 4 == 0 ? SpanKind::Wait : SpanKind::Compute);
    }
    for (const double width : {300.0, 3000.0, 30'000.0}) {
        const TimeAxis view = axis(0, 300'000, width);
        const auto rects = layoutLane(store.lanes()[0], view);
        for (std::size_t at = 0; at < rects.size(); at += 17) {
            const double middle = (rects[at].x0 + rects[at].x1) / 2;
            QCOMPARE(spanAt(store.lanes()[0], view, middle, 0), rects[at].span);
        }
    }
    SpanStore nested;
    add(nested, 0, 1000, SpanKind::Step);
    add(nested, 100, 400, SpanKind::Compute);
    QCOMPARE(spanAt(nested.lanes()[0], axis(0, 1000, 1000), 200), 1U);
    QCOMPARE(spanAt(nested.lanes()[0], axis(0, 1000, 1000), 700), 0U);
}

void TestLaneLayout::nearMissesHit()
{
    SpanStore store;
    add(store, 500, 500, SpanKind::Marker);
    const TimeAxis view = axis(0, 1000, 1000);
    QCOMPARE(spanAt(store.lanes()[0], view, 502, 2), 0U);
    QVERIFY(!spanAt(store.lanes()[0], view, 510, 2));
    QVERIFY(!spanAt(store.lanes()[0], view, 490, 2));
    QVERIFY(!spanAt(store.lanes()[0], view, -5000, 2));
    QVERIFY(!spanAt(store.lanes()[0], view, 5000, 2));
}

/// Malicious data of a node: tens of thousands of spans that all cover the view and overlap each other.
void TestLaneLayout::spansOverEachOtherAreNoMoreThanCanBeSeen()
{
    constexpr std::int64_t width = 1000;
    SpanStore reachesOver;
    SpanStore anywhere;
    std::mt19937 random(7);
    for (std::int64_t number = 0; number < 50'000; ++number) {
        const auto kind = static_cast<SpanKind>(number % 8);
        addUnsettled(reachesOver, -number, 1 + random() % width, kind);
        const std::int64_t from = random() % width;
        addUnsettled(anywhere, from, from + 1 + random() % width, kind);
    }
    reachesOver.endBatch();
    anywhere.endBatch();
    const TimeAxis view = axis(0, width, width);
    QVERIFY(layoutLane(reachesOver.lanes()[0], view).size() <= 32);
    const std::vector<LaneRect> rects = layoutLane(anywhere.lanes()[0], view);
    QVERIFY2(rects.size() <= 32 * width, QByteArray::number(rects.size()).constData());
    std::uint32_t count = 0;
    for (const LaneRect& rect : rects)
        count += rect.count;
    QCOMPARE(count, 50'000U);
}

void TestLaneLayout::aLaneInTwoPartsIsDrawnAsOne()
{
    // The first half was read from a recording, the second is in memory; where they meet both have all.
    std::mt19937_64 random(7);
    SpanStore whole;
    SpanStore recorded;
    SpanStore inMemory;
    constexpr std::int64_t count = 3000;
    constexpr std::int64_t seam = 1703;
    for (std::int64_t number = 0; number < count; ++number) {
        const auto length = static_cast<std::int64_t>(random() % 900) + 1;
        const auto kind = random() % 3 == 0 ? SpanKind::Wait : SpanKind::Compute;
        add(whole, number * 1000, number * 1000 + length, kind);
        if (number < seam + 100)
            add(recorded, number * 1000, number * 1000 + length, kind);
        if (number > seam - 100)
            add(inMemory, number * 1000, number * 1000 + length, kind);
    }
    const LaneSpans all = whole.lanes()[0];
    const std::vector<NameId> names(recorded.names().size());
    const LaneSpans both(&recorded.lanes()[0], names, inMemory.lanes()[0],
                         origin + std::chrono::microseconds(seam * 1000));
    QCOMPARE(both.size(), std::size_t(count));
    QCOMPARE(both.latestEndNs(), all.latestEndNs());
    const std::int64_t seamNs = nsOf(origin + std::chrono::microseconds(seam * 1000));
    for (const std::int64_t ns : {seamNs - 1, seamNs, seamNs + 1, std::int64_t{0}}) {
        QCOMPARE(both.countBefore(ns), all.countBefore(ns));
        QCOMPARE(both.countUpTo(ns), all.countUpTo(ns));
    }
    for (std::size_t at = 0; at < both.size(); ++at)
        QCOMPARE(both[at].startNs, all[at].startNs);
    for (const double width : {10.0, 300.0, 1999.0}) {
        const TimeAxis view = axis(0, count * 1000, width);
        const auto one = layoutLane(all, view);
        const auto two = layoutLane(both, view);
        QCOMPARE(two.size(), one.size());
        for (std::size_t at = 0; at < one.size(); ++at) {
            QCOMPARE(two[at].x0, one[at].x0);
            QCOMPARE(two[at].x1, one[at].x1);
            QCOMPARE(two[at].span, one[at].span);
            QCOMPARE(two[at].count, one[at].count);
            QCOMPARE(two[at].waitShare, one[at].waitShare);
        }
        QCOMPARE(spanAt(both, view, width / 2), spanAt(all, view, width / 2));
    }
}

void TestLaneLayout::emptyLanesAndAxesDrawNothing()
{
    SpanStore store;
    add(store, 0, 100);
    QVERIFY(layoutLane(store.lanes()[0], axis(5, 5, 100)).empty());
    QVERIFY(layoutLane(store.lanes()[0], axis(0, 100, 0)).empty());
    QVERIFY(layoutLane(SpanLane{}, axis(0, 100, 100)).empty());
    QCOMPARE(layoutLane(store.lanes()[0], axis(0, 30'000'000'000'000, 0.001)).size(), 1U); // narrower than a pixel
    QVERIFY(!spanAt(SpanLane{}, axis(0, 100, 100), 5));
}

LOCKSTEP_TEST(tst_lanelayout, TestLaneLayout)
#include "tst_lanelayout.moc"
