// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/http/httpclient.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace lockstep;
using lockstep::test::HttpQuestion;
using lockstep::test::HttpServer;

namespace {

HttpServer::Answer always(std::string answer)
{
    return [answer = std::move(answer)](const HttpQuestion&) {
        return answer;
    };
}

HttpClient plainClient(HttpLimits limits = {})
{
    return {HttpCredentials{}, limits};
}

std::string errorOf(const Result<HttpReply>& reply)
{
    return reply.isOk() ? "answered with " + std::to_string(reply.value().status) : reply.error().message;
}

} // namespace

class TestHttpClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAnswerOfAnyStatusIsHandedOn();
    void fieldsArePostedEscapedOverOneConnection();
    void anAnswerThatNeverComesEndsInAnError();
    void aQuestionIsStoppedFromAnotherThread();
    void anAnswerWithoutEndIsCutOff();
    void anAnswerThatUnpacksToTooMuchIsCutOff();
    void aRedirectIsNotFollowed();
    void whoDoesNotAnswerIsNamed();
    void aTokenComesFromItsFileAndIsNeverShown();
    void whatIsNoAddressIsRefused_data();
    void whatIsNoAddressIsRefused();
};

void TestHttpClient::anAnswerOfAnyStatusIsHandedOn()
{
    const HttpServer server(always(HttpServer::reply(503, "busy", "ETag: \"a\"\r\n")));
    const Result<HttpReply> reply = plainClient().send({.url = server.url() + "/x"});
    QVERIFY2(reply.isOk(), errorOf(reply).c_str());
    QCOMPARE(reply.value().status, 503);
    QCOMPARE(reply.value().body, std::string("busy"));
    QCOMPARE(reply.value().header("etag"), std::string_view("\"a\""));
    QVERIFY(reply.value().header("location").empty());
}

void TestHttpClient::fieldsArePostedEscapedOverOneConnection()
{
    const HttpServer server(always(HttpServer::reply(200, "{}")));
    HttpClient client = plainClient();
    for (int time = 0; time < 2; ++time)
        QVERIFY(client.post(server.url() + "/api", {{"query", "up{a=\"b\"} & c"}, {"time", "1"}}).isOk());
    const auto questions = server.questions();
    QCOMPARE(questions.size(), std::size_t{2});
    QCOMPARE(questions[1].method, std::string("POST"));
    QCOMPARE(questions[1].body, std::string("query=up%7Ba%3D%22b%22%7D%20%26%20c&time=1"));
}

void TestHttpClient::anAnswerThatNeverComesEndsInAnError()
{
    const HttpServer server(always(HttpServer::silence));
    HttpLimits limits;
    limits.whole = std::chrono::milliseconds(300);
    const std::string error = errorOf(plainClient(limits).send({.url = server.url()}));
    QVERIFY2(error.find("no answer within") != std::string::npos, error.c_str());
}

void TestHttpClient::aQuestionIsStoppedFromAnotherThread()
{
    const HttpServer server(always(HttpServer::silence));
    std::stop_source stop;
    std::jthread stopper([&] {
        while (server.questions().empty())
            std::this_thread::yield();
        stop.request_stop();
    });
    const std::string error = errorOf(plainClient().send({.url = server.url()}, stop.get_token()));
    QVERIFY2(error.find("stopped") != std::string::npos, error.c_str());
}

void TestHttpClient::anAnswerWithoutEndIsCutOff()
{
    const HttpServer server(always(HttpServer::flood(std::size_t{8} << 20U)));
    HttpLimits limits;
    limits.bytes = 1U << 20U;
    const std::string error = errorOf(plainClient(limits).send({.url = server.url()}));
    QVERIFY2(error.find("more than 1 MiB") != std::string::npos, error.c_str());
}

void TestHttpClient::anAnswerThatUnpacksToTooMuchIsCutOff()
{
    // 4 MiB of zeros, packed by zlib.
    const QByteArray packed = qCompress(QByteArray(4 << 20, '\0')).mid(4);
    const HttpServer server(
        always(HttpServer::reply(200, std::string_view(packed.constData(), static_cast<std::size_t>(packed.size())),
                                 "Content-Encoding: deflate\r\n")));
    HttpLimits limits;
    limits.bytes = 1U << 20U;
    const std::string error = errorOf(plainClient(limits).send({.url = server.url()}));
    QVERIFY2(error.find("more than 1 MiB") != std::string::npos, error.c_str());
}

void TestHttpClient::aRedirectIsNotFollowed()
{
    const HttpServer server(always(HttpServer::reply(302, "", "Location: http://127.0.0.1:9/secret?token=abc\r\n")));
    const std::string error = errorOf(plainClient().send({.url = server.url()}));
    QVERIFY2(error.find("redirects to http://127.0.0.1:9;") != std::string::npos, error.c_str());
    QCOMPARE(server.questions().size(), std::size_t{1});
}

void TestHttpClient::whoDoesNotAnswerIsNamed()
{
    const std::string error = errorOf(plainClient().send({.url = "http://127.0.0.1:1/api?token=abc"}));
    QVERIFY2(error.find("127.0.0.1 port 1") != std::string::npos, error.c_str());
    QVERIFY2(error.find("abc") == std::string::npos, error.c_str());
}

void TestHttpClient::aTokenComesFromItsFileAndIsNeverShown()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("token")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("hush\n");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.close();
    HttpCredentials credentials;
    credentials.bearerTokenFile = file.fileName().toStdString();

    const HttpServer server(always(HttpServer::reply(200, "")));
    HttpClient client(credentials, {});
    QVERIFY(client.send({.url = server.url()}).isOk());
    QVERIFY(server.questions().front().headers.find("Authorization: Bearer hush") != std::string::npos);

    const std::string clear = errorOf(client.send({.url = "http://192.0.2.1:9/api"}));
    QVERIFY2(clear.find("unencrypted") != std::string::npos, clear.c_str());

    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
    const std::string error = errorOf(client.send({.url = server.url()}));
    QVERIFY2(error.find(credentials.bearerTokenFile) != std::string::npos, error.c_str());
    QVERIFY2(error.find("hush") == std::string::npos, error.c_str());
    QCOMPARE(server.questions().size(), std::size_t{1});
}

void TestHttpClient::whatIsNoAddressIsRefused_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("kept");
    QTest::newRow("as it is") << QStringLiteral("http://host:9090") << QStringLiteral("http://host:9090");
    QTest::newRow("a path") << QStringLiteral("https://host/prometheus/") << QStringLiteral("https://host/prometheus");
    QTest::newRow("no scheme") << QStringLiteral("host:9090") << QString();
    QTest::newRow("a file") << QStringLiteral("file:///etc/passwd") << QString();
    QTest::newRow("a password") << QStringLiteral("http://me:hush@host") << QString();
    QTest::newRow("a query") << QStringLiteral("http://host/?a=b") << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TestHttpClient::whatIsNoAddressIsRefused()
{
    QFETCH(QString, url);
    QFETCH(QString, kept);
    const Result<std::string> checked = HttpClient::checkedUrl(url.toStdString());
    QCOMPARE(checked.isOk(), !kept.isEmpty());
    if (checked.isOk())
        QCOMPARE(QString::fromStdString(checked.value()), kept);
    else
        QVERIFY(checked.error().message.find("hush") == std::string::npos);
}

LOCKSTEP_TEST(tst_httpclient, TestHttpClient)

#include "tst_httpclient.moc"
