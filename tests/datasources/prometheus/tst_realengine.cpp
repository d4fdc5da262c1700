// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/engineplan.h"
#include "datasources/prometheus/enginesurvey.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/core/batch.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/datasources/prometheus/scrapingengine.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

using namespace lockstep;
using lockstep::test::HttpServer;
using lockstep::test::ScrapingEngine;

namespace {

/// Page of an exporter with two GPUs.
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

/// dcgm-exporter's page on NVLinks: a GPU's links by names or labels, and a switch's links by labels. The GPU's second
/// link counts 60 recoveries per minute and is otherwise healthy. One link of the switch is down, and one is disabled.
HttpServer::Answer linkExporter()
{
    return [](const test::HttpQuestion&) {
        static const QElapsedTimer sinceStart = [] {
            QElapsedTimer timer;
            timer.start();
            return timer;
        }();
        const std::string gpu
            = R"(gpu="3",UUID="GPU-1",pci_bus_id="0",device="nvidia3",modelName="H100",Hostname="n1")";
        const std::string recoveries = std::to_string(255.0 + static_cast<double>(sinceStart.elapsed()) / 1000);
        return HttpServer::reply(
            200,
            "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_L0{" + gpu + "} 0\n"
                + "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_L1{" + gpu + "} " + recoveries + "\n"
                + "DCGM_FI_PROF_NVLINK_L0_TX_BYTES{" + gpu + "} 1e9\n"
                + R"(DCGM_FI_DEV_NVLINK_PPCNT_PHYSICAL_LINK_DOWN_TOTAL{nvlink="4",gpu="3",gpu_uuid="GPU-1",)"
                + "device=\"nvidia3\",model_name=\"H100\",hostname=\"n1\"} 7\n"
                + "DCGM_FI_DEV_NVSWITCH_LINK_STATUS{nvlink=\"0\",nvswitch=\"nvswitch2\",Hostname=\"n1\"} 2\n"
                + "DCGM_FI_DEV_NVSWITCH_LINK_STATUS{nvlink=\"1\",nvswitch=\"nvswitch2\",Hostname=\"n1\"} 3\n"
                + "DCGM_FI_DEV_NVSWITCH_LINK_STATUS{nvlink=\"2\",nvswitch=\"nvswitch2\",Hostname=\"n1\"} 0\n"
                + "DCGM_FI_DEV_NVSWITCH_TEMPERATURE_CURRENT{nvswitch=\"nvswitch2\",Hostname=\"n1\"} 48\n",
            "Content-Type: text/plain; version=0.0.4\r\n");
    };
}

/// Page of an exporter whose values encode their scrape time.
HttpServer::Answer clockExporter()
{
    return [](const test::HttpQuestion&) {
        const double seconds = std::chrono::duration<double>(wallClockNow().time_since_epoch()).count();
        return HttpServer::reply(200, fmt::format("node_load1 {:.3f}\n", std::fmod(seconds, 10'000)),
                                 "Content-Type: text/plain; version=0.0.4\r\n");
    };
}

/// The /metrics page of a vLLM replica: 20 requests per second, all within the bucket of 0.1 to 0.25 s except one in
/// ten, which takes up to 5 s. Also 50 tokens per second for each unit of @p busy.
HttpServer::Answer vllmReplica(const char* pool, double busy)
{
    return [pool, busy](const test::HttpQuestion&) {
        static const auto began = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() + 1000;
        const std::string labels = fmt::format(R"(engine="0",model_name="meta-llama/Llama-3.1-8B",pool="{}")", pool);
        std::string page = "# HELP vllm:num_requests_running Number of requests in model execution batches.\n"
                           "# TYPE vllm:num_requests_running gauge\n";
        page += fmt::format("vllm:num_requests_running{{{}}} {:.1f}\n", labels, 4 * busy);
        page += fmt::format("vllm:num_requests_waiting{{{}}} 2.0\nvllm:kv_cache_usage_perc{{{}}} {}\n", labels, labels,
                            0.25 * busy);
        page += "# TYPE vllm:time_to_first_token_seconds histogram\n";
        for (const auto& [bound, share] : {std::pair("0.1", 0.0), std::pair("0.25", 0.9), std::pair("1.0", 0.9),
                                           std::pair("5.0", 1.0), std::pair("+Inf", 1.0)})
            page += fmt::format("vllm:time_to_first_token_seconds_bucket{{{},le=\"{}\"}} {:.3f}\n", labels, bound,
                                20 * share * seconds);
        page += fmt::format("vllm:time_to_first_token_seconds_count{{{}}} {:.3f}\n", labels, 20 * seconds);
        page += fmt::format("# TYPE vllm:generation_tokens_total counter\nvllm:generation_tokens_total{{{}}} {:.3f}\n",
                            labels, 50 * busy * seconds);
        page += fmt::format("vllm:num_preemptions_total{{{}}} 3.0\n", labels);
        page += fmt::format("vllm:request_success_total{{{},finished_reason=\"stop\"}} {:.3f}\n"
                            "vllm:request_success_total{{{},finished_reason=\"length\"}} {:.3f}\n",
                            labels, 15 * seconds, labels, 5 * seconds);
        return HttpServer::reply(200, page, "Content-Type: text/plain; version=0.0.4\r\n");
    };
}

/// "gpu3/nvlink1 port.up" of a layout's values, each with its value.
std::map<std::string, float> valuesByName(const NodeTick& tick)
{
    std::map<std::string, float> values;
    std::size_t at = 0;
    for (const ColumnDescriptor& column : tick.layout->columns) {
        for (const std::uint32_t entity : column.entities) {
            std::string name;
            for (std::uint32_t step = entity; step != 0 && step < tick.layout->entities.size();
                 step = tick.layout->entities[step].parent)
                name = tick.layout->entities[step].name + (name.empty() ? "" : "/") + name;
            values[name + " " + tick.layout->metrics[column.metric].name] = tick.values[at++];
        }
    }
    return values;
}

} // namespace

/// Debian's Prometheus-compatible servers, which scrape an exporter in this test.
class TestRealEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAnEngineScrapesIsWatched_data();
    void whatAnEngineScrapesIsWatched();
    void linksOfGpusAndSwitchesAreWatched_data();
    void linksOfGpusAndSwitchesAreWatched();
    void inferenceServersAreWatched_data();
    void inferenceServersAreWatched();
    void aSampleIsReportedSoonWithItsOwnAge_data();
    void aSampleIsReportedSoonWithItsOwnAge();
    void theLatestSamplesOfARangeAreThere_data();
    void theLatestSamplesOfARangeAreThere();
};

void TestRealEngine::whatAnEngineScrapesIsWatched_data()
{
    test::addEngineRows();
}

void TestRealEngine::whatAnEngineScrapesIsWatched()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    const HttpServer scraped(exporter());
    const ScrapingEngine engine(program, arguments, {{scraped.port()}});
    const EngineEndpoint endpoint = engine.endpoint();
    // The period is known only after three scrapes. Data begins there, not now.
    const auto goesBack = [](const EnginePlan& each) {
        return wallClockNow() - each.earliest >= std::chrono::seconds(3);
    };
    Result<EnginePlan> plan = engine.planOnce([&](const EnginePlan& each) {
        return each.period == std::chrono::seconds(1) && !each.hosts.empty() && goesBack(each);
    });
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    QCOMPARE(plan.value().period, Duration(std::chrono::seconds(1)));
    QVERIFY(goesBack(plan.value()));
    QVERIFY(plan.value().hosts.contains("127.0.0.1:" + std::to_string(scraped.port())));

