// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::test;

/// TLS with certificates made by the openssl program, a real server and a real client.
class TestAgentTls : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aTrustedAgentIsFollowed();
    void anAgentThatIsNotTrustedIsNotFollowed();
    void anAgentOfAnotherNameIsNotFollowed();
    void aClientInTheClearGetsNoTelemetry();
    void aClientIsAskedForItsCertificate();
    void aTokenTravelsUnderTls();
    void aWrongTokenIsRefused();
    void aTokenIsEnoughOnLoopback();
    void allAddressesAreServedUnderTls();

private:
    [[nodiscard]] std::string path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name)).toStdString();
    }
    void openssl(const QString& arguments);
    void makeCa(const QString& name);
    void makeCertificate(const QString& name, const QString& ca, const QString& subjectAlternativeName);
    [[nodiscard]] ServerOptions tlsOptions() const;
    [[nodiscard]] AgentEndpoint tlsEndpoint() const;
    /// Serves, connects, and waits for this state with these words in its reason.
    [[nodiscard]] bool reaches(const ServerOptions& options, AgentEndpoint endpoint, SourceState state,
                               const std::string& reason = {});

    QTemporaryDir m_folder;
    QString m_program;
};

void TestAgentTls::openssl(const QString& arguments)
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(m_program, QProcess::splitCommand(arguments));
    if (!process.waitForFinished() || process.exitCode() != 0)
        qFatal("openssl %s: %s", qPrintable(arguments), process.readAllStandardError().constData());
}

void TestAgentTls::makeCa(const QString& name)
{
    openssl(QStringLiteral("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=%1 "
                           "-keyout %1.key -out %1.pem")
                .arg(name));
}

void TestAgentTls::makeCertificate(const QString& name, const QString& ca, const QString& subjectAlternativeName)
{
    QFile extensions(m_folder.filePath(name + QStringLiteral(".ext")));
    if (!extensions.open(QIODevice::WriteOnly))
        qFatal("cannot write");
    extensions.write("subjectAltName=" + subjectAlternativeName.toLatin1() + "\n");
    extensions.close();
    openssl(QStringLiteral("req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=%1 -keyout %1.key "
                           "-out %1.csr")
                .arg(name));
    openssl(QStringLiteral("x509 -req -in %1.csr -CA %2.pem -CAkey %2.key -CAcreateserial -days 2 -extfile %1.ext "
                           "-out %1.pem")
                .arg(name, ca));
}

void TestAgentTls::initTestCase()
{
    m_program = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (m_program.isEmpty())
        QSKIP("the openssl program is not installed: TLS cannot be tested");
    makeCa(QStringLiteral("ca"));
    makeCa(QStringLiteral("stranger"));
    makeCertificate(QStringLiteral("agent"), QStringLiteral("ca"), QStringLiteral("IP:127.0.0.1,DNS:localhost"));
    makeCertificate(QStringLiteral("elsewhere"), QStringLiteral("ca"), QStringLiteral("DNS:elsewhere.example"));
    makeCertificate(QStringLiteral("desk"), QStringLiteral("ca"), QStringLiteral("DNS:desk"));
    makeCertificate(QStringLiteral("intruder"), QStringLiteral("stranger"), QStringLiteral("DNS:desk"));
    for (const auto& [name, text] : {std::pair("token", "s3cret\n"), std::pair("wrong", "guess\n")}) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
}

ServerOptions TestAgentTls::tlsOptions() const
{
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.certificateFile = path("agent.pem");
    options.privateKeyFile = path("agent.key");
    return options;
}

AgentEndpoint TestAgentTls::tlsEndpoint() const
{
    AgentEndpoint endpoint;
    endpoint.caFile = path("ca.pem");
    return endpoint;
}

