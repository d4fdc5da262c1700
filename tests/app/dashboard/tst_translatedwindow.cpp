// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/window/goactions.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "models/view/translation.h"
#include "tests/support/testentry.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

/// The window for a user whose language is German.
class TestTranslatedWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void menusAndViewsAreGerman()
    {
        installTranslations(QLocale(QLocale::German));
        const QTemporaryDir folder;
        StartOptions options;
        options.freshSettings = true;
        options.incidentsFile = folder.filePath(u"incidents.sqlite"_s);
        DashboardRun run(*qApp, options, std::chrono::steady_clock::now());
        run.start();
        QStringList menus;
        for (const QAction* menu : run.window().menuBar()->actions())
            menus << menu->text();
        QVERIFY2(menus.contains(u"&Datei"_s) && menus.contains(u"&Hilfe"_s), qPrintable(menus.join(u' ')));
        run.composition().opener().startDemo();
        QTRY_VERIFY(run.window().findChild<DockHost*>() != nullptr);
        const QDockWidget* const alerts = run.window().findChild<DockHost*>()->dock(u"alerts"_s);
        QCOMPARE(alerts->windowTitle(), u"Alarme"_s);
        QCOMPARE(manualPageFor(alerts, nullptr), u"views.md#alerts"_s); // the manual is in English
    }
};

LOCKSTEP_GUI_TEST(tst_translatedwindow, TestTranslatedWindow)
#include "tst_translatedwindow.moc"
