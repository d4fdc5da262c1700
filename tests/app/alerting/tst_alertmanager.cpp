// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertsender.h"
#include "models/core/topology/topology.h"
#include "tests/app/alerting/realalertmanager.h"
#include "tests/app/alerting/someofalerts.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QJsonArray>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Tests with Debian's Alertmanager.
class TestAlertmanager : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itHoldsWhatLastsAndLetsGoWhatIsOver()
    {
        if (!RealAlertmanager::isInstalled())
            QSKIP("prometheus-alertmanager is not installed");
        RealAlertmanager server;
        if (!server.isReady())
            QFAIL(server.output().constData());

        AlertSender sender({notifierTarget(server.url(), {}).value()});
        const TimePoint now = wallClockNow() - 10s; // an end in the near future would keep the alert open for minutes
        Alert pump = someAlert("pump", now - 60s);
        const Alert gpu = someAlert("gpu", now - 30s, "slow_gpu", "node-0017/gpu3 \"α\"");
        sender.follow({pump, gpu}, Topology(), now);
        sender.finish(test::hangTimeout);
        QVERIFY2(sender.status(0).problem.empty(), sender.status(0).problem.c_str());
        QTRY_COMPARE(server.alerts().size(), 2);
        QStringList names;
        for (const QJsonValue each : server.alerts()) {
            names.append(each[QStringLiteral("labels")][QStringLiteral("alertname")].toString());
            QVERIFY(!each[QStringLiteral("annotations")][QStringLiteral("story")].toString().isEmpty());
        }
        names.sort();
        QCOMPARE(names, (QStringList{QStringLiteral("PumpDegradation"), QStringLiteral("SlowGpu")}));

        pump.severity = Severity::Critical; // its labels are now different
        sender.follow({pump, gpu}, Topology(), now + 1s);
        sender.finish(test::hangTimeout);
        const auto severities = [&server] {
            QStringList list;
            for (const QJsonValue each : server.alerts()) {
                if (each[QStringLiteral("labels")][QStringLiteral("kind")].toString()
                    == QStringLiteral("pump_degradation"))
                    list.append(each[QStringLiteral("labels")][QStringLiteral("severity")].toString());
            }
            return list;
        };
        QTRY_COMPARE(severities(), QStringList{QStringLiteral("critical")});

        pump.end = now + 2s;
        sender.follow({pump, gpu}, Topology(), now + 2s);
        sender.finish(test::hangTimeout);
        QTRY_COMPARE(server.alerts().size(), 1);
        QCOMPARE(sender.status(0).lost, 0U);
    }
};

LOCKSTEP_TEST(tst_alertmanager, TestAlertmanager)
#include "tst_alertmanager.moc"
