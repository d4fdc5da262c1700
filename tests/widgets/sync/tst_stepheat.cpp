// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/syncworld.h"
#include "tests/support/testentry.h"
#include "tests/widgets/sync/syncmaker.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/sync/stepheatview.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

class TestStepHeat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWorstOfThoseThatShareARowShows()
    {
        const auto job = madeJob(1000, 3, 777);
        const StepHeat heat = stepHeat(*job, lanesByRank(*job), StepQuantity::Blame, 100);
        QCOMPARE(heat.image.size(), QSize(3, 100));
        const QRgb culprit = heat.image.pixel(1, 77);
        for (int row = 0; row < 100; ++row)
            QCOMPARE(heat.image.pixel(1, row) == culprit, row == 77);
    }

    void aSilentRankIsLeftClear()
    {
        auto job = madeJob(4, 2, 1);
        auto step = std::make_shared<SyncStep>(*job->steps.back());
        step->wait[3] = noData;
        job->steps.back() = step;
        const StepHeat heat = stepHeat(*job, lanesByRank(*job), StepQuantity::Wait, 100);
        QCOMPARE(qAlpha(heat.image.pixel(1, 3)), 0);
        QCOMPARE(qAlpha(heat.image.pixel(0, 3)), 255);
    }

    void slowdownIsCentredOnThePeers()
    {
        const auto job = madeJob(16, 4, 5);
        const StepHeat heat = stepHeat(*job, lanesByRank(*job), StepQuantity::Slowdown, 16);
        QCOMPARE(heat.scale.map, ColourMap::Diverging);
        QCOMPARE(heat.scale.low + heat.scale.high, 2.0F);
    }

    void worstFirstPutsTheCulpritOnTop()
    {
        const auto job = madeJob(64, 4, 33);
        QCOMPARE(lanesByWorst(*job, StepQuantity::Blame).front(), 33U);
        QCOMPARE(lanesByRank(*job).front(), 0U);
    }

    void hoveringExplainsAndClickingSelects()
    {
        SyncWorld world{FakeClusterOptions{.nodes = 2}, FakeTrainingOptions{.ranks = 16}};
        world.introduce();
        world.run(5);
        StepHeatView view(world.context());
        view.resize(500, 400);
        view.show();
        world.syncResults.publish(madeSnapshot(madeJob(16, 4, 9)));
        StepHeatCanvas& canvas = view.canvas();
        const QRect area = canvas.area();
        const QPoint point(area.left() + area.width() / 8, area.top() + area.height() * 19 / 32);
        QVERIFY2(canvas.explain(point).sentence.startsWith(QStringLiteral("rank 9 waited")),
                 qPrintable(canvas.explain(point).sentence));
        QTest::mouseClick(&canvas, Qt::LeftButton, Qt::NoModifier, point);
        QCOMPARE(world.selection.current(), (EntityRef{EntityKind::Gpu, 9}));
        QVERIFY(canvas.explain({1, 1}).sentence.isEmpty());
        QCOMPARE(view.caption(), QStringLiteral("4 steps, 16 ranks"));
        const auto then = std::make_shared<SyncSnapshot>(*madeSnapshot(madeJob(16, 3, 9)));
        then->upTo = TimePoint(std::chrono::seconds(11'565));
        world.syncResults.show(then, false);
        QCOMPARE(view.caption(), QStringLiteral("3 steps, 16 ranks up to 03:12:44"));
        world.syncResults.showNewest();
        QCOMPARE(view.caption(), QStringLiteral("4 steps, 16 ranks"));
    }

    void withoutStepsItSaysWhatIsMissing()
    {
        SyncWorld world;
        StepHeatView view(world.context());
        view.resize(500, 400);
        view.show();
        QVERIFY(view.canvas().job() == nullptr);
        QVERIFY(!view.grab().isNull());
    }
};

LOCKSTEP_GUI_TEST(tst_stepheat, TestStepHeat)
#include "tst_stepheat.moc"
