// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/eventmodel.h"
#include "tests/support/dueevents.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/panels/eventspanel.h"
#include "widgets/panels/paneltable.h"

#include <QApplication>
#include <QEnterEvent>
#include <QTableView>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestEventsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutEventsTheTableGivesWayToWords()
    {
        FakeWorld world;
        EventsPanel panel(world.context());
        panel.resize(700, 200);
        panel.show();
        QVERIFY(!panel.table().isVisible());
        world.introduce();
        world.report(0, {{}, Severity::Warning, 0, "port.down", "Port down"});
        QVERIFY(panel.table().isVisible());
        QVERIFY(panel.caption().startsWith(QStringLiteral("1 ")));
    }

    void clickingAnEventSelectsItsThingAndGoesToItsTime()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 8});
        EventsPanel panel(world.context());
        panel.resize(700, 200);
        panel.show();
        world.introduce();
        world.run(2);
        world.report(1, {{}, Severity::Critical, 3, "gpu.xid", "XID 79"});
        const TimePoint when = world.now();
        world.run(5);
        QTableView& table = panel.table();
        const QModelIndex newest = table.model()->index(0, 0);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, table.visualRect(newest).center());
        QCOMPARE(world.selection.current().kind, EntityKind::Gpu);
        QVERIFY(world.cluster.store().topology()->path(world.selection.current()).ends_with("node-0001 / gpu2"));
        QCOMPARE(world.time.cursor(), when);
        QVERIFY(!world.time.isFollowing());
        QCOMPARE(EntityDelegate::markOf(newest), std::optional(Severity::Critical));
    }

    void rowsStayUnderThePointer()
    {
        FakeWorld world;
        EventsPanel panel(world.context());
        panel.resize(700, 200);
        panel.show();
        world.introduce();
        world.report(0, {{}, Severity::Warning, 0, "a", "first"});
        QEnterEvent enter({10, 10}, {10, 10}, {10, 10});
        QApplication::sendEvent(panel.table().viewport(), &enter);
        world.report(0, {{}, Severity::Warning, 0, "b", "second"});
        QCOMPARE(panel.table().model()->rowCount(), 1);
        QVERIFY(panel.caption().contains(QStringLiteral("1 new")));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(panel.table().viewport(), &leave);
        QCOMPARE(panel.table().model()->rowCount(), 2);
        QVERIFY(!panel.caption().contains(QStringLiteral(" new (")));
    }

    void inANarrowPanelTheSentenceIsInSight()
    {
        FakeWorld world;
        EventsPanel panel(world.context());
        panel.resize(290, 200);
        panel.show();
        world.introduce();
        world.report(
            0, {{}, Severity::Warning, 0, "gpu.temperature", "GPU temperature is 84 °C, beyond its limit of 83 °C"});
        QTableView& table = panel.table();
        const QRect what = table.visualRect(table.model()->index(0, EventModel::WhatColumn));
        QVERIFY2(table.viewport()->rect().contains(what), "cut at the edge");
        QVERIFY2(what.width() > table.viewport()->width() / 2, qPrintable(QString::number(what.width())));
        const QRect needed
            = table.fontMetrics().boundingRect(QRect(0, 0, what.width() - 8, 1000), Qt::TextWordWrap,
                                               table.model()->index(0, EventModel::WhatColumn).data().toString());
        QVERIFY2(needed.height() <= what.height(), qPrintable(QString::number(needed.height())));
        panel.resize(900, 200);
        test::handleDueEvents();
        const QRect where = table.visualRect(table.model()->index(0, EventModel::WhereColumn));
        QVERIFY(table.viewport()->rect().contains(where));
    }

    void theNewestIsOnTop()
    {
        FakeWorld world;
        EventsPanel panel(world.context());
        world.introduce();
        world.report(0, {{}, Severity::Warning, 0, "a", "first"});
        world.report(0, {{}, Severity::Warning, 0, "b", "second"});
        QString row;
        for (int column = 0; column < panel.table().model()->columnCount(); ++column)
            row += panel.table().model()->index(0, column).data().toString() + QLatin1Char('|');
        QVERIFY2(row.contains(QStringLiteral("second")), qPrintable(row));
    }
};

LOCKSTEP_GUI_TEST(tst_eventspanel, TestEventsPanel)
#include "tst_eventspanel.moc"