bool TestAgentTls::reaches(const ServerOptions& options, AgentEndpoint endpoint, SourceState state,
                           const std::string& reason)
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    hub.publish("n", tickOf(smallLayout(), 1), {});
    const auto server = AgentServer::start(options, hub);
    if (!server.isOk()) {
        qWarning("%s", server.error().message.c_str());
        return false;
    }
    endpoint.address = fmt::format("127.0.0.1:{}", server.value()->port());
    BatchLog log;
    AgentClient client(SourceId{0}, endpoint, log.sink());
    client.start();
    const bool reached = log.waitForState(state, reason) && (state != SourceState::Live || log.waitForTicks(1));
    if (!reached)
        qWarning("last status: %s", log.lastStatus().reason.c_str());
    client.stop();
    return reached && (state == SourceState::Live || log.ticks().empty());
}

void TestAgentTls::aTrustedAgentIsFollowed()
{
    QVERIFY(reaches(tlsOptions(), tlsEndpoint(), SourceState::Live));
}

void TestAgentTls::anAgentThatIsNotTrustedIsNotFollowed()
{
    AgentEndpoint endpoint = tlsEndpoint();
    endpoint.caFile = path("stranger.pem");
    QVERIFY(reaches(tlsOptions(), endpoint, SourceState::Retrying, "is not trusted"));
    endpoint.caFile = path("absent.pem");
    QVERIFY(reaches(tlsOptions(), endpoint, SourceState::Retrying, "absent.pem: No such file"));
}

void TestAgentTls::anAgentOfAnotherNameIsNotFollowed()
{
    ServerOptions options = tlsOptions();
    options.certificateFile = path("elsewhere.pem");
    options.privateKeyFile = path("elsewhere.key");
    QVERIFY(reaches(options, tlsEndpoint(), SourceState::Retrying, "is valid only for another host name"));
}

void TestAgentTls::aClientInTheClearGetsNoTelemetry()
{
    QVERIFY(reaches(tlsOptions(), {}, SourceState::Retrying, "may require TLS"));
    ServerOptions clear;
    clear.listen = "127.0.0.1:0";
    QVERIFY(reaches(clear, tlsEndpoint(), SourceState::Retrying, "does not use TLS"));
}

void TestAgentTls::aClientIsAskedForItsCertificate()
{
    ServerOptions options = tlsOptions();
    options.clientCaFile = path("ca.pem");
    QVERIFY(reaches(options, tlsEndpoint(), SourceState::Retrying, "client certificate"));
    AgentEndpoint endpoint = tlsEndpoint();
    endpoint.certificateFile = path("intruder.pem");
    endpoint.privateKeyFile = path("intruder.key");
    QVERIFY(reaches(options, endpoint, SourceState::Retrying, "client certificate"));
    endpoint.certificateFile = path("desk.pem");
    endpoint.privateKeyFile = path("desk.key");
    QVERIFY(reaches(options, endpoint, SourceState::Live));
}

void TestAgentTls::aTokenTravelsUnderTls()
{
    ServerOptions options = tlsOptions();
    options.bearerTokenFile = path("token");
    AgentEndpoint endpoint = tlsEndpoint();
    endpoint.bearerTokenFile = path("token");
    QVERIFY(reaches(options, endpoint, SourceState::Live));
}

void TestAgentTls::aWrongTokenIsRefused()
{
    ServerOptions options = tlsOptions();
    options.bearerTokenFile = path("token");
    QVERIFY(reaches(options, tlsEndpoint(), SourceState::Retrying, "a bearer token is required"));
    AgentEndpoint endpoint = tlsEndpoint();
    endpoint.bearerTokenFile = path("wrong");
    QVERIFY(reaches(options, endpoint, SourceState::Retrying, "wrong bearer token"));
}

void TestAgentTls::aTokenIsEnoughOnLoopback()
{
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.bearerTokenFile = path("token");
    AgentEndpoint endpoint;
    endpoint.bearerTokenFile = path("token");
    QVERIFY(reaches(options, endpoint, SourceState::Live));
    QVERIFY(reaches(options, {}, SourceState::Retrying, "a bearer token is required"));
}

void TestAgentTls::allAddressesAreServedUnderTls()
{
    ServerOptions options = tlsOptions();
    options.listen = "0.0.0.0:0";
    QVERIFY(reaches(options, tlsEndpoint(), SourceState::Live));
}

LOCKSTEP_TEST(tst_agenttls, TestAgentTls)
#include "tst_agenttls.moc"
