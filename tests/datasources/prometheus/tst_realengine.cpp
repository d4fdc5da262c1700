// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/engineplan.h"
#include "datasources/prometheus/enginesurvey.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/core/batch.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/testentry.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <mutex>

using namespace lockstep;
using lockstep::test::HttpServer;

namespace {

/// What an exporter of two GPUs says.
HttpServer::Answer exporter()
{
    return [](const test::HttpQuestion&) {
        return HttpServer::reply(200,
                                 "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",Hostname=\"n1\"} 61\n"
                                 "DCGM_FI_DEV_GPU_TEMP{gpu=\"1\",Hostname=\"n1\"} 62\n"
                                 "node_load1 0.5\nnode_uname_info{nodename=\"n1\"} 1\n",
                                 "Content-Type: text/plain; version=0.0.4\r\n");
    };
}

/// A port that nobody has just now.
std::uint16_t freePort()
{
    return HttpServer(exporter()).port();
}

} // namespace

/// Engines as Debian ships them, scraping an exporter of this test.
class TestRealEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAnEngineScrapesIsWatched_data();
    void whatAnEngineScrapesIsWatched();
};

void TestRealEngine::whatAnEngineScrapesIsWatched_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments"); // %1 configuration, %2 folder, %3 address
    QTest::newRow("Prometheus") << QStringLiteral("prometheus")
                                << QStringList{QStringLiteral("--config.file=%1"),
                                               QStringLiteral("--storage.tsdb.path=%2/data"),
                                               QStringLiteral("--web.listen-address=%3")};
    QTest::newRow("VictoriaMetrics") << QStringLiteral("victoria-metrics")
                                     << QStringList{QStringLiteral("-promscrape.config=%1"),
                                                    QStringLiteral("-storageDataPath=%2/data"),
                                                    QStringLiteral("-httpListenAddr=%3"),
                                                    QStringLiteral("-search.latencyOffset=2s")};
}

void TestRealEngine::whatAnEngineScrapesIsWatched()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    const HttpServer scraped(exporter());
    const QTemporaryDir folder;
    QFile configuration(folder.filePath(QStringLiteral("scrape.yml")));
    QVERIFY(configuration.open(QIODevice::WriteOnly));
    configuration.write("global: {scrape_interval: 1s}\nscrape_configs:\n- job_name: gpus\n  static_configs: "
                        "[{targets: ['127.0.0.1:"
                        + QByteArray::number(scraped.port()) + "']}]\n");
    configuration.close();
    const QString address = QStringLiteral("127.0.0.1:%1").arg(freePort());
    for (QString& argument : arguments)
        argument = argument.replace(QStringLiteral("%1"), configuration.fileName())
                       .replace(QStringLiteral("%2"), folder.path())
                       .replace(QStringLiteral("%3"), address);
    QProcess engine;
    engine.setStandardOutputFile(QProcess::nullDevice());
    engine.setStandardErrorFile(QProcess::nullDevice());
    engine.start(program, arguments);
    QVERIFY(engine.waitForStarted());

    const EngineEndpoint endpoint{"http://" + address.toStdString(), {}, {}};
    Result<EnginePlan> plan = Error{"not asked yet"};
    QElapsedTimer time;
    time.start();
    // It has to have scraped three times before it can be said how often it does. What it knows begins then, not now.
    const auto goesBack = [](const EnginePlan& each) {
        return wallClockNow() - each.earliest >= std::chrono::seconds(3);
    };
    while (time.elapsed() < 40'000
           && (!plan.isOk() || plan.value().period != std::chrono::seconds(1) || plan.value().hosts.empty()
               || !goesBack(plan.value()))) {
        plan = exploreEngine(endpoint, wallClockNow());
        QTest::qWait(200);
    }
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    QCOMPARE(plan.value().period, Duration(std::chrono::seconds(1)));
    QVERIFY(goesBack(plan.value()));
    QVERIFY(plan.value().hosts.contains("127.0.0.1:" + std::to_string(scraped.port())));

    // What the wizard tells of it: the exporter's three names, and its own beside them.
    const Result<EngineSurvey> survey = surveyEngine(endpoint, wallClockNow());
    QVERIFY2(survey.isOk(), survey.isOk() ? "" : survey.error().message.c_str());
    QCOMPARE(survey.value().recognised.size(), plan.value().rows.size());
    const auto temperature = std::ranges::find(survey.value().recognised, "DCGM_FI_DEV_GPU_TEMP",
                                               [](const EngineSurvey::Recognised& each) { return each.seen; });
    QVERIFY(temperature != survey.value().recognised.end());
    QCOMPARE(temperature->series.value_or(0), std::uint64_t{2});
    QCOMPARE(temperature->interval, Duration(std::chrono::seconds(1)));
    QCOMPARE(survey.value().exporters.front().targets.value_or(0), std::uint64_t{1});
    const auto up
        = std::ranges::find(survey.value().unknown, "up", [](const EngineSurvey::Unknown& each) { return each.name; });
    QVERIFY(up != survey.value().unknown.end());
    QCOMPARE(up->series.value_or(0), std::uint64_t{1});

    std::mutex mutex;
    std::vector<float> values;
    std::string node;
    {
        const PrometheusSource source(SourceId{0}, std::make_shared<const EnginePlan>(std::move(plan).value()),
                                      [&](const BatchPtr& batch) {
                                          const std::scoped_lock lock(mutex);
                                          if (batch->tick && batch->tick->values.size() == 3) {
                                              values = batch->tick->values;
                                              node = batch->node;
                                          }
                                      });
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                const std::scoped_lock lock(mutex);
                return values.size() == 3;
            }(),
            20'000);
    }
    QCOMPARE(values, (std::vector<float>{61, 62, 0.5F}));
    QCOMPARE(node, std::string("n1"));
    engine.terminate();
    if (!engine.waitForFinished(5000))
        engine.kill();
    engine.waitForFinished();
}

LOCKSTEP_TEST(tst_realengine, TestRealEngine)

#include "tst_realengine.moc"
