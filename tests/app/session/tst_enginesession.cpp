// SPDX-License-Identifier: GPL-3.0-or-later
// A live session with a real Prometheus server shows the scraped values, without a gap between past and live data.
#include "app/session/livesession.h"
#include "datasources/http/httpclient.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/datasources/prometheus/scrapingengine.h"
#include "tests/support/testentry.h"

#include <QStandardPaths>
#include <QTest>
#include <fmt/format.h>

#include <cmath>

using namespace lockstep;
using lockstep::test::HttpServer;
using lockstep::test::ScrapingEngine;

namespace {

constexpr double wrap = 10'000; // float32 resolves thousandths below that

double clockOf(TimePoint time)
{
    return std::fmod(std::chrono::duration<double>(time.time_since_epoch()).count(), wrap);
}

/// Each value encodes its scrape time.
HttpServer::Answer clockExporter()
{
    return [](const test::HttpQuestion&) {
        return HttpServer::reply(200, fmt::format("node_load1 {:.3f}\n", clockOf(wallClockNow())),
                                 "Content-Type: text/plain; version=0.0.4\r\n");
    };
}

/// The series of the only node.
std::vector<float> seriesOf(const ClusterStore& store, TickRange ticks)
{
    std::vector<float> values;
    const MetricId metric = store.metrics().find(metrics::node::load1min);
    if (metric.isValid())
        store.series(metric, 0, ticks, values);
    return values;
}

} // namespace

class TestEngineSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pastAndLiveJoinWithoutAHole_data() { test::addEngineRows(); }
    void pastAndLiveJoinWithoutAHole();
    void anEngineWithOnlyAPastIsShownAsOfItsNewestSample();
};

void TestEngineSession::pastAndLiveJoinWithoutAHole()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    const HttpServer scraped(clockExporter());
    const ScrapingEngine engine(program, arguments, {{scraped.port()}});
    constexpr TickIndex before = 15;
    Result<EnginePlan> explored = engine.planOnce([](const EnginePlan& each) {
        return each.period == Duration(std::chrono::seconds(1))
            && wallClockNow() - each.earliest > std::chrono::seconds(before + 3);
    });
    QVERIFY2(explored.isOk(), explored.isOk() ? "" : explored.error().message.c_str());
    const auto plan = std::make_shared<const EnginePlan>(std::move(explored).value());

    const int openings
        = qEnvironmentVariableIntValue("LOCKSTEP_OPENINGS") > 0 ? qEnvironmentVariableIntValue("LOCKSTEP_OPENINGS") : 4;
    double oldestShown = 0;
    for (int opening = 0; opening < openings; ++opening) {
        const QTemporaryDir folder;
        const bool isRecorded = opening % 2 == 0;
        LiveSources sources;
        sources.engine = plan;
        const TickIndex opened = tickIndexOf(wallClockNow(), plan->period);
        LiveSession session(std::chrono::minutes(10),
                            isRecorded ? RecordFolder::named(folder.filePath(QStringLiteral("run"))) : RecordFolder(),
                            sources);
        session.begin();
        const ClusterStore& store = std::as_const(session).cluster().store();
        // The range of a view from before the opening until some live ticks have arrived.
        TickRange shown{opened - before, opened + 2};
        std::vector<float> values;
        const auto isWhole = [&] {
            values = seriesOf(store, shown);
            if (store.ticksInMemory().to > opened + 2) {
                const double age
                    = std::fmod(clockOf(wallClockNow()) - seriesOf(store, store.ticksInMemory()).back() + wrap, wrap);
                oldestShown = std::max(oldestShown, age);
            }
            return store.ticksInMemory().to > opened + 4 && !values.empty()
                && std::ranges::none_of(values, [](float value) { return std::isnan(value); });
        };
        const auto holes = [&] {
            const TickRange hot = store.ticksInMemory();
            QString text = QStringLiteral("opening %1, in memory %2 to %3, holes:")
                               .arg(opening)
                               .arg(hot.from - opened)
                               .arg(hot.to - opened);
            for (std::size_t at = 0; at < values.size(); ++at) {
                if (std::isnan(values[at]))
                    text += QStringLiteral(" %1").arg(shown.from + static_cast<TickIndex>(at) - opened);
            }
            return text;
        };
        QTRY_VERIFY2(isWhole(), qPrintable(holes()));
        // Each tick shows the sample that was taken in it, wherever it came from.
        constexpr double lateScrape = 5; ///< seconds, on a busy machine
        for (TickIndex tick = shown.from; tick < shown.to; ++tick) {
            const double sample = values[static_cast<std::size_t>(tick - shown.from)];
            const double begin = clockOf(timeOfTick(tick, plan->period));
            const double after = std::fmod(sample - begin + wrap + 1, wrap) - 1;
            QVERIFY2(after > -lateScrape && after < 2,
                     qPrintable(QStringLiteral("opening %1, tick %2: sample %3 s after its begin")
                                    .arg(opening)
                                    .arg(tick - opened)
                                    .arg(after)));
        }
    }
    qInfo("%s: %d openings, oldest newest sample %.2f s", qPrintable(program), openings, oldestShown);
}

