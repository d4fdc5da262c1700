// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanstore.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lockstep;
using namespace lockstep::test;

class TestSpanStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lanesAreByEntityAndName();
    void lanesOfAnEntityAreBounded();
    void lateSpansAreSortedIn();
    void theOrderInALaneDoesNotTellHowSpansCame();
    void aHostileOrderCostsNoMoreThanItsSpans();
    void whatOverlapsIsAlwaysFound();
    void summariesHoldTheWorstAndTheWaits();
    void oldSpansLeaveLaneByLane();
    void aLongSpanOutlivesWhatItContains();
    void aBackwardSpanHasNoLength();
    void whatIsPackedComesOutAsItWentIn();
    void spansFarFromEachOtherArePackedAsExactly();
    void whatLeavesTheRangeOfALaneMovesIt();
    void aLaneOfAllDifferentSpansIsRoundedNotLost();
    void aTrainingSpanTakesLittleMoreThanTwentyBytes();
    void namesThatNoSpanHasMakeRoom();

private:
    static constexpr EntityRef gpu{EntityKind::Gpu, 0};

    static Span span(double from, double to, SpanKind kind = SpanKind::Compute)
    {
        return {.start = at(from), .end = at(to), .kind = kind};
    }
    static std::int64_t ns(double second) { return at(second).time_since_epoch().count(); }
};