    // The wizard lists the exporter's three metrics and the server's own.
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
        // The first tick may have no rate yet.
        (void)test::waitFor([&] {
            const std::scoped_lock lock(mutex);
            return values.size() == 3 && std::ranges::none_of(values, [](float value) { return std::isnan(value); });
        });
    }
    QCOMPARE(values, (std::vector<float>{61, 62, 0.5F}));
    QCOMPARE(node, std::string("n1"));
}

void TestRealEngine::linksOfGpusAndSwitchesAreWatched_data()
{
    test::addEngineRows();
}

void TestRealEngine::linksOfGpusAndSwitchesAreWatched()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    const HttpServer scraped(linkExporter());
    const ScrapingEngine engine(program, arguments, {{scraped.port()}});
    Result<EnginePlan> plan = engine.planOnce(
        [](const EnginePlan& each) { return each.period == std::chrono::seconds(1) && each.rows.size() >= 7; });
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    QCOMPARE(plan.value().rows.size(), std::size_t{7});
    const Result<EngineSurvey> survey = surveyEngine(engine.endpoint(), wallClockNow());
    QVERIFY2(survey.isOk(), survey.isOk() ? "" : survey.error().message.c_str());
    for (const EngineSurvey::Unknown& each : survey.value().unknown)
        QVERIFY2(!each.name.starts_with("DCGM_"), each.name.c_str());

    std::mutex mutex;
    std::map<std::string, float> values;
    const PrometheusSource source(SourceId{0}, std::make_shared<const EnginePlan>(std::move(plan).value()),
                                  [&](const BatchPtr& batch) {
                                      const std::scoped_lock lock(mutex);
                                      if (batch->tick)
                                          values = valuesByName(*batch->tick);
                                  });
    const auto value = [&](const char* name) {
        const std::scoped_lock lock(mutex);
        const auto found = values.find(name);
        return found == values.end() ? -1.0F : found->second;
    };
    QTRY_VERIFY(value("gpu3/nvlink1 port.link_error_recovery") > 0.5F);
    QVERIFY(value("gpu3/nvlink1 port.link_error_recovery") < 1.5F);
    QVERIFY(value("gpu3/nvlink1 port.link_error_recovery.total") >= 255);
    QCOMPARE(value("gpu3/nvlink0 port.link_error_recovery"), 0.0F);
    QCOMPARE(value("gpu3/nvlink0 port.transmit"), 1e9F);
    QCOMPARE(value("gpu3/nvlink4 port.link_downed.total"), 7.0F);
    QCOMPARE(value("nvswitch2/nvlink0 port.up"), 1.0F);
    QCOMPARE(value("nvswitch2/nvlink1 port.up"), 0.0F);
    QCOMPARE(value("nvswitch2/nvlink2 port.up"), -1.0F); // switched off: no fault, and no port
    QCOMPARE(value("nvswitch2/temperature sensor.temperature"), 48.0F);
}

