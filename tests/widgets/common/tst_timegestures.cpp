// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/timewindow.h"
#include "tests/support/testentry.h"
#include "widgets/common/canvas/timegestures.h"

#include <QKeyEvent>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

/// The keys that all views with a time axis share. The tests of the views cover pointer and wheel.
class TestTimeGestures : public QObject
{
    Q_OBJECT

private:
    static bool press(TimeGestures& gestures, int key, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        return gestures.key(QKeyEvent(QEvent::KeyPress, key, held), std::nullopt);
    }

private Q_SLOTS:
    void init()
    {
        m_time.setExtent({TimePoint(0s), TimePoint(1000s)});
        m_time.setRange({TimePoint(100s), TimePoint(200s)});
    }

    void wZoomsInAboutTheMiddle()
    {
        TimeGestures gestures(m_time);
        gestures.setArea(50, 400);
        QVERIFY(press(gestures, Qt::Key_W));
        QCOMPARE(m_time.range().length(), Duration(70s));
        QCOMPARE(m_time.range().from, TimePoint(115s));
    }

    void sUndoesW()
    {
        TimeGestures gestures(m_time);
        gestures.setArea(50, 400);
        press(gestures, Qt::Key_W);
        press(gestures, Qt::Key_S);
        QVERIFY(std::chrono::abs(m_time.range().length() - Duration(100s)) < 1us);
    }

    void aAndDPanByATenthAndShiftByHalf()
    {
        TimeGestures gestures(m_time);
        gestures.setArea(0, 400);
        press(gestures, Qt::Key_D);
        QCOMPARE(m_time.range(), (TimeRange{TimePoint(110s), TimePoint(210s)}));
        press(gestures, Qt::Key_A, Qt::ShiftModifier);
        QCOMPARE(m_time.range(), (TimeRange{TimePoint(60s), TimePoint(160s)}));
    }

    void lFollowsTheNewestData()
    {
        TimeGestures gestures(m_time);
        QVERIFY(press(gestures, Qt::Key_L));
        QVERIFY(m_time.isFollowing());
        QCOMPARE(m_time.range().to, TimePoint(1000s));
    }

    void keysHeldWithControlAreLeftToTheWindow()
    {
        TimeGestures gestures(m_time);
        QVERIFY(!press(gestures, Qt::Key_S, Qt::ControlModifier));
        QVERIFY(!press(gestures, Qt::Key_F));
        QCOMPARE(m_time.range().length(), Duration(100s));
    }

    void aPixelOutsideTheAxisIsItsEnd()
    {
        TimeGestures gestures(m_time);
        gestures.setArea(50, 400);
        QCOMPARE(gestures.timeAt(0), TimePoint(100s));
        QCOMPARE(gestures.timeAt(10'000), TimePoint(200s));
        QCOMPARE(gestures.timeAt(250), TimePoint(150s));
    }

private:
    TimeWindow m_time;
};

LOCKSTEP_TEST(tst_timegestures, TestTimeGestures)
#include "tst_timegestures.moc"
