// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/ingest/clockcorrection.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"
#include "models/ingest/tickplacer.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/store/events/eventlog.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// The small parts of the store.
class TestStoreParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreInternedOnce();
    void inventedNamesCannotExhaustTheTable();
    void whoInventsNamesLeavesRoomForOthers();
    void theFirstDescriptorOfAMetricStands();
    void repeatsOfAnEventAreCounted();
    void whatOthersSayInBetweenDoesNotBreakACount();
    void aFullLogDropsItsOldest();
    void aRepeatOfADroppedEventIsANewOne();
    void seenTicksAreRemembered();
    void seenTicksStartAnewAfterALeap();
    void aGuessedShiftEndsWhenTheClockIsSet();
    void anUncertainOffsetChangesNothing();
    void anEstimateFromBeforeALeapIsNotUsed();
    void touchingGapsAreOne();
    void gapsAreKeptInOrder();
    void changeSetsMerge();
    void theModelSpeaksOncePerApplication();
};

void TestStoreParts::namesAreInternedOnce()
{
    NameTable names;
    QCOMPARE(names.intern(""), NameId{0});
    const NameId forward = names.intern("forward");
    QCOMPARE(names.intern(std::string("for") + "ward"), forward);
    for (int number = 0; number < 1000; ++number)
        names.intern("op" + std::to_string(number));
    QCOMPARE(names.intern("forward"), forward);
    QCOMPARE(names.name(forward), std::string("forward"));
}

