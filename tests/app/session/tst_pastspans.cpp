// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/session/recordedlive.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 300;

/// Four nodes that record five minutes.
struct Live : RecordedLive
{
    Live() : RecordedLive(4, seconds) { }
    [[nodiscard]] const PastSpans* past() const { return history.past().spans().current().get(); }
    /// What is in view and not in memory has been put up.
    [[nodiscard]] bool hasCome(TimeRange range) const
    {
        return past() != nullptr && past()->range().from <= range.from && past()->range().to >= range.to;
    }
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
        // Until the recorder has written it there is nothing to be missed.
        QTRY_VERIFY_WITH_TIMEOUT(!live.cluster.store().spansMissing(then).empty(), 60'000);
        live.time.setRange(then);
        QTRY_VERIFY_WITH_TIMEOUT(live.hasCome(then), 60'000);
        // The same spans as another session had in memory at the time, lane by lane.
        ClusterModel full{StoreLimits{1s, 3600s}};
        SimulatedBatches again(4);
        full.apply(again.introduce(), SimulatedBatches::start);
        for (int second = 0; second < seconds; ++second) {
            const auto batches = again.next();
            full.apply(batches, batches.front()->received);
        }
        const auto startsIn = [&](const SpanLane& lane) {
            std::vector<std::int64_t> starts;
            for (const StoredSpan& span : lane.spans) {
                if (then.contains(TimePoint(Duration(span.startNs))))
                    starts.push_back(span.startNs);
            }
            return starts;
        };
        const SpanStore& spans = live.cluster.store().spans();
        QVERIFY(!spans.lanes().empty());
        for (std::size_t lane = 0; lane < spans.lanes().size(); ++lane) {
            const SpanLane* there = live.past()->laneLike(spans.names(), spans.lanes()[lane]);
            QVERIFY(there != nullptr);
            QVERIFY(!startsIn(*there).empty());
            QVERIFY(startsIn(spans.lanes()[lane]).empty());
            QCOMPARE(startsIn(*there), startsIn(full.store().spans().lanes()[lane]));
        }
    }

    void stepsGoToSpansThatAreNotInMemory()
    {
        Live live;
        QTRY_VERIFY_WITH_TIMEOUT(!live.cluster.store().spansMissing({live.at(20), live.at(200)}).empty(), 60'000);
        live.time.setExtent({live.at(0), live.at(seconds)});
        live.time.setRange({live.at(100), live.at(101)});
        live.time.setCursor(live.at(100));
        const EntityRef gpu{EntityKind::Gpu, 0};
        QSignalSpy none(&live.history.past(), &SessionPast::nothingThere);
        std::vector<TimePoint> steps;
        for (int step = 0; step < 3; ++step) {
            const TimePoint before = live.time.target().cursor;
            live.history.past().stepBySpan(gpu, +1);
            QTRY_VERIFY_WITH_TIMEOUT(live.time.target().cursor > before, 60'000);
            steps.push_back(live.time.target().cursor);
            QVERIFY2(steps.back() < live.at(120), "it leapt over spans that are recorded");
        }
        for (int step = 1; step >= 0; --step) {
            live.history.past().stepBySpan(gpu, -1);
            QTRY_COMPARE_WITH_TIMEOUT(live.time.target().cursor, steps[std::size_t(step)], 60'000);
        }
        QCOMPARE(none.count(), 0);
        live.time.setCursor(live.at(0) - 1s);
        live.history.past().stepBySpan(gpu, -1);
        QTRY_COMPARE_WITH_TIMEOUT(none.count(), 1, 60'000);
    }

    void theNewestPlaceWinsAndIsReadOnce()
    {
        Live live;
        QTRY_VERIFY_WITH_TIMEOUT(!live.cluster.store().spansMissing({live.at(20), live.at(30)}).empty(), 60'000);
        QSignalSpy changed(&live.history.past().spans(), &PastSpansBoard::changed);
        for (int second = 20; second < 180; second += 4)
            live.time.setRange({live.at(second), live.at(second + 10)});
        const TimeRange last = live.time.target().range;
        QTRY_VERIFY_WITH_TIMEOUT(live.hasCome(last), 60'000);
        QVERIFY2(changed.count() <= 3, qPrintable(QString::number(changed.count())));
        // A little further it is there already.
        const auto before = changed.count();
        live.time.pan(2s);
        QTest::qWait(200);
        QCOMPARE(changed.count(), before);
    }

    void whatIsInMemoryIsNotReadAgain()
    {
        Live live;
        live.time.setRange({live.at(seconds - 20), live.at(seconds)});
        QTest::qWait(300);
        QVERIFY(live.past() == nullptr);
    }
};

LOCKSTEP_TEST(tst_pastspans, TestPastSpans)
#include "tst_pastspans.moc"
