// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertsender.h"
#include "models/core/topology/topology.h"
#include "tests/app/alerting/someofalerts.h"
#include "tests/datasources/notifiers/scriptedserver.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

QJsonObject objectOf(const HttpQuestion& request)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(request.body)).object();
}

} // namespace

/// Sends alerts to webhooks and Alertmanagers.
class TestAlertSender : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWebhookGetsEachNewsOnce()
    {
        const ScriptedServer server;
        AlertSender sender({notifierTarget(server.url(), {}).value()});
        const TimePoint now = wallClockNow();
        Alert alert = someAlert("loop/cdu-1", now);
        const Topology topology;
        for (int second = 0; second < 5; ++second)
            sender.follow({alert}, topology, now + std::chrono::seconds(second));
        alert.end = now + 5s;
        sender.follow({alert}, topology, now + 5s);
        sender.follow({}, topology, now + 6s);
        sender.finish(test::hangTimeout);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 2UL);
        const QJsonObject begins = objectOf(requests[0]);
        QCOMPARE(begins[QStringLiteral("news")].toString(), QStringLiteral("begins"));
        QCOMPARE(begins[QStringLiteral("key")].toString(), QStringLiteral("loop/cdu-1"));
        QVERIFY(begins[QStringLiteral("end")].isNull());
        QCOMPARE(begins[QStringLiteral("cause")][QStringLiteral("kind")].toString(),
                 QStringLiteral("pump_degradation"));
        QCOMPARE(begins[QStringLiteral("chain")].toArray().size(), 2);
        for (const char* member : {"onset", "severity", "title", "confidence", "cost_gpu_s", "owners", "runbook"})
            QVERIFY2(begins.contains(QLatin1String(member)), member);
        const QJsonObject ends = objectOf(requests[1]);
        QCOMPARE(ends[QStringLiteral("news")].toString(), QStringLiteral("ends"));
        QVERIFY(ends[QStringLiteral("end")].isString());
        QVERIFY(requests[0].headers != requests[1].headers);
    }

    void anAlertmanagerThatStallsKeepsNobodyWaiting()
    {
        const ScriptedServer stalls(ScriptedServer::Behaviour::Stall);
        const ScriptedServer takes;
        NotifierLimits limits;
        limits.answer = 24h; // waiting for it would never return
        AlertSender sender(
            {notifierTarget(stalls.url("/api/v2/alerts"), {}).value(), notifierTarget(takes.url(), {}).value()},
            limits);
        const TimePoint now = wallClockNow();
        const Topology topology;
        for (int second = 0; second < 600; ++second)
            sender.follow({someAlert("a" + std::to_string(second / 10), now, "slow_gpu", std::to_string(second / 10))},
                          topology, now + std::chrono::seconds(second));
        QTRY_VERIFY(takes.requests().size() == 119); // sixty alerts began, and all but one ended
        QVERIFY(sender.status(0).waiting <= 2);
    }

    void whatLastsIsReportedWithWhatItCostsByNow()
    {
        const ScriptedServer server;
        AlertSender sender({notifierTarget(server.url("/api/v2/alerts"), {}).value()});
        const TimePoint now = wallClockNow();
        Alert alert = someAlert("loop/cdu-1", now);
        const Topology topology;
        sender.follow({alert}, topology, now);
        sender.finish(test::hangTimeout);
        alert.costGpuSeconds = 512.3;
        sender.follow({alert}, topology, now + AlertmanagerList::resend);
        sender.finish(test::hangTimeout);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 2UL);
        QVERIFY(requests[0].body.find("cost_gpu_s") == std::string::npos);
        QVERIFY(requests[1].body.find(R"("cost_gpu_s":"512")") != std::string::npos);
    }

    void itIsSaidOnceThatSomebodyIsNotReached()
    {
        ScriptedServer server(ScriptedServer::Behaviour::Fail);
        NotifierLimits limits;
        limits.firstPause = limits.maxPause = 20ms;
        AlertSender sender({notifierTarget(server.url("/secret-path"), {}).value()}, limits);
        QVERIFY(sender.news().empty());
        sender.follow({someAlert("a", wallClockNow())}, Topology(), wallClockNow());
        std::vector<std::string> said;
        const auto hasNews = [&] {
            said = sender.news();
            return !said.empty();
        };
        QVERIFY(test::waitFor(hasNews));
        QCOMPARE(said.size(), 1UL);
        QVERIFY(said.front().find("secret-path") == std::string::npos);
        QTRY_VERIFY(server.requests().size() > 3);
        QVERIFY(sender.news().empty());
        server.setBehaviour(ScriptedServer::Behaviour::Accept);
        QVERIFY(test::waitFor(hasNews));
        QVERIFY2(said.front().find("again") != std::string::npos, said.front().c_str());
    }
};

LOCKSTEP_TEST(tst_alertsender, TestAlertSender)
#include "tst_alertsender.moc"
