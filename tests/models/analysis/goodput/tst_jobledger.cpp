// SPDX-License-Identifier: GPL-3.0-or-later
// Use of a job's GPU time, calculated by hand. The parts add up to the total.
#include "models/analysis/goodput/jobledger.h"
#include "models/core/metric.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <numeric>

using namespace lockstep;

namespace {

/// Ticks of one second for a job of four GPUs.
struct JobTicks
{
    struct Tick
    {
        float goodput = 0;
        float wait = 0;
        float checkpoint = 0;
        float restart = 0;
        float idle = 0;
        float step = noData;
        float run = 0;
    };

    void add(const Tick& tick, int times = 1)
    {
        for (int each = 0; each < times; ++each) {
            series.goodput.push_back(tick.goodput);
            series.wait.push_back(tick.wait);
            series.checkpoint.push_back(tick.checkpoint);
            series.restart.push_back(tick.restart);
            series.idle.push_back(tick.idle);
            series.gpus.push_back(4);
            series.step.push_back(tick.step);
            series.stepTime.push_back(1);
            series.restarts.push_back(tick.run);
        }
    }
    void addSilence(int ticks)
    {
        for (auto* values : {&series.goodput, &series.wait, &series.checkpoint, &series.restart, &series.idle,
                             &series.gpus, &series.step, &series.stepTime, &series.restarts})
            values->insert(values->end(), static_cast<std::size_t>(ticks), noData);
    }
    [[nodiscard]] JobLedger ledger()
    {
        series.tickPeriod = std::chrono::seconds(1);
        series.ticks = ticksIn({100, 100 + static_cast<TickIndex>(series.gpus.size())});
        return ledgerOf(series);
    }

    JobSeries series;
};

double sumOfParts(const JobLedger& ledger)
{
    const Goodput goodput = goodputOf(ledger.time);
    return std::accumulate(goodput.parts.begin(), goodput.parts.end(), 0.0,
                           [](double sum, const GoodputPart& part) { return sum + part.gpuSeconds; });
}

} // namespace

class TestJobLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachClassIsItsShareOfTheWallTime();
    void whatIsTakenAgainIsLost();
    void aRunThatBeginsAtItsFirstStepTakesNothingFromASavedOne();
    void workOfAJobThatNeverSavedIsAllLost();
    void timeOfUnknownPartsIsLostWithItsSteps();
    void aSilenceIsUnknownAndALongOneIsAway();
    void theStepAtHandIsLeftOutAndAHangIsNot();
    void nothingReportedIsNothingHeld();
    void sharesThatAreRoundedStillAddUp();
};

void TestJobLedger::eachClassIsItsShareOfTheWallTime()
{
    JobTicks ticks;
    ticks.add({.goodput = 0.5F, .wait = 0.25F, .checkpoint = 0.125F, .idle = 0.0625F, .step = 1}, 10);
    const JobLedger ledger = ticks.ledger();
    // Four GPUs for ten seconds.
    QCOMPARE(ledger.time.reserved, 40.0);
    QCOMPARE(ledger.time.productive, 20.0);
    QCOMPARE(ledger.time.wait, 10.0);
    QCOMPARE(ledger.time.checkpoint, 5.0);
    QCOMPARE(ledger.time.unknown, 2.5); // 1 - 0.5 - 0.25 - 0.125 - 0.0625 of 40
    QCOMPARE(sumOfParts(ledger), 40.0);
    QCOMPARE(goodputOf(ledger.time).ratio, 0.5);
}

/// Steps 1 to 8, a checkpoint, steps 9 to 11 of which the last is aborted, then from 9 again.
void TestJobLedger::whatIsTakenAgainIsLost()
{
    JobTicks ticks;
    for (int step = 1; step <= 8; ++step)
        ticks.add({.goodput = 1, .step = static_cast<float>(step)});
    ticks.add({.goodput = 0.5F, .checkpoint = 0.5F, .step = 9});
    ticks.add({.goodput = 1, .step = 10});
    ticks.add({.goodput = 0.25F, .wait = 0.75F, .step = 11});
    QCOMPARE(ticks.ledger().time.lostWork, 0.0); // unknown before it happens
    QCOMPARE(ticks.ledger().sinceCheckpoint, 4 * 1.75);
    ticks.add({.restart = 1, .step = 11}, 5);
    for (int step = 9; step <= 12; ++step)
        ticks.add({.goodput = 1, .step = static_cast<float>(step), .run = 1});
    const JobLedger ledger = ticks.ledger();
    QCOMPARE(ledger.rollbacks.size(), std::size_t{1});
    QCOMPARE(ledger.rollbacks[0].fromStep, 11.0);
    QCOMPARE(ledger.rollbacks[0].toStep, 9.0);
    QCOMPARE(ledger.rollbacks[0].at, TickIndex{116});
    // (0.5 + 1 + 0.25) s of four GPUs; the eight steps before are kept, and so are the four after.
    QCOMPARE(ledger.time.lostWork, 7.0);
    QCOMPARE(ledger.time.productive, 4.0 * 12);
    QCOMPARE(ledger.time.restart, 20.0);
    QCOMPARE(ledger.time.checkpoint, 2.0);
    QCOMPARE(ledger.time.wait, 3.0);
    QCOMPARE(ledger.time.unknown, 0.0);
    QCOMPARE(ledger.time.reserved, 80.0);
    QCOMPARE(sumOfParts(ledger), 80.0);
    QCOMPARE(goodputOf(ledger.time).ratio, 48.0 / 80);
}

