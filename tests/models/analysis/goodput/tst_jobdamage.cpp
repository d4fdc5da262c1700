// SPDX-License-Identifier: GPL-3.0-or-later
// The output that a job lost in a time range, calculated by hand.
#include "models/analysis/goodput/jobdamage.h"
#include "models/core/metric.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

/// Ticks of one second for a job of four GPUs, all of which are productive unless it stands still.
struct Run
{
    /// Takes steps of @p seconds each.
    void take(int steps, int seconds)
    {
        for (int each = 0; each < steps; ++each) {
            ++step;
            add(seconds, 1);
        }
    }
    void add(int ticks, float goodput)
    {
        for (int each = 0; each < ticks; ++each) {
            series.goodput.push_back(goodput);
            series.wait.push_back(1 - goodput);
            series.gpus.push_back(4);
            series.step.push_back(step);
            series.stepTime.push_back(1);
            series.restarts.push_back(restarts);
            series.checkpoint.push_back(0);
        }
    }
    [[nodiscard]] TickIndex now() const { return 100 + static_cast<TickIndex>(series.gpus.size()); }
    [[nodiscard]] JobDamage damage(TickIndex from, double total = JobDamage::unknown)
    {
        series.tickPeriod = std::chrono::seconds(1);
        series.ticks = ticksIn({100, now()});
        return jobDamage(series, {from, now()}, total);
    }

    JobSeries series;
    float step = 0;
    float restarts = 0;
};

} // namespace

class TestJobDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slowerStepsAreLostSteps()
    {
        Run run;
        run.take(30, 2);
        const TickIndex from = run.now();
        run.take(10, 5); // in 50 s, where 25 would have been
        const JobDamage damage = run.damage(from);
        QCOMPARE(damage.gpus, 4.0);
        QCOMPARE(damage.secondsPerStep, 2.0);
        QCOMPARE(damage.stepsExpected, 25.0);
        QVERIFY(std::abs(damage.stepsTaken - 10) <= 1);
        QVERIFY(std::abs(damage.stepsLost - 15) <= 1);
        QCOMPARE(damage.rolledBackGpuSeconds, 0.0);
    }

    void aPaceThatIsKeptLosesNothing()
    {
        Run run;
        run.take(30, 3);
        const TickIndex from = run.now() - 1; // within a step
        run.take(20, 3);
        QCOMPARE(run.damage(from).stepsLost, 0.0);
    }

    void whatIsTakenAgainIsLostWithItsGpuTime()
    {
        Run run;
        run.take(40, 2);
        const TickIndex from = run.now();
        run.take(5, 2);
        run.add(20, 0); // hangs
        run.step = 31; // of the checkpoint
        run.restarts = 1;
        run.add(2, 1);
        run.take(10, 2);
        const JobDamage damage = run.damage(from);
        QCOMPARE(damage.rollbacks.size(), std::size_t{1});
        QCOMPARE(damage.rollbacks[0].fromStep, 45.0);
        QCOMPARE(damage.rollbacks[0].toStep, 31.0);
        QCOMPARE(damage.rolledBackGpuSeconds, 15 * 2 * 4.0); // steps 31 to 45
        QVERIFY(!damage.isAtLeast);
        QCOMPARE(damage.stepsTaken, 41.0 - 41.0 + 0.0); // at step 41 before and after
        QCOMPARE(damage.stepsLost, 26.0); // of 52 s
    }

    void workBeforeTheSeriesIsSaidToBeMissing()
    {
        Run run;
        run.step = 100;
        run.take(10, 2);
        const TickIndex from = run.now();
        run.step = 60;
        run.restarts = 1;
        run.take(10, 2);
        const JobDamage damage = run.damage(from);
        QCOMPARE(damage.rolledBackGpuSeconds, 10 * 2 * 4.0);
        QVERIFY(damage.isAtLeast);
    }

    void aFinishedRunLosesNothingMore()
    {
        Run run;
        run.take(30, 2);
        const TickIndex from = run.now();
        run.take(3, 2);
        run.add(60, 0);
        QVERIFY(run.damage(from).stepsLost > 25);
        QCOMPARE(run.damage(from, 33).stepsLost, 0.0);
    }

    void withoutStepsBeforeNothingIsKnown()
    {
        Run run;
        run.take(2, 2);
        const TickIndex from = run.now();
        run.take(10, 5);
        QVERIFY(std::isnan(run.damage(from).stepsLost));
        QCOMPARE(run.damage(from).rolledBackGpuSeconds, 0.0);
    }
};

LOCKSTEP_TEST(tst_jobdamage, TestJobDamage)
#include "tst_jobdamage.moc"