void TestRealEngine::inferenceServersAreWatched_data()
{
    test::addEngineRows();
}

void TestRealEngine::inferenceServersAreWatched()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    const HttpServer one(vllmReplica("decode", 1));
    const HttpServer other(vllmReplica("decode", 3));
    const ScrapingEngine engine(program, arguments, {{one.port()}, {other.port()}});
    Result<EnginePlan> plan = engine.planOnce([](const EnginePlan& each) {
        return each.period == std::chrono::seconds(1) && wallClockNow() - each.earliest >= std::chrono::seconds(3);
    });
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    std::mutex mutex;
    std::map<std::string, float> values;
    const PrometheusSource source(SourceId{0}, std::make_shared<const EnginePlan>(std::move(plan).value()),
                                  [&](const BatchPtr& batch) {
                                      const std::scoped_lock lock(mutex);
                                      if (batch->tick)
                                          values = valuesByName(*batch->tick);
                                  });
    const auto value = [&](const std::string& name) {
        const std::scoped_lock lock(mutex);
        const auto found = values.find(name);
        return found == values.end() ? -1.0F : found->second;
    };
    const std::string model = "meta-llama/Llama-3.1-8B";
    (void)test::waitFor([&] { return value(model + "/decode serving.imbalance") > 0.4F; });
    const auto isNear = [&](const std::string& name, float expected) {
        return std::abs(value(name) - expected) <= 0.02F * std::abs(expected);
    };
    // Late scrapes on a busy machine give different rates, but only sometimes. At 40 requests per second, the median is
    // 5/9 into the second bucket and the 99th percentile nine tenths into the fourth.
    QTRY_VERIFY(isNear(model + " serving.time_to_first_token", 0.1F + 0.15F * 5 / 9));
    QTRY_VERIFY(isNear(model + " serving.time_to_first_token.p99", 1 + 4 * 0.9F));
    QTRY_VERIFY(isNear(model + " serving.running", 16));
    QTRY_VERIFY(isNear(model + " serving.waiting", 4));
    QTRY_VERIFY(isNear(model + " serving.kv_cache", 0.75F)); // the fullest
    QTRY_VERIFY(isNear(model + " serving.requests", 40));
    QTRY_VERIFY(isNear(model + " serving.tokens.generated", 200));
    QTRY_COMPARE(value(model + " serving.preemptions"), 0.0F);
    QTRY_VERIFY(isNear(model + "/decode serving.requests", 40));
    QTRY_VERIFY(isNear(model + "/decode serving.imbalance", 0.5F));
    const std::string busiest = fmt::format("{}/decode/127.0.0.1:{}", model, other.port());
    QTRY_VERIFY(isNear(busiest + " serving.tokens.generated", 150));
    QTRY_VERIFY(isNear(busiest + " serving.running", 12));
}

