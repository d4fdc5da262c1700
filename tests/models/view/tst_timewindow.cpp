// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/timewindow.h"
#include "tests/support/dueevents.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

#include <limits>
#include <vector>

using namespace lockstep;
using namespace std::chrono_literals;

class TestTimeWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whileFollowingItStaysAtTheNewestData();
    void settingARangeStopsFollowing();
    void settingTheCursorStopsFollowing();
    void followingAgainJumpsToTheNewestData();
    void lengthsAreClamped();
    void zoomKeepsTheFixedPoint();
    void zoomWhileFollowingKeepsTheEnd();
    void absurdZoomsAreIgnored();
    void panMovesBothEnds();
    void fittingShowsAllThereIs();
    void anEmptyMarkIsNone();
    void nothingIsSaidWhenNothingChanges();
    void absurdTimesAreClamped();
    void whatIsBeingPreparedIsShownWhenItIsAtHand();
    void oneAfterTheOtherIsPreparedAndTheLastOneShown();
    void nobodyWaitsForWhatIsLive();
    void aRangeTakesTheCursorAlong();
    void aCursorTakesTheRangeAlong();
    void aCursorNearAnEndOfTheDataShowsNoEmptyTime();
    void aLengthKeepsTheMomentWhereItIs();

private:
    static TimePoint at(std::int64_t second) { return TimePoint(std::chrono::seconds(1'772'334'720 + second)); }
};

void TestTimeWindow::whileFollowingItStaysAtTheNewestData()
{
    TimeWindow window;
    window.follow(60s);
    window.setExtent({at(0), at(100)});
    QVERIFY(window.isFollowing());
    QVERIFY(window.range() == (TimeRange{at(40), at(100)}));
    QCOMPARE(window.cursor(), at(100));
    QSignalSpy changed(&window, &TimeWindow::changed);
    QSignalSpy cursor(&window, &TimeWindow::cursorChanged);
    window.setExtent({at(0), at(101)});
    QVERIFY(window.range() == (TimeRange{at(41), at(101)}));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(cursor.count(), 1);
}

void TestTimeWindow::settingARangeStopsFollowing()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.setRange({at(10), at(20)});
    QVERIFY(!window.isFollowing());
    window.setExtent({at(0), at(200)});
    QVERIFY(window.range() == (TimeRange{at(10), at(20)}));
    QCOMPARE(window.cursor(), at(20)); // the cursor moves along
}

void TestTimeWindow::settingTheCursorStopsFollowing()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    QSignalSpy changed(&window, &TimeWindow::changed);
    window.setCursor(at(50));
    QVERIFY(!window.isFollowing());
    QCOMPARE(window.cursor(), at(50));
    QCOMPARE(changed.count(), 1);
    window.setExtent({at(0), at(101)});
    QCOMPARE(window.cursor(), at(50));
}

void TestTimeWindow::followingAgainJumpsToTheNewestData()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.setRange({at(10), at(20)});
    window.follow();
    QVERIFY(window.isFollowing());
    QVERIFY(window.range() == (TimeRange{at(90), at(100)}));
    QCOMPARE(window.cursor(), at(100));
}

void TestTimeWindow::lengthsAreClamped()
{
    TimeWindow window;
    window.setRange({at(0), at(0)});
    QVERIFY(window.range().length() == 1us);
    window.setRange({at(10), at(0)});
    QVERIFY(window.range().length() == 1us);
    window.setRange({at(0), at(0) + std::chrono::days(5000)});
    QVERIFY(window.range().length() == std::chrono::days(400));
    window.follow(0s);
    QVERIFY(window.range().length() == 1us);
}

void TestTimeWindow::zoomKeepsTheFixedPoint()
{
    TimeWindow window;
    window.setRange({at(0), at(100)});
    window.zoom(0.5, at(25));
    QVERIFY(window.range() == (TimeRange{at(25) - 12500ms, at(25) + 37500ms}));
    for (int step = 0; step < 60; ++step)
        window.zoom(0.5, at(25)); // down to the shortest length
    QVERIFY(window.range().length() == 1us);
    QVERIFY(window.range().contains(at(25)));
}

