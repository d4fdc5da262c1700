// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/widgets/sync/syncmaker.h"
#include "widgets/sync/whatifpanel.h"
#include "widgets/sync/whatiftext.h"
#include "widgets/sync/workergrid.h"

#include <QSignalSpy>
#include <QTest>

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
    void theVerdictNamesTheWorkerAndBothTimes()
    {
        const QString sentence = verdictSentence(madeWhatIf("job")->result);
        QVERIFY2(sentence.startsWith(QStringLiteral("DP 2, stage 1 slows this job")), qPrintable(sentence));
        QVERIFY(sentence.contains(QStringLiteral("2.00 times")));
        QVERIFY2(sentence.contains(QStringLiteral("4\u2009s instead of 2\u2009s")), qPrintable(sentence));
    }

    void noLossReadsAsADashAndNeverAsMinusZero()
    {
        QCOMPARE(slowdownText(-0.0001), QStringLiteral("0.00"));
        QCOMPARE(slowdownText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("\u2013"));
    }

    void withoutStepsItSaysWhatIsMissing()
    {
        FakeWorld world;
        SyncBoard board;
        ViewContext context = world.context();
        context.sync = &board;
        WhatIfPanel panel(context);
        QVERIFY(panel.shown() == nullptr);
        QVERIFY(!panel.grid().isVisibleTo(&panel));
    }

    void aTraceGoesBeforeTheJobsThatAreFollowed()
    {
        FakeWorld world;
        SyncBoard board;
        auto job = madeJob(8, 3, 1);
        job->whatIf = madeWhatIf("live");
        board.publish(madeSnapshot(job));
        ViewContext context = world.context();
        context.sync = &board;
        WhatIfPanel panel(context);
        QVERIFY(panel.shown() != nullptr);
        QCOMPARE(panel.shown()->job, "live");
        board.publishTraceWhatIf(madeWhatIf("trace"));
        QCOMPARE(panel.shown()->job, "trace");
        QVERIFY(panel.sentence().startsWith(QStringLiteral("DP 2")));
    }

    void clickingAWorkerSelectsItsGpu()
    {
        FakeWorld world{FakeClusterOptions{.nodes = 1}, FakeTrainingOptions{.ranks = 8}};
        world.introduce();
        world.run(5);
        const SpanStore& spans = world.cluster.store().spans();
        QVERIFY(!spans.lanes().empty());
        SyncBoard board;
        board.publishTraceWhatIf(madeWhatIf(spans.names().name(spans.lanes().front().job)));
        ViewContext context = world.context();
        context.sync = &board;
        WhatIfPanel panel(context);
        panel.resize(800, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
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
