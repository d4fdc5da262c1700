// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/http/httpclient.h"
#include "datasources/metricsservice/metricsserver.h"
#include "datasources/text/filedescriptor.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <arpa/inet.h>
#include <atomic>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

using namespace lockstep;

namespace {

using PageText = std::shared_ptr<const std::string>;

MetricsServer::Page pageOf(const std::string& text)
{
    return [page = std::make_shared<const std::string>(text)](Exposition::Format format) {
        return format == Exposition::Format::Text ? page : std::make_shared<const std::string>(*page + "# EOF\n");
    };
}

ServerOptions onLoopback()
{
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    return options;
}

FileDescriptor connectTo(int port)
{
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        socket.close();
    return socket;
}

void say(const FileDescriptor& socket, const std::string& text)
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t sent = ::send(socket.get(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
        if (sent <= 0)
            return; // the server may close the connection
        done += static_cast<std::size_t>(sent);
    }
}

/// All data until the peer closes the connection; nullopt if it does not.
std::optional<std::string> hearAll(const FileDescriptor& socket)
{
    std::string text;
    std::array<char, 65536> buffer{};
    const QDeadlineTimer deadline(test::hangTimeout);
    while (!deadline.hasExpired()) {
        pollfd waiting{socket.get(), POLLIN, 0};
        if (::poll(&waiting, 1, 100) <= 0)
            continue;
        const ssize_t size = ::recv(socket.get(), buffer.data(), buffer.size(), 0);
        if (size <= 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return std::nullopt;
}

int statusOf(const std::string& answer)
{
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

int ask(int port, const std::string& request)
{
    const FileDescriptor socket = connectTo(port);
    say(socket, request);
    return statusOf(hearAll(socket).value_or(""));
}

} // namespace

class TestMetricsServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aScraperGetsTheFormatItAsksFor();
    void whatIsNoScrapeIsRefused_data();
    void whatIsNoScrapeIsRefused();
    void nothingMeasuredIsNoEmptyPage();
    void inTheClearOnlyThisMachineIsServed();
    void aTokenIsAskedFor();
    void underTlsAScraperIsServed();
    void hostilePeersKeepNobodyOut();
    void aSlowReaderIsHungUpOn();
    void aBigPageIsWhole();
};

void TestMetricsServer::aScraperGetsTheFormatItAsksFor()
{
    const auto server = MetricsServer::start(onLoopback(), pageOf("x 1\n"));
    QVERIFY2(server.isOk(), server.isOk() ? "" : server.error().message.c_str());
    HttpClient client({}, {});
    HttpRequest request{.url = fmt::format("http://127.0.0.1:{}/metrics", server.value()->port())};
    Result<HttpReply> reply = client.send(request);
    QVERIFY2(reply.isOk(), reply.isOk() ? "" : reply.error().message.c_str());
    QCOMPARE(reply.value().status, 200);
    QCOMPARE(reply.value().body, std::string("x 1\n"));
    request.headers = {"Accept: application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"};
    reply = client.send(request);
    QVERIFY(reply.isOk());
    QCOMPARE(reply.value().body, std::string("x 1\n# EOF\n"));
    QCOMPARE(MetricsServer::wholeAddress(":7118"), std::string("127.0.0.1:7118"));
    QCOMPARE(MetricsServer::wholeAddress("[::1]:7118"), std::string("[::1]:7118"));
}

void TestMetricsServer::whatIsNoScrapeIsRefused_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::newRow("elsewhere") << QByteArray("GET / HTTP/1.1\r\nHost: x\r\n\r\n") << 404;
    QTest::newRow("post") << QByteArray("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc") << 405;
    QTest::newRow("body without end") << QByteArray(
        "PUT /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nabc")
                                      << 405;
    QTest::newRow("huge head") << "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Large: " + QByteArray(20'000'000, 'x') << 431;
    QTest::newRow("huge address") << "GET /" + QByteArray(100'000, 'x') + " HTTP/1.1\r\nHost: x\r\n\r\n" << 414;
}

/// Rejected with an HTTP status where possible, otherwise by closing the connection.
void TestMetricsServer::whatIsNoScrapeIsRefused()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    const auto server = MetricsServer::start(onLoopback(), pageOf("x 1\n"));
    QVERIFY(server.isOk());
    const int answered = ask(server.value()->port(), request.toStdString());
    QVERIFY2(answered == status || (answered == 0 && status != 404), fmt::format("{}", answered).c_str());
    QCOMPARE(ask(server.value()->port(), "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"), 200);
}

void TestMetricsServer::nothingMeasuredIsNoEmptyPage()
{
    const auto server = MetricsServer::start(onLoopback(), [](Exposition::Format) { return PageText(); });
    QVERIFY(server.isOk());
    QCOMPARE(ask(server.value()->port(), "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"), 503);
}

void TestMetricsServer::inTheClearOnlyThisMachineIsServed()
{
    ServerOptions options;
    options.listen = "0.0.0.0:0";
    const auto server = MetricsServer::start(options, pageOf("x 1\n"));
    QVERIFY(!server.isOk());
    QVERIFY2(server.error().message.find("requires TLS") != std::string::npos, server.error().message.c_str());
}

void TestMetricsServer::aTokenIsAskedFor()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("token")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("s3cret\n");
    file.close();
    ServerOptions options = onLoopback();
    options.bearerTokenFile = file.fileName().toStdString();
    const auto server = MetricsServer::start(options, pageOf("x 1\n"));
    QVERIFY(server.isOk());
    const int port = server.value()->port();
    QCOMPARE(ask(port, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"), 401);
    QCOMPARE(ask(port, "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer guess\r\n\r\n"), 401);
    QCOMPARE(ask(port, "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer s3cret\r\n\r\n"), 200);
}

void TestMetricsServer::underTlsAScraperIsServed()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (program.isEmpty())
        QSKIP("the openssl program is not installed: TLS cannot be tested");
    const QTemporaryDir folder;
    QProcess openssl;
    openssl.setWorkingDirectory(folder.path());
    openssl.start(program,
                  QProcess::splitCommand(QStringLiteral(
                      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=agent "
                      "-addext subjectAltName=IP:127.0.0.1 -keyout agent.key -out agent.pem")));
    QVERIFY(openssl.waitForFinished() && openssl.exitCode() == 0);
    ServerOptions options = onLoopback();
    options.certificateFile = folder.filePath(QStringLiteral("agent.pem")).toStdString();
    options.privateKeyFile = folder.filePath(QStringLiteral("agent.key")).toStdString();
    const auto server = MetricsServer::start(options, pageOf("x 1\n"));
    QVERIFY2(server.isOk(), server.isOk() ? "" : server.error().message.c_str());
    const int port = server.value()->port();
    HttpCredentials credentials;
    credentials.caFile = options.certificateFile;
    HttpClient client(credentials, {});
    const Result<HttpReply> reply = client.send({.url = fmt::format("https://127.0.0.1:{}/metrics", port)});
    QVERIFY2(reply.isOk(), reply.isOk() ? "" : reply.error().message.c_str());
    QCOMPARE(reply.value().body, std::string("x 1\n"));
    QCOMPARE(ask(port, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"), 0); // in the clear
}

/// Peers of the same user share its limits; nevertheless a scrape succeeds meanwhile.
void TestMetricsServer::hostilePeersKeepNobodyOut()
{
    const auto server = MetricsServer::start(onLoopback(), pageOf("x 1\n"));
    QVERIFY(server.isOk());
    const int port = server.value()->port();
    std::vector<FileDescriptor> idle;
    for (int at = 0; at < 300; ++at)
        idle.push_back(connectTo(port));
    for (const FileDescriptor& each : idle)
        say(each, "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Never: en");
    QVERIFY(test::waitFor([&] { return ask(port, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n") == 200; }));
}

void TestMetricsServer::aSlowReaderIsHungUpOn()
{
    ServerOptions hasty = onLoopback();
    hasty.limits.emplace();
    hasty.limits->withoutCall = std::chrono::seconds(1);
    std::atomic<int> sent{0};
    std::atomic<int> released{0};
    const auto server = MetricsServer::start(hasty, [&](Exposition::Format) {
        ++sent;
        return PageText(new std::string(64U << 20U, 'x'), [&](const std::string* page) {
            delete page;
            ++released;
        });
    });
    QVERIFY(server.isOk());
    const FileDescriptor reader = connectTo(server.value()->port());
    say(reader, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    // The client reads nothing, so the server must close the connection. The kernel's buffers are far smaller than the
    // page.
    QTRY_VERIFY(sent == 1 && released == 1);
    const auto heard = hearAll(reader);
    QVERIFY(heard.has_value());
    QVERIFY(heard->size() < (32U << 20U));
}

void TestMetricsServer::aBigPageIsWhole()
{
    const std::string text(16U << 20U, 'x');
    const auto server = MetricsServer::start(onLoopback(), pageOf(text));
    QVERIFY(server.isOk());
    HttpClient client({}, {});
    const Result<HttpReply> reply
        = client.send({.url = fmt::format("http://127.0.0.1:{}/metrics", server.value()->port())});
    QVERIFY2(reply.isOk(), reply.isOk() ? "" : reply.error().message.c_str());
    QCOMPARE(reply.value().body.size(), text.size());
}

LOCKSTEP_TEST(tst_metricsserver, TestMetricsServer)
#include "tst_metricsserver.moc"
