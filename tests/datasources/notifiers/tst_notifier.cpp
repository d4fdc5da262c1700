// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/notifiers/notifier.h"
#include "tests/datasources/notifiers/scriptedserver.h"
#include "tests/datasources/notifiers/tlsserver.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

using Behaviour = ScriptedServer::Behaviour;

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

NotifierTarget targetOf(const std::string& url, const NotifierAccess& access = {})
{
    const Result<NotifierTarget> target = notifierTarget(url, access);
    return target.isOk() ? target.value() : NotifierTarget();
}

NotifierLimits hasty()
{
    NotifierLimits limits;
    limits.firstPause = 10ms;
    limits.maxPause = 50ms;
    limits.connect = limits.answer = test::hangTimeout;
    return limits;
}

} // namespace

/// Messages to web servers that respond in each of these ways.
class TestNotifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsPostedArrivesOnceAndInOrder()
    {
        const ScriptedServer server;
        Notifier notifier(targetOf(server.url("/hook?room=1")), hasty());
        notifier.post({R"({"n":1})", "one", false});
        notifier.post({R"({"n":2})", "two", false});
        notifier.finish(test::hangTimeout);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 2UL);
        QCOMPARE(requests[0].body, std::string(R"({"n":1})"));
        QCOMPARE(requests[1].body, std::string(R"({"n":2})"));
        QCOMPARE(requests[0].target, std::string("/hook?room=1"));
        QCOMPARE(requests[0].method, std::string("POST"));
        QVERIFY(has(requests[0].headers, "Content-Type: application/json"));
        QVERIFY(has(requests[0].headers, "Idempotency-Key: one"));
        QVERIFY(!has(requests[0].headers, "Authorization"));
        QCOMPARE(notifier.status().delivered, 2U);
        QCOMPARE(notifier.status().problem, std::string());
    }

    void whoFailsIsAskedAgainUntilHeTakesIt_data()
    {
        QTest::addColumn<int>("behaviour");
        QTest::newRow("server error") << static_cast<int>(Behaviour::Fail);
        QTest::newRow("says less than it announces") << static_cast<int>(Behaviour::Cut);
        QTest::newRow("stalls") << static_cast<int>(Behaviour::Stall);
        QTest::newRow("lies") << static_cast<int>(Behaviour::Lie);
    }

    void whoFailsIsAskedAgainUntilHeTakesIt()
    {
        QFETCH(int, behaviour);
        ScriptedServer server(static_cast<Behaviour>(behaviour));
        NotifierLimits limits = hasty();
        limits.answer = 300ms;
        Notifier notifier(targetOf(server.url()), limits);
        notifier.post({"{}", "same", false});
        QTRY_VERIFY(server.requests().size() >= 2);
        QTRY_VERIFY(!notifier.status().problem.empty());
        QVERIFY2(notifier.status().problem.find("127.0.0.1") != std::string::npos, notifier.status().problem.c_str());
        QVERIFY2(notifier.status().problem.find("/hook") == std::string::npos, notifier.status().problem.c_str());
        server.setBehaviour(Behaviour::Accept);
        notifier.finish(test::hangTimeout);
        QCOMPARE(notifier.status().delivered, 1U);
        QCOMPARE(notifier.status().lost, 0U);
        QCOMPARE(notifier.status().problem, std::string());
        for (const HttpQuestion& each : server.requests())
            QVERIFY(has(each.headers, "Idempotency-Key: same"));
    }

    void itPausesLongerAfterEachFailure()
    {
        const ScriptedServer server(Behaviour::Fail);
        NotifierLimits limits = hasty();
        limits.firstPause = 40ms;
        limits.maxPause = 10s;
        Notifier notifier(targetOf(server.url()), limits);
        notifier.post({"{}", "1", false});
        const auto begun = std::chrono::steady_clock::now();
        QTRY_VERIFY(server.requests().size() >= 4);
        // The delays are at least three quarters of 40, 80 and 160 ms. A busy machine only makes them longer.
        QVERIFY(std::chrono::steady_clock::now() - begun >= 210ms);
    }

    void whoRefusesIsNotAskedAgain()
    {
        const ScriptedServer server(Behaviour::Refuse);
        Notifier notifier(targetOf(server.url()), hasty());
        notifier.post({"{}", "1", false});
        notifier.post({"{}", "2", false}); // sent after the first
        notifier.finish(test::hangTimeout);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 2UL);
        QVERIFY(has(requests[0].headers, "Idempotency-Key: 1") && has(requests[1].headers, "Idempotency-Key: 2"));
        QCOMPARE(notifier.status().lost, 2U);
        QVERIFY(notifier.status().problem.find("400") != std::string::npos);
    }

    void nobodyIsFollowedElsewhere()
    {
        const ScriptedServer server(Behaviour::Redirect);
        NotifierLimits limits = hasty();
        limits.giveUp = 0ms;
        Notifier notifier(targetOf(server.url()), limits);
        notifier.post({"{}", "1", false});
        notifier.finish(test::hangTimeout); // returns earlier if all is sent
        QCOMPARE(server.requests().size(), 1UL);
        QCOMPARE(server.requests().front().target, std::string("/hook"));
        QCOMPARE(notifier.status().lost, 1U);
        QVERIFY(has(notifier.status().problem, "redirects"));
    }

    void aGigabyteIsNotRead()
    {
        const ScriptedServer server(Behaviour::Flood);
        Notifier notifier(targetOf(server.url()), hasty());
        notifier.post({"{}", "1", false});
        notifier.finish(test::hangTimeout);
        QCOMPARE(notifier.status().delivered, 1U); // it acknowledged the message
        QCOMPARE(server.requests().size(), 1UL);
    }

    void whereNobodyListensNothingIsLostForAWhile()
    {
        std::string url;
        {
            const ScriptedServer gone;
            url = gone.url();
        }
        NotifierLimits limits = hasty();
        limits.waiting = 3;
        limits.giveUp = 400ms;
        Notifier notifier(targetOf(url), limits);
        for (int number = 0; number < 100; ++number)
            notifier.post({"{}", std::to_string(number), false});
        QVERIFY(notifier.status().waiting <= 3);
        QTRY_COMPARE(notifier.status().lost, 100U);
        QVERIFY(notifier.status().problem.find("cannot deliver alerts") != std::string::npos);
    }

    void whatSaysAllTakesThePlaceOfWhatWaits()
    {
        ScriptedServer server(Behaviour::Fail);
        Notifier notifier(targetOf(server.url("/api/v2/alerts")), hasty());
        for (int number = 0; number < 5; ++number)
            notifier.post({std::to_string(number), std::to_string(number), true});
        QVERIFY(notifier.status().waiting <= 2);
        server.setBehaviour(Behaviour::Accept);
        notifier.finish(test::hangTimeout);
        QCOMPARE(server.requests().back().body, std::string("4"));
        QCOMPARE(notifier.status().lost, 0U);
    }

    void itGoesAtOnceWhileTheOtherSideStalls()
    {
        const ScriptedServer server(Behaviour::Stall);
        NotifierLimits limits;
        limits.answer = 24h; // waiting for it would never return
        Notifier notifier(targetOf(server.url()), limits);
        for (int number = 0; number < 100; ++number)
            notifier.post({"{}", std::to_string(number), false});
        QTRY_COMPARE(server.requests().size(), 1UL);
    }

    void overTlsRootsCountAndTheTokenGoesAlong()
    {
        const QString openssl = QStandardPaths::findExecutable(QStringLiteral("openssl"));
        if (openssl.isEmpty())
            QSKIP("openssl is not installed");
        const QTemporaryDir folder;
        const QString key = folder.filePath(QStringLiteral("key.pem"));
        const QString certificate = folder.filePath(QStringLiteral("cert.pem"));
        QProcess make;
        make.start(openssl,
                   {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                    QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-days"), QStringLiteral("2"),
                    QStringLiteral("-subj"), QStringLiteral("/CN=localhost"), QStringLiteral("-addext"),
                    QStringLiteral("subjectAltName=DNS:localhost"), QStringLiteral("-keyout"), key,
                    QStringLiteral("-out"), certificate});
        QVERIFY(make.waitForFinished() && make.exitCode() == 0);
        const TlsServer server(certificate.toStdString(), key.toStdString());

        Notifier stranger(targetOf(server.url(), {{}, {}, "s3cret"}), hasty());
        stranger.post({"{}", "1", false});
        QTRY_VERIFY(!stranger.status().problem.empty());
        QVERIFY2(stranger.status().problem.find("s3cret") == std::string::npos, stranger.status().problem.c_str());
        QVERIFY(server.requests().empty());

        Notifier friendly(targetOf(server.url(), {certificate.toStdString(), {}, "s3cret"}), hasty());
        friendly.post({"{}", "1", false});
        friendly.finish(test::hangTimeout);
        QCOMPARE(friendly.status().delivered, 1U);
        QVERIFY(has(server.requests().back(), "Authorization: Bearer s3cret\r\n"));
    }
};

LOCKSTEP_TEST(tst_notifier, TestNotifier)
#include "tst_notifier.moc"