void TestSpanStore::namesThatNoSpanHasMakeRoom()
{
    SpanStore store;
    const auto addOfJob = [&store](int job, double second) {
        const std::string own = "job " + std::to_string(job);
        const std::vector<NameId> names{NameId{0},
                                        store.names().intern("rank 0"),
                                        store.names().intern(own),
                                        store.names().intern(own + " dp"),
                                        store.names().intern("all_reduce"),
                                        store.names().intern("loader of " + own)};
        Span collective = span(second, second + 1);
        collective.lane = 1;
        collective.job = 2;
        collective.communicator = 3;
        collective.op = 4;
        store.add(gpu, collective, names);
        Span load = span(second, second + 1);
        load.lane = 5;
        load.job = 2;
        store.add(gpu, load, names);
        store.endBatch();
    };
    for (int job = 0; job < 400; ++job)
        addOfJob(job, job * 10.0);
    store.dropBefore(at(3980));
    QCOMPARE(store.spanCount(), std::size_t{4});
    QVERIFY(store.hasUnusedNames());
    const std::uint64_t before = store.generation();
    store.renewNames();
    QVERIFY(store.generation() != before);
    QVERIFY(!store.hasUnusedNames());
    QVERIFY(store.names().size() < 12);
    QCOMPARE(store.lanes().size(), std::size_t{3}); // rank 0 and two loaders
    addOfJob(400, 4000); // into the lane that is there
    QCOMPARE(store.lanes().size(), std::size_t{4});
    const auto name = [&store](std::uint32_t id) {
        return store.names().name(NameId{id});
    };
    const SpanLane& rank = store.lanes()[0];
    QCOMPARE(name(rank.name.value), std::string("rank 0"));
    QCOMPARE(name(rank.job.value), std::string("job 400"));
    QCOMPARE(rank.spans.size(), std::size_t{3});
    for (std::size_t at = 0; at < rank.spans.size(); ++at) {
        const std::string job = "job " + std::to_string(398 + at);
        QCOMPARE(name(rank.spans[at].job), job);
        QCOMPARE(name(rank.spans[at].communicator), job + " dp");
        QCOMPARE(name(rank.spans[at].op), std::string("all_reduce"));
    }
    QCOMPARE(name(store.lanes()[1].name.value), std::string("loader of job 398"));
    QCOMPARE(name(60'000), std::string()); // a dropped name's id is not reused
}

void TestSpanStore::lanesAreByEntityAndName()
{
    SpanStore store;
    const std::vector<NameId> names{NameId{0}, store.names().intern("rank 0"), store.names().intern("rank 1"),
                                    store.names().intern("job 7")};
    Span first = span(0, 1);
    first.lane = 1;
    first.job = 3;
    first.rank = 12;
    Span second = span(0, 1);
    second.lane = 2;
    store.add(gpu, first, names);
    store.add(gpu, second, names);
    store.add({EntityKind::Gpu, 1}, first, names);
    store.add(gpu, first, names);
    QCOMPARE(store.lanes().size(), 3U);
    QCOMPARE(store.spanCount(), 4U);
    QCOMPARE(store.lanes()[0].spans.size(), 2U);
    QCOMPARE(store.names().name(store.lanes()[0].job), std::string("job 7"));
    QCOMPARE(store.lanes()[0].rank, 12U);
    QCOMPARE(store.lanes()[1].rank, Span::noRank);
}

void TestSpanStore::lanesOfAnEntityAreBounded()
{
    SpanStore store;
    std::vector<NameId> names{NameId{0}};
    for (std::size_t lane = 0; lane < 2 * SpanStore::maxLanesPerEntity; ++lane)
        names.push_back(store.names().intern("invented " + std::to_string(lane)));
    for (std::uint32_t lane = 1; lane < names.size(); ++lane) {
        Span each = span(lane, lane + 1);
        each.lane = lane;
        store.add(gpu, each, names);
    }
    QCOMPARE(store.lanes().size(), SpanStore::maxLanesPerEntity + 1);
    QCOMPARE(store.names().name(store.lanes().back().name), std::string(NameTable::overflowName));
    QCOMPARE(store.lanes().back().spans.size(), SpanStore::maxLanesPerEntity);
    Span honest = span(0, 1);
    honest.lane = 1;
    store.add({EntityKind::Gpu, 1}, honest, names);
    QCOMPARE(store.names().name(store.lanes().back().name), std::string("invented 0"));
}

void TestSpanStore::lateSpansAreSortedIn()
{
    SpanStore store;
    std::mt19937 random(1);
    for (int number = 0; number < 500; ++number) {
        const double from = random() % 1000;
        store.add(gpu, span(from, from + random() % 50), {});
        if (number % 7 == 0)
            store.endBatch();
    }
    store.endBatch();
    const SpanLane& lane = store.lanes()[0];
    QVERIFY(std::ranges::is_sorted(lane.spans, {}, &StoredSpan::startNs));
    QCOMPARE(lane.summaries.size(), (500U + 63U) / 64U);
}

void TestSpanStore::theOrderInALaneDoesNotTellHowSpansCame()
{
    std::vector<Span> spans;
    std::mt19937 random(1);
    for (std::uint32_t number = 0; number < 500; ++number) {
        const double from = random() % 50; // many begin together, like a step and its first span
        spans.push_back(span(from, from + random() % 50));
        spans.back().step = number;
    }
    const auto orderOf = [&](const std::vector<Span>& came) {
        SpanStore store;
        for (std::size_t at = 0; at < came.size(); ++at) {
            store.add(gpu, came[at], {});
            if (at % 7 == 0)
                store.endBatch();
        }
        store.endBatch();
        std::vector<std::uint32_t> order;
        std::int64_t lastEnd = 0;
        std::int64_t lastStart = -1;
        for (const StoredSpan& each : store.lanes()[0].spans) {
            order.push_back(each.step);
            // A containing span precedes those it contains.
            if (each.startNs == std::exchange(lastStart, each.startNs) && each.endNs() > lastEnd)
                return std::vector<std::uint32_t>();
            lastEnd = each.endNs();
        }
        return order;
    };
    const std::vector<std::uint32_t> order = orderOf(spans);
    QCOMPARE(order.size(), spans.size());
    for (int shuffle = 0; shuffle < 5; ++shuffle) {
        std::ranges::shuffle(spans, random);
        QCOMPARE(orderOf(spans), order);
    }
}

/// Each of these belongs before nearly all existing ones. Inserted one by one, they took minutes.
void TestSpanStore::aHostileOrderCostsNoMoreThanItsSpans()
{
    SpanStore store;
    constexpr int batches = 8;
    constexpr int spans = isSanitized ? 3'000 : 60'000;
    for (int batch = 0; batch < batches; ++batch) {
        for (int number = spans; number > 0; --number)
            store.add(gpu, span(number, number % 2 == 0 ? number + 1 : 1e9), {});
        store.endBatch();
    }
    const SpanLane& lane = store.lanes()[0];
    QCOMPARE(lane.spans.size(), std::size_t{batches * spans});
    QVERIFY(std::ranges::is_sorted(lane.spans, {}, &StoredSpan::startNs));
}

void TestSpanStore::whatOverlapsIsAlwaysFound()
{
    std::mt19937 random(2);
    for (int round = 0; round < 20; ++round) {
        SpanStore store;
        for (int number = 0; number < 400; ++number) {
            const double from = random() % 10'000;
            const bool isLong = random() % 40 == 0;
            store.add(gpu, span(from, from + random() % (isLong ? 3000 : 10)), {});
            store.endBatch();
        }
        const SpanLane& lane = store.lanes()[0];
        for (int query = 0; query < 50; ++query) {
            const std::int64_t from = ns(random() % 10'000);
            const std::int64_t to = from + static_cast<std::int64_t>(random() % 500 + 1) * 1'000'000'000;
            const auto overlaps = [&](const StoredSpan& each) {
                return each.startNs < to && each.endNs() > from;
            };
            const auto found = lane.overlapping(from, to);
            QCOMPARE(std::ranges::count_if(found, overlaps), std::ranges::count_if(lane.spans, overlaps));
            QVERIFY(std::ranges::all_of(found, [&](const StoredSpan& each) { return each.startNs < to; }));
        }
    }
}

void TestSpanStore::summariesHoldTheWorstAndTheWaits()
{
    SpanStore store;
    std::mt19937 random(3);
    for (int number = 0; number < 1000; ++number) {
        const double from = number * 10 + (number % 17 == 0 ? -100.0 : 0.0); // some arrive late
        const auto kind = static_cast<SpanKind>(random() % 9);
        store.add(gpu, span(from, from + random() % 9 + 1, kind), {});
        if (number % 20 == 0)
            store.endBatch();
    }
    store.endBatch();
    const SpanLane& lane = store.lanes()[0];
    for (std::size_t block = 0; block < lane.summaries.size(); ++block) {
        const auto begin = lane.spans.begin() + static_cast<std::ptrdiff_t>(block * SpanLane::summarySize);
        const auto end = block + 1 < lane.summaries.size() ? begin + static_cast<std::ptrdiff_t>(SpanLane::summarySize)
                                                           : lane.spans.end();
        std::int64_t waits = 0;
        for (auto each = begin; each != end; ++each) {
            QVERIFY(!isWorse(*each, lane.spans[lane.summaries[block].worst]));
            QVERIFY((*each).endNs() <= lane.summaries[block].latestEndNs);
            waits += (*each).spanKind() == SpanKind::Wait ? std::int64_t{(*each).durationNs} : 0;
        }
        QCOMPARE(lane.summaries[block].waitNs, waits);
    }
}

void TestSpanStore::oldSpansLeaveLaneByLane()
{
    SpanStore store;
    for (std::uint32_t lane = 0; lane < 10; ++lane) {
        for (int second = 0; second < 10; ++second)
            store.add({EntityKind::Gpu, lane}, span(second, second + 1), {});
    }
    std::size_t dropped = 0;
    for (int call = 0; call < 5; ++call) {
        const std::size_t now = store.dropBefore(at(5.5), 2);
        QCOMPARE(now, 10U); // two lanes at a time
        dropped += now;
    }
    QCOMPARE(store.spanCount(), 100U - dropped);
    QCOMPARE(store.dropBefore(at(5.5)), 0U);
    QCOMPARE(store.lanes().size(), 10U);
    QCOMPARE(store.dropBefore(at(100)), 50U);
    QVERIFY(store.lanes()[3].spans.empty() && store.lanes()[3].summaries.empty());
}

void TestSpanStore::aLongSpanOutlivesWhatItContains()
{
    SpanStore store;
    store.add(gpu, span(0, 100, SpanKind::Step), {});
    for (int second = 1; second < 100; ++second)
        store.add(gpu, span(second, second + 0.5), {});
    QCOMPARE(store.dropBefore(at(50)), 49U);
    QCOMPARE(store.lanes()[0].spans.front().spanKind(), SpanKind::Step);
    QVERIFY(std::ranges::is_sorted(store.lanes()[0].spans, {}, &StoredSpan::startNs));
}

void TestSpanStore::aBackwardSpanHasNoLength()
{
    SpanStore store;
    store.add(gpu, span(5, 3), {});
    QCOMPARE(store.lanes()[0].spans[0].endNs(), ns(5));
}

void TestSpanStore::whatIsPackedComesOutAsItWentIn()
{
    PackedSpans packed;
    std::mt19937_64 random(5);
    std::vector<StoredSpan> kept;
    for (std::uint32_t number = 0; number < 2000; ++number) {
        StoredSpan span;
        span.startNs = ns(number);
        span.durationNs = static_cast<std::int64_t>(random() >> (25 + number % 38)); // up to nine minutes
        span.kind = number % 9;
        span.op = static_cast<std::uint16_t>(random() % 40);
        span.communicator = static_cast<std::uint16_t>(random() % 3);
        span.bytes = std::uint64_t{1} << random() % 30;
        span.sequence = static_cast<std::uint32_t>(random());
        span.step = static_cast<std::uint32_t>(random());
        kept.push_back(span);
        packed.push_back(span);
    }
    QCOMPARE(packed.size(), kept.size());
    for (std::size_t at = 0; at < kept.size(); ++at) {
        const StoredSpan span = packed[at];
        QCOMPARE(span.startNs, kept[at].startNs);
        QCOMPARE(std::int64_t{span.durationNs}, std::int64_t{kept[at].durationNs});
        QCOMPARE(span.spanKind(), kept[at].spanKind());
        QCOMPARE(std::pair(span.op, span.communicator), std::pair(kept[at].op, kept[at].communicator));
        QCOMPARE(span.bytes, kept[at].bytes);
        QCOMPARE(std::pair(span.sequence, span.step), std::pair(kept[at].sequence, kept[at].step));
    }
    // Durations of days are kept to the millisecond.
    StoredSpan days;
    days.durationNs = 30'000'000'000'000'000;
    packed.push_back(days);
    QVERIFY(days.durationNs - packed.back().durationNs < 2'000'000);
    QVERIFY(packed.back().durationNs <= days.durationNs);
}

/// A lane whose spans are alternately close together and far apart in time, step and sequence.
void TestSpanStore::spansFarFromEachOtherArePackedAsExactly()
{
    std::mt19937_64 random(11);
    for (int run = 0; run < (isSanitized ? 4 : 40); ++run) {
        PackedSpans packed;
        std::vector<StoredSpan> kept;
        const unsigned timeBits = 30 + random() % 33;
        const unsigned numberBits = 1 + random() % 32;
        const auto below = [&random](unsigned bits) {
            return random() >> (64 - bits);
        };
        std::int64_t oldest = 0;
        for (int number = 0; number < 1500; ++number) {
            const bool isFar = random() % 400 == 0;
            StoredSpan span;
            span.startNs = static_cast<std::int64_t>(below(isFar ? 62 : timeBits)) - (isFar ? 1LL << 61 : 0);
            span.durationNs = static_cast<std::int64_t>(below(39));
            span.kind = random() % 9;
            span.op = static_cast<std::uint16_t>(random() % 5);
            span.bytes = below(1 + random() % 12);
            span.sequence = static_cast<std::uint32_t>(below(isFar ? 32 : numberBits));
            span.step = random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(below(numberBits));
            const std::size_t place = packed.size();
            packed.push_back(span);
            kept.push_back(span);
            if (place > 0 && !packed.isInOrder(place)) {
                (void)packed.sortFrom(place);
                std::ranges::stable_sort(kept, {}, [](const StoredSpan& each) {
                    return std::tuple(each.startNs, -std::int64_t{each.durationNs}, std::uint64_t{each.kind},
                                      each.sequence, each.step);
                });
            }
            if (random() % 300 == 0) {
                oldest = kept[kept.size() / 2].startNs;
                const auto dropped = std::erase_if(
                    kept, [&](const StoredSpan& each) { return each.startNs < oldest && each.endNs() < oldest; });
                QCOMPARE(packed.dropEnded(packed.countBefore(oldest), oldest), dropped);
            }
        }
        QCOMPARE(packed.size(), kept.size());
        for (std::size_t at = 0; at < kept.size(); ++at) {
            const StoredSpan span = packed[at];
            QCOMPARE(packed.startNs(at), kept[at].startNs);
            QCOMPARE(std::tuple(span.startNs, std::int64_t{span.durationNs}, std::uint64_t{span.kind}, span.bytes),
                     std::tuple(kept[at].startNs, std::int64_t{kept[at].durationNs}, std::uint64_t{kept[at].kind},
                                kept[at].bytes));
            QCOMPARE(std::tuple(span.sequence, span.step, span.op),
                     std::tuple(kept[at].sequence, kept[at].step, kept[at].op));
            const auto before
                = std::ranges::count_if(kept, [&](const StoredSpan& each) { return each.startNs < kept[at].startNs; });
            if (at % 64 == 0)
                QCOMPARE(packed.countBefore(kept[at].startNs), static_cast<std::size_t>(before));
        }
    }
}

/// Hours of a job of which minutes are kept use no more memory than its first minutes.
void TestSpanStore::whatLeavesTheRangeOfALaneMovesIt()
{
    PackedSpans packed;
    std::size_t dropped = 0;
    std::uint32_t number = 4'000'000; // its dashboard was opened later than the job
    for (double second = 0; second < 8 * 3600; second += 2.5, ++number) {
        StoredSpan span;
        span.startNs = ns(second);
        span.durationNs = 1'000'000;
        span.sequence = number * 40; // this rank takes part in a few of them
        span.step = number * 3;
        span.op = static_cast<std::uint16_t>(number % 5);
        packed.push_back(span);
        const std::int64_t oldest = ns(second - 600);
        if (number % 100 == 0)
            dropped += packed.dropEnded(packed.countBefore(oldest), oldest);
        QCOMPARE(packed.back().sequence, span.sequence);
        QCOMPARE(packed.back().step, span.step);
    }
    QVERIFY(dropped > 11'000);
    QVERIFY(packed.memoryBytes() < packed.size() * 22 + 400);
}

void TestSpanStore::aLaneOfAllDifferentSpansIsRoundedNotLost()
{
    SpanStore store;
    constexpr std::uint64_t first = 1'000'003;
    constexpr std::uint64_t count = 20'000;
    for (std::uint64_t number = 0; number < count; ++number) {
        Span each = span(static_cast<double>(number), static_cast<double>(number) + 0.5);
        each.bytes = first + number * 977;
        store.add(gpu, each, {});
    }
    const PackedSpans& spans = store.lanes()[0].spans;
    for (std::uint64_t number = 0; number < count; ++number) {
        const std::uint64_t asked = first + number * 977;
        const std::uint64_t bytes = spans[number].bytes;
        if (number < SpanLabels::exactLabels)
            QCOMPARE(bytes, asked);
        QVERIFY(bytes <= asked && asked - bytes <= asked / 500);
    }
    QVERIFY(store.memoryBytes() / store.spanCount() < 64);
}

void TestSpanStore::aTrainingSpanTakesLittleMoreThanTwentyBytes()
{
    SpanStore store;
    constexpr int count = 600;
    for (std::uint32_t lane = 0; lane < 100; ++lane) {
        for (int number = 0; number < count; ++number) {
            Span each = span(number, number + 0.5, static_cast<SpanKind>(number % 4));
            each.bytes = static_cast<std::uint64_t>(number % 4) << 20U;
            each.step = static_cast<std::uint32_t>(number / 12);
            each.sequence = static_cast<std::uint64_t>(number);
            store.add({EntityKind::Gpu, lane}, each, {});
        }
    }
    const double bytes = static_cast<double>(store.memoryBytes()) / static_cast<double>(store.spanCount());
    QVERIFY2(bytes < 22, QByteArray::number(bytes).constData());
}

LOCKSTEP_TEST(tst_spanstore, TestSpanStore)
#include "tst_spanstore.moc"
