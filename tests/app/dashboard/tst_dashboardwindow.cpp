// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/statsreport.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/settings.h"
#include "app/session/startoptions.h"
#include "tests/support/testentry.h"
#include "widgets/panels/commandpalette.h"
#include "widgets/panels/startpage.h"

#include <QDockWidget>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

StartOptions demoOptions()
{
    StartOptions options;
    options.demo = true;
    options.size = QSize(1280, 800);
    options.freshSettings = true;
    return options;
}

bool isLive(const Composition& composition)
{
    const ClusterStore& store = composition.cluster().store();
    return store.topology()->count(EntityKind::Node) > 0
        && store.node({EntityKind::Node, 0}).freshness == Freshness::Live;
}

} // namespace

/// The whole window on the embedded agent of this machine, over real gRPC, without a screen.
class TestDashboardWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withNothingToWatchItOffersWhereToStart()
    {
        StartOptions options = demoOptions();
        options.demo = false;
        Settings settings(true);
        Composition composition(options);
        MainWindow window(composition, settings);
        window.open(options);
        QVERIFY(window.findChild<StartPage*>()->isVisible());
    }

    void theDemoIsASimulatedClusterInItsRacks()
    {
        const StartOptions options = demoOptions();
        Settings settings(true);
        Composition composition(options);
        MainWindow window(composition, settings);
        window.open(options);
        QTRY_VERIFY_WITH_TIMEOUT(isLive(composition), 15'000);
        const ClusterStore& store = composition.cluster().store();
        QCOMPARE(store.topology()->clusterName(), "demo");
        QTRY_COMPARE(store.topology()->count(EntityKind::Gpu), std::size_t{512});
        QVERIFY(store.metrics().find("gpu.temperature").isValid());
        QCOMPARE(composition.selection().metric(), store.metrics().find("gpu.temperature"));
    }

    void thisMachineReachesTheStoreThroughTheRealPath()
    {
        StartOptions options = demoOptions();
        options.demo = false;
        options.here = true;
        Settings settings(true);
        Composition composition(options);
        MainWindow window(composition, settings);
        window.open(options);
        QVERIFY(!window.findChild<StartPage*>()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isLive(composition), 15'000);
        const ClusterStore& store = composition.cluster().store();
        QVERIFY(store.metrics().find("node.cpu.utilisation").isValid());
        QVERIFY(store.samplesApplied() > 0);

        const QJsonObject stats
            = QJsonDocument::fromJson(statsReport(composition, std::chrono::steady_clock::now())).object();
        for (const QString& key :
             {u"frames"_s, u"frame_ms"_s, u"first_data_frame_s"_s, u"batches"_s, u"samples"_s, u"dropped_batches"_s,
              u"gaps"_s, u"sample_to_pixel_ms"_s, u"cpu_s"_s, u"wall_s"_s, u"rss_mb"_s})
            QVERIFY2(stats.contains(key), qPrintable(key));
        QVERIFY(stats[u"samples"_s].toInt() > 0);
        QVERIFY(stats[u"rss_mb"_s].toDouble() > 1);
    }

    void withoutDataTheStatisticsSayNullNotZero()
    {
        StartOptions options = demoOptions();
        options.demo = false;
        Composition composition(options);
        const QJsonObject stats
            = QJsonDocument::fromJson(statsReport(composition, std::chrono::steady_clock::now())).object();
        QVERIFY(stats[u"first_data_frame_s"_s].isNull());
        QVERIFY(stats[u"sample_to_pixel_ms"_s][u"p99"_s].isNull());
    }

    void everyWorkspaceShowsItsDocksAndEveryDockIsSomewhere()
    {
        const StartOptions options = demoOptions();
        Settings settings(true);
        Composition composition(options);
        MainWindow window(composition, settings);
        window.open(options);
        QSet<QString> shown;
        for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
            window.showWorkspace(workspace);
            int visible = 0;
            for (QDockWidget* dock : window.findChild<DockHost*>()->docks()) {
                if (!dock->isHidden()) {
                    shown.insert(dock->objectName());
                    ++visible;
                }
            }
            QVERIFY2(visible >= 3, qPrintable(Workspaces::name(workspace)));
        }
        QCOMPARE(shown.size(), window.findChild<DockHost*>()->docks().size());
    }

    void aBadAddressIsReportedAndNothingElseHappens()
    {
        StartOptions options = demoOptions();
        options.demo = false;
        Composition composition(options);
        QSignalSpy failed(&composition, &Composition::failed);
        composition.connectTo(u"no-port-here"_s);
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(u"host:port"_s));
        QVERIFY(!composition.hasSources());
    }

    void aMissingClusterFileIsNamed()
    {
        StartOptions options = demoOptions();
        options.demo = false;
        Composition composition(options);
        QSignalSpy failed(&composition, &Composition::failed);
        composition.openClusterFile(u"/nowhere/cluster.toml"_s);
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(u"/nowhere/cluster.toml"_s));
    }

    void ctrlKOpensThePalette()
    {
        const StartOptions options = demoOptions();
        Settings settings(true);
        Composition composition(options);
        MainWindow window(composition, settings);
        window.open(options);
        QApplication::setActiveWindow(&window); // there may be no window manager to do it
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(window.findChild<CommandPalette*>()->isVisible());
    }
};

LOCKSTEP_GUI_TEST(tst_dashboardwindow, TestDashboardWindow)
#include "tst_dashboardwindow.moc"
