// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/notifiertrial.h"
#include "tests/datasources/notifiers/scriptedserver.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// A test message reports whether it arrived.
class TestNotifierTrial : public QObject
{
    Q_OBJECT

private:
    using State = NotifierTrial::Outcome::State;

    static NotifierTrial::Outcome outcomeAt(const std::string& url, const NotifierLimits& limits = {})
    {
        const NotifierTrial trial({notifierTarget(url, {}).value()}, limits);
        trial.finish(test::hangTimeout);
        return trial.outcomes().front();
    }

private Q_SLOTS:
    void whoTakesItHasIt()
    {
        const ScriptedServer server;
        QVERIFY(outcomeAt(server.url()).state == State::Arrived);
        QCOMPARE(server.requests().size(), 1UL);
        const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(server.requests().front().body));
        QCOMPARE(body[QStringLiteral("news")].toString(), QStringLiteral("test"));
        QVERIFY(body[QStringLiteral("end")].isString()); // receivers must not take it for an open alert
    }

    void anAlertmanagerGetsAnAlertThatEndsByItself()
    {
        const ScriptedServer server;
        QVERIFY(outcomeAt(server.url("/api/v2/alerts")).state == State::Arrived);
        const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(server.requests().front().body));
        QVERIFY(body.isArray());
        const QJsonObject alert = body.array().at(0).toObject();
        QCOMPARE(alert[QStringLiteral("labels")][QStringLiteral("alertname")].toString(),
                 QStringLiteral("LockstepTest"));
        QVERIFY(alert[QStringLiteral("endsAt")].isString());
    }

    void whoRefusesOrFailsDoesNot()
    {
        for (const auto behaviour : {ScriptedServer::Behaviour::Refuse, ScriptedServer::Behaviour::Fail,
                                     ScriptedServer::Behaviour::Lie, ScriptedServer::Behaviour::Redirect}) {
            const ScriptedServer server(behaviour);
            const NotifierTrial::Outcome outcome = outcomeAt(server.url());
            QVERIFY2(outcome.state == State::Failed, outcome.says.c_str());
            QVERIFY2(outcome.says.find("127.0.0.1") != std::string::npos, outcome.says.c_str());
        }
        QVERIFY(outcomeAt("http://127.0.0.1:1/hook").state == State::Failed); // nothing listens there
    }

    void whoDoesNotAnswerHasNotTakenIt()
    {
        const ScriptedServer server(ScriptedServer::Behaviour::Stall);
        NotifierLimits limits;
        limits.answer = 300ms;
        const NotifierTrial trial({notifierTarget(server.url(), {}).value()}, limits);
        QVERIFY(trial.outcomes().front().state == State::Pending);
        trial.finish(test::hangTimeout);
        QVERIFY(trial.outcomes().front().state == State::Failed);
    }
};

LOCKSTEP_TEST(tst_notifiertrial, TestNotifierTrial)
#include "tst_notifiertrial.moc"
