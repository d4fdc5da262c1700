// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "tests/widgets/sync/syncmaker.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/sync/driftcanvas.h"
#include "widgets/sync/drifttext.h"
#include "widgets/sync/stepheatview.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

/// The view over 16 ranks, showing drift.
struct ShownDrift
{
    explicit ShownDrift(std::shared_ptr<const JobSync> job)
    {
        world.introduce();
        world.run(5);
        context.sync = &syncResults;
        view = std::make_unique<StepHeatView>(context);
        view->resize(600, 400);
        view->showDrift();
        view->show();
        if (job)
            syncResults.publish(madeSnapshot(std::move(job)));
    }
    /// Until the picture is the newest snapshot's.
    [[nodiscard]] bool isCurrent() const
    {
        return test::waitFor([this] {
            return view->drift().job() != nullptr && view->drift().job() == syncResults.snapshot()->jobs.front().get();
        });
    }
    [[nodiscard]] QPoint endOf(std::uint32_t lane) const
    {
        return view->drift().plot().curveOf(lane).front().back().toPoint();
    }

    FakeWorld world{FakeClusterOptions{.nodes = 2}, FakeTrainingOptions{.ranks = 16}};
    SyncResults syncResults;
    ViewContext context = world.context();
    std::unique_ptr<StepHeatView> view;
};

} // namespace

