// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/topologymodel.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/panels/topologypanel.h"

#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace lockstep;

namespace {

struct Shown
{
    Shown()
    {
        world.introduce();
        world.run(3);
        panel.resize(320, 600);
        panel.show();
        QTRY_VERIFY(paths().size() > 8 * 8); // growth that was dear to follow is followed a little later
    }

    [[nodiscard]] const Topology& topology() const { return *world.cluster.store().topology(); }
    /// "A01 > node-0002 > gpu5" for each row that can be seen when all is open.
    [[nodiscard]] QStringList paths(const QModelIndex& parent = {}, const QString& above = {}) const
    {
        QStringList result;
        const QAbstractItemModel* model = panel.tree().model();
        for (int row = 0; row < model->rowCount(parent); ++row) {
            const QModelIndex index = model->index(row, 0, parent);
            const QString path = above + QLatin1Char('/') + index.data().toString();
            result << path << paths(index, path);
        }
        return result;
    }

    FakeWorld world{{.nodes = 8, .gpusPerNode = 8}};
    TopologyPanel panel{world.context()};
};

} // namespace

class TestTopologyPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFilterKeepsParentsOfWhatMatches()
    {
        Shown s;
        QTest::keyClicks(&s.panel.filter(), QStringLiteral("0005 gpu3"));
        const QStringList left = s.paths();
        QCOMPARE(left.size(), 3);
        QVERIFY(left[1].endsWith(QStringLiteral("node-0005")));
        QVERIFY(left[2].endsWith(QStringLiteral("node-0005/gpu3")));
        QVERIFY(left[2].startsWith(left[1] + QLatin1Char('/')));
        QTest::keyClick(&s.panel.filter(), Qt::Key_Escape);
        QVERIFY(s.paths().size() > 64);
    }

    void onlyNotWellLeavesWhatIsStale()
    {
        Shown s;
        s.world.fake().silence(6);
        s.world.run(5);
        QTest::mouseClick(&s.panel.onlyUnhealthy(), Qt::LeftButton);
        const QStringList left = s.paths();
        QVERIFY(!left.filter(QStringLiteral("node-0006")).isEmpty());
        QVERIFY(left.filter(QStringLiteral("node-0005")).isEmpty());
    }

    void problemsComeFirstAndHealthyRowsSayNothing()
    {
        Shown s;
        const QAbstractItemModel& model = *s.panel.tree().model();
        const auto stateOf = [&](const QModelIndex& row) {
            return row.siblingAtColumn(TopologyModel::StateColumn).data().toString();
        };
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("A01"));
        QCOMPARE(stateOf(model.index(0, 0)), QString());
        s.world.fake().silence(6);
        s.world.run(5);
        const QModelIndex rack = model.index(0, 0);
        QCOMPARE(rack.data().toString(), QStringLiteral("A02"));
        QCOMPARE(stateOf(rack), QStringLiteral("1 stale"));
        QCOMPARE(model.index(0, 0, rack).data().toString(), QStringLiteral("node-0006"));
        QCOMPARE(stateOf(model.index(0, 0, rack)), QStringLiteral("stale"));
        QCOMPARE(stateOf(model.index(1, 0, rack)), QString());
    }

    void choosingARowSelectsEverywhere()
    {
        Shown s;
        QTest::keyClicks(&s.panel.filter(), QStringLiteral("0005 gpu3"));
        QTest::keyClick(&s.panel.filter(), Qt::Key_Down);
        QTest::keyClick(&s.panel.tree(), Qt::Key_Down);
        QTest::keyClick(&s.panel.tree(), Qt::Key_Down);
        const EntityRef chosen = s.world.selection.current();
        QCOMPARE(chosen.kind, EntityKind::Gpu);
        QVERIFY(s.topology().path(chosen).ends_with("node-0005 / gpu3"));
    }

    void whatIsSelectedElsewhereIsShownAndOpened()
    {
        Shown s;
        const EntityRef gpu{EntityKind::Gpu, 21};
        s.world.selection.select(gpu);
        const auto rows = s.panel.tree().selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0].data().toString(), QString::fromStdString(s.topology().name(gpu)));
        QVERIFY(s.panel.tree().isExpanded(rows[0].parent()));
        QCOMPARE(s.world.selection.selected().size(), std::size_t{1});
    }

    void clearingElsewhereClearsHere()
    {
        Shown s;
        s.world.selection.select({EntityKind::Gpu, 21});
        s.world.selection.clear();
        QVERIFY(!s.panel.tree().selectionModel()->hasSelection());
    }

    void hoveringARowTellsTheOthersAndLeavingEndsIt()
    {
        Shown s;
        const QModelIndex rack = s.panel.tree().model()->index(0, 0);
        const QPoint point = s.panel.tree().visualRect(rack).center();
        QTest::mouseMove(s.panel.tree().viewport(), point);
        QTRY_VERIFY(s.world.selection.hovered().isValid());
        QCOMPARE(s.world.selection.hovered().kind, EntityKind::Rack);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(s.panel.tree().viewport(), &leave);
        QVERIFY(!s.world.selection.hovered().isValid());
    }

    void theCaptionNamesMetricAndUnit()
    {
        Shown s;
        s.world.selection.setMetric(s.world.cluster.store().metrics().find("gpu.temperature"));
        QVERIFY(s.panel.caption().contains(QStringLiteral("GPU temperature")));
        QVERIFY(s.panel.caption().contains(QStringLiteral("°C")));
    }

    void ctrlFGoesToTheFilter()
    {
        Shown s;
        QVERIFY(QTest::qWaitForWindowActive(&s.panel, test::hangTimeoutMs));
        s.panel.focusFilter();
        QCOMPARE(QApplication::focusWidget(), &s.panel.filter());
    }
};

LOCKSTEP_GUI_TEST(tst_topologypanel, TestTopologyPanel)
#include "tst_topologypanel.moc"
