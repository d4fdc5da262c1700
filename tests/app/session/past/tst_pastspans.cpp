// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spansource.h"
#include "tests/app/session/recordedlive.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <set>
#include <tuple>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 300;

/// Four nodes that record five minutes.
struct Live : RecordedLive
{
    Live() : RecordedLive(4, seconds) { }
    /// Whether everything in view is available.
    [[nodiscard]] bool hasCome(TimeRange range) const
    {
        const auto available = cluster.store().spansAvailable(range);
        return available.size() == 1 && available.front().state == Availability::Ready;
    }
    /// Goes there and checks that nothing else is read first. The range is requested only after the time has stood
    /// still.
    [[nodiscard]] bool isFirstReadAfter(TimeRange range)
    {
        const auto before = cluster.store().spanSource()->placed();
        const auto now = [&]() -> const auto&
        {
            return cluster.store().spanSource()->placed();
        };
        time.setRange(range);
        if (!test::waitFor([&] { return now() != before; }))
            return false;
        const TimeRange read = now()->read->range(); // of all, or around its middle
        return read.contains(range.from) || range.contains(read.from);
    }
    /// Whether there are recorded spans that are not in memory.
    [[nodiscard]] bool isRecorded(TimeRange range) const { return !cluster.store().spansOnDisk(range).empty(); }
};

} // namespace

