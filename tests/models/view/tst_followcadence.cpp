// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/followcadence.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class FollowCadenceTest : public QObject
{
    Q_OBJECT

    static constexpr FollowCadence::Clock::time_point now{1h};

private Q_SLOTS:
    void theFirstIsToldAtOnce() { QVERIFY(FollowCadence().wait(now) == 0ms); }

    void whatCostsLittleIsToldEveryFrame()
    {
        FollowCadence cadence;
        cadence.told(now);
        cadence.spent(1ms);
        QVERIFY(cadence.wait(now) == FollowCadence::shortest);
        QVERIFY(cadence.wait(now + 20ms) == 0ms);
    }

    void whatCostsMoreWaitsInProportion()
    {
        FollowCadence cadence;
        cadence.told(now);
        cadence.spent(10ms);
        cadence.spent(10ms);
        QVERIFY(cadence.wait(now + 20ms) == 20ms * FollowCadence::share - 20ms);
    }

    void nothingWaitsLongerThanAnEyeNeeds()
    {
        FollowCadence cadence;
        cadence.told(now);
        cadence.spent(5s);
        QVERIFY(cadence.wait(now) == FollowCadence::longest);
    }

    void eachTellingIsJudgedByItself()
    {
        FollowCadence cadence;
        cadence.told(now);
        cadence.spent(5s);
        cadence.told(now + 1s);
        QVERIFY(cadence.wait(now + 1s) == FollowCadence::shortest);
    }
};

LOCKSTEP_TEST(tst_followcadence, FollowCadenceTest)
#include "tst_followcadence.moc"
