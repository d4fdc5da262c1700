// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/workpace.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestWorkPace : public QObject
{
    Q_OBJECT

    static constexpr WorkPace::Clock::time_point now{1h};

private Q_SLOTS:
    void theFirstIsDueAtOnce() { QVERIFY(WorkPace(WorkPace::following).isDue(now)); }

    void whatCostsLittleWaitsTheShortest()
    {
        WorkPace pace(WorkPace::following);
        pace.begin(now);
        pace.spent(1ms);
        QVERIFY(pace.wait(now) == WorkPace::following.shortest);
        QVERIFY(pace.isDue(now + 20ms));
    }

    void whatCostsMoreWaitsInProportion()
    {
        WorkPace pace(WorkPace::following);
        pace.begin(now);
        pace.spent(10ms);
        pace.spent(10ms);
        QVERIFY(pace.wait(now + 20ms) == 20ms * WorkPace::following.share - 20ms);
    }

    void nothingWaitsLongerThanTheLongest()
    {
        WorkPace pace(WorkPace::drawing);
        pace.done(now, 5s);
        QVERIFY(pace.wait(now) == WorkPace::drawing.longest);
    }

    void eachIsJudgedByItself()
    {
        WorkPace pace(WorkPace::following);
        pace.done(now, 5s);
        pace.begin(now + 1s);
        QVERIFY(pace.wait(now + 1s) == WorkPace::following.shortest);
    }

    void aBurstNeedNotWaitAndIsHadBack()
    {
        WorkPace pace(WorkPace::growing);
        for (int turn = 0; turn < 10; ++turn) {
            QVERIFY(pace.isDue(now));
            pace.done(now, WorkPace::growing.burst / 10);
        }
        QVERIFY(pace.isDue(now));
        pace.done(now, 10ms);
        QCOMPARE(pace.wait(now), 10ms * WorkPace::growing.share);
        const auto later = now + WorkPace::growing.burst * WorkPace::growing.share + 1s;
        pace.done(later, WorkPace::growing.burst);
        QVERIFY(pace.isDue(later));
    }

    void growthWithoutEndTakesASmallShare()
    {
        WorkPace pace(WorkPace::growing);
        WorkPace::Clock::time_point at = now;
        WorkPace::Clock::duration spent{};
        for (const auto end = at + 100s; at < end; at += 10ms) {
            if (!pace.isDue(at))
                continue;
            at += 80ms;
            spent += 80ms;
            pace.done(at, 80ms);
        }
        QVERIFY(spent <= WorkPace::growing.burst + 100s / WorkPace::growing.share + 80ms);
        QVERIFY(spent >= 100s / (2 * WorkPace::growing.share));
    }
};

LOCKSTEP_TEST(tst_workpace, TestWorkPace)
#include "tst_workpace.moc"
