// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/alertsound.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "datasources/imports/importtext.h"
#include "models/store/clustermodel.h"
#include "tests/app/dashboard/openables.h"
#include "tests/support/testentry.h"
#include "tests/support/viewturns.h"
#include "tests/support/waiting.h"
#include "widgets/incidents/notebar.h"
#include "widgets/panels/alertline.h"
#include "widgets/panels/connectionfailure.h"
#include "widgets/panels/header/statusfooter.h"
#include "widgets/panels/notificationbar.h"
#include "widgets/panels/startpage.h"
#include "widgets/panels/topologypanel.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;

namespace {

/// The visible docks by name, with their sizes.
QMap<QString, QSize> docksOf(MainWindow& window)
{
    QMap<QString, QSize> seen;
    for (const QDockWidget* dock : window.findChild<DockHost*>()->docks()) {
        if (!dock->isHidden())
            seen.insert(dock->objectName(), dock->visibleRegion().isEmpty() ? QSize() : dock->size());
    }
    return seen;
}

QMap<QString, QSize> show(MainWindow& window, int workspace)
{
    window.showWorkspace(workspace);
    (void)waitForViews(); // docks get their sizes after pending events have been handled
    return docksOf(window);
}

} // namespace

/// One run of the dashboard, in which sources of each kind are opened one after another.
class TestDashboardRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        m_openables = std::make_unique<Openables>(m_folder.path());
        QCOMPARE(m_openables->prepare(), QString());
    }

    void whatIsOpenedReplacesAllOfWhatWasShown_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        for (const Openable first : openables) {
            for (const Openable second : openables) {
                if (first != second)
                    QTest::addRow("%s, then %s", nameOf(first), nameOf(second))
                        << static_cast<int>(first) << static_cast<int>(second);
            }
        }
    }
    void whatIsOpenedReplacesAllOfWhatWasShown()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        for (const int each : {first, second, first}) {
            const auto openable = static_cast<Openable>(each);
            m_openables->open(run.composition(), openable);
            QTRY_VERIFY2(Openables::isShown(run, openable), nameOf(openable));
            QVERIFY(waitForViews());
            run.window().grab();
            QVERIFY2(!Openables::isAnythingElseLeft(run, openable), nameOf(openable));
        }
    }

    void whatIsShownCanBeClosed()
    {
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        m_openables->open(run.composition(), Openable::Recording);
        QTRY_VERIFY(Openables::isShown(run, Openable::Recording));
        run.composition().close();
        QTRY_VERIFY(run.window().findChild<StartPage*>()->isVisible());
        QVERIFY(run.composition().session().isLive());
        QCOMPARE(run.composition().cluster().store().topology()->count(EntityKind::Node), std::size_t{0});
    }

    void whatCannotBeOpenedLeavesWhatIsShown()
    {
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        m_openables->open(run.composition(), Openable::Recording);
        QTRY_VERIFY(Openables::isShown(run, Openable::Recording));
        const Composition* const shown = &run.composition();
        QSignalSpy failed(&run.composition(), &Composition::failed);
        run.composition().opener().openRecording(at("nowhere"));
        run.composition().opener().openTraces({at("nowhere.json")});
        run.composition().opener().openClusterFile(at("nowhere.toml"));
        run.composition().opener().connectTo(u"no port"_s);
        QTRY_COMPARE(failed.count(), 4);
        QCOMPARE(&run.composition(), shown);
        QVERIFY(Openables::isShown(run, Openable::Recording));
    }

    void whatIsLiveAfterARecordingIsRecordedAgain()
    {
        StartOptions recording = options();
        recording.record = RecordFolder::named(at("rolling"));
        DashboardRun run(*qApp, recording, std::chrono::steady_clock::now());
        run.start();
        for (const Openable openable : {Openable::Demo, Openable::Recording, Openable::Demo}) {
            m_openables->open(run.composition(), openable);
            QTRY_VERIFY(Openables::isShown(run, openable));
            QCOMPARE(!run.composition().session().path().isEmpty() && run.composition().session().isLive(),
                     openable == Openable::Demo);
        }
    }

    void aRecordingOpensWhereItsNodesReport()
    {
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        m_openables->open(run.composition(), Openable::Recording);
        QTRY_VERIFY(Openables::isShown(run, Openable::Recording));
        const ClusterStore& store = run.composition().cluster().store();
        QTRY_COMPARE(store.node({EntityKind::Node, 0}).freshness, Freshness::Live);
        QTRY_COMPARE(store.node({EntityKind::Node, 1}).freshness, Freshness::Live);
        QVERIFY(run.composition().time().range().contains(run.composition().time().cursor()));
    }

    void noTextFieldTakesTheFocusByItself()
    {
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        m_openables->open(run.composition(), Openable::Recording);
        QTRY_VERIFY(Openables::isShown(run, Openable::Recording));
        MainWindow& window = run.window();
        QVERIFY(waitForViews()); // the first workspace is applied once the page has its size
        QApplication::setActiveWindow(&window);
        for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
            window.showWorkspace(workspace);
            QVERIFY(waitForViews());
            const QWidget* focused = QApplication::focusWidget();
            QVERIFY2(focused == nullptr || !focused->testAttribute(Qt::WA_InputMethodEnabled),
                     qPrintable(u"%1: %2"_s.arg(Workspaces::name(workspace),
                                                QString::fromLatin1(focused->metaObject()->className()))));
        }
    }

    void oneSearchAfterAnotherFindsAnything()
    {
        StartOptions start = options();
        start.demo = true;
        DashboardRun run(*qApp, start, std::chrono::steady_clock::now());
        run.start();
        QTRY_VERIFY(Openables::isShown(run, Openable::Demo));
        MainWindow& window = run.window();
        QVERIFY(waitForViews()); // the first workspace is applied once the page has its size
        QApplication::setActiveWindow(&window);
        const Selection& selection = run.composition().selection();
        const ClusterStore& store = run.composition().cluster().store();
        window.findChild<TopologyPanel*>()->focusFilter(); // in a text field the key opens the palette, too
        for (const char* name : {"node-017", "cdu-2", "train-b", "node-017"}) {
            QTRY_VERIFY(QApplication::focusWidget() != nullptr);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(name));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
            QVERIFY2(selection.current().isValid(), name);
            QCOMPARE(QString::fromStdString(store.topology()->name(selection.current())), QString::fromLatin1(name));
        }
    }

    void theSoundOfAlertsIsOffUntilItIsWanted()
    {
        StartOptions fresh = options();
        fresh.freshSettings = false;
        for (const bool wasWanted : {false, true}) {
            DashboardRun run(*qApp, fresh, std::chrono::steady_clock::now());
            run.start();
            auto* sound = run.window().findChild<AlertSound*>();
            QVERIFY(sound != nullptr);
            QCOMPARE(sound->isOn(), wasWanted); // as it was before
            int rings = 0;
            sound->setRing([&rings] { ++rings; });
            const QList<QAction*> actions = run.window().actions();
            const auto action = std::ranges::find(actions, u"Play sound on new critical alerts"_s, &QAction::text);
            QVERIFY(action != actions.end());
            QCOMPARE((*action)->isChecked(), wasWanted);
            (*action)->trigger();
            QCOMPARE(sound->isOn(), !wasWanted);
            QCOMPARE(rings, wasWanted ? 0 : 1); // a sample of the sound
        }
    }

    void aRecordingBringsItsOwnTick()
    {
        ImportedSeries series; // ten samples per second
        QByteArray text = "time,node,load\n";
        for (int at = 0; at < 300; ++at)
            text += QByteArray::number(1'700'000'000 + at / 10) + '.' + QByteArray::number(at % 10) + ",n1,"
                + QByteArray::number(at) + '\n';
        QVERIFY(importCsv(text.toStdString(), "ten", series).isOk());
        QVERIFY(series.write(at("ten").toStdString()).isOk());
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        run.composition().opener().openRecording(at("ten"));
        const auto tick = [&] {
            return run.composition().cluster().store().tickPeriod();
        };
        QTRY_COMPARE(tick(), Duration(std::chrono::milliseconds(100)));
        const auto ticks = [&] {
            return run.composition().cluster().store().ticks().length();
        };
        QTRY_COMPARE(ticks(), TickIndex{300});
        m_openables->open(run.composition(), Openable::Recording); // and the next one its own
        QTRY_VERIFY(Openables::isShown(run, Openable::Recording));
        QCOMPARE(tick(), Duration(std::chrono::seconds(1)));
    }

    void theWindowFitsItsScreen()
    {
        StartOptions large = options();
        large.size = QSize(5000, 4000);
        DashboardRun run(*qApp, large, std::chrono::steady_clock::now());
        run.start();
        const QRect screen = run.window().screen()->availableGeometry();
        const QSize largest = screen.size().expandedTo(run.window().minimumSize());
        QCOMPARE(run.window().size().boundedTo(largest), run.window().size());
        QVERIFY(screen.contains(run.window().geometry().topLeft()));
    }

    /// A window manager maximises the window only after it is shown.
    void aWindowThatIsMaximisedKeepsTheProportionsOfItsDocks()
    {
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        m_openables->open(run.composition(), Openable::Demo);
        QTRY_VERIFY(run.window().findChild<Workspaces*>()->current() >= 0);
        run.window().resize(2400, 1350);
        auto* const docks = run.window().findChild<DockHost*>();
        const auto share = [docks] {
            return docks->dock(u"timeline"_s)->height() / static_cast<double>(docks->height());
        };
        QTRY_VERIFY2(share() < 0.36, qPrintable(QString::number(share())));
    }

    /// Whenever it is resized, and also where the user has moved a separator.
    void docksKeepTheirSharesOfAWindowOfAnySize()
    {
        StartOptions kept = options();
        kept.freshSettings = false;
        kept.size = QSize(1600, 900);
        const auto shareOf = [](MainWindow& window) {
            auto* const docks = window.findChild<DockHost*>();
            const QSizeF area = docks->size();
            return QSizeF(docks->dock(u"topology"_s)->width() / area.width(),
                          docks->dock(u"timeline"_s)->height() / area.height());
        };
        const auto isNear = [](QSizeF share, QSizeF expected) { // tabs are equally high in every window
            return std::abs(share.width() - expected.width()) < 0.01
                && std::abs(share.height() - expected.height()) < 0.03;
        };
        QSizeF chosen;
        for (const QSize first : {QSize(1600, 900), QSize(2560, 1440)}) { // and on another screen
            kept.size = first;
            DashboardRun run(*qApp, kept, std::chrono::steady_clock::now());
            run.start();
            m_openables->open(run.composition(), Openable::Demo);
            MainWindow& window = run.window();
            QTRY_VERIFY(window.findChild<Workspaces*>()->current() >= 0);
            window.showWorkspace(Workspaces::watch);
            window.resize(first); // wider than the screen of tests
            QVERIFY(waitForViews());
            if (chosen.isEmpty()) {
                auto* const docks = window.findChild<DockHost*>();
                const int quarter = docks->width() / 4;
                const int half = docks->height() / 2;
                docks->resizeDocks({docks->dock(u"topology"_s), docks->dock(u"hall"_s), docks->dock(u"heatmap"_s),
                                    docks->dock(u"alerts"_s)},
                                   {quarter, quarter, quarter, quarter}, Qt::Horizontal);
                docks->resizeDocks({docks->dock(u"topology"_s), docks->dock(u"timeline"_s)}, {half, half},
                                   Qt::Vertical);
                docks->measureShares(); // as after a separator was dragged
                QVERIFY(waitForViews());
                chosen = shareOf(window);
                QVERIFY2(chosen.width() > 0.22 && chosen.height() > 0.4,
                         qPrintable(u"%1, %2"_s.arg(chosen.width()).arg(chosen.height())));
            }
            for (const QSize size : {first, QSize(2400, 1350), QSize(1280, 900), first}) {
                window.resize(size);
                QVERIFY(waitForViews());
                const QSizeF share = shareOf(window);
                QVERIFY2(isNear(share, chosen),
                         qPrintable(u"%1 px wide: %2, %3"_s.arg(size.width()).arg(share.width()).arg(share.height())));
            }
            window.close();
        }
    }

    /// At 250 % the time bar and the footer were below the edge of the screen.
    void largeTextPushesNoBarOffTheScreen()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 2.5);
        QApplication::setFont(large);
        {
            DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
            run.start();
            m_openables->open(run.composition(), Openable::Demo);
            QTRY_VERIFY(run.window().findChild<Workspaces*>()->current() >= 0);
            run.window().resize(1280, 800);
            const auto* const footer = run.window().findChild<StatusFooter*>();
            const auto bottom = [&] {
                return footer->mapTo(&run.window(), QPoint(0, footer->height())).y();
            };
            QTRY_VERIFY2(bottom() <= run.window().height(), qPrintable(QString::number(bottom())));
        }
        QApplication::setFont(usual);
    }

    void whatComesAndGoesShiftsNoDock()
    {
        DashboardRun run(*qApp, options(), std::chrono::steady_clock::now());
        run.start();
        m_openables->open(run.composition(), Openable::Demo);
        QTRY_VERIFY(Openables::isShown(run, Openable::Demo));
        QVERIFY(waitForViews());
        const auto placesOf = [&] {
            QMap<QString, QRect> places;
            for (const QDockWidget* dock : run.window().findChild<DockHost*>()->docks()) {
                if (dock->isVisible())
                    places.insert(dock->objectName(), {dock->mapTo(&run.window(), QPoint()), dock->size()});
            }
            return places;
        };
        const auto before = placesOf();
        QVERIFY(before.size() > 3);
        auto* messages = run.window().findChild<NotificationBar*>();
        messages->notify(Severity::Warning, u"The recording cannot be written: no space is left."_s);
        messages->notify(Severity::Critical, u"Nothing is recorded any more."_s);
        auto* note = run.window().findChild<NoteBar*>();
        note->ask({});
        QVERIFY(waitForViews());
        QVERIFY(messages->isVisible() && note->isVisible());
        QVERIFY(!messages->visibleRegion().isEmpty() && !note->visibleRegion().isEmpty());
        QVERIFY(placesOf() == before);
        const QRect messagesAt(messages->mapTo(&run.window(), QPoint()), messages->size());
        QVERIFY(run.window().rect().contains(messagesAt));
        run.window().close();
    }

    void whoCannotBeReachedIsNamedInTheMiddleAndCanBeClosed()
    {
        StartOptions dead = options();
        dead.connect = QStringList{u"127.0.0.1:1"_s}; // nothing listens there
        DashboardRun run(*qApp, dead, std::chrono::steady_clock::now());
        run.start();
        QTRY_VERIFY(run.window().findChild<ConnectionFailure*>()->isVisible());
        auto* trouble = run.window().findChild<ConnectionFailure*>();
        QVERIFY(trouble->accessibleName().contains(u"127.0.0.1:1"_s));
        QVERIFY(trouble->geometry().contains(run.window().findChild<DockHost*>()->geometry().center()));
        for (QPushButton* button : trouble->findChildren<QPushButton*>()) {
            if (button->text().startsWith(u"Try"_s))
                button->click();
        }
        QVERIFY(trouble->isVisible());
        for (QPushButton* button : trouble->findChildren<QPushButton*>()) {
            if (button->text().startsWith(u"Close"_s))
                button->click();
        }
        QTRY_VERIFY(run.window().findChild<StartPage*>()->isVisible());
        QVERIFY(run.composition().session().isEmpty());
        run.window().close();
    }

    void everyWorkspaceComesBackAsItWas()
    {
        StartOptions kept = options();
        kept.freshSettings = false;
        kept.demo = true;
        QMap<std::pair<int, bool>, QMap<QString, QSize>> asDesigned; // by workspace, and whether it shows an alert
        for (int round = 0; round < 2; ++round) {
            DashboardRun run(*qApp, kept, std::chrono::steady_clock::now());
            run.start();
            QTRY_VERIFY(Openables::isShown(run, Openable::Demo));
            for (int visit = 0; visit < 2; ++visit) {
                for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
                    const QMap<QString, QSize> seen = show(run.window(), workspace);
                    const bool isAlertShown = run.window().findChild<AlertLine*>()->isVisible(); // it takes room
                    QMap<QString, QSize>& expected = asDesigned[{workspace, isAlertShown}];
                    if (expected.isEmpty())
                        expected = seen;
                    QVERIFY2(seen.keys() == expected.keys(),
                             qPrintable(u"run %1, visit %2 of %3: %4"_s.arg(round).arg(visit).arg(
                                 Workspaces::name(workspace), QStringList(seen.keys()).join(u' '))));
                    for (auto dock = seen.cbegin(); dock != seen.cend(); ++dock) {
                        const QSize difference = dock.value() - expected[dock.key()];
                        QVERIFY2(std::abs(difference.width()) <= 16 && std::abs(difference.height()) <= 16,
                                 qPrintable(u"run %1, visit %2 of %3: %4 is %5 x %6, expected %7 x %8"_s.arg(round)
                                                .arg(visit)
                                                .arg(Workspaces::name(workspace), dock.key())
                                                .arg(dock->width())
                                                .arg(dock->height())
                                                .arg(expected[dock.key()].width())
                                                .arg(expected[dock.key()].height())));
                    }
                }
            }
            run.window().close();
        }
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] StartOptions options() const
    {
        StartOptions options;
        options.size = QSize(1280, 800);
        options.freshSettings = true;
        options.incidentsFile = at("incidents.sqlite");
        return options;
    }
    QTemporaryDir m_folder;
    std::unique_ptr<Openables> m_openables;
};

LOCKSTEP_GUI_TEST(tst_dashboardrun, TestDashboardRun)
#include "tst_dashboardrun.moc"
