// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/batch.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::test;

/// Certificates and tokens are replaced while agent and reader run, without a restart or a lost tick.
class TestRotation : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_openssl;
    std::mutex m_mutex;
    std::string m_log;

    [[nodiscard]] std::string path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name)).toStdString();
    }

    /// A certificate that is its own authority, for 127.0.0.1: NAME.pem and NAME.key.
    void makeCertificate(const QString& name) const
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(m_openssl,
                      QProcess::splitCommand(
                          QStringLiteral("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
                                         "-subj /CN=%1 -addext subjectAltName=IP:127.0.0.1 -keyout %1.key -out %1.pem")
                              .arg(name)));
        if (!process.waitForFinished() || process.exitCode() != 0)
            qFatal("openssl: %s", process.readAllStandardError().constData());
    }

    /// Replaces a file by a copy of another one atomically.
    void replace(const char* target, const char* by) const
    {
        const QString part = m_folder.filePath(QStringLiteral("part"));
        QFile::remove(part);
        if (!QFile::copy(m_folder.filePath(QLatin1String(by)), part)
            || ::rename(qPrintable(part), path(target).c_str()) != 0)
            qFatal("cannot replace %s", target);
    }

    void writeToken(const char* target, const char* text) const
    {
        QFile file(m_folder.filePath(QLatin1String(target)));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write");
        file.write(text);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }

    [[nodiscard]] bool logged(const std::string& phrase)
    {
        const std::scoped_lock lock(m_mutex);
        return m_log.find(phrase) != std::string::npos;
    }

    [[nodiscard]] std::unique_ptr<AgentServer> serve(ServerOptions options, TelemetryHub& hub)
    {
        m_log.clear();
        options.log = [this](const std::string& line) {
            const std::scoped_lock lock(m_mutex);
            m_log += line + '\n';
        };
        auto server = AgentServer::start(options, hub);
        if (!server.isOk())
            qFatal("%s", server.error().message.c_str());
        return std::move(server).value();
    }

    [[nodiscard]] ServerOptions tls() const
    {
        ServerOptions options;
        options.listen = "127.0.0.1:0";
        options.certificateFile = path("served.pem");
        options.privateKeyFile = path("served.key");
        return options;
    }

    struct Reader
    {
        Reader(const AgentServer& server, const std::string& caFile, const std::string& tokenFile = {})
        {
            AgentEndpoint endpoint;
            endpoint.address = fmt::format("127.0.0.1:{}", server.port());
            endpoint.caFile = caFile;
            endpoint.bearerTokenFile = tokenFile;
            client = std::make_unique<AgentClient>(SourceId{0}, endpoint, log.sink());
            client->start();
        }
        ~Reader() { client->stop(); }

        BatchLog log;
        std::unique_ptr<AgentClient> client;
    };

private Q_SLOTS:
    void initTestCase()
    {
        m_openssl = QStandardPaths::findExecutable(QStringLiteral("openssl"));
        if (m_openssl.isEmpty())
            QSKIP("the openssl program is not installed: TLS cannot be tested");
        makeCertificate(QStringLiteral("first"));
        makeCertificate(QStringLiteral("second"));
    }

    void aNewCertificateCountsFromTheNextConnection()
    {
        replace("served.pem", "first.pem");
        replace("served.key", "first.key");
        TelemetryHub hub;
        hub.describe(identityOf("n"));
        hub.publish("n", tickOf(smallLayout(), 1), {});
        const auto server = serve(tls(), hub);
        Reader before(*server, path("first.pem"));
        QVERIFY(before.log.waitForTicks(1));
        // The key is replaced first: a pair that does not match must not replace a valid one.
        replace("served.key", "second.key");
        QTRY_VERIFY(logged("not a PEM certificate and its private key; the previous certificate stays in use"));
        {
            Reader meanwhile(*server, path("first.pem"));
            QVERIFY(meanwhile.log.waitForTicks(1));
        }
        replace("served.pem", "second.pem");
        QTRY_VERIFY(logged("new certificate loaded"));
        Reader after(*server, path("second.pem"));
        QVERIFY(after.log.waitForTicks(1));
        Reader trustsTheOld(*server, path("first.pem"));
        QVERIFY(trustsTheOld.log.waitForState(SourceState::Retrying, "is not trusted"));
        hub.publish("n", tickOf(smallLayout(), 2), {}); // existing connections stay
        QVERIFY(before.log.waitForTicks(2));
        QVERIFY(before.log.gaps().empty());
    }

    void aReaderReadsItsFilesAnewWhenItReconnects()
    {
        replace("served.pem", "first.pem");
        replace("served.key", "first.key");
        replace("trusted.pem", "first.pem");
        TelemetryHub hub;
        hub.describe(identityOf("n"));
        hub.publish("n", tickOf(smallLayout(), 1), {});
        auto server = serve(tls(), hub);
        ServerOptions again = tls();
        again.listen = fmt::format("127.0.0.1:{}", server->port());
        Reader reader(*server, path("trusted.pem"));
        QVERIFY(reader.log.waitForTicks(1));
        server.reset();
        replace("served.pem", "second.pem");
        replace("served.key", "second.key");
        server = serve(again, hub);
        QVERIFY(reader.log.waitForState(SourceState::Retrying, "is not trusted"));
        replace("trusted.pem", "second.pem");
        hub.publish("n", tickOf(smallLayout(), 2), {});
        QVERIFY(reader.log.waitForTicks(2));
        QVERIFY(reader.log.gaps().empty());
    }

    void aNewTokenEndsStreamsOfTheOldAndLosesNothing()
    {
        writeToken("token", "first\n");
        ServerOptions options;
        options.listen = "127.0.0.1:0";
        options.bearerTokenFile = path("token");
        TelemetryHub hub;
        hub.describe(identityOf("n"));
        hub.publish("n", tickOf(smallLayout(), 1), {});
        const auto server = serve(options, hub);
        writeToken("desk", "first\n");
        Reader reader(*server, {}, path("desk"));
        QVERIFY(reader.log.waitForTicks(1));
        writeToken("token", "\n"); // half written: the previous one remains valid
        QTRY_VERIFY(logged("the previous token stays in use"));
        hub.publish("n", tickOf(smallLayout(), 2), {});
        QVERIFY(reader.log.waitForTicks(2));
        writeToken("token", "second\n");
        QVERIFY(reader.log.waitForState(SourceState::Retrying, "wrong bearer token"));
        hub.publish("n", tickOf(smallLayout(), 3), {});
        writeToken("desk", "second\n");
        QVERIFY(reader.log.waitForTicks(3));
        QVERIFY(reader.log.gaps().empty());
    }
};

LOCKSTEP_TEST(tst_rotation, TestRotation)
#include "tst_rotation.moc"