void TestJobLedger::aRunThatBeginsAtItsFirstStepTakesNothingFromASavedOne()
{
    JobTicks ticks;
    ticks.add({.goodput = 1, .step = 5}, 5);
    ticks.add({.goodput = 0.5F, .checkpoint = 0.5F, .step = 6});
    ticks.add({.goodput = 1, .step = 1, .run = 1}, 5);
    QVERIFY(ticks.ledger().rollbacks.empty());
    QCOMPARE(ticks.ledger().time.lostWork, 0.0);
}

void TestJobLedger::workOfAJobThatNeverSavedIsAllLost()
{
    JobTicks ticks;
    ticks.add({.goodput = 1, .step = 5}, 5);
    ticks.add({.goodput = 1, .step = 1, .run = 1}, 2);
    const JobLedger ledger = ticks.ledger();
    QCOMPARE(ledger.time.lostWork, 20.0);
    QCOMPARE(ledger.time.productive, 8.0);
}

/// A job that reports only its steps. 20 s without any report while it is down are not work.
void TestJobLedger::timeOfUnknownPartsIsLostWithItsSteps()
{
    JobTicks ticks;
    for (int step = 1; step <= 10; ++step)
        ticks.add({.step = static_cast<float>(step)});
    ticks.add({.step = 10}, 20);
    for (int step = 8; step <= 12; ++step)
        ticks.add({.step = static_cast<float>(step), .run = 1});
    const JobLedger ledger = ticks.ledger();
    QCOMPARE(ledger.rollbacks.size(), std::size_t{1});
    QCOMPARE(ledger.rollbacks[0].gpuSeconds, 4.0 * 3); // steps 8 to 10
    QCOMPARE(ledger.time.lostWork, 4.0 * 3);
    QCOMPARE(ledger.time.unknown, 4.0 * 32);
    QCOMPARE(sumOfParts(ledger), 4.0 * 35);
}

void TestJobLedger::aSilenceIsUnknownAndALongOneIsAway()
{
    JobTicks ticks;
    ticks.addSilence(50); // before the job was known
    ticks.add({.goodput = 1, .step = 1}, 2);
    ticks.addSilence(15 * 60);
    ticks.add({.goodput = 1, .step = 2}, 2);
    ticks.addSilence(15 * 60 + 1);
    ticks.add({.goodput = 1, .step = 3}, 2);
    const JobLedger ledger = ticks.ledger();
    QCOMPARE(ledger.counted.from, TickIndex{150});
    QCOMPARE(ledger.heldTicks, std::size_t{6 + 15 * 60});
    QCOMPARE(ledger.time.unknown, 4.0 * 15 * 60);
    QCOMPARE(ledger.time.productive, 24.0);
    QCOMPARE(sumOfParts(ledger), ledger.time.reserved);
}

void TestJobLedger::theStepAtHandIsLeftOutAndAHangIsNot()
{
    JobTicks ticks;
    ticks.add({.goodput = 1, .step = 1}, 2);
    ticks.addSilence(15);
    QCOMPARE(ticks.ledger().time.unknown, 0.0);
    QCOMPARE(ticks.ledger().silentTicks, std::size_t{15});
    ticks.addSilence(1);
    QCOMPARE(ticks.ledger().time.unknown, 64.0);
    QCOMPARE(goodputOf(ticks.ledger().time).ratio, 8.0 / 72);
}

void TestJobLedger::nothingReportedIsNothingHeld()
{
    JobTicks ticks;
    QVERIFY(ticks.ledger().isEmpty());
    ticks.addSilence(100);
    QVERIFY(ticks.ledger().isEmpty());
    QVERIFY(std::isnan(goodputOf(ticks.ledger().time).ratio));
}

void TestJobLedger::sharesThatAreRoundedStillAddUp()
{
    JobTicks ticks;
    ticks.add({.goodput = 0.7000001F, .wait = 0.3000001F, .step = 1}, 3);
    const JobLedger ledger = ticks.ledger();
    QVERIFY(goodputOf(ledger.time).isConsistent);
    QVERIFY(ledger.time.unknown >= 0);
    QCOMPARE(sumOfParts(ledger), 12.0);
    JobTicks less;
    less.add({.goodput = 0.6999999F, .wait = 0.2999999F, .step = 1}, 3);
    QCOMPARE(less.ledger().time.unknown, 0.0);
}

LOCKSTEP_TEST(tst_jobledger, TestJobLedger)
#include "tst_jobledger.moc"
