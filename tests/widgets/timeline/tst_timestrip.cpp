// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/timeline/bar/timebar.h"
#include "widgets/timeline/bar/timestrip.h"

#include <QTest>
#include <QToolButton>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// A bar over 100 s of data that shows the ten seconds in the middle.
struct ShownStrip
{
    ShownStrip()
    {
        world.introduce();
        world.run(100);
        bar.resize(1300, 60);
        bar.show();
        const TimeRange all = world.time.extent();
        world.time.setRange({all.from + 40s, all.from + 50s});
        QCoreApplication::processEvents();
    }

    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        QTest::mousePress(&strip, Qt::LeftButton, held, from.toPoint());
        QMouseEvent move(QEvent::MouseMove, to, strip.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, held);
        QCoreApplication::sendEvent(&strip, &move);
        QTest::mouseRelease(&strip, Qt::LeftButton, held, to.toPoint());
    }
    [[nodiscard]] Duration pixel() const { return world.time.extent().length() / strip.width(); }

    FakeWorld world;
    TimeBar bar{world.context()};
    TimeStrip& strip = bar.strip();
};

} // namespace

class TestTimeStrip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsAreWithheldWithAlerts()
    {
        ShownStrip shown;
        shown.world.report(0, {{}, Severity::Critical, 0, "gpu.xid", "GPU has fallen off the bus"});
        const auto picture = [&shown] {
            QCoreApplication::processEvents();
            return shown.strip.grab().toImage();
        };
        const QImage marked = picture();
        shown.world.alerts.setFilter([](std::vector<Alert>&) {});
        QTRY_VERIFY_WITH_TIMEOUT(picture() != marked, test::hangTimeoutMs);
        shown.world.alerts.setFilter(nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(picture() == marked, test::hangTimeoutMs);
    }

    void draggingTheLeftHandleMovesOnlyTheStart()
    {
        ShownStrip s;
        const TimeRange before = s.world.time.range();
        const QPointF handle(s.strip.windowBox().left(), s.strip.windowBox().center().y());
        s.drag(handle, handle - QPointF(50, 0));
        QCOMPARE(s.world.time.range().to, before.to);
        QVERIFY(std::chrono::abs(s.world.time.range().from - (before.from - 50 * s.pixel())) <= 2 * s.pixel());
    }

    void draggingTheRightHandleMovesOnlyTheEnd()
    {
        ShownStrip s;
        const TimeRange before = s.world.time.range();
        const QPointF handle(s.strip.windowBox().right(), s.strip.windowBox().center().y());
        s.drag(handle, handle + QPointF(50, 0));
        QCOMPARE(s.world.time.range().from, before.from);
        QVERIFY(std::chrono::abs(s.world.time.range().to - (before.to + 50 * s.pixel())) <= 2 * s.pixel());
    }

    void aHandleCannotPassTheOther()
    {
        ShownStrip s;
        const QPointF handle(s.strip.windowBox().left(), s.strip.windowBox().center().y());
        s.drag(handle, handle + QPointF(600, 0));
        QVERIFY(!s.world.time.range().isEmpty());
    }

    void draggingTheWindowKeepsItsLength()
    {
        ShownStrip s;
        const TimeRange before = s.world.time.range();
        s.drag(s.strip.windowBox().center(), s.strip.windowBox().center() + QPointF(100, 0));
        QCOMPARE(s.world.time.range().length(), before.length());
        QVERIFY(s.world.time.range().from > before.from + 90 * s.pixel());
    }

    void clickingElsewhereBringsTheWindowThere()
    {
        ShownStrip s;
        QTest::mouseClick(&s.strip, Qt::LeftButton, Qt::NoModifier, {200, 30});
        const TimeRange range = s.world.time.range();
        const TimePoint middle = range.from + range.length() / 2;
        QVERIFY(std::chrono::abs(middle - (s.world.time.extent().from + 200 * s.pixel())) <= 2 * s.pixel());
        QCOMPARE(range.length(), Duration(10s));
    }

    void theMomentGoesWithThePointer()
    {
        ShownStrip s;
        const QPointF inside = s.strip.windowBox().center();
        s.drag(inside, inside);
        const TimePoint clicked = s.world.time.cursor();
        QVERIFY(s.world.time.range().contains(clicked));
        QVERIFY(!s.world.time.isFollowing());
        s.drag(inside, inside - QPointF(150, 0));
        const TimePoint scrubbed = s.world.time.cursor();
        QVERIFY(scrubbed < clicked);
        QVERIFY(s.world.time.range().contains(scrubbed));
        s.drag(QPointF(30, 30), QPointF(30, 30)); // elsewhere
        QVERIFY(s.world.time.cursor() < scrubbed);
        QVERIFY(s.world.time.range().contains(s.world.time.cursor()));
    }

    void shiftDragMarks()
    {
        ShownStrip s;
        s.drag({100, 30}, {200, 30}, Qt::ShiftModifier);
        QVERIFY(s.world.time.marked().has_value());
        QVERIFY(std::chrono::abs(s.world.time.marked()->length() - 100 * s.pixel()) <= 2 * s.pixel());
    }

    void theLiveButtonFollowsAndShowsIt()
    {
        ShownStrip s;
        auto* live = s.bar.findChild<QToolButton*>();
        QVERIFY(!live->isChecked());
        QTest::mouseClick(live, Qt::LeftButton);
        QVERIFY(s.world.time.isFollowing());
        QVERIFY(live->isChecked());
        QTest::mouseClick(live, Qt::LeftButton);
        QVERIFY(!s.world.time.isFollowing());
        QVERIFY(!live->isChecked());
    }

    void aWindowOfAMillisecondCanStillBeGrabbed()
    {
        ShownStrip s;
        const TimePoint from = s.world.time.range().from;
        s.world.time.setRange({from, from + 1ms});
        QVERIFY(s.strip.windowBox().width() >= 6);
    }

    void withoutDataNothingCanBeDragged()
    {
        FakeWorld world;
        TimeBar bar(world.context());
        bar.resize(800, 60);
        bar.show();
        const TimeRange before = world.time.range();
        QTest::mouseClick(&bar.strip(), Qt::LeftButton, Qt::NoModifier, {30, 30});
        QCOMPARE(world.time.range(), before);
        QVERIFY(!bar.grab().isNull());
    }
};

LOCKSTEP_GUI_TEST(tst_timestrip, TestTimeStrip)
#include "tst_timestrip.moc"
