// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/growthpace.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestGrowthPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstGrowthIsFollowedAtOnce() { QVERIFY(GrowthPace().isDue(GrowthPace::Clock::time_point{1s})); }

    void whatCostMuchWaitsLonger()
    {
        GrowthPace pace;
        const GrowthPace::Clock::time_point begin{1s};
        pace.built(begin, begin + 50ms);
        QVERIFY(!pace.isDue(begin + 1s));
        QCOMPARE(pace.wait(begin + 1s), 50ms);
        QVERIFY(pace.isDue(begin + 50ms + GrowthPace::share * 50ms));
        pace.built(begin + 2s, begin + 2s + GrowthPace::cheap);
        QVERIFY(pace.isDue(begin + 2s + GrowthPace::cheap));
    }

    void growthWithoutEndTakesASmallShare()
    {
        GrowthPace pace;
        GrowthPace::Clock::time_point now{1s};
        GrowthPace::Clock::duration spent{};
        for (const auto end = now + 100s; now < end; now += 10ms) {
            if (!pace.isDue(now))
                continue;
            pace.built(now, now + 80ms);
            spent += 80ms;
            now += 80ms;
        }
        QVERIFY(spent <= 100s / GrowthPace::share);
        QVERIFY(spent >= 100s / (2 * GrowthPace::share));
    }
};

LOCKSTEP_TEST(tst_growthpace, TestGrowthPace)
#include "tst_growthpace.moc"
