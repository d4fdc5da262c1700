// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/keyhelp.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/panels/palette/commandpalette.h"
#include "widgets/panels/startpage.h"

#include <QAction>
#include <QDockWidget>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

StartOptions startOptions(bool isDemo)
{
    StartOptions options;
    options.demo = isDemo;
    options.size = QSize(1280, 800);
    options.freshSettings = true;
    return options;
}

/// A window with its start options.
struct Started
{
    explicit Started(const StartOptions& options) : composition(options) { window.open(options); }
    Settings settings{true};
    Composition composition;
    MainWindow window{composition, settings};
};

bool isLive(const Composition& composition)
{
    const ClusterStore& store = composition.cluster().store();
    return store.topology()->count(EntityKind::Node) > 0
        && store.node({EntityKind::Node, 0}).freshness == Freshness::Live;
}

} // namespace

/// The complete window with the embedded agent of this machine, over real gRPC, offscreen.
class TestDashboardWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withNothingToWatchItOffersWhereToStart()
    {
        Started started(startOptions(false));
        QVERIFY(started.window.findChild<StartPage*>()->isVisible());
    }

    void theDemoIsASimulatedClusterInItsRacks()
    {
        Started started(startOptions(true));
        QTRY_VERIFY(isLive(started.composition));
        const ClusterStore& store = started.composition.cluster().store();
        QCOMPARE(store.topology()->clusterName(), "demo");
        QTRY_COMPARE(store.topology()->count(EntityKind::Gpu), std::size_t{512});
        QVERIFY(store.metrics().find("gpu.temperature").isValid());
        QTRY_COMPARE(started.composition.selection().metric(), store.metrics().find("gpu.temperature"));
    }

    void thisMachineReachesTheStoreThroughTheRealPath()
    {
        StartOptions options = startOptions(false);
        options.here = true;
        Started started(options);
        QVERIFY(!started.window.findChild<StartPage*>()->isVisible());
        QTRY_VERIFY(isLive(started.composition));
        const ClusterStore& store = started.composition.cluster().store();
        QVERIFY(store.metrics().find("node.cpu.utilisation").isValid());
        QVERIFY(store.samplesApplied() > 0);

        const QJsonObject stats
            = QJsonDocument::fromJson(statsReport(started.composition, std::chrono::steady_clock::now())).object();
        for (const QString& key :
             {u"frames"_s, u"frame_ms"_s, u"first_data_frame_s"_s, u"batches"_s, u"samples"_s, u"dropped_batches"_s,
              u"gaps"_s, u"sample_to_pixel_ms"_s, u"cpu_s"_s, u"wall_s"_s, u"rss_mb"_s})
            QVERIFY2(stats.contains(key), qPrintable(key));
        QVERIFY(stats[u"samples"_s].toInt() > 0);
        QVERIFY(stats[u"rss_mb"_s].toDouble() > 1);
    }

    void withoutDataTheStatisticsSayNullNotZero()
    {
        Composition composition(startOptions(false));
        const QJsonObject stats
            = QJsonDocument::fromJson(statsReport(composition, std::chrono::steady_clock::now())).object();
        QVERIFY(stats[u"first_data_frame_s"_s].isNull());
        QVERIFY(stats[u"sample_to_pixel_ms"_s][u"p99"_s].isNull());
    }

    void everyWorkspaceShowsItsDocksAndEveryDockIsSomewhere()
    {
        Started started(startOptions(true));
        QSet<QString> shown;
        for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
            started.window.showWorkspace(workspace);
            int visible = 0;
            for (QDockWidget* dock : started.window.findChild<DockHost*>()->docks()) {
                if (!dock->isHidden()) {
                    shown.insert(dock->objectName());
                    ++visible;
                }
            }
            QVERIFY2(visible >= 3, qPrintable(Workspaces::name(workspace)));
        }
        QCOMPARE(shown.size(), started.window.findChild<DockHost*>()->docks().size());
    }

    void whatIsBehindOtherViewsIsHidden()
    {
        Started started(startOptions(true));
        auto& host = *started.window.findChild<DockHost*>();
        const auto wrong = [&host] {
            for (QDockWidget* dock : host.docks()) {
                if (dock->widget()->isVisible() == dock->visibleRegion().isEmpty())
                    return dock->objectName();
            }
            return QString();
        };
        for (const int workspace : {0, 1, 2, 3, 0, 3}) {
            started.window.showWorkspace(workspace);
            QTRY_COMPARE(wrong(), QString());
        }
        started.window.showWorkspace(0);
        for (const QString& id : {u"job"_s, u"heatmap"_s, u"job"_s}) {
            host.dock(id)->raise();
            QTRY_VERIFY(host.dock(id)->widget()->isVisible());
            QTRY_COMPARE(wrong(), QString());
        }
        host.dock(u"job"_s)->close();
        QTRY_COMPARE(wrong(), QString());
        QVERIFY(!host.dock(u"job"_s)->widget()->isVisible());
        host.dock(u"job"_s)->show();
        host.dock(u"job"_s)->raise();
        QTRY_VERIFY(host.dock(u"job"_s)->widget()->isVisible());
        QTRY_COMPARE(wrong(), QString());
    }

    /// A screen to the left of the first one has negative positions, like docks behind other tabs.
    void aFloatingViewIsShownOnWhicheverScreen()
    {
        Started started(startOptions(true));
        auto& host = *started.window.findChild<DockHost*>();
        started.window.showWorkspace(0);
        for (const QString& id : {u"job"_s, u"heatmap"_s}) { // one of these is behind the other
            QDockWidget& dock = *host.dock(id);
            dock.setFloating(true);
            dock.hide();
            dock.setGeometry(-3000, 100, 900, 600);
            dock.show();
            QTRY_VERIFY(dock.widget()->isVisible());
            dock.hide();
            QVERIFY(!dock.widget()->isVisible());
            dock.show();
            QTRY_VERIFY(dock.widget()->isVisible());
        }
    }

    void titlesOfTabsAreNeverCut()
    {
        Started started(startOptions(true));
        started.window.resize(1280, 800);
        int tabs = 0;
        for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
            started.window.showWorkspace(workspace);
            QTest::qWait(0);
            for (const QTabBar* const bar : started.window.findChild<DockHost*>()->findChildren<QTabBar*>()) {
                for (int at = 0; bar->isVisible() && at < bar->count(); ++at, ++tabs)
                    QVERIFY2(bar->tabRect(at).width() > bar->fontMetrics().horizontalAdvance(bar->tabText(at)),
                             qPrintable(bar->tabText(at)));
            }
        }
        QVERIFY(tabs > 20);
    }

    void askingForAPanelThatIsBehindOthersShowsIt()
    {
        Started started(startOptions(true));
        auto& host = *started.window.findChild<DockHost*>();
        started.window.showWorkspace(0);
        host.dock(u"heatmap"_s)->raise();
        QWidget& drain = *host.dock(u"drain"_s)->widget();
        QTRY_VERIFY(!drain.isVisible());
        const auto actions = started.window.actions();
        const auto panel
            = std::ranges::find(actions, u"Panel: "_s + host.dock(u"drain"_s)->windowTitle(), &QAction::text);
        QVERIFY(panel != actions.end());
        for (int twice = 0; twice < 2; ++twice) {
            QVERIFY(!(*panel)->isChecked());
            (*panel)->trigger(); // from behind, then from closed
            QTRY_VERIFY(drain.isVisible());
            QTRY_VERIFY((*panel)->isChecked());
            (*panel)->trigger();
            QTRY_VERIFY(!drain.isVisible());
        }
    }

    void aPanelOfAnotherWorkspaceOpensAsATab()
    {
        Started started(startOptions(true));
        auto& host = *started.window.findChild<DockHost*>();
        QTest::qWait(0); // until the first workspace is shown
        started.window.showWorkspace(Workspaces::incident);
        QTRY_VERIFY(3 * host.dock(u"incident"_s)->width() > host.width()); // arranged in the window's final size
        const QRect before = host.dock(u"incident"_s)->geometry();
        const auto actions = started.window.actions();
        const auto panel
            = std::ranges::find(actions, u"Panel: "_s + host.dock(u"power"_s)->windowTitle(), &QAction::text);
        (*panel)->trigger();
        QTRY_VERIFY(host.dock(u"power"_s)->widget()->isVisible());
        QVERIFY(host.tabifiedDockWidgets(host.dock(u"power"_s)).contains(host.dock(u"charts"_s)));
        QCOMPARE(host.dock(u"incident"_s)->geometry(), before);
    }

    void keysStandByMenuAndAreFoundByTyping()
    {
        Started started(startOptions(true));
        QVERIFY(QTest::qWaitForWindowExposed(&started.window, test::hangTimeoutMs));
        auto* const keys = started.window.findChild<KeyHelp*>();
        keys->toggle();
        for (const QString& words : {u"Workspace"_s, u"Open incident"_s, u"Zoom in on time axis"_s})
            QVERIFY2(keys->text().contains(words), qPrintable(words));
        started.window.resize(1280, 800);
        keys->toggle();
        keys->toggle();
        QVERIFY(started.window.rect().contains(keys->geometry()));
        QTest::keyClicks(keys, u"incident"_s);
        QVERIFY(keys->isVisible() && keys->text().contains(u"Open incident"_s));
        QVERIFY(!keys->text().contains(u"Zoom in on time axis"_s));
        QTest::keyClick(keys, Qt::Key_Escape);
        QVERIFY(!keys->isVisible());
    }

    void aBadAddressIsReportedAndNothingElseHappens()
    {
        Composition composition(startOptions(false));
        QSignalSpy failed(&composition, &Composition::failed);
        composition.opener().connectTo(u"no-port-here"_s);
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(u"host:port"_s));
        QVERIFY(composition.session().isEmpty());
    }

    void aMissingClusterFileIsNamed()
    {
        Composition composition(startOptions(false));
        QSignalSpy failed(&composition, &Composition::failed);
        composition.opener().openClusterFile(u"/nowhere/cluster.toml"_s);
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(u"/nowhere/cluster.toml"_s));
    }

    void ctrlKOpensThePalette()
    {
        Started started(startOptions(true));
        QApplication::setActiveWindow(&started.window); // there may be no window manager to do it
        QTest::keyClick(&started.window, Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(started.window.findChild<CommandPalette*>()->isVisible());
    }
};

LOCKSTEP_GUI_TEST(tst_dashboardwindow, TestDashboardWindow)
#include "tst_dashboardwindow.moc"