void TestStoreParts::inventedNamesCannotExhaustTheTable()
{
    NameTable names;
    const NameId real = names.intern("real");
    NameId last;
    for (int number = 0; number < 100'000; ++number)
        last = names.intern(std::to_string(number));
    QCOMPARE(names.size(), NameTable::capacity);
    QVERIFY(last.value <= 0xFFFF);
    QCOMPARE(names.name(last), std::string(NameTable::overflowName));
    QCOMPARE(names.intern("yet another"), last);
    QCOMPARE(names.intern("real"), real);
}

void TestStoreParts::whoInventsNamesLeavesRoomForOthers()
{
    NameTable names;
    const SourceId hub{0};
    const SourceId hostile{1};
    for (std::uint32_t node = 0; node < 1000; ++node) {
        for (int number = 0; number < 500; ++number)
            names.intern("invented " + std::to_string(node) + " " + std::to_string(number),
                         NameTable::Owner{5000 + node, hostile});
    }
    QVERIFY(names.takeRefused() > 400'000);
    // As many as 2,048 nodes with 8 ranks each and a communicator of their own bring.
    for (std::uint32_t node = 0; node < 1000; ++node) {
        for (int rank = 0; rank < 10; ++rank)
            names.intern("rank " + std::to_string(node * 10 + static_cast<std::uint32_t>(rank)),
                         NameTable::Owner{node, hub});
    }
    QCOMPARE(names.takeRefused(), std::uint64_t(0));
    QVERIFY(names.size() < NameTable::capacity);
}

void TestStoreParts::theFirstDescriptorOfAMetricStands()
{
    MetricTable metrics;
    MetricDescriptor descriptor;
    descriptor.name = "gpu.power";
    descriptor.unit = Unit::Watt;
    descriptor.entityKind = EntityKind::Gpu;
    const MetricId id = metrics.add(descriptor);
    descriptor.unit = Unit::Volt;
    QCOMPARE(metrics.add(descriptor), id);
    QCOMPARE(metrics.descriptor(id).unit, Unit::Watt);
    QCOMPARE(metrics.size(), 1U);
    QVERIFY(!metrics.find("gpu.mood").isValid());
    QCOMPARE(metrics.ofKind(EntityKind::Gpu), (std::vector<MetricId>{id}));
    QVERIFY(metrics.ofKind(EntityKind::Node).empty());
}

void TestStoreParts::repeatsOfAnEventAreCounted()
{
    EventLog log;
    const EntityRef gpu{EntityKind::Gpu, 0};
    for (int second = 0; second < 5; ++second)
        log.add(gpu, {at(second), Severity::Warning, 0, "gpu.xid", "XID 13"});
    QCOMPARE(log.events().size(), 1U);
    QCOMPARE(log.events()[0].count, 5U);
    QVERIFY(log.events()[0].event.time == at(0) && log.events()[0].lastTime == at(4));
    QCOMPARE(log.repeats(), 4U);
    log.add(gpu, {at(9), Severity::Warning, 0, "gpu.xid", "XID 79"});
    log.add(gpu, {at(10), Severity::Warning, 0, "gpu.xid", "XID 13"});
    QCOMPARE(log.events().size(), 3U);
}

void TestStoreParts::whatOthersSayInBetweenDoesNotBreakACount()
{
    EventLog log;
    for (int second = 0; second < 6; ++second)
        log.add({EntityKind::Node, static_cast<std::uint32_t>(second % 2)},
                {at(second), Severity::Information, 0, "a", "b"});
    QCOMPARE(log.events().size(), 2U);
    QCOMPARE(log.events()[1].count, 3U);
}

void TestStoreParts::aFullLogDropsItsOldest()
{
    EventLog log(3);
    for (int number = 0; number < 10; ++number)
        log.add({EntityKind::Node, 0}, {at(number), Severity::Information, 0, "a", std::to_string(number)});
    QCOMPARE(log.events().size(), 3U);
    QCOMPARE(log.firstNumber(), 7U);
    QCOMPARE(log.events().front().event.text, std::string("7"));
    log.clear();
    QCOMPARE(log.firstNumber(), 10U);
}

void TestStoreParts::aRepeatOfADroppedEventIsANewOne()
{
    EventLog log(2);
    log.add({EntityKind::Node, 0}, {at(0), Severity::Information, 0, "a", "b"});
    for (std::uint32_t node = 1; node < 4; ++node)
        log.add({EntityKind::Node, node}, {at(0), Severity::Information, 0, "a", "b"});
    log.add({EntityKind::Node, 0}, {at(1), Severity::Information, 0, "a", "b"});
    QCOMPARE(log.events().back().entity.index, 0U);
    QCOMPARE(log.events().back().count, 1U);
}

void TestStoreParts::seenTicksAreRemembered()
{
    SeenTicks seen;
    for (TickIndex tick = -500; tick < 3000; tick += 2)
        QVERIFY(!seen.note(tick));
    QVERIFY(seen.note(2998));
    QVERIFY(seen.note(2000));
    QVERIFY(!seen.note(2001)); // between those seen
    QVERIFY(seen.note(2001));
    seen.clear();
    QVERIFY(!seen.note(2998));
}

void TestStoreParts::seenTicksStartAnewAfterALeap()
{
    SeenTicks seen;
    QVERIFY(!seen.note(0));
    QVERIFY(!seen.note(1'000'000'000'000));
    QVERIFY(!seen.note(1'000'000'000'000 - SeenTicks::window + 1));
    QVERIFY(!seen.note(0)); // long ago: unknown, not seen
    QVERIFY(seen.note(0));
}

void TestStoreParts::aGuessedShiftEndsWhenTheClockIsSet()
{
    ClockCorrection correction;
    QVERIFY(correction.shiftFor(at(600), at(0), {}, 1s) == 600s);
    QVERIFY(correction.shiftFor(at(601), at(1), {}, 1s) == 600s);
    QVERIFY(correction.shiftFor(at(2), at(2.2), {}, 1s) == 0s);
    QVERIFY(correction.shiftFor(at(3), at(3.2), {}, 1s) == 0s);
}

void TestStoreParts::anUncertainOffsetChangesNothing()
{
    ClockCorrection correction;
    QVERIFY(correction.shiftFor(at(3), at(0), ClockOffset{3s, 5s}, 1s) == 0s);
    QVERIFY(correction.shiftFor(at(3), at(0), ClockOffset{3s, 100ms}, 1s) == 3s);
    QVERIFY(correction.shiftFor(at(3), at(3), ClockOffset{10ms, 5ms}, 1s) == 0s);
}

void TestStoreParts::anEstimateFromBeforeALeapIsNotUsed()
{
    ClockCorrection correction;
    const ClockOffset before{1ms, 5ms};
    QVERIFY(correction.shiftFor(at(0), at(0), before, 1s) == 0s);
    QVERIFY(correction.shiftFor(at(41), at(1), before, 1s) == 40s);
    QVERIFY(correction.shiftFor(at(42), at(2.3), before, 1s) == 40s); // not the delay of each tick
    QVERIFY(correction.shiftFor(at(43), at(3), ClockOffset{39s, 5ms}, 1s) == 40s); // within a tick
    QVERIFY(correction.shiftFor(at(4), at(4), before, 1s) == 0s);
    QVERIFY(correction.shiftFor(at(45), at(5), before, 1s) == 40s);
    QVERIFY(correction.shiftFor(at(6), at(6), before, 1s) == 0s); // set right before the next estimate
}

void TestStoreParts::touchingGapsAreOne()
{
    std::vector<Gap> gaps;
    insertGap(gaps, {{at(0), at(1)}, 1, "x"});
    insertGap(gaps, {{at(1), at(2)}, 1, "x"});
    insertGap(gaps, {{at(2), at(3)}, 1, "y"});
    insertGap(gaps, {{at(9), at(10)}, 1, "x"});
    QCOMPARE(gaps.size(), 3U);
    QCOMPARE(gaps[0].ticks, 2U);
    QVERIFY(gaps[0].range == (TimeRange{at(0), at(2)}));
}

void TestStoreParts::gapsAreKeptInOrder()
{
    std::vector<Gap> gaps;
    insertGap(gaps, {{at(50), at(51)}, 1, "x"});
    insertGap(gaps, {{at(10), at(11)}, 1, "x"});
    insertGap(gaps, {{at(30), at(31)}, 1, "x"});
    QVERIFY(std::ranges::is_sorted(gaps, {}, [](const Gap& gap) { return gap.range.from; }));
    QVERIFY(forgetGapsBefore(gaps, at(32)));
    QCOMPARE(gaps.size(), 1U);
    QVERIFY(!forgetGapsBefore(gaps, at(32)));
}

void TestStoreParts::changeSetsMerge()
{
    ChangeSet changes;
    QVERIFY(changes.isEmpty());
    ChangeSet other;
    other.spans = true;
    other.ticks = {5, 8};
    other.newestSample = at(1);
    changes.merge(other);
    other.ticks = {2, 3};
    other.newestSample = at(0);
    changes.merge(other);
    changes.merge({});
    QVERIFY(changes.spans && !changes.events && !changes.isEmpty());
    QCOMPARE(changes.ticks, (TickRange{2, 8}));
    QCOMPARE(changes.newestSample, at(1));
}

void TestStoreParts::theModelSpeaksOncePerApplication()
{
    ClusterModel cluster;
    QSignalSpy changed(&cluster, &ClusterModel::changed);
    TestNode node("n1");
    const std::vector<BatchPtr> batches{share(node.tick(at(0), 1)), share(node.tick(at(1), 1))};
    cluster.apply(batches, at(1));
    QCOMPARE(changed.count(), 1);
    cluster.apply({}, at(1.5));
    QCOMPARE(changed.count(), 1);
    cluster.apply({}, at(10)); // the node went stale
    QCOMPARE(changed.count(), 2);
    QVERIFY(cluster.store().now() == at(10));
}

LOCKSTEP_TEST(tst_storeparts, TestStoreParts)
#include "tst_storeparts.moc"
