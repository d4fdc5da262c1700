// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/items/alertmodel.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/emptystate.h"
#include "widgets/panels/alertline.h"
#include "widgets/panels/alertspanel.h"

#include <QAction>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// A visible panel, half a minute after a GPU was lost.
struct LostGpu
{
    explicit LostGpu(QSize size)
    {
        panel.resize(size);
        panel.show();
        world.introduce();
        world.run(5);
        world.report(1, {{}, Severity::Critical, 2, "gpu.lost", "GPU 1 fell off the bus"});
        onset = world.now();
        world.run(30);
        world.time.setCursor(world.now());
    }

    FakeWorld world{{.nodes = 2, .gpusPerNode = 2}};
    AlertsPanel panel{world.context()};
    TimePoint onset;
};

} // namespace

/// Two nodes with two GPUs each, and the list of their alerts.
class TestAlertsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void silenceIsNoAllClear()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        AlertsPanel panel(world.context());
        panel.show();
        const auto* empty = panel.findChild<EmptyState*>();
        QVERIFY(empty->accessibleName().startsWith(QStringLiteral("No data")));
        world.introduce();
        world.time.setCursor(world.now() + 5s);
        world.run(5); // results arrive after the moment
        QCOMPARE(empty->accessibleName(), QStringLiteral("No alerts at this moment."));
        world.time.setCursor(world.now() - 1h);
        QVERIFY(empty->accessibleName().startsWith(QStringLiteral("No data")));
    }

    void aClickShowsWhatItIsAboutAndEnterWhenItBegan()
    {
        LostGpu lost({700, 300});
        auto& [world, panel, onset] = lost;
        QSignalSpy shown(&world.selection, &Selection::shown);
        QTableView& table = panel.table();
        QCOMPARE(table.model()->rowCount(), 1);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier,
                          table.visualRect(table.model()->index(0, 0)).center());
        QCOMPARE(shown.count(), 1);
        QCOMPARE(world.selection.current().kind, EntityKind::Gpu);
        QCOMPARE(world.time.cursor(), world.now()); // a click does not leave the moment
        QVERIFY(panel.currentAlert().has_value());
        panel.showOnset(*panel.currentAlert());
        QCOMPARE(world.time.cursor(), onset);
    }

    /// Some findings are reported only once they have lasted for a while.
    void atTheOnsetTheAlertThatFollowsIsNamed()
    {
        FakeWorld world{{.nodes = 2, .gpusPerNode = 2}};
        AlertsPanel panel(world.context());
        panel.resize(700, 300);
        panel.show();
        world.introduce();
        world.run(5);
        world.report(1, {{}, Severity::Warning, 0, "port.retries", "Port 1 retries"});
        world.run(60);
        world.time.setCursor(world.now());
        QVERIFY(panel.currentAlert().has_value());
        const Alert alert = *panel.currentAlert();
        QVERIFY(alert.raisedAt > alert.onset);
        panel.showOnset(alert);
        const auto* empty = panel.findChild<EmptyState*>();
        QVERIFY2(empty->accessibleName().startsWith(QStringLiteral("Not raised yet: ")),
                 qPrintable(empty->accessibleName()));
    }

    void theCardCountsShelvedAlerts()
    {
        LostGpu lost({700, 300});
        FakeWorld& world = lost.world;
        AlertLine card(world.context());
        card.setMode(AlertLine::Mode::Card);
        QVERIFY(!card.text().isEmpty());
        Derived derived;
        derived.events.push_back({{}, shelving(world.alerts.at(world.now()).front(), world.now(), 30min, {})});
        world.cluster.applyDerived(derived);
        card.refresh();
        QCOMPARE(card.accessibleName(), QStringLiteral("No alerts · 1 shelved"));
    }

    /// Its buttons are about the alert that it shows, also if the list has another one selected.
    void theCardActsOnTheAlertThatItShows()
    {
        LostGpu lost({700, 300});
        FakeWorld& world = lost.world;
        world.report(0, {{}, Severity::Warning, 1, "gpu.lost", "GPU 0 fell off the bus"});
        world.time.setCursor(world.now());
        QTRY_COMPARE(lost.panel.table().model()->rowCount(), 2);
        AlertLine card(world.context());
        card.setMode(AlertLine::Mode::Card);
        QAction acknowledge;
        card.addButton(QStringLiteral("Acknowledge"), acknowledge,
                       [](const Alert& alert) { return alert.state == Alert::State::Active; });
        connect(&card, &AlertLine::wanted, &lost.panel, &AlertsPanel::choose);
        std::string acted;
        connect(&acknowledge, &QAction::triggered, &card,
                [&] { acted = lost.panel.currentAlert().value_or(Alert()).key; });
        lost.panel.table().selectRow(1);
        card.refresh();
        auto* const button = card.findChild<QToolButton*>();
        QVERIFY(button->isEnabled());
        button->click();
        const Alert worst = world.alerts.at(world.now()).front();
        QCOMPARE(acted, worst.key);
        Derived derived;
        derived.events.push_back({{}, acknowledgement(world.alerts.at(world.now()).back(), world.now())});
        derived.events.push_back({{}, acknowledgement(worst, world.now())});
        world.cluster.applyDerived(derived);
        card.refresh();
        QVERIFY(!button->isEnabled());
    }

    void theOnlyAlertIsMeantAlsoWhenItIsAcknowledged()
    {
        LostGpu lost({700, 300});
        FakeWorld& world = lost.world;
        Derived derived;
        derived.events.push_back({{}, acknowledgement(world.alerts.at(world.now()).front(), world.now())});
        world.cluster.applyDerived(derived);
        QVERIFY(lost.panel.currentAlert().has_value());
        QCOMPARE(lost.panel.currentAlert()->state, Alert::State::Acknowledged);
    }

    void theCardFollowsNewDataLikeTheList()
    {
        LostGpu lost({700, 300});
        FakeWorld& world = lost.world;
        AlertLine card(world.context());
        card.setMode(AlertLine::Mode::Card);
        world.report(0, {{}, Severity::Critical, 1, "gpu.lost", "GPU 0 fell off the bus"});
        const QString row = lost.panel.table().model()->index(0, AlertModel::WhatColumn).data().toString();
        QVERIFY2(card.text().startsWith(row), qPrintable(card.text() + u" for "_qs + row));
        QCOMPARE(card.text().contains(u" · "), lost.panel.table().model()->rowCount() > 1);
    }

    void theChosenAlertTellsItsStoryWithItsRunbook()
    {
        LostGpu lost({700, 500});
        auto& [world, panel, onset] = lost;
        QVERIFY(!panel.story().isVisible());
        panel.table().selectRow(0);
        QVERIFY(panel.story().isVisible());
        const QAbstractItemModel& story = *panel.story().model();
        QCOMPARE(story.index(0, 1).data().toString(), QStringLiteral("GPU 1 fell off the bus"));
        QStringList lines;
        for (int row = 0; row < story.rowCount(); ++row)
            lines.append(story.index(row, 1).data().toString());
        QVERIFY2(lines.contains(QStringLiteral("Act")), qPrintable(lines.join(QLatin1Char('\n'))));
        QTest::mouseClick(panel.story().viewport(), Qt::LeftButton, Qt::NoModifier,
                          panel.story().visualRect(story.index(0, 1)).center());
        QCOMPARE(world.time.cursor(), onset);
        QCOMPARE(world.selection.current().kind, EntityKind::Gpu);
    }

    void atAnyWidthNothingIsBeyondTheEdge()
    {
        LostGpu lost({700, 500});
        for (const int wide : {260, 400, 560, 610, 700, 850, 1'200, 2'560}) {
            lost.panel.resize(wide, 500);
            QCoreApplication::processEvents();
            const QTableView& table = lost.panel.table();
            QVERIFY2(table.horizontalHeader()->length() <= table.viewport()->width(),
                     qPrintable(QString::number(wide)));
        }
        QVERIFY(!lost.panel.table().isColumnHidden(AlertModel::OwnerColumn));
    }

    void aLongTitleHasTheLinesThatItNeeds_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("screen of 1920 pixels") << QSize(460, 300);
        QTest::newRow("large text") << QSize(280, 300);
    }

    void aLongTitleHasTheLinesThatItNeeds()
    {
        QFETCH(const QSize, size);
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        AlertsPanel panel(world.context());
        panel.resize(size);
        panel.show();
        world.introduce();
        world.run(5);
        const int single = panel.table().verticalHeader()->defaultSectionSize();
        world.report(1,
                     {{},
                      Severity::Critical,
                      2,
                      "gpu.lost",
                      "node-0001 / gpu1: fell off the bus, and has been reset by the driver of its node since then"});
        world.time.setCursor(world.now());
        QCoreApplication::processEvents();
        const QTableView& table = panel.table();
        const QModelIndex what = table.model()->index(0, AlertModel::WhatColumn);
        const QRect cell = table.visualRect(what).adjusted(4, 0, -4, 0);
        const QRect text = table.fontMetrics().boundingRect(cell, Qt::TextWordWrap, what.data().toString());
        QVERIFY(text.width() > 0 && text.height() <= cell.height());
        QVERIFY(table.rowHeight(0) > single);
    }

    void inANarrowPanelTheSentenceIsSeen()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        AlertsPanel panel(world.context());
        world.introduce();
        world.report(1, {{}, Severity::Critical, 2, "gpu.lost", "GPU 1 fell off the bus"});
        world.time.setCursor(world.now());
        for (const int width : {900, 260, 900}) {
            panel.resize(width, 300);
            panel.show();
            QCoreApplication::processEvents();
            const QTableView& table = panel.table();
            int columns = 0;
            for (int column = 0; column < table.model()->columnCount(); ++column)
                columns += table.isColumnHidden(column) ? 0 : 1;
            QCOMPARE(columns, width > 500 ? 6 : 3);
            QVERIFY(table.horizontalHeader()->length() <= table.viewport()->width());
        }
    }
};

LOCKSTEP_GUI_TEST(tst_alertspanel, TestAlertsPanel)
#include "tst_alertspanel.moc"
