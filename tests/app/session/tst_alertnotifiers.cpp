// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/alertnotifiers.h"
#include "app/session/livesession.h"
#include "app/session/settings.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clusterstore.h"
#include "tests/datasources/notifiers/manneredserver.h"
#include "tests/support/testentry.h"

#include <QFileInfo>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Sends live alerts to other systems.
class TestAlertNotifiers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path()); }

    void oneThatCannotBeIsNamedByWhatIsWrong()
    {
        QVERIFY(notifierTargets({}).isOk());
        const AlertRecipients good{
            {QStringLiteral("https://host/hook"), QStringLiteral("http://am/api/v2/alerts")}, {}, {}};
        QCOMPARE(notifierTargets(good).value().size(), 2UL);
        QVERIFY(!notifierTargets({{QStringLiteral("ftp://host/hook")}, {}, {}}).isOk());
        QVERIFY(!notifierTargets({good.urls, QStringLiteral("/nonexistent.pem"), {}}).isOk());
        QVERIFY(!notifierTargets({good.urls, {}, QStringLiteral("/nonexistent.token")}).isOk());
    }

    void whatBeginsNowIsReportedOnce()
    {
        const ManneredServer server;
        ClusterStore store;
        TopologyBuilder builder;
        const EntityRef loop = builder.add(EntityKind::Loop, "cdu-1", {});
        const EntityRef other = builder.add(EntityKind::Loop, "cdu-2", {});
        store.setTopology(builder.build());
        const JoinedAlerts joinedAlerts(store);
        AlertNotifiers notifiers(store, joinedAlerts);
        QSignalSpy problems(&notifiers, &AlertNotifiers::problem);
        notifiers.setTargets(notifierTargets({{QString::fromStdString(server.url())}, {}, {}}).value());
        Derived reported;
        reported.events = {{loop, {wallClockNow() - 30s, Severity::Warning, 0, "loop.flow", "Loop cdu-1 loses flow"}}};
        (void)store.applyDerived(reported);
        QTRY_COMPARE(server.requests().size(), 1UL);
        QVERIFY(server.requests().front().body.find("pump_degradation") != std::string::npos);
        // Alerts that begin later are sent by a later check, all of them as new.
        reported.events = {{other, {wallClockNow() - 20s, Severity::Warning, 0, "loop.flow", "Loop cdu-2 loses flow"}}};
        (void)store.applyDerived(reported);
        const auto timesNamed = [&](const char* loopName) {
            return std::ranges::count_if(server.requests(), [&](const HttpQuestion& each) {
                return each.body.find(loopName) != std::string::npos;
            });
        };
        QTRY_COMPARE(timesNamed("cdu-2"), 1);
        QCOMPARE(timesNamed("cdu-1"), 1);
        QVERIFY(problems.empty());
        notifiers.setTargets({});
    }

    void addressesAreKeptWhereNobodyElseReads()
    {
        const AlertRecipients all{
            {QStringLiteral("https://host/s3cret")}, QStringLiteral("/ca.pem"), QStringLiteral("/token")};
        QString path;
        {
            Settings settings(false);
            settings.setAlertRecipients(all);
            settings.setTheme(QStringLiteral("light")); // rewrites the file
            path = QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("lockstep"),
                             QStringLiteral("dashboard"))
                       .fileName();
        }
        const auto rights = QFileInfo(path).permissions();
        QVERIFY(!rights.testFlag(QFile::ReadOther) && !rights.testFlag(QFile::ReadGroup));
        Settings settings(false);
        QCOMPARE(settings.alertRecipients(), all);
    }

private:
    const QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_alertnotifiers, TestAlertNotifiers)
#include "tests/support/waiting.h"
#include "tst_alertnotifiers.moc"
