// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/causes.h"
#include "models/core/eventcodes.h"
#include "tests/support/testentry.h"
#include "tests/support/timersof.h"
#include "tests/support/trackedworld.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"
#include "widgets/jobs/drainpanel.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/panels/drainmenu.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTableView>
#include <QTest>

#include <memory>

using namespace lockstep;

namespace {

constexpr EntityRef lonelyGpu{EntityKind::Gpu, 31}; ///< on the last of four nodes, where no job reports

void reportIn(FakeWorld& world, const char* code, EntityRef entity, const char* text)
{
    Derived reported;
    reported.events = {{entity, {world.now(), Severity::Warning, 0, code, text}}};
    world.cluster.applyDerived(reported);
}

constexpr EntityRef slowGpu{EntityKind::Gpu, 11}; ///< on the second node

QString cellOf(const DrainPanel& panel, int row, int column)
{
    return panel.queue().index(row, column).data().toString();
}

/// Empty: no such figure.
QString figureOf(const FigureTree& tree, const QString& name)
{
    for (int group = 0; group < tree.topLevelItemCount(); ++group) {
        for (int at = 0; at < tree.topLevelItem(group)->childCount(); ++at) {
            if (const QTreeWidgetItem* item = tree.topLevelItem(group)->child(at); item->text(0) == name)
                return item->text(1);
        }
    }
    return {};
}

} // namespace

class TestDrainPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void silenceIsNoAllClear()
    {
        FakeWorld world;
        const DrainPanel nobody(world.context());
        QVERIFY(nobody.isEmpty());
        world.introduce();
        world.run(3);
        const DrainPanel well(world.context());
        QVERIFY(well.isEmpty());
        QVERIFY(nobody.empty().accessibleName().startsWith(QStringLiteral("No data")));
        QVERIFY(well.empty().accessibleName().startsWith(QStringLiteral("No nodes to drain")));
    }

    void aRowTellsWhatDrainingWinsAndWhy()
    {
        TrackedWorld drained(4);
        drained.run(60);
        DrainPanel panel(drained.context());
        const int slow = panel.queue().rowAbout(slowGpu);
        QCOMPARE(slow, 0);
        QCOMPARE(cellOf(panel, slow, DrainModel::PlaceColumn),
                 toQString(drained.cluster.store().topology()->name({EntityKind::Node, 1})));
        QVERIFY(cellOf(panel, slow, DrainModel::EndsColumn).startsWith(QStringLiteral("recoverable")));
        QCOMPARE(figureOf(panel.figures(), QStringLiteral("Jobs on the node")), QStringLiteral("llama-70b"));
        const DrainRow& row = *panel.queue().at(slow);
        QVERIFY(row.lostGpus && *row.lostGpus > 0.5 && *row.lostGpus < 15);
        // It writes checkpoints, was never restarted, and its end is unknown.
        const DrainCase& its = row.entry.its;
        QVERIFY(its.checkpointSeconds > 0 && its.computedGpuSeconds > 0);
        QVERIFY(!its.isEndKnown && !its.isRestartSeen);
        QVERIFY(row.entry.verdict.isKnown);
        QCOMPARE(row.entry.verdict.option(DrainPlan::GoOn).gpuSeconds, *row.lostGpus * its.goesOnSeconds);
        QVERIFY(row.entry.verdict.wonGpuSeconds > 0);
        QVERIFY(!cellOf(panel, slow, DrainModel::IsolatedColumn).isEmpty());
        for (const char* plan : {"Continue", "Drain now", "Checkpoint, then drain", "Drain at the next checkpoint"})
            QVERIFY2(figureOf(panel.figures(), QString::fromLatin1(plan)).contains(QStringLiteral("GPU")), plan);
    }

    void commandsAreCopiedAndNotRun()
    {
        TrackedWorld drained(4);
        drained.run(60);
        DrainPanel panel(drained.context());
        const TopologyPtr topology = drained.cluster.store().topology();
        const std::unique_ptr<QMenu> menu(
            makeDrainMenu(panel.queue().at(panel.queue().rowAbout(slowGpu))->entry.alert, *topology, panel));
        const std::string& node = topology->name({EntityKind::Node, 1});
        const auto copied = [&menu](const QString& title) {
            for (QAction* const action : menu->actions()) {
                if (action->text() == title)
                    action->trigger();
            }
            return QGuiApplication::clipboard()->text();
        };
        QVERIFY(
            copied(QStringLiteral("Copy Slurm commands"))
                .startsWith(
                    QStringLiteral("scontrol update nodename=%1 state=drain reason='Lockstep: ").arg(toQString(node))));
        QVERIFY(copied(QStringLiteral("Copy Kubernetes commands"))
                    .startsWith(QStringLiteral("kubectl cordon %1\n").arg(toQString(node))));
        QCOMPARE(copied(QStringLiteral("Copy list of nodes to exclude")), toQString(node) + QLatin1Char('\n'));
        Alert elsewhere;
        elsewhere.kind = kinds::storageContention;
        const std::unique_ptr<QMenu> none(makeDrainMenu(elsewhere, *topology, panel));
        for (const QAction* const action : none->actions())
            QVERIFY(action->isSeparator() || !action->isEnabled());
    }

    void whatRunsWithoutANameIsNotNothing()
    {
        TrackedWorld drained(4);
        drained.run(20);
        // The GPUs of a fake node work, though no job is on the last two nodes.
        reportIn(drained, codes::gpuClock, lonelyGpu, "node-0003 gpu7 runs at 900 of 1980 MHz");
        drained.run(5);
        const DrainPanel panel(drained.context());
        const int row = panel.queue().rowAbout(lonelyGpu);
        QVERIFY(row >= 0);
        QCOMPARE(QString::fromStdString(panel.queue().at(row)->entry.job), QString::fromLatin1(unreportedJobs));
        QCOMPARE(cellOf(panel, row, DrainModel::AdviceColumn), QStringLiteral("Unknown"));
        QVERIFY(!panel.queue().at(row)->entry.hasSpares); // no idle node is known
    }

    void whatIsLongIsReadInFull()
    {
        FakeWorld world;
        FigureTree tree(world.context());
        tree.setGroups({{"What is broken",
                         {{"Drain",
                           "does not help: not a fault of a node, or can be repaired online without taking anything "
                           "out of service",
                           false,
                           {},
                           {}},
                          {"Back in", "at once", true, {}, {}}}}});
        tree.resize(340, 400);
        tree.show();
        const auto heightOf = [&tree](int figure) {
            return tree.visualItemRect(tree.topLevelItem(0)->child(figure)).height();
        };
        QTRY_VERIFY(heightOf(0) > heightOf(1) * 3 / 2);
        tree.resize(1600, 400);
        QTRY_VERIFY(heightOf(0) < heightOf(1) * 3 / 2); // one line, even with another font
    }

    void choosingARowSelectsItEverywhereAndBack()
    {
        TrackedWorld drained(4);
        drained.run(60);
        reportIn(drained, codes::gpuClock, lonelyGpu, "node-0003 gpu7 runs at 900 of 1980 MHz");
        drained.run(5);
        DrainPanel panel(drained.context());
        panel.resize(700, 600);
        panel.show();
        QCOMPARE(panel.queue().rowCount(), 2);
        const int lonely = panel.queue().rowAbout(lonelyGpu);
        panel.table().setCurrentIndex(panel.queue().index(lonely, DrainModel::PlaceColumn));
        QTest::keyClick(&panel.table(), Qt::Key_Return);
        QCOMPARE(drained.selection.current(), lonelyGpu);
        drained.selection.select(slowGpu);
        QCOMPARE(panel.table().currentIndex().row(), panel.queue().rowAbout(slowGpu));
        QVERIFY(panel.queue().rowAbout(slowGpu) != lonely);
    }

    void itFollowsTheMomentShown()
    {
        FakeWorld world;
        world.introduce();
        world.run(30);
        reportIn(world, codes::gpuClock, lonelyGpu, "node-0003 gpu7 runs at 900 of 1980 MHz");
        world.run(10);
        DrainPanel panel(world.context());
        QCOMPARE(panel.queue().rowCount(), 1);
        world.time.setCursor(world.now() - std::chrono::seconds(20));
        panel.refresh();
        QVERIFY(panel.isEmpty()); // nothing was reported yet
        world.time.setCursor(world.now() - std::chrono::seconds(2));
        panel.refresh();
        QCOMPARE(panel.queue().rowCount(), 1);
    }

    void hiddenItDoesNothing()
    {
        FakeWorld world;
        world.introduce();
        DrainPanel panel(world.context());
        world.run(5);
        reportIn(world, codes::gpuClock, lonelyGpu, "node-0003 gpu7 runs at 900 of 1980 MHz");
        world.run(10);
        QVERIFY(!hasTimerRunning(panel)); // nor will it
        QVERIFY(panel.isEmpty());
        panel.show();
        QVERIFY(!panel.isEmpty());
    }
};

LOCKSTEP_GUI_TEST(tst_drainpanel, TestDrainPanel)
#include "tst_drainpanel.moc"
