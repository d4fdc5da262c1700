// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordsession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/recording/recorder.h"
#include "tests/app/alerting/realalertmanager.h"
#include "tests/datasources/notifiers/scriptedserver.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/placedrecorder.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QDateTime>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

using namespace lockstep;

namespace {

constexpr int pumpSeconds = 120;

std::unique_ptr<sim::Simulation> failingPumpInTheDemo()
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    return sim::Simulation::create(readSimulationFile(resources + "clusters/demo.toml").value(),
                                   readDrillFile(resources + "drills/pump-degradation.toml").value(), 7,
                                   SimulatedBatches::start)
        .value();
}

/// @param withAnalyses false: records no results
void recordPump(const std::string& folder, bool withAnalyses)
{
    RecorderOptions options;
    options.folder = folder;
    auto recorder = test::PlacedRecorder::start(options, nullptr);
    QVERIFY(recorder.isOk());
    SimulatedBatches simulated(failingPumpInTheDemo());
    const auto give = [&](RecordSession* session, const std::vector<BatchPtr>& batches) {
        if (session == nullptr)
            return recorder.value()->record(batches);
        for (const BatchPtr& batch : batches)
            session->queue().push(batch);
        session->finish();
    };
    std::optional<RecordSession> session;
    if (withAnalyses)
        session.emplace(recorder.value()->recorder(), nullptr, options.tickPeriod);
    RecordSession* const with = session ? &*session : nullptr;
    give(with, simulated.introduce());
    for (int second = 0; second < pumpSeconds; ++second)
        give(with, simulated.next());
    session.reset();
    (void)recorder.value()->finish();
}

CommandResult answerTo(const std::vector<std::string>& arguments)
{
    return recordingAlerts(arguments);
}

} // namespace

class TestAlertsCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A plant's own log: a loop without any node.
    void aLoopByItselfIsAnalysed()
    {
        const QTemporaryDir folder;
        const std::string csv = folder.filePath(QStringLiteral("loop.csv")).toStdString();
        std::ofstream file(csv);
        file << "time,loop,loop.flow,loop.supply_temperature,loop.return_temperature\n";
        for (int second = 0; second < 600; ++second)
            file << fmt::format("{},cdu-1,{},32,40\n", 1'700'000'000 + second, second < 400 ? 100 : 60);
        file.close();
        const std::string out = folder.filePath(QStringLiteral("rec")).toStdString();
        const std::vector<std::string> arguments{csv, "--out", out};
        QCOMPARE(importRecording(arguments).exitCode, 0);
        const CommandResult answer = answerTo({out, "--json"});
        const auto alerts = QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).array();
        QCOMPARE(alerts.size(), 1);
        QCOMPARE(alerts[0][QStringLiteral("cause")][QStringLiteral("entities")][0].toString(), QStringLiteral("cdu-1"));
    }

    void aTestMessageSaysWhetherItHasArrived()
    {
        const test::ScriptedServer takes;
        const test::ScriptedServer refuses(test::ScriptedServer::Behaviour::Refuse);
        const CommandResult good = answerTo({"--test", takes.url()});
        QCOMPARE(good.exitCode, 0);
        QVERIFY2(good.out.starts_with("delivered: "), good.out.c_str());
        const CommandResult mixed = answerTo({"--test", takes.url(), "--test", refuses.url()});
        QCOMPARE(mixed.exitCode, 1);
        QVERIFY2(mixed.err.starts_with("NOT delivered: "), mixed.err.c_str());
        QVERIFY(mixed.out.starts_with("delivered: "));
        QCOMPARE(answerTo({"--test", "ftp://somewhere"}).exitCode, 2);
        QCOMPARE(answerTo({"--test", takes.url(), "a/recording"}).exitCode, 2);
        QCOMPARE(answerTo({"--alerts-token-file", "/nonexistent", "--test", takes.url()}).exitCode, 2);
    }

    void theRealAlertmanagerTakesATestMessage()
    {
        if (!test::RealAlertmanager::isInstalled())
            QSKIP("prometheus-alertmanager is not installed");
        test::RealAlertmanager server;
        if (!server.isReady())
            QFAIL(server.output().constData());
        const CommandResult answer = answerTo({"--test", server.url()});
        QVERIFY2(answer.exitCode == 0, answer.err.c_str());
        QVERIFY2(answer.out.starts_with("delivered: "), answer.out.c_str());
        QTRY_COMPARE(server.alerts().size(), 1);
        const QJsonValue alert = server.alerts().first();
        QCOMPARE(alert[QStringLiteral("labels")][QStringLiteral("alertname")].toString(),
                 QStringLiteral("LockstepTest"));
        // Resolves automatically and must not page anyone: its severity matches no route.
        QCOMPARE(alert[QStringLiteral("labels")][QStringLiteral("severity")].toString(), QStringLiteral("none"));
        const auto moment = [&](const QString& field) {
            return QDateTime::fromString(alert[field].toString(), Qt::ISODateWithMs);
        };
        QVERIFY(moment(QStringLiteral("endsAt")).isValid());
        QVERIFY(moment(QStringLiteral("startsAt")).secsTo(moment(QStringLiteral("endsAt"))) <= 60);
        server.stop();
        const CommandResult gone = answerTo({"--test", server.url()});
        QCOMPARE(gone.exitCode, 1);
        QVERIFY2(gone.err.starts_with("NOT delivered: "), gone.err.c_str());
    }

    /// Nothing has been measured since the last node fell silent.
    void whatTheWebhookHasIsToldWhileItIsRecorded()
    {
        const QTemporaryDir folder;
        RecorderOptions options;
        options.folder = folder.path().toStdString();
        auto recorder = Recorder::start(options, nullptr);
        QVERIFY(recorder.isOk());
        const test::ScriptedServer hook;
        RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
        session.reportAlerts({notifierTarget(hook.url(), {}).value()});
        std::vector<test::TestNode> nodes{test::TestNode("n1"), test::TestNode("n2")};
        const TimePoint begin = std::chrono::floor<std::chrono::seconds>(wallClockNow());
        for (test::TestNode& node : nodes) {
            session.queue().push(node.identity());
            Batch tick = node.tick(begin, 50);
            tick.received = begin;
            session.queue().push(test::share(tick));
        }
        const auto hasAlert = [&] {
            session.pump();
            const auto requests = hook.requests();
            return std::ranges::any_of(
                requests, [](const test::HttpQuestion& each) { return each.body.find("silent") != std::string::npos; });
        };
        QTRY_VERIFY(hasAlert());
        recorder.value()->flush();
        const CommandResult answer = answerTo({"--json", options.folder});
        QVERIFY2(answer.out.find("silent") != std::string::npos, (answer.out + answer.err).c_str());
        session.finish();
        recorder.value().reset();
        const CommandResult after = answerTo({"--json", options.folder});
        QVERIFY2(after.out.find("silent") != std::string::npos, (after.out + after.err).c_str());
        const QTemporaryDir elsewhere;
        const std::string copy = elsewhere.filePath(QStringLiteral("copy")).toStdString();
        std::filesystem::copy(options.folder, copy, std::filesystem::copy_options::recursive);
        QCOMPARE(answerTo({"--json", copy}).out, after.out);
    }

    void wrongUsageIsReported()
    {
        QCOMPARE(answerTo({}).exitCode, 2);
        QCOMPARE(answerTo({"--yaml", "x"}).exitCode, 2);
        QVERIFY(answerTo({"--help"}).out.starts_with("Usage: lockstep alerts"));
        QCOMPARE(answerTo({"/nowhere/at/all"}).exitCode, 1);
    }

    void aDrillsCauseIsReportedAsTheContractSays_data()
    {
        QTest::addColumn<bool>("withAnalyses");
        QTest::newRow("as it was reported") << true;
        QTest::newRow("found only now") << false;
    }

    void aDrillsCauseIsReportedAsTheContractSays()
    {
        QFETCH(bool, withAnalyses);
        const QTemporaryDir folder;
        recordPump(folder.path().toStdString(), withAnalyses);
        const CommandResult answer = answerTo({"--json", folder.path().toStdString()});
        QCOMPARE(answer.exitCode, 0);
        const QJsonArray alerts = QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).array();
        QVERIFY2(alerts.size() == 1, answer.out.c_str());
        const QJsonObject alert = alerts.first().toObject();
        for (const char* key : {"key", "onset", "end", "severity", "cause", "title", "chain", "confidence",
                                "cost_gpu_s", "owners", "runbook", "considered"})
            QVERIFY2(alert.contains(QLatin1String(key)), key);
        const QJsonObject cause = alert[QLatin1String("cause")].toObject();
        QCOMPARE(cause[QLatin1String("kind")].toString(), QStringLiteral("pump_degradation"));
        QCOMPARE(cause[QLatin1String("entities")].toArray(), QJsonArray{QStringLiteral("cdu-1")});
        QVERIFY(alert[QLatin1String("end")].isNull());
        QVERIFY(alert[QLatin1String("onset")].toString().startsWith(QStringLiteral("2023-11-14T22:14:")));
        const QJsonObject stage = alert[QLatin1String("chain")].toArray().first().toObject();
        QVERIFY(stage[QLatin1String("what")].toString().contains(QStringLiteral("flow")));
        QCOMPARE(stage[QLatin1String("entities")].toArray(), QJsonArray{QStringLiteral("cdu-1")});

        const CommandResult text = answerTo({folder.path().toStdString()});
        QVERIFY2(text.out.find("pump_degradation at cdu-1") != std::string::npos, text.out.c_str());
        QVERIFY2(text.out.find("resources/runbooks/pump_degradation.md") != std::string::npos, text.out.c_str());
        const QTemporaryDir site;
        QVERIFY(QDir(site.path()).mkdir(QStringLiteral("cdu-1")));
        std::ofstream(site.filePath(QStringLiteral("cdu-1/pump_degradation.md")).toStdString())
            << "Plant room B: https://wiki.example/cdu-1\n{{runbook}}\n";
        const CommandResult ofSite
            = answerTo({"--runbooks", site.path().toStdString(), folder.path().toStdString(), "--json"});
        QVERIFY2(ofSite.out.find("\"runbook\":\"https://wiki.example/cdu-1\"") != std::string::npos,
                 ofSite.out.c_str());
    }
};

LOCKSTEP_TEST(tst_alertscommand, TestAlertsCommand)
#include "tests/support/waiting.h"
#include "tst_alertscommand.moc"
