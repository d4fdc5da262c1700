// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertsender.h"
#include "models/core/topology/topology.h"
#include "tests/app/alerting/someofalerts.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// One that was free a moment ago.
std::uint16_t freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    const bool isBound = ::bind(socket, any, size) == 0 && ::getsockname(socket, any, &size) == 0;
    ::close(socket);
    return isBound ? ntohs(address.sin_port) : 0;
}

/// The body of an answer; empty: nobody answers.
QByteArray fetch(std::uint16_t port, const QByteArray& path)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(port);
    QByteArray answer;
    if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
        const QByteArray request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
        if (::send(socket, request.constData(), static_cast<std::size_t>(request.size()), MSG_NOSIGNAL) > 0) {
            char buffer[4096];
            for (long got = 0; (got = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
                answer.append(buffer, got);
        }
    }
    ::close(socket);
    return answer.mid(answer.indexOf("\r\n\r\n") + 4);
}

QJsonArray alertsIn(std::uint16_t port)
{
    return QJsonDocument::fromJson(fetch(port, "/api/v2/alerts")).array();
}

} // namespace

/// The real Alertmanager of the distribution.
class TestAlertmanager : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itHoldsWhatLastsAndLetsGoWhatIsOver()
    {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("prometheus-alertmanager"));
        if (program.isEmpty())
            QSKIP("prometheus-alertmanager is not installed");
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("am.yml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("route:\n  receiver: none\nreceivers:\n- name: none\n");
        file.close();
        const std::uint16_t port = freePort();
        QProcess server;
        server.setProcessChannelMode(QProcess::MergedChannels);
        server.start(program,
                     {QStringLiteral("--config.file=") + file.fileName(),
                      QStringLiteral("--storage.path=") + folder.filePath(QStringLiteral("data")),
                      QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(port),
                      QStringLiteral("--cluster.listen-address=")});
        QVERIFY(server.waitForStarted());
        const auto stop = qScopeGuard([&server] {
            server.terminate();
            if (!server.waitForFinished(5'000))
                server.kill();
            server.waitForFinished(1'000);
        });
        if (!QTest::qWaitFor([port] { return fetch(port, "/-/ready").startsWith("OK"); }, 20'000))
            QFAIL(server.readAll().constData());

        AlertSender sender({outletTarget("http://127.0.0.1:" + std::to_string(port) + "/api/v2/alerts", {}).value()});
        const TimePoint now = wallClockNow() - 10s; // what is to end in a second would go on for minutes
        Alert pump = someAlert("pump", now - 60s);
        const Alert gpu = someAlert("gpu", now - 30s, "slow_gpu", "node-0017/gpu3 \"α\"");
        sender.follow({pump, gpu}, Topology(), now);
        sender.finish(5s);
        QVERIFY2(sender.status(0).problem.empty(), sender.status(0).problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(alertsIn(port).size(), 2, 10'000);
        QStringList names;
        for (const QJsonValue each : alertsIn(port)) {
            names.append(each[QStringLiteral("labels")][QStringLiteral("alertname")].toString());
            QVERIFY(!each[QStringLiteral("annotations")][QStringLiteral("story")].toString().isEmpty());
        }
        names.sort();
        QCOMPARE(names, (QStringList{QStringLiteral("PumpDegradation"), QStringLiteral("SlowGpu")}));

        pump.severity = Severity::Critical; // known by other labels now
        sender.follow({pump, gpu}, Topology(), now + 1s);
        sender.finish(5s);
        const auto severities = [port] {
            QStringList list;
            for (const QJsonValue each : alertsIn(port)) {
                if (each[QStringLiteral("labels")][QStringLiteral("kind")].toString()
                    == QStringLiteral("pump_degradation"))
                    list.append(each[QStringLiteral("labels")][QStringLiteral("severity")].toString());
            }
            return list;
        };
        QTRY_COMPARE_WITH_TIMEOUT(severities(), QStringList{QStringLiteral("critical")}, 10'000);

        pump.end = now + 2s;
        sender.follow({pump, gpu}, Topology(), now + 2s);
        sender.finish(5s);
        QTRY_COMPARE_WITH_TIMEOUT(alertsIn(port).size(), 1, 10'000);
        QCOMPARE(sender.status(0).lost, 0U);
    }
};

LOCKSTEP_TEST(tst_alertmanager, TestAlertmanager)
#include "tst_alertmanager.moc"