class TestDriftCanvas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSlopeIsSaidWithItsConfidence()
    {
        const auto job = madeDrift(16, 240, 9);
        QCOMPARE(driftingLanes(*job), std::vector<std::uint32_t>{9});
        QCOMPARE(driftSentence(*job, QStringLiteral("rank 9")),
                 QStringLiteral("rank 9 is slowing down: +2\u2009% per 1\u2009000 steps (± 0.07\u2009% over "
                                "2\u2009400 steps, certain)."));
    }

    void aJumpIsNoDriftAndComesAfterTheDrifting()
    {
        auto job = madeDrift(16, 240, 9);
        job->drifts[3]
            = {.perThousandSteps = 0.09, .steps = 2400, .sigma = 40, .error = 0.001, .now = 1.06, .isJump = true};
        QCOMPARE(driftingLanes(*job), (std::vector<std::uint32_t>{9, 3}));
        job->drifts[9] = {.steps = 2400, .now = 1};
        QCOMPARE(driftSentence(*job, QStringLiteral("rank 3")),
                 QStringLiteral("rank 3 slowed down abruptly: +6\u2009% relative to its peers."));
    }

    void thatNothingDriftsIsNotThatNothingCanBeReported()
    {
        auto job = madeDrift(16, 240, 9);
        job->drifts[9] = job->drifts[8];
        QVERIFY(driftSentence(*job, {}).startsWith(QStringLiteral("No drift: ")));
        for (DriftEstimate& drift : job->drifts)
            drift = {};
        QVERIFY(driftSentence(*job, {}).startsWith(QStringLiteral("Too few steps")));
        auto silent = std::make_shared<DriftPoint>(*job->driftCurve.front());
        silent->slowdown.assign(16, noData);
        job->driftCurve = {silent};
        QVERIFY(driftSentence(*job, {}).startsWith(QStringLiteral("No compute spans")));
    }

    void theBandIsWhereMostRanksLie()
    {
        DriftPoint point;
        for (int rank = 0; rank <= 100; ++rank)
            point.slowdown.push_back(1 + static_cast<float>(rank) / 100);
        point.slowdown.push_back(noData);
        const DriftBand band = driftBandOf(point);
        QVERIFY(std::abs(band.low - 1.05F) < 0.001F && std::abs(band.middle - 1.5F) < 0.001F
                && std::abs(band.high - 1.95F) < 0.001F);
        QVERIFY(std::abs(driftBandOf(point, std::vector<std::uint32_t>{98, 99, 100}).high - 1.92F) < 0.001F);
        point.slowdown = {noData};
        QVERIFY(std::isnan(driftBandOf(point).middle));
    }

    void hoveringACurveNamesItsRankAndClickingSelectsIt()
    {
        ShownDrift s(madeDrift(16, 240, 9));
        QVERIFY(s.isCurrent());
        s.view->grab();
        DriftCanvas& canvas = s.view->drift();
        QCOMPARE(canvas.drifting(), std::vector<std::uint32_t>{9});
        const QPoint end = s.endOf(9);
        QVERIFY2(canvas.explain(end).sentence.startsWith(QStringLiteral("rank 9 is slowing down: +2\u2009%")),
                 qPrintable(canvas.explain(end).sentence));
        QTest::mouseClick(&canvas, Qt::LeftButton, Qt::NoModifier, end);
        QCOMPARE(s.world.selection.current(), (EntityRef{EntityKind::Gpu, 9}));
        // In the band no rank is singled out.
        const QPoint crowd(end.x(), static_cast<int>(canvas.plot().yOf(1.0)));
        QVERIFY2(canvas.explain(crowd).sentence.contains(QStringLiteral("middle 50 % of ranks")),
                 qPrintable(canvas.explain(crowd).sentence));
        QVERIFY(canvas.explain({1, 1}).sentence.isEmpty());
    }

    void whatIsSelectedIsDrawnThoughItDoesNotDrift()
    {
        auto job = madeDrift(16, 240, 9);
        for (auto& each : job->driftCurve) {
            auto point = std::make_shared<DriftPoint>(*each);
            point->slowdown[2] = 1.4F;
            each = point;
        }
        ShownDrift s(job);
        QVERIFY(s.isCurrent());
        s.view->grab();
        QVERIFY(!s.view->drift().plot().area().contains(s.endOf(2)));
        s.world.selection.select({EntityKind::Gpu, 2});
        s.view->grab();
        QVERIFY(s.view->drift().plot().area().contains(s.endOf(2)));
    }

    void stepsThatWereNotWholeAreAHoleInTheCurve()
    {
        auto job = madeDrift(16, 240, 9);
        job->driftCurve.erase(job->driftCurve.begin() + 100, job->driftCurve.begin() + 120);
        ShownDrift s(job);
        QVERIFY(s.isCurrent());
        s.view->grab();
        const DriftPlot& plot = s.view->drift().plot();
        QCOMPARE(plot.holes().size(), std::size_t{1});
        QCOMPARE(plot.curveOf(9).size(), std::size_t{2});
        QVERIFY(plot.curveOf(9).front().back().x() < plot.holes().front().from);
        QVERIFY(plot.curveOf(9).back().front().x() > plot.holes().front().to);
    }

    void hiddenItDoesNothingAndCatchesUpWhenShown()
    {
        ShownDrift s(madeDrift(16, 100, 9));
        QVERIFY(s.isCurrent());
        s.view->grab();
        const std::uint64_t builds = s.view->drift().pictureBuilds();
        s.view->setQuantity(StepQuantity::Wait);
        s.syncResults.publish(madeSnapshot(madeDrift(16, 110, 9)));
        QCoreApplication::processEvents();
        QCOMPARE(s.view->drift().pictureBuilds(), builds);
        QVERIFY(s.view->drift().job() != s.syncResults.snapshot()->jobs.front().get());
        s.view->showDrift();
        QVERIFY(s.isCurrent());
        QCOMPARE(s.view->caption(), QStringLiteral("1\u2009100 steps, 16 ranks"));
    }

    void withoutStepsItSaysWhatIsMissing()
    {
        ShownDrift s(nullptr);
        QVERIFY(!s.view->grab().isNull());
        QVERIFY(s.view->drift().job() == nullptr);
        QCOMPARE(s.view->caption(), QString());
    }
};

LOCKSTEP_GUI_TEST(tst_driftcanvas, TestDriftCanvas)
#include "tst_driftcanvas.moc"