/// Half a year ago, for a quarter of an hour, from two nodes.
void TestEngineSession::anEngineWithOnlyAPastIsShownAsOfItsNewestSample()
{
    const QString program = QStringLiteral("victoria-metrics");
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP("victoria-metrics is not installed");
    const ScrapingEngine engine(
        program, test::enginePrograms().back().arguments + QStringList{QStringLiteral("-retentionPeriod=2y")}, {});
    constexpr Duration period = std::chrono::seconds(15);
    const TickIndex last = tickIndexOf(wallClockNow() - std::chrono::hours(24 * 180), period);
    std::string samples;
    for (TickIndex tick = last - 60; tick <= last; ++tick) {
        for (const char* node : {"n1", "n2"})
            samples += fmt::format("node_load1{{instance=\"{}:9100\"}} {} {}\n", node, tick - last + 100,
                                   nsOf(timeOfTick(tick, period)) / 1'000'000 + 2'000);
    }
    HttpClient client({}, {});
    const auto isTaken = [&] {
        const Result<HttpReply> reply = client.send(
            {.url = engine.endpoint().url + "/api/v1/import/prometheus", .method = "POST", .body = samples});
        return reply.isOk() && reply.value().isOk();
    };
    QTRY_VERIFY(isTaken());
    const Result<EnginePlan> plan = engine.planOnce(
        [](const EnginePlan& each) { return each.newest != TimePoint{} && each.earliest < each.newest; });
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    QVERIFY(plan.value().isHistorical());
    QCOMPARE(tickIndexOf(plan.value().newest, period), last);
    QCOMPARE(plan.value().period, period);

    LiveSources sources;
    sources.engine = std::make_shared<const EnginePlan>(plan.value());
    const QTemporaryDir folder;
    LiveSession session(std::chrono::minutes(10), RecordFolder::named(folder.filePath(QStringLiteral("run"))), sources);
    QStringList notes;
    connect(&session, &Session::note, this, [&notes](const QString& note) { notes << note; });
    session.begin();
    const ClusterStore& store = std::as_const(session).cluster().store();
    QTRY_COMPARE(store.topology() ? store.topology()->count(EntityKind::Node) : 0, std::size_t{2});
    QCOMPARE(notes.size(), 1);
    QVERIFY2(notes.front().startsWith(QStringLiteral("http://127.0.0.1")), qPrintable(notes.front()));
    QCOMPARE(tickIndexOf(session.time().cursor(), period), last);
    QVERIFY(!session.isRecording()); // there is no current data
    std::vector<float> values;
    const auto isWhole = [&] {
        values = seriesOf(store, {last - 40, last + 1});
        return !values.empty() && std::ranges::none_of(values, [](float value) { return std::isnan(value); });
    };
    QTRY_VERIFY(isWhole());
    QCOMPARE(values.back(), 100.0F);
    QCOMPARE(values.front(), 60.0F);
}

LOCKSTEP_TEST(tst_enginesession, TestEngineSession)

#include "tests/support/waiting.h"
#include "tst_enginesession.moc"
