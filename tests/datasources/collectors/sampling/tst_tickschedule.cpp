// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/nodeagent.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestTickSchedule : public QObject
{
    Q_OBJECT

private:
    static TimePoint at(std::int64_t milliseconds) { return TimePoint(std::chrono::milliseconds(milliseconds)); }

private Q_SLOTS:
    void ticksFallOnMultiplesOfThePeriodWithLooksBetween()
    {
        TickSchedule schedule(std::chrono::seconds(1), 10);
        TimePoint now = at(5030);
        std::vector<TimePoint> ticks;
        int looks = 0;
        for (int i = 0; i < 30; ++i) {
            const TickSchedule::Moment moment = schedule.next(now);
            QVERIFY(moment.time > now);
            QVERIFY(moment.time.time_since_epoch() % std::chrono::milliseconds(100) == Duration::zero());
            if (moment.isTick)
                ticks.push_back(moment.time);
            else
                ++looks;
            now = moment.time;
        }
        QVERIFY((ticks == std::vector{at(6000), at(7000), at(8000)}));
        QCOMPARE(looks, 27);
    }

    void withoutLooksThereAreOnlyTicks()
    {
        TickSchedule schedule(std::chrono::milliseconds(500), 0);
        QVERIFY(schedule.next(at(100)).time == at(500));
        const TickSchedule::Moment second = schedule.next(at(500));
        QVERIFY(second.time == at(1000));
        QVERIFY(second.isTick);
    }

    void aRateThatDoesNotDivideThePeriodKeepsTheTicksOnTheirGrid()
    {
        TickSchedule schedule(std::chrono::seconds(1), 7);
        TimePoint now = at(0);
        for (int i = 0; i < 70; ++i) {
            const TickSchedule::Moment moment = schedule.next(now);
            QVERIFY(moment.time > now);
            QCOMPARE(moment.isTick, moment.time.time_since_epoch() % std::chrono::seconds(1) == Duration::zero());
            now = moment.time;
        }
        QVERIFY(now == at(10'000));
    }

    void whatWasMissedIsLeftOut()
    {
        TickSchedule schedule(std::chrono::seconds(1), 10);
        QVERIFY(schedule.next(at(0)).time == at(100));
        QVERIFY(schedule.next(at(3550)).time == at(3600));
    }

    void wakingEarlyDoesNotRepeatAMoment()
    {
        TickSchedule schedule(std::chrono::seconds(1), 0);
        QVERIFY(schedule.next(at(500)).time == at(1000));
        QVERIFY(schedule.next(at(999)).time == at(2000));
    }

    void aClockThatIsSetBackStartsTheGridOver()
    {
        TickSchedule schedule(std::chrono::seconds(1), 10);
        QVERIFY(schedule.next(at(3'600'000)).time == at(3'600'100));
        const TickSchedule::Moment moment = schedule.next(at(1'000'050));
        QVERIFY(moment.time == at(1'000'100));
    }

    void timesBefore1970HaveAGridToo()
    {
        TickSchedule schedule(std::chrono::seconds(1), 4);
        const TickSchedule::Moment moment = schedule.next(at(-1100));
        QVERIFY(moment.time == at(-1000));
        QVERIFY(moment.isTick);
    }
};

LOCKSTEP_TEST(tst_tickschedule, TestTickSchedule)
#include "tst_tickschedule.moc"
