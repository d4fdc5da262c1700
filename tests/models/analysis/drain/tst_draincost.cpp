// SPDX-License-Identifier: GPL-3.0-or-later
// Continue or drain, compared with examples calculated by hand.
#include "models/analysis/drain/drainqueue.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

/// 1,024 GPUs, one of which is slow: 14 % of their time is spent waiting for it, and one day of work remains. A
/// checkpoint takes 42 s. The next one is due in 600 s; the last one ended 1,200 s ago. A restart takes 190 s, and
/// there is a spare.
DrainCase slowGpuInALargeJob()
{
    DrainCase its;
    its.gpus = 1024;
    its.lostShare = 0.14;
    its.goesOnSeconds = 86'400;
    its.isEndKnown = true;
    its.computedGpuSeconds = 1024 * 0.86 * 1200;
    its.checkpointSeconds = 42;
    its.nextCheckpointSeconds = 600;
    its.restartSeconds = 190;
    its.mendSeconds = 300;
    its.hasSpare = true;
    return its;
}

double lossOf(const DrainVerdict& verdict, DrainPlan plan)
{
    return verdict.option(plan).gpuSeconds;
}

#define COMPARE_ABOUT(actual, expected)                                                                                \
    QVERIFY2(std::abs((actual) - (expected)) <= 1e-9 * std::abs(expected), qPrintable(QString::number(actual, 'g', 12)))

} // namespace

class TestDrainCost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSlowGpuIsDrainedAfterACheckpoint()
    {
        const DrainVerdict verdict = evaluateDrain(slowGpuInALargeJob());
        COMPARE_ABOUT(lossOf(verdict, DrainPlan::GoOn), 12'386'304.0); // 1024 x 0.14 x 86400
        COMPARE_ABOUT(lossOf(verdict, DrainPlan::StopNow), 1'056'768.0 + 194'560.0); // 1024 x 0.86 x 1200 + 1024 x 190
        COMPARE_ABOUT(lossOf(verdict, DrainPlan::CheckpointFirst), 237'568.0); // 1024 x (42 + 190)
        COMPARE_ABOUT(lossOf(verdict, DrainPlan::AtNextCheckpoint), 86'016.0 + 194'560.0); // 143.36 x 600 + 194560
        QVERIFY(verdict.isKnown && verdict.best == DrainPlan::CheckpointFirst);
        COMPARE_ABOUT(verdict.wonGpuSeconds, 12'148'736.0);
        COMPARE_ABOUT(verdict.breakEvenSeconds, 237'568.0 / 143.36); // 27.6 min
    }

    void aJobThatEndsSoonGoesOn()
    {
        DrainCase its = slowGpuInALargeJob();
        its.goesOnSeconds = 900; // 129,024 GPU s to lose, 237,568 to drain
        const DrainVerdict verdict = evaluateDrain(its);
        QVERIFY(verdict.isKnown && verdict.best == DrainPlan::GoOn);
        QCOMPARE(verdict.wonGpuSeconds, 0.0);
    }

    void withoutASpareTheJobWaitsForTheRepair()
    {
        DrainCase its = slowGpuInALargeJob();
        its.hasSpare = false;
        its.mendSeconds = 17 * 3600; // 1024 x 61200 = 62.7 million GPU s: more than going on costs
        const DrainVerdict repair = evaluateDrain(its);
        COMPARE_ABOUT(lossOf(repair, DrainPlan::CheckpointFirst), 237'568.0 + 62'668'800.0);
        QVERIFY(repair.best == DrainPlan::GoOn);
        its.mendSeconds = 300; // a reset: 1024 x 300
        const DrainVerdict reset = evaluateDrain(its);
        COMPARE_ABOUT(lossOf(reset, DrainPlan::CheckpointFirst), 237'568.0 + 307'200.0);
        QVERIFY(reset.best == DrainPlan::CheckpointFirst);
    }

    void aJobThatStandsStillCanWriteNoCheckpoint()
    {
        DrainCase its = slowGpuInALargeJob();
        its.runs = false;
        its.lostShare = 1;
        const DrainVerdict verdict = evaluateDrain(its);
        QVERIFY(std::isnan(lossOf(verdict, DrainPlan::CheckpointFirst)));
        QVERIFY(std::isnan(lossOf(verdict, DrainPlan::AtNextCheckpoint)));
        QVERIFY(verdict.isKnown && verdict.best == DrainPlan::StopNow);
        QCOMPARE(verdict.option(verdict.best).isolatedInSeconds, 0.0);
    }

    void whatIsNotKnownIsNotZero()
    {
        DrainCase its = slowGpuInALargeJob();
        its.lostShare = DrainCase::unknown;
        const DrainVerdict verdict = evaluateDrain(its);
        QVERIFY(!verdict.isKnown && std::isnan(verdict.wonGpuSeconds));
        its = slowGpuInALargeJob();
        its.checkpointSeconds = its.nextCheckpointSeconds = DrainCase::unknown; // no checkpoint was seen
        QVERIFY(evaluateDrain(its).best == DrainPlan::StopNow);
        for (const FigureGroup& group : drainFigures(its, evaluateDrain(its), {})) {
            for (const Figure& figure : group.figures)
                QVERIFY2(!figure.value.empty() && figure.value.find("nan") == std::string::npos, figure.name.c_str());
        }
    }

    void eachPlanOpensToItsFormulaAndInputs()
    {
        const DrainCase its = slowGpuInALargeJob();
        Rates rates;
        rates.gpuHour = 2;
        const std::vector<FigureGroup> groups = drainFigures(its, evaluateDrain(its), rates);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].figures[0].name, std::string("Gain over continuing"));
        QVERIFY2(groups[0].figures[0].value.ends_with("USD"), groups[0].figures[0].value.c_str());
        QCOMPARE(groups[1].figures.size(), std::size_t{4});
        for (const Figure& figure : groups[1].figures)
            QVERIFY2(!figure.formula.empty() && figure.inputs.size() >= 3, figure.name.c_str());
        QVERIFY2(groups[1].figures[2].value.ends_with(", the lowest"), groups[1].figures[2].value.c_str());
    }
};

LOCKSTEP_TEST(tst_draincost, TestDrainCost)
#include "tst_draincost.moc"
