// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/widgets/sync/syncmaker.h"
#include "widgets/common/emptystate.h"
#include "widgets/sync/blamemodel.h"
#include "widgets/sync/blamepanel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace lockstep;

namespace {

/// A world with lanes, and separate SyncResults.
struct Shown
{
    Shown()
    {
        world.introduce();
        world.run(5);
    }

    [[nodiscard]] ViewContext context()
    {
        ViewContext context = world.context();
        context.sync = &syncResults;
        return context;
    }

    FakeWorld world{FakeClusterOptions{.nodes = 2}, FakeTrainingOptions{.ranks = 16}};
    SyncResults syncResults;
};

QString textAt(const BlameModel& model, int row, BlameModel::Column column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestBlameModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itKeepsTheRulesOfItemModels()
    {
        Shown shown;
        BlameModel model(shown.world.cluster, shown.syncResults);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        shown.syncResults.publish(madeSnapshot(madeJob(8, 3, 2)));
        shown.syncResults.publish(std::make_shared<SyncSnapshot>());
        shown.syncResults.publish(madeSnapshot(madeJob(8, 3, 5)));
        QCOMPARE(model.rowCount(), 1);
    }

    void nothingFoundReadsUnlikeNothingLookedAt()
    {
        Shown shown;
        BlamePanel panel(shown.context());
        const auto* empty = panel.findChild<EmptyState*>();
        QCOMPARE(empty->accessibleName(), QStringLiteral("No steps yet."));
        const auto calm = madeJob(8, 3, 2);
        calm->culprits.clear();
        shown.syncResults.publish(madeSnapshot(calm));
        QCOMPARE(empty->accessibleName(), QStringLiteral("No straggler."));
        QVERIFY(empty->accessibleDescription().contains(QStringLiteral("last 3 steps")));
    }

    void aCulpritIsNamedWithWhatItCost()
    {
        Shown shown;
        BlameModel model(shown.world.cluster, shown.syncResults);
        shown.syncResults.publish(madeSnapshot(madeJob(8, 4, 2)));
        QCOMPARE(textAt(model, 0, BlameModel::StragglerColumn), QStringLiteral("rank 2"));
        QCOMPARE(textAt(model, 0, BlameModel::LostColumn), QStringLiteral("7"));
        QCOMPARE(textAt(model, 0, BlameModel::PatternColumn), QStringLiteral("persistent (8 of 8 steps)"));
        QVERIFY(textAt(model, 0, BlameModel::WhereColumn).contains(QStringLiteral("gpu2")));
        QCOMPARE(model.index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Warning));
        QCOMPARE(model.rowOf({EntityKind::Gpu, 2}), 0);
        QCOMPARE(model.rowOf({EntityKind::Gpu, 3}), -1);
    }

    void whatTheVerdictNamesStandsOutAndNothingElse()
    {
        Shown shown;
        BlameModel model(shown.world.cluster, shown.syncResults);
        auto job = madeJob(8, 4, 2);
        CulpritRow other = job->culprits.front();
        other.culprit.index = 6;
        other.gpuSeconds /= 4;
        job->culprits.push_back(other);
        shown.syncResults.publish(madeSnapshot(job));
        QCOMPARE(model.index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Warning));
        QVERIFY(!model.index(1, 0).data(SeverityRole).isValid());
    }

    void aMissingRankComesFirst()
    {
        Shown shown;
        BlameModel model(shown.world.cluster, shown.syncResults);
        auto job = madeJob(8, 4, 2);
        job->missing.push_back({5, 1, 77, 7, 0});
        shown.syncResults.publish(madeSnapshot(job));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(textAt(model, 0, BlameModel::StragglerColumn), QStringLiteral("rank 5"));
        QCOMPARE(model.index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Critical));
    }

    void newResultsComeWithoutAReset()
    {
        Shown shown;
        BlameModel model(shown.world.cluster, shown.syncResults);
        shown.syncResults.publish(madeSnapshot(madeJob(8, 3, 2)));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        shown.syncResults.publish(madeSnapshot(madeJob(8, 4, 2)));
        QCOMPARE(resets.size(), 0);
        QCOMPARE(changes.size(), 1);
    }

    void choosingALineSelectsItsGpu()
    {
        Shown shown;
        BlamePanel panel(shown.context());
        shown.syncResults.publish(madeSnapshot(madeJob(8, 4, 6)));
        Q_EMIT panel.table().clicked(panel.table().model()->index(0, 0));
        QCOMPARE(shown.world.selection.current(), (EntityRef{EntityKind::Gpu, 6}));
        QCOMPARE(panel.caption(), QStringLiteral("wait loss: 21.9\u2009% of GPU time, last 4 steps"));
    }

    void theMomentShownIsNamedAndWhatIsPublishedMeanwhileIsNot()
    {
        Shown shown;
        BlamePanel panel(shown.context());
        const auto shownFirst = [&panel] {
            return panel.table().model()->index(0, BlameModel::StragglerColumn).data().toString();
        };
        shown.syncResults.publish(madeSnapshot(madeJob(8, 4, 6)));
        const auto then = std::make_shared<SyncSnapshot>(*madeSnapshot(madeJob(8, 3, 2)));
        then->upTo = TimePoint(std::chrono::seconds(11'565));
        shown.syncResults.show(then, false);
        QCOMPARE(shownFirst(), QStringLiteral("rank 2"));
        QVERIFY2(panel.caption().endsWith(QStringLiteral("last 3 steps up to 03:12:44")), qPrintable(panel.caption()));
        shown.syncResults.publish(madeSnapshot(madeJob(8, 4, 5)));
        QCOMPARE(shownFirst(), QStringLiteral("rank 2"));
        shown.syncResults.show(then, true);
        QVERIFY(panel.caption().endsWith(QStringLiteral("computing…")));
        const auto nothing = std::make_shared<SyncSnapshot>();
        nothing->upTo = TimePoint(std::chrono::seconds(100));
        shown.syncResults.show(nothing, true);
        QCOMPARE(panel.table().model()->rowCount(), 0);
        QCOMPARE(panel.findChild<EmptyState*>()->accessibleName(), QStringLiteral("Computing…"));
        shown.syncResults.showNewest();
        QCOMPARE(shownFirst(), QStringLiteral("rank 5"));
        QVERIFY(!panel.caption().contains(QStringLiteral("up to")));
    }
};

LOCKSTEP_GUI_TEST(tst_blamemodel, TestBlameModel)
#include "tst_blamemodel.moc"