void TestTimeWindow::zoomWhileFollowingKeepsTheEnd()
{
    TimeWindow window;
    window.setExtent({at(0), at(1000)});
    window.follow(100s);
    window.zoom(2, at(950));
    QVERIFY(window.isFollowing());
    QVERIFY(window.range() == (TimeRange{at(800), at(1000)}));
}

void TestTimeWindow::absurdZoomsAreIgnored()
{
    TimeWindow window;
    window.setRange({at(0), at(100)});
    for (const double factor :
         {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        window.zoom(factor, at(50));
    QVERIFY(window.range() == (TimeRange{at(0), at(100)}));
    window.zoom(1e300, at(50));
    QVERIFY(window.range().length() == std::chrono::days(400));
}

void TestTimeWindow::panMovesBothEnds()
{
    TimeWindow window;
    window.setRange({at(0), at(10)});
    window.pan(-5s);
    QVERIFY(window.range() == (TimeRange{at(-5), at(5)}));
}

void TestTimeWindow::fittingShowsAllThereIs()
{
    TimeWindow window;
    window.fitExtent(); // nothing there yet
    window.setExtent({at(3), at(77)});
    window.fitExtent();
    QVERIFY(window.range() == (TimeRange{at(3), at(77)}));
}

void TestTimeWindow::anEmptyMarkIsNone()
{
    TimeWindow window;
    QSignalSpy marked(&window, &TimeWindow::markedChanged);
    window.setMarked(TimeRange{at(1), at(2)});
    QVERIFY(window.marked().has_value());
    window.setMarked(TimeRange{at(2), at(2)});
    QVERIFY(!window.marked().has_value());
    QCOMPARE(marked.count(), 2);
}

void TestTimeWindow::nothingIsSaidWhenNothingChanges()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.setRange({at(0), at(10)});
    window.setCursor(at(5));
    QSignalSpy changed(&window, &TimeWindow::changed);
    QSignalSpy cursor(&window, &TimeWindow::cursorChanged);
    QSignalSpy extent(&window, &TimeWindow::extentChanged);
    window.setRange({at(0), at(10)});
    window.setCursor(at(5));
    window.setExtent({at(0), at(100)});
    QCOMPARE(changed.count() + cursor.count() + extent.count(), 0);
}

void TestTimeWindow::absurdTimesAreClamped()
{
    TimeWindow window;
    window.setExtent({TimePoint::min(), TimePoint::max()});
    window.setRange({TimePoint::min(), TimePoint::max()});
    window.setCursor(TimePoint::max());
    window.zoom(1e9, TimePoint::min());
    window.pan(Duration::max());
    window.pan(Duration::min());
    QVERIFY(window.range().length() > 0s && window.range().length() <= std::chrono::days(400));
}

void TestTimeWindow::whatIsBeingPreparedIsShownWhenItIsAtHand()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.setRange({at(0), at(10)});
    window.setCursor(at(0));
    std::vector<TimeWindow::Place> asked;
    window.setPreparation([&](const TimeWindow::Place& place) {
        asked.push_back(place);
        return false;
    });
    QSignalSpy changed(&window, &TimeWindow::changed);
    QSignalSpy cursor(&window, &TimeWindow::cursorChanged);
    window.setRange({at(50), at(60)});
    window.setCursor(at(55));
    QVERIFY(window.isSeeking());
    QTRY_COMPARE(asked.size(), std::size_t{1}); // both at once
    QVERIFY(asked.front().range == (TimeRange{at(50), at(60)}));
    QCOMPARE(asked.front().cursor, at(55));
    QCOMPARE(window.cursor(), at(0));
    QCOMPARE(changed.count() + cursor.count(), 0);
    window.arrive();
    QVERIFY(!window.isSeeking());
    QVERIFY(window.range() == (TimeRange{at(50), at(60)}));
    QCOMPARE(window.cursor(), at(55));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(cursor.count(), 1);
    window.setPreparation(nullptr);
    window.setCursor(at(56));
    QCOMPARE(window.cursor(), at(56));
}