void TestRealEngine::aSampleIsReportedSoonWithItsOwnAge_data()
{
    test::addEngineRows("VictoriaMetrics");
}

/// VictoriaMetrics hides the last 30 s unless told otherwise.
void TestRealEngine::aSampleIsReportedSoonWithItsOwnAge()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    static constexpr int seconds = 2;
    const HttpServer scraped(clockExporter());
    const ScrapingEngine engine(program, arguments, {{scraped.port(), seconds}});
    Result<EnginePlan> plan = engine.planOnce(
        [](const EnginePlan& each) { return each.period == Duration(std::chrono::seconds(seconds)); });
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    QCOMPARE(plan.value().period, Duration(std::chrono::seconds(seconds)));

    struct Seen
    {
        Duration late{}; ///< from the scrape to the report
        Duration untrue{}; ///< by which the stated age is off
    };
    std::mutex mutex;
    std::vector<Seen> seen;
    double newest = 0;
    const PrometheusSource source(
        SourceId{0}, std::make_shared<const EnginePlan>(std::move(plan).value()), [&](const BatchPtr& batch) {
            const TimePoint now = wallClockNow();
            const std::scoped_lock lock(mutex);
            if (!batch->tick || batch->tick->values.empty())
                return;
            const double value = batch->tick->values.front();
            const double clock = std::chrono::duration<double>(now.time_since_epoch()).count();
            const auto age = std::chrono::duration_cast<Duration>(
                std::chrono::duration<double>(std::fmod(std::fmod(clock, 10'000) - value + 10'000, 10'000)));
            if (std::exchange(newest, value) != value)
                seen.push_back({age, batch->received - (now - age)});
        });
    constexpr std::size_t caughtUp = 3;
    constexpr std::size_t enough = 7;
    QTRY_VERIFY([&] {
        const std::scoped_lock lock(mutex);
        return seen.size() >= enough;
    }());
    const std::scoped_lock lock(mutex);
    // Half of the 30 s by which every sample would be hidden. The best is compared, because a busy machine delays some.
    Seen best{Duration::max(), Duration::max()};
    for (std::size_t at = caughtUp; at < seen.size(); ++at) {
        best.late = std::min(best.late, seen[at].late);
        best.untrue = std::min(best.untrue, std::chrono::abs(seen[at].untrue));
    }
    QVERIFY2(best.late < std::chrono::seconds(15), std::to_string(best.late.count()).c_str());
    QVERIFY2(std::chrono::abs(best.untrue) < std::chrono::seconds(15), std::to_string(best.untrue.count()).c_str());
}

void TestRealEngine::theLatestSamplesOfARangeAreThere_data()
{
    test::addEngineRows();
}

void TestRealEngine::theLatestSamplesOfARangeAreThere()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(program).isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
    const HttpServer scraped(clockExporter());
    const ScrapingEngine engine(program, arguments, {{scraped.port(), 1}});
    Result<EnginePlan> plan = engine.planOnce([](const EnginePlan& each) {
        return each.period == Duration(std::chrono::seconds(1))
            && wallClockNow() - each.earliest > std::chrono::seconds(8);
    });
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    PrometheusEngine asked(engine.endpoint());
    const TimePoint now = wallClockNow();
    std::vector<double> values;
    TimePoint last;
    const auto answer
        = asked.overRange("last_over_time(node_load1[5s])", now - std::chrono::seconds(5), now, std::chrono::seconds(1),
                          [&](LabelViews, std::span<const EngineSample> samples) {
                              for (const EngineSample& sample : samples)
                                  values.push_back(sample.value);
                              last = samples.empty() ? TimePoint() : samples.back().time;
                          });
    QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.c_str());
    QVERIFY(last <= now);
    std::ranges::sort(values);
    // Five seconds of samples, not one sample from half a minute ago repeated.
    QVERIFY(std::ranges::unique(values).begin() - values.begin() >= 3);
}

LOCKSTEP_TEST(tst_realengine, TestRealEngine)

#include "tst_realengine.moc"
