// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/fastbudget.h"
#include "datasources/collectors/tickwriter.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

/// Mean and peak of a counter within a tick, and the CPU budget for sampling.
class TestPeakRate : public QObject
{
    Q_OBJECT

private:
    static TimePoint at(int milliseconds) { return TimePoint(std::chrono::milliseconds(milliseconds)); }

private Q_SLOTS:
    void theMeanIsExactHoweverTheLooksFall()
    {
        PeakRate rate;
        QVERIFY(!rate.sampleTick(0, at(0)).mean);
        rate.sampleFast(10, at(130));
        rate.sampleFast(90, at(710));
        const MeanAndPeak result = rate.sampleTick(100, at(1000));
        QCOMPARE(result.mean.value(), 100.0);
        QVERIFY(result.peak.value() > 137.0 && result.peak.value() < 138.0); // 80 in 580 ms
    }

    void withoutLooksThePeakIsTheMean()
    {
        PeakRate rate;
        static_cast<void>(rate.sampleTick(0, at(0)));
        const MeanAndPeak result = rate.sampleTick(50, at(1000));
        QCOMPARE(result.mean.value(), 50.0);
        QCOMPARE(result.peak.value(), 50.0);
    }

    void looksTooCloseTogetherMakeNoFalsePeak()
    {
        PeakRate rate;
        static_cast<void>(rate.sampleTick(0, at(0)));
        rate.sampleFast(0, at(500));
        rate.sampleFast(10, at(501)); // 10 in 1 ms would be 10 000 a second
        const MeanAndPeak result = rate.sampleTick(10, at(1000));
        QCOMPARE(result.mean.value(), 10.0);
        QCOMPARE(result.peak.value(), 20.0);
    }

    void aWrapWithinTheTickIsFollowed()
    {
        PeakRate rate{CounterRate(32)};
        static_cast<void>(rate.sampleTick(0xFFFFFFF0, at(0)));
        rate.sampleFast(0xFFFFFFFF, at(500));
        const MeanAndPeak result = rate.sampleTick(0x10, at(1000));
        QCOMPARE(result.mean.value(), 32.0);
        QCOMPARE(result.peak.value(), 34.0);
    }

    void aResetGivesNothingForThatTick()
    {
        PeakRate rate;
        static_cast<void>(rate.sampleTick(1000, at(0)));
        const MeanAndPeak result = rate.sampleTick(5, at(1000));
        QVERIFY(!result.mean);
        QVERIFY(!result.peak);
        QCOMPARE(rate.sampleTick(10, at(2000)).mean.value(), 5.0);
    }

    void aCounterMayWrapAtAnyNumber()
    {
        CounterRate rate = CounterRate::wrappingAfter(999);
        QVERIFY(!rate.sample(900, at(0)));
        QCOMPARE(rate.sample(100, at(1000)).value(), 200.0);
        QVERIFY(!rate.sample(50, at(2000))); // back by more than half its range: a reset
    }

    void looksThatCostTooMuchBecomeSparser()
    {
        FastBudget budget(0.005);
        int taken = 0;
        const auto tick = [&](bool isExpensive) {
            taken = 0;
            for (int i = 0; i < 8; ++i)
                budget.take([&] {
                    ++taken;
                    QElapsedTimer timer;
                    timer.start();
                    while (isExpensive && timer.nsecsElapsed() < 20'000'000) { }
                });
            return budget.endTick(std::chrono::seconds(1));
        };
        QVERIFY(!tick(false));
        QCOMPARE(taken, 8);
        QVERIFY(tick(true));
        QVERIFY(!tick(false)); // cheap samples do not increase the rate again, so that it does not oscillate
        QCOMPARE(taken, 4);
        QCOMPARE(budget.stride(), 2U);
    }
};

LOCKSTEP_TEST(tst_peakrate, TestPeakRate)
#include "tst_peakrate.moc"