void TestTimeWindow::oneAfterTheOtherIsPreparedAndTheLastOneShown()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.setCursor(at(0));
    std::vector<TimePoint> asked;
    window.setPreparation([&](const TimeWindow::Place& place) {
        asked.push_back(place.cursor);
        return false;
    });
    window.moveCursor(1s);
    QTRY_COMPARE(asked.size(), std::size_t{1});
    window.moveCursor(1s); // a key held down: none of its steps is lost
    window.moveCursor(1s);
    test::handleDueEvents();
    QCOMPARE(asked.size(), std::size_t{1});
    window.arrive();
    QCOMPARE(window.cursor(), at(1));
    QTRY_COMPARE(asked.size(), std::size_t{2});
    QCOMPARE(asked.back(), at(3));
    window.arrive();
    QCOMPARE(window.cursor(), at(3));
    QVERIFY(!window.isSeeking());
}

void TestTimeWindow::nobodyWaitsForWhatIsLive()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.setPreparation([](const TimeWindow::Place&) { return false; });
    window.setExtent({at(0), at(101)});
    QCOMPARE(window.cursor(), at(101));
    window.setCursor(at(50)); // looks back
    test::handleDueEvents();
    QVERIFY(window.isFollowing());
    window.follow(); // then cancels
    QCOMPARE(window.cursor(), at(101));
    QVERIFY(!window.isSeeking());
    window.arrive(); // too late: the move was cancelled
    QVERIFY(window.isFollowing());
}

void TestTimeWindow::aRangeTakesTheCursorAlong()
{
    TimeWindow window;
    window.setExtent({at(0), at(100)});
    window.follow(10s);
    window.pan(-50s);
    QCOMPARE(window.cursor(), at(50));
    window.setRange({at(60), at(80)});
    QCOMPARE(window.cursor(), at(60));
    window.setCursor(at(70));
    window.zoom(0.1, at(62));
    QVERIFY(window.range().from <= window.cursor() && window.cursor() <= window.range().to);
}

void TestTimeWindow::aCursorTakesTheRangeAlong()
{
    TimeWindow window;
    window.setExtent({at(0), at(1000)});
    window.setRange({at(100), at(120)});
    window.setCursor(at(115));
    QVERIFY(window.range() == (TimeRange{at(100), at(120)}));
    window.setCursor(at(500));
    QVERIFY(window.range() == (TimeRange{at(490), at(510)}));
    QCOMPARE(window.cursor(), at(500));
}

void TestTimeWindow::aCursorNearAnEndOfTheDataShowsNoEmptyTime()
{
    TimeWindow window;
    window.setExtent({at(0), at(1000)});
    window.setRange({at(100), at(120)});
    window.setCursor(at(3));
    QVERIFY(window.range() == (TimeRange{at(0), at(20)}));
    window.setCursor(at(1000));
    QVERIFY(window.range() == (TimeRange{at(980), at(1000)}));
    window.setCursor(at(2000)); // without data: the position is kept
    QVERIFY(window.range() == (TimeRange{at(1990), at(2010)}));
}

void TestTimeWindow::aLengthKeepsTheMomentWhereItIs()
{
    TimeWindow window;
    window.setExtent({at(0), at(1000)});
    window.setRange({at(100), at(200)});
    window.setCursor(at(150));
    window.setLength(60s);
    QVERIFY(!window.isFollowing());
    QVERIFY(window.range() == (TimeRange{at(120), at(180)}));
    QCOMPARE(window.cursor(), at(150));
    window.follow();
    window.setLength(300s);
    QVERIFY(window.isFollowing());
    QVERIFY(window.range() == (TimeRange{at(700), at(1000)}));
}

LOCKSTEP_TEST(tst_timewindow, TestTimeWindow)
#include "tst_timewindow.moc"
