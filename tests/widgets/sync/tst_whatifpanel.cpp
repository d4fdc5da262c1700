// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/verdicttext.h"
#include "tests/support/syncworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "tests/widgets/sync/syncmaker.h"
#include "widgets/sync/blamepanel.h"
#include "widgets/sync/whatifpanel.h"
#include "widgets/sync/workergrid.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockstep;

namespace {

/// Four data-parallel ranks of two stages; one worker is twice as slow.
std::shared_ptr<JobWhatIf> madeWhatIf(const std::string& job)
{
    auto whatIf = std::make_shared<JobWhatIf>();
    whatIf->job = job;
    WhatIf& result = whatIf->result;
    result.slowdown = 2;
    result.stepSeconds = 4;
    result.idealStepSeconds = 2;
    result.workerShare = 1;
    result.lastStageShare = -0.0001;
    result.verdict = WhatIfVerdict::OneWorker;
    result.replacedWorkers = 1;
    for (std::int32_t dpRank = 0; dpRank < 4; ++dpRank)
        result.byDpRank.emplace_back(dpRank, dpRank == 2 ? 2 : 1);
    result.byStage = {{0, 1}, {1, 2}};
    result.byOpType = {{"forward", 1.2}, {"backward", 1.9}};
    result.workers.push_back({2, 1, 2, 2.1});
    for (std::int32_t dpRank = 0; dpRank < 4; ++dpRank) {
        for (std::int32_t stage = 0; stage < 2; ++stage) {
            whatIf->workers.push_back({dpRank, stage, static_cast<std::uint32_t>(dpRank * 2 + stage)});
            if (dpRank != 2 || stage != 1)
                result.workers.push_back({dpRank, stage, 1});
        }
    }
    result.steps.resize(16);
    return whatIf;
}

} // namespace

class TestWhatIfPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFiguresAreExplainedWhereTheyAreShown()
    {
        const QString text = lossText(madeWhatIf("job")->result);
        QCOMPARE(text,
                 QStringLiteral("Steps take 2.00 times as long as ideal steps. 100\u2009% of the loss is due to the "
                                "slowest of 8 workers, 0\u2009% to the last pipeline stage."));
    }

    void withoutAWorkerIsHeldAgainstTheStepsThatItWasTakenOutOf()
    {
        auto whatIf = madeWhatIf("job");
        WhatIfWorker& worst = whatIf->result.workers.front();
        worst.stepSecondsWithout = 6.3; // for late steps, which were longer than average
        worst.stepSecondsWith = 6.9;
        whatIf->result.workers[1].stepSecondsWithout = 4.1; // quicker than the mean: nothing to gain
        whatIf->result.workers[1].stepSecondsWith = 4;
        FakeWorld world;
        WhatIfBars bars(world.context());
        bars.show(whatIf);
        QVERIFY2(bars.accessibleDescription().startsWith(QStringLiteral("DP 2, stage 1 600\u2009ms; ")),
                 qPrintable(bars.accessibleDescription()));
        QVERIFY(bars.accessibleDescription().contains(QStringLiteral("stage 0 nothing")));
        const HoverText text = explainWorker(whatIf->result, worst);
        QCOMPARE(text.facts.front().value, QStringLiteral("6.30\u2009s instead of 6.90\u2009s"));
    }

    void blameAndWhatIfSayTheSame()
    {
        SyncWorld world;
        WhatIfPanel whatIf(world.context());
        BlamePanel blame(world.context());
        auto job = madeJob(8, 20, 5);
        job->whatIf = madeWhatIf("job"); // alone it would name DP 2, stage 1
        job->verdict.stepSeconds = 4;
        job->verdict.stepSecondsWithout = 2;
        world.syncResults.publish(madeSnapshot(job));
        QVERIFY2(whatIf.sentence().startsWith(QStringLiteral("rank 5 slows down job: ")),
                 qPrintable(whatIf.sentence()));
        const auto labels = blame.findChildren<QLabel*>();
        const auto says = [&](const QString& text) {
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == text; });
        };
        QVERIFY(says(whatIf.sentence()));
        QVERIFY(says(verdictEvidence(*job)));
        QVERIFY(verdictEvidence(*job).contains(QStringLiteral("4\u2009s each, 2\u2009s without it")));
        // No culprit is an all-clear for both.
        auto calm = madeJob(8, 20, 5);
        calm->whatIf = job->whatIf;
        calm->verdict = {};
        calm->verdict.kind = VerdictKind::NoStraggler;
        world.syncResults.publish(madeSnapshot(calm));
        QCOMPARE(whatIf.sentence(), QStringLiteral("No straggler in job."));
        QVERIFY(says(whatIf.sentence()));
    }

    void theJobThatIsHeldUpMostIsShownUntilOneIsChosen()
    {
        SyncWorld world;
        WhatIfPanel panel(world.context());
        auto calm = madeJob(8, 3, 1);
        calm->name = "a";
        calm->whatIf = madeWhatIf("a");
        calm->verdict.share = 0.01;
        auto slow = madeJob(8, 3, 1);
        slow->name = "b";
        slow->whatIf = madeWhatIf("b");
        slow->verdict.share = 0.2;
        auto snapshot = madeSnapshot(calm);
        snapshot->jobs.push_back(slow);
        world.syncResults.publish(snapshot);
        QCOMPARE(panel.shown()->job, "b");
    }

    void noLossReadsAsADashAndNeverAsMinusZero()
    {
        QCOMPARE(slowdownText(-0.0001), QStringLiteral("0.00"));
        QCOMPARE(slowdownText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("\u2013"));
    }

    void withoutStepsItSaysWhatIsMissing()
    {
        SyncWorld world;
        WhatIfPanel panel(world.context());
        QVERIFY(panel.shown() == nullptr);
        QVERIFY(!panel.grid().isVisibleTo(&panel));
    }

    void aTraceGoesBeforeTheJobsThatAreFollowed()
    {
        FakeWorld world;
        SyncResults syncResults;
        auto job = madeJob(8, 3, 1);
        job->name = "live";
        job->whatIf = madeWhatIf("live");
        syncResults.publish(madeSnapshot(job));
        ViewContext context = world.context();
        context.sync = &syncResults;
        WhatIfPanel panel(context);
        QVERIFY(panel.shown() != nullptr);
        QCOMPARE(panel.shown()->job, "live");
        syncResults.publishTraceWhatIf(madeWhatIf("trace"));
        QCOMPARE(panel.shown()->job, "trace");
        QVERIFY2(panel.sentence().startsWith(QStringLiteral("rank 5 slows down trace")), qPrintable(panel.sentence()));
    }

    void clickingAWorkerSelectsItsGpu()
    {
        FakeWorld world{FakeClusterOptions{.nodes = 1}, FakeTrainingOptions{.ranks = 8}};
        world.introduce();
        world.run(5);
        const SpanStore& spans = world.cluster.store().spans();
        QVERIFY(!spans.lanes().empty());
        SyncResults syncResults;
        syncResults.publishTraceWhatIf(madeWhatIf(spans.names().name(spans.lanes().front().job)));
        ViewContext context = world.context();
        context.sync = &syncResults;
        WhatIfPanel panel(context);
        panel.resize(800, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
        WorkerGrid& grid = panel.grid();
        const WhatIfWorker worst = panel.shown()->result.workers.front();
        const QPoint point = grid.cellOf(worst).center().toPoint();
        QCOMPARE(grid.workerAt(point)->dpRank, 2);
        QCOMPARE(grid.workerAt(point)->stage, 1);
        QTest::mouseClick(&grid, Qt::LeftButton, {}, point);
        const auto lane = std::ranges::find(spans.lanes(), 5U, &SpanLane::rank);
        QVERIFY(lane != spans.lanes().end());
        QCOMPARE(world.selection.current(), lane->entity);
        QTest::keyClick(&grid, Qt::Key_Left);
        QVERIFY(world.selection.current() != lane->entity);
    }
};

LOCKSTEP_GUI_TEST(tst_whatifpanel, TestWhatIfPanel)
#include "tst_whatifpanel.moc"
