// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/counterrate.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestCounterRate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstSampleIsNoRate();
    void ratesArePerSecond();
    void aWrapIsNoReset();
    void aResetIsNoNegativeRate();
    void aCounterMayWrapAtAnyTop();
    void timeThatStandsStillGivesNothing();
    void aClearedCounterStartsAnew();
};

void TestCounterRate::theFirstSampleIsNoRate()
{
    CounterRate rate;
    QVERIFY(!rate.sample(1000, TimePoint(1s)));
}

void TestCounterRate::ratesArePerSecond()
{
    CounterRate rate;
    (void)rate.sample(1000, TimePoint(1s));
    QCOMPARE(rate.sample(1500, TimePoint(1500ms)), 1000.0);
    QCOMPARE(rate.sample(1500, TimePoint(2s)), 0.0);
}

void TestCounterRate::aWrapIsNoReset()
{
    CounterRate rate(32);
    (void)rate.sample(0xFFFFFFF0, TimePoint(1s));
    QCOMPARE(rate.sample(0x10, TimePoint(2s)), 32.0);
}

void TestCounterRate::aResetIsNoNegativeRate()
{
    CounterRate narrow(32);
    (void)narrow.sample(1'000'000, TimePoint(1s));
    QVERIFY(!narrow.sample(10, TimePoint(2s)));
    QCOMPARE(narrow.sample(20, TimePoint(3s)), 10.0);
    CounterRate wide(64);
    (void)wide.sample(1'000'000, TimePoint(1s));
    QVERIFY(!wide.sample(10, TimePoint(2s)));
    CounterRate overfull(8);
    (void)overfull.sample(1000, TimePoint(1s)); // more than its width can hold
    QVERIFY(!overfull.sample(10, TimePoint(2s)));
}

void TestCounterRate::aCounterMayWrapAtAnyTop()
{
    CounterRate energy = CounterRate::wrappingAfter(999);
    (void)energy.sample(990, TimePoint(1s));
    QCOMPARE(energy.sample(5, TimePoint(2s)), 15.0);
}

void TestCounterRate::timeThatStandsStillGivesNothing()
{
    CounterRate rate;
    (void)rate.sample(1, TimePoint(1s));
    QVERIFY(!rate.sample(2, TimePoint(1s)));
    QVERIFY(!rate.sample(3, TimePoint(0s)));
}

void TestCounterRate::aClearedCounterStartsAnew()
{
    CounterRate rate;
    (void)rate.sample(1, TimePoint(1s));
    rate.clear();
    QVERIFY(!rate.sample(100, TimePoint(2s)));
}

LOCKSTEP_TEST(tst_counterrate, TestCounterRate)
#include "tst_counterrate.moc"
