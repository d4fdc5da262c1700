// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/controlbar.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/dashboard/window/wallmode.h"
#include "app/session/opening/startoptions.h"
#include "models/store/clustermodel.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/incidents/notebar.h"
#include "widgets/panels/alertline.h"
#include "widgets/panels/header/headerstrip.h"
#include "widgets/panels/header/statusfooter.h"
#include "widgets/timeline/bar/timebar.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QMenuBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockstep;
using namespace Qt::StringLiterals;

/// The Wall workspace with the demo.
class TestWallMode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void itHasNoChromeAndIsLarge();
    void viewsTakeTurns();
    void whoTouchesAnythingIsLeftAlone();
    void aNewAlertShowsItsDependencies();
    void everythingIsAsLargeAsTheScreenBears();

private:
    /// The view that is in front of those in the first pile.
    [[nodiscard]] QString inFront() const
    {
        for (const QString& id : {u"hall"_s, u"dependencies"_s, u"fabric"_s}) {
            if (!m_run->window().findChild<DockHost*>()->dock(id)->visibleRegion().isEmpty())
                return id;
        }
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<DashboardRun> m_run;
    WallMode* m_wall = nullptr;
};

void TestWallMode::init()
{
    StartOptions options;
    options.freshSettings = true;
    options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    options.size = QSize(1920, 1080);
    m_run = std::make_unique<DashboardRun>(*qApp, options, std::chrono::steady_clock::now());
    m_run->start();
    m_run->composition().opener().startDemo();
    m_wall = m_run->window().findChild<WallMode*>();
    const auto* workspaces = m_run->window().findChild<Workspaces*>();
    QTRY_VERIFY(workspaces->current() >= 0);
    m_run->window().showWorkspace(Workspaces::wall);
    QTRY_COMPARE(inFront(), u"hall"_s);
}

void TestWallMode::cleanup()
{
    m_run.reset();
}

void TestWallMode::itHasNoChromeAndIsLarge()
{
    MainWindow& window = m_run->window();
    QVERIFY(m_wall->isOn() && window.isFullScreen());
    QVERIFY(!window.menuBar()->isVisible() && !window.findChild<ControlBar*>()->isVisible()
            && !window.findChild<StatusFooter*>()->isVisible() && !window.findChild<TimeBar*>()->isVisible());
    QVERIFY(window.findChild<DockHost*>()->dock(u"alerts"_s)->isHidden()); // no alert is shown twice
    const auto controls = [&] {
        int visible = 0;
        for (const QWidget* each : window.findChild<DockHost*>()->findChildren<QComboBox*>())
            visible += each->isVisible() ? 1 : 0;
        for (const QWidget* each : window.findChild<DockHost*>()->findChildren<QToolButton*>())
            visible += each->isVisible() && qobject_cast<const QTabBar*>(each->parentWidget()) == nullptr ? 1 : 0;
        return visible;
    };
    QCOMPARE(controls(), 0);
    auto* const header = window.findChild<HeaderStrip*>();
    const int usual = header->sizeHint().height();
    window.setWindowState(Qt::WindowNoState); // otherwise the platform of tests ignores another size
    window.resize(1920, 1080);
    QTRY_VERIFY(header->sizeHint().height() > usual);
    QTRY_COMPARE(header->height(), header->sizeHint().height());
    m_run->composition().selection().select({EntityKind::Rack, 0});
    QTest::keyClick(window.findChild<TimelineView*>(), Qt::Key_Escape); // wherever the focus is
    QVERIFY(!m_wall->isOn() && !window.isFullScreen());
    QVERIFY(m_run->composition().selection().current().isValid());
    QCOMPARE(window.findChild<Workspaces*>()->current(), 0);
    QTRY_VERIFY(controls() > 5);
    QVERIFY(window.findChild<TimeBar*>()->isVisible());
    QVERIFY(window.menuBar()->isVisible() && window.findChild<ControlBar*>()->isVisible());
    QCOMPARE(header->sizeHint().height(), usual);
    window.findChild<NoteBar*>()->ask({});
    window.showWorkspace(Workspaces::wall); // and once more
    QVERIFY(m_wall->isOn() && window.isFullScreen());
    QVERIFY(!window.findChild<NoteBar*>()->isVisible());
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(!m_wall->isOn() && !window.isFullScreen());
    QCOMPARE(header->sizeHint().height(), usual);
}

void TestWallMode::viewsTakeTurns()
{
    QSet<QString> seen{inFront()};
    for (int turn = 0; turn < 3; ++turn) {
        const QString before = inFront();
        m_wall->turn();
        QTRY_VERIFY(inFront() != before);
        seen.insert(inFront());
    }
    QCOMPARE(seen.size(), 3);
    QCOMPARE(inFront(), u"hall"_s); // and from the beginning
}

void TestWallMode::whoTouchesAnythingIsLeftAlone()
{
    QTest::mouseMove(&m_run->window(), QPoint(10, 10));
    QTest::mouseClick(&m_run->window(), Qt::LeftButton, {}, QPoint(10, 10));
    m_wall->turn();
    QCoreApplication::processEvents();
    QCOMPARE(inFront(), u"hall"_s);
}

void TestWallMode::aNewAlertShowsItsDependencies()
{
    ClusterModel& cluster = m_run->composition().session().cluster();
    QTRY_VERIFY(cluster.store().topology()->count(EntityKind::Loop) > 0);
    Derived reported;
    reported.events
        = {{{EntityKind::Loop, 0},
            {wallClockNow() - std::chrono::seconds(30), Severity::Warning, 0, "loop.flow", "Loop cdu-1 loses flow"}}};
    cluster.applyDerived(reported);
    QTRY_VERIFY((m_wall->checkForAlerts(), inFront() == u"dependencies"_s));
    auto* const line = m_run->window().findChild<AlertLine*>();
    QTRY_VERIFY(line->isVisible() && line->text().contains(u"cdu-1"_s));
    m_wall->turn(); // it stays for a while
    QCoreApplication::processEvents();
    QCOMPARE(inFront(), u"dependencies"_s);
    const int large = line->height();
    m_wall->leave(); // in Watch, it is a card
    QTRY_VERIFY(line->height() < large);
    QVERIFY2(line->facts().contains(u"since "_s) && line->facts().contains(u"owner: facilities"_s),
             qPrintable(line->facts()));
    const auto* const workspaces = m_run->window().findChild<Workspaces*>();
    QCOMPARE(workspaces->current(), Workspaces::watch);
    m_run->window().showWorkspace(Workspaces::sync);
    QVERIFY(!line->isVisible());
}

void TestWallMode::everythingIsAsLargeAsTheScreenBears()
{
    QCOMPARE(WallMode::scaleFor(1024), 1.0);
    QCOMPARE(WallMode::scaleFor(1920), 1.5);
    QCOMPARE(WallMode::scaleFor(7680), 2.0);
}

LOCKSTEP_GUI_TEST(tst_wallmode, TestWallMode)
#include "tst_wallmode.moc"
