// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"
#include "models/core/topology/siteplan.h"
#include "tests/support/testentry.h"
#include "tests/widgets/fabric/fabricfixture.h"
#include "widgets/fabric/linkpanel.h"

#include <QLabel>
#include <QTest>
#include <QTreeWidget>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// A fabric world that begins with an example site plan.
struct PlannedWorld : FabricWorld
{
    PlannedWorld() : FabricWorld({})
    {
        const std::string folder = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR").toStdString();
        auto file = readClusterFile(folder + "/resources/clusters/site.toml");
        if (!file.isOk())
            qFatal("%s", file.error().message.c_str());
        cluster.setTopology(file.value().topology);
    }
};

QStringList rowsOf(const CablingList& list)
{
    QStringList rows;
    const auto* const table = list.findChild<QTreeWidget*>();
    for (int at = 0; at < table->topLevelItemCount(); ++at)
        rows << table->topLevelItem(at)->text(0) + QStringLiteral(": ")
                + table->topLevelItem(at)->text(1).replace(u'\n', u' ');
    return rows;
}

} // namespace

class TestCablingList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotAsPlannedStandsInWords()
    {
        PlannedWorld world;
        CablingList list(world.context());
        list.show();
        QTRY_COMPARE(list.check().planned, std::size_t{72});
        QCOMPARE(rowsOf(list),
                 (QStringList{QStringLiteral("moved: n002 mlx5_0/1 connected to leaf1 port 20 planned: leaf1 port 2"),
                              QStringLiteral(
                                  "wrong rate: link from n003 mlx5_1/1 to leaf3 port 3 runs at 200\u2009Gb/s planned: "
                                  "400\u2009Gb/s")}));
        const QString title = list.findChild<QLabel*>()->text();
        QVERIFY2(title.contains(QStringLiteral("Planned links: 72 (as planned: 70, not yet discovered: 0)")),
                 qPrintable(title));
    }

    void choosingARowSelectsItsPortAndTheOtherWayRound()
    {
        PlannedWorld world;
        CablingList list(world.context());
        list.show();
        QTRY_COMPARE(list.check().faults.size(), std::size_t{2});
        auto* const table = list.findChild<QTreeWidget*>();
        Q_EMIT table->itemClicked(table->topLevelItem(0), 0);
        QCOMPARE(world.selection.current(), list.check().faults[0].port);
        world.selection.select(list.check().faults[1].found);
        QCOMPARE(table->currentItem(), table->topLevelItem(1));
        world.selection.clear();
        QVERIFY(table->currentItem() == nullptr);
    }

    void itIsPartOfTheLinkPanelWhereLinksArePlanned()
    {
        PlannedWorld planned;
        LinkPanel panel(planned.context());
        panel.show();
        QVERIFY(panel.findChild<CablingList*>()->isVisible());
        FabricWorld unplanned({});
        unplanned.tick();
        LinkPanel other(unplanned.context());
        other.show();
        QVERIFY(!other.findChild<CablingList*>()->isVisible());
    }
};

LOCKSTEP_GUI_TEST(tst_cablinglist, TestCablingList)
#include "tst_cablinglist.moc"