class TestPastSpans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatHasLeftMemoryIsReadFromTheRecordingWhenItIsLookedAt()
    {
        Live live;
        const TimeRange then{live.at(100), live.at(120)};
        // Spans can only be missing after the recorder has written them.
        QTRY_VERIFY(live.isRecorded(then));
        QCOMPARE(live.cluster.store().spansAvailable(then).front().state, Availability::Pending);
        live.time.setRange(then);
        QTRY_VERIFY(live.hasCome(then));
        // The same spans as another session had in memory at the time, lane by lane.
        ClusterModel full{StoreLimits{1s, 3600s}};
        SimulatedBatches again(4);
        full.apply(again.introduce(), SimulatedBatches::start);
        for (int second = 0; second < seconds; ++second) {
            const auto batches = again.next();
            full.apply(batches, batches.front()->received);
        }
        const auto startsIn = [&](const LaneSpans& lane) {
            std::vector<std::int64_t> starts;
            for (std::size_t at = 0; at < lane.size(); ++at) {
                const StoredSpan span = lane[at];
                if (then.contains(TimePoint(Duration(span.startNs))))
                    starts.push_back(span.startNs);
            }
            return starts;
        };
        const ClusterStore& store = live.cluster.store();
        QVERIFY(!store.spans().lanes().empty());
        QCOMPARE(store.spans().lanes().size(), full.store().spans().lanes().size());
        for (std::size_t lane = 0; lane < store.spans().lanes().size(); ++lane) {
            QVERIFY(startsIn(store.spans().lanes()[lane]).empty()); // memory contains none
            const LaneSpans there = store.laneSpans(lane, then);
            QVERIFY(!startsIn(there).empty());
            QCOMPARE(startsIn(there), startsIn(full.store().spans().lanes()[lane]));
        }
    }

    /// A window of which half is in memory: at the boundary nothing is missing or duplicated.
    void whereMemoryBeginsNothingIsMissingOrThereTwice()
    {
        Live live;
        const TimePoint seam = live.cluster.store().spansKeptSince();
        const TimeRange around{seam - 15s, seam + 15s};
        QTRY_VERIFY(live.isRecorded({seam - 1s, seam}));
        live.time.setRange(around);
        QTRY_VERIFY(live.hasCome(around));
        const ClusterStore& store = live.cluster.store();
        for (std::size_t lane = 0; lane < store.spans().lanes().size(); ++lane) {
            const LaneSpans spans = store.laneSpans(lane, around);
            QVERIFY(spans.startNs(0) < nsOf(seam));
            std::set<std::tuple<std::int64_t, std::int64_t, std::uint32_t, int>> seen;
            std::int64_t longestHole = 0;
            std::int64_t end = 0;
            for (std::size_t at = 0; at < spans.size(); ++at) {
                const StoredSpan span = spans[at];
                QVERIFY(seen.emplace(span.startNs, span.endNs(), span.sequence, int(span.kind)).second);
                if (end != 0)
                    longestHole = std::max(longestHole, span.startNs - end);
                end = std::max(end, span.endNs());
            }
            QVERIFY(longestHole < Duration(1s).count());
        }
    }

    void whatWasNeverRecordedIsNotWaitedFor()
    {
        RecordedLive live(2, 200, false);
        const auto available = live.cluster.store().spansAvailable({live.at(10), live.at(199)});
        QCOMPARE(available.size(), std::size_t{2});
        QCOMPARE(available.front().state, Availability::None);
        QCOMPARE(available.front().range.to, live.cluster.store().spansKeptSince());
        QCOMPARE(available.back().state, Availability::Ready);
    }

    void stepsGoToSpansThatAreNotInMemory()
    {
        Live live;
        QTRY_VERIFY(live.isRecorded({live.at(20), live.at(200)}));
        live.time.setExtent({live.at(0), live.at(seconds)});
        live.time.setRange({live.at(100), live.at(101)});
        live.time.setCursor(live.at(100));
        const EntityRef gpu{EntityKind::Gpu, 0};
        QSignalSpy none(&live.history.past(), &SessionPast::cannotStep);
        std::vector<TimePoint> steps;
        for (int step = 0; step < 3; ++step) {
            const TimePoint before = live.time.target().cursor;
            live.history.past().stepBySpan(gpu, +1);
            QTRY_VERIFY(live.time.target().cursor > before);
            steps.push_back(live.time.target().cursor);
            QVERIFY2(steps.back() < live.at(120), "it leapt over spans that are recorded");
        }
        for (int step = 1; step >= 0; --step) {
            live.history.past().stepBySpan(gpu, -1);
            QTRY_COMPARE(live.time.target().cursor, steps[std::size_t(step)]);
        }
        QCOMPARE(none.count(), 0);
        live.time.setCursor(live.at(0) - 1s);
        live.history.past().stepBySpan(gpu, -1);
        QTRY_COMPARE(none.count(), 1);
    }

    void theNewestPlaceWinsAndIsReadOnce()
    {
        Live live;
        QTRY_VERIFY(live.isRecorded({live.at(20), live.at(30)}));
        int reads = 0;
        std::shared_ptr<const PlacedSpans> newest;
        QObject::connect(&live.cluster, &ClusterModel::changed, [&] {
            const auto& placed = live.cluster.store().spanSource()->placed();
            reads += std::exchange(newest, placed) != placed ? 1 : 0;
        });
        for (int second = 20; second < 180; second += 4)
            live.time.setRange({live.at(second), live.at(second + 10)});
        const TimeRange last = live.time.target().range;
        QTRY_VERIFY(live.hasCome(last));
        QVERIFY2(reads <= 4, qPrintable(QString::number(reads)));
        // A little further on, the data is already available.
        QTRY_VERIFY(newest->read->range().length() > last.length() * 3 / 2);
        live.time.pan(2s);
        QVERIFY(live.hasCome(live.time.target().range));
        QCoreApplication::processEvents(); // it would be requested now
        QVERIFY2(live.isFirstReadAfter({live.at(20), live.at(30)}), "what was there was read again");
    }

    void whatIsInMemoryIsNotReadAgain()
    {
        Live live;
        const TimeRange then{live.at(20), live.at(30)};
        QTRY_VERIFY(live.isRecorded(then));
        live.time.setRange({live.at(seconds - 20), live.at(seconds)});
        QCoreApplication::processEvents(); // it would be requested now
        QVERIFY(live.cluster.store().spanSource()->placed() == nullptr);
        QVERIFY2(live.isFirstReadAfter(then), "what is in memory was read");
    }
};

LOCKSTEP_TEST(tst_pastspans, TestPastSpans)
#include "tst_pastspans.moc"
