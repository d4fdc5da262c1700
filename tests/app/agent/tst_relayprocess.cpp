// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "models/core/batch.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/programrun.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// Tests `lockstep-agent --relay` as a process, in front of a real agent of this machine, with TLS and a token on both
/// sides.
class TestRelayProcess : public QObject
{
    Q_OBJECT

private:
    static ProgramRun run(const QStringList& arguments) { return runProgram(QStringLiteral(AGENT_PATH), arguments); }

    [[nodiscard]] QString write(const QString& name, const QByteArray& text) const
    {
        const QString path = writeFile(m_folder, name, text);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner); // tokens and keys must be private
        return path;
    }
    [[nodiscard]] std::string path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name)).toStdString();
    }

    void makeCertificate(const QString& program, const QString& name) const
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program,
                      QProcess::splitCommand(
                          QStringLiteral("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
                                         "-subj /CN=%1 -addext subjectAltName=IP:127.0.0.1 -keyout %1.key -out %1.pem")
                              .arg(name)));
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

    /// Starts it on a free port. @return the port
    int start(QProcess& process, const QByteArray& serving, const QStringList& more) const
    {
        const QString config
            = write(QStringLiteral("%1.toml").arg(quintptr(&process)),
                    "[server]\nlisten = \"127.0.0.1:0\"\n" + serving + "[jobs]\nsocket = \""
                        + m_folder.filePath(QStringLiteral("%1.sock").arg(quintptr(&process))).toUtf8() + "\"\n");
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(AGENT_PATH), QStringList{QStringLiteral("--config"), config} + more);
        QByteArray log;
        const QRegularExpression port(QStringLiteral("serves on .*\\(port (\\d+)\\)"));
        while (process.waitForReadyRead(test::hangTimeoutMs)) {
            log += process.readAllStandardError();
            if (const auto found = port.match(QString::fromUtf8(log)); found.hasMatch())
                return found.captured(1).toInt();
        }
        qFatal("it does not serve: %s", log.constData());
        return 0;
    }

    static void stop(QProcess& process)
    {
        process.terminate();
        QVERIFY(process.waitForFinished(test::hangTimeoutMs));
        QCOMPARE(process.exitCode(), 0);
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("hall");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("words");
        const QByteArray node = "name = 'h'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n'\nrack = 'R'\n";
        const QByteArray relay = "[[relay]]\nname = 'row-a'\naddress = 'r:1'\nnodes = 'n'\n";
        QTest::newRow("nobody to follow") << node << QStringList{} << QStringLiteral("no [[node]] has an address");
        QTest::newRow("a node without an address")
            << node + relay << QStringList{} << QStringLiteral("node 'n' of relay 'row-a' has no address");
        QTest::newRow("another name") << node + "address = 'a:1'\n" + relay
                                      << QStringList{QStringLiteral("--name"), QStringLiteral("row-b")}
                                      << QStringLiteral(
                                             "unknown relay 'row-b'; known relays: row-a. Select one with --name");
        QTest::newRow("no cluster file") << QByteArray("rubbish") << QStringList{} << QStringLiteral("hall.toml:1");
        QTest::newRow("hardware") << node << QStringList{QStringLiteral("--once")}
                                  << QStringLiteral("--relay reads no hardware");
        QTest::newRow("in the clear to all") << node + "address = 'a:1'\n"
                                             << QStringList{QStringLiteral("--listen"), QStringLiteral("0.0.0.0:0")}
                                             << QStringLiteral("0.0.0.0:0 requires TLS");
    }

    void mistakesAreNamed()
    {
        QFETCH(const QByteArray, hall);
        QFETCH(const QStringList, more);
        QFETCH(const QString, words);
        const ProgramRun outcome
            = run(QStringList{QStringLiteral("--relay"), write(QStringLiteral("hall.toml"), hall)} + more);
        QVERIFY(outcome.exitCode == 1 || outcome.exitCode == 2);
        QVERIFY2(outcome.log.contains(words.toUtf8()), outcome.log.constData());
    }

    void aRealAgentIsFollowedThroughIt()
    {
        const QString openssl = QStandardPaths::findExecutable(QStringLiteral("openssl"));
        if (openssl.isEmpty())
            QSKIP("the openssl program is not installed: TLS cannot be tested");
        makeCertificate(openssl, QStringLiteral("node"));
        makeCertificate(openssl, QStringLiteral("relay"));
        QVERIFY(!write(QStringLiteral("nodes-token"), "of the nodes\n").isEmpty());
        QVERIFY(!write(QStringLiteral("readers-token"), "of the readers\n").isEmpty());
        const auto serving = [this](const char* name, const char* token) {
            const QByteArray folder = m_folder.path().toUtf8() + '/';
            return "certificate = '" + folder + name + ".pem'\nkey = '" + folder + name + ".key'\ntoken_file = '"
                + folder + token + "'\n";
        };
        QProcess agent;
        const int agentPort
            = start(agent, serving("node", "nodes-token"), {QStringLiteral("--name"), QStringLiteral("n1")});
        const QString hall = write(
            QStringLiteral("hall.toml"),
            QStringLiteral("name = 'h'\n[defaults]\nca = 'node.pem'\ntoken = 'nodes-token'\n[[rack]]\nname = 'R'\n"
                           "[[node]]\nname = 'n1'\nrack = 'R'\naddress = '127.0.0.1:%1'\n")
                .arg(agentPort)
                .toUtf8());
        QProcess relay;
        AgentEndpoint endpoint;
        endpoint.address = "127.0.0.1:"
            + std::to_string(start(
                relay, serving("relay", "readers-token"),
                {QStringLiteral("--relay"), hall, QStringLiteral("--name"), QStringLiteral("row-a")}));
        endpoint.relay = "row-a";
        endpoint.relayed = {"n1"};
        endpoint.caFile = path("relay.pem");
        endpoint.bearerTokenFile = path("readers-token");
        BatchLog log;
        AgentClient reader(SourceId{0}, endpoint, log.sink());
        reader.start();
        QVERIFY(log.waitForTicks(3, "n1"));
        QVERIFY(log.ticks("n1").back()->tick->layout->sampleCount() > 10);
        QVERIFY(log.gaps().empty());
        QVERIFY(log.waitFor([](const auto& batches) {
            return std::ranges::any_of(batches,
                                       [](const BatchPtr& batch) { return batch->clock && batch->node == "n1"; });
        }));
        // One machine has one clock.
        for (const BatchPtr& batch : log.all()) {
            if (batch->clock)
                QVERIFY(std::chrono::abs(batch->clock->offset)
                        <= batch->clock->uncertainty + std::chrono::milliseconds(1));
        }
        BatchLog refusals;
        endpoint.bearerTokenFile = path("nodes-token");
        AgentClient stranger(SourceId{0}, endpoint, refusals.sink());
        stranger.start();
        QVERIFY(refusals.waitForState(SourceState::Retrying, "wrong bearer token"));
        reader.stop();
        stranger.stop();
        stop(relay);
        stop(agent);
    }
};

LOCKSTEP_TEST(tst_relayprocess, TestRelayProcess)
#include "tst_relayprocess.moc"
