// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/serving/servingtarget.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/targettables.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <atomic>
#include <string>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

namespace serving = metrics::serving;

/// A page of vLLM: after @p requests requests, of which half took up to 0.1 s and the others up to 1 s.
std::string vllmPage(int requests, const std::string& labels = "engine=\"0\",model_name=\"chat\"")
{
    const auto line = [&](const std::string& name, const std::string& more, double value) {
        return name + "{" + labels + more + "} " + std::to_string(value) + "\n";
    };
    const double all = requests;
    return "# HELP vllm:num_requests_running Requests in execution.\n# TYPE vllm:num_requests_running gauge\n"
        + line("vllm:num_requests_running", {}, 7) + line("vllm:num_requests_waiting", {}, 3)
        + line("vllm:kv_cache_usage_perc", {}, 0.25) + "# TYPE vllm:time_to_first_token_seconds histogram\n"
        + line("vllm:time_to_first_token_seconds_bucket", ",le=\"0.1\"", all / 2)
        + line("vllm:time_to_first_token_seconds_bucket", ",le=\"1.0\"", all)
        + line("vllm:time_to_first_token_seconds_bucket", ",le=\"+Inf\"", all)
        + line("vllm:time_to_first_token_seconds_count", {}, all) + "# TYPE vllm:request_success counter\n"
        + line("vllm:request_success_total", ",finished_reason=\"stop\"", all / 2)
        + line("vllm:request_success_total", ",finished_reason=\"length\"", all / 2)
        + line("vllm:generation_tokens_total", {}, all * 100) + "process_cpu_seconds_total 12.5\n";
}

ServingOptions optionsOf(const HttpServer& server)
{
    ServingOptions options;
    options.url = server.url() + "/metrics";
    options.host = "node-17";
    options.timeout = hangTimeout;
    return options;
}

std::string messageOf(const Result<FacilityReport>& report)
{
    return report.isOk() ? report.value().note : report.error().message;
}

/// NaN: not reported.
double valueOf(const FacilityReport& report, std::string_view metric, const std::string& replica)
{
    for (const FacilityValue& each : report.values) {
        if (each.metric == metric && each.place.back().name == replica)
            return each.value;
    }
    return std::nan("");
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// Valid and malicious inference servers on loopback.
class TestServingTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReplicaIsNamedByModelPoolAndMachine()
    {
        const HttpServer server([](const HttpQuestion&) { return HttpServer::reply(200, vllmPage(0)); });
        ServingOptions options = optionsOf(server);
        options.pool = "decode";
        const auto target = makeServingTarget(options);
        const Result<FacilityReport> report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        const std::string replica = "chat/decode/node-17:" + std::to_string(server.port());
        COMPARE_NEAR(valueOf(report.value(), serving::running, replica), 7);
        COMPARE_NEAR(valueOf(report.value(), serving::waiting, replica), 3);
        COMPARE_NEAR(valueOf(report.value(), serving::kvCache, replica), 0.25);
        QVERIFY(std::isnan(valueOf(report.value(), serving::requests, replica))); // not before a second page
        const FacilityPlace& place = report.value().values.front().place;
        QCOMPARE(place.size(), std::size_t{3});
        QCOMPARE(place[0].name, std::string("chat"));
        QCOMPARE(place[1].name, std::string("chat/decode"));
        QCOMPARE(server.questions().front().target, std::string("/metrics"));
    }

    void aServersOwnPoolCountsBeforeTheConfiguredOne()
    {
        const HttpServer server([](const HttpQuestion&) {
            return HttpServer::reply(200,
                                     "sglang:num_running_reqs{model_name=\"m\",engine_type=\"prefill\"} 4\n"
                                     "sglang:num_queue_reqs{model_name=\"m\",engine_type=\"\"} 2\n");
        });
        ServingOptions options = optionsOf(server);
        options.pool = "decode";
        const Result<FacilityReport> report = makeServingTarget(options)->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        const std::string port = std::to_string(server.port());
        COMPARE_NEAR(valueOf(report.value(), serving::running, "m/prefill/node-17:" + port), 4);
        COMPARE_NEAR(valueOf(report.value(), serving::waiting, "m/decode/node-17:" + port), 2);
    }

    void ratesAndQuantilesAreOfTheTimeBetweenTwoPages()
    {
        std::atomic<int> requests = 1000;
        const HttpServer server([&](const HttpQuestion&) { return HttpServer::reply(200, vllmPage(requests)); });
        const auto target = makeServingTarget(optionsOf(server));
        const auto begin = std::chrono::steady_clock::now();
        QVERIFY(target->poll({}).isOk());
        QTest::qSleep(200);
        requests = 1200;
        const Result<FacilityReport> report = target->poll({});
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        const std::string replica = "chat/node-17:" + std::to_string(server.port());
        const double rate = valueOf(report.value(), serving::requests, replica);
        QVERIFY2(rate >= 200 / seconds * 0.99 && rate <= 1000, qPrintable(QString::number(rate)));
        COMPARE_NEAR(valueOf(report.value(), serving::generatedTokens, replica), 100 * rate);
        COMPARE_NEAR(valueOf(report.value(), serving::timeToFirstToken, replica), 0.1);
        COMPARE_NEAR(valueOf(report.value(), serving::timeToFirstTokenTail, replica), 0.1 + 0.9 * 0.98);
        const Result<FacilityReport> idle = target->poll({});
        QVERIFY(idle.isOk());
        QVERIFY(std::isnan(valueOf(idle.value(), serving::timeToFirstToken, replica)));
        COMPARE_NEAR(valueOf(idle.value(), serving::requests, replica), 0);
    }

    void aServerThatRestartsHasNoNegativeRates()
    {
        std::atomic<int> requests = 1000;
        const HttpServer server([&](const HttpQuestion&) { return HttpServer::reply(200, vllmPage(requests)); });
        const auto target = makeServingTarget(optionsOf(server));
        QVERIFY(target->poll({}).isOk());
        requests = 10;
        const Result<FacilityReport> report = target->poll({});
        QVERIFY(report.isOk());
        for (const FacilityValue& each : report.value().values)
            QVERIFY2(each.value >= 0, std::string(each.metric).c_str());
    }

    void anotherPageIsAnErrorInWords()
    {
        const HttpServer server([](const HttpQuestion& question) {
            return question.target == "/gpu"
                ? HttpServer::reply(200, "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",Hostname=\"n1\"} 30\n")
                : question.target == "/broken"
                ? HttpServer::reply(200, "\nvllm:num_requests_running{model_name=\"c\" 7\n")
                : HttpServer::reply(404, "no");
        });
        ServingOptions options = optionsOf(server);
        for (const auto& [path, words] :
             {std::pair("/gpu", "no metrics of vLLM, SGLang"),
              std::pair("/broken", "line 2: the label list is not closed"), std::pair("/metrics", "status 404")}) {
            options.url = server.url() + path;
            const Result<FacilityReport> report = makeServingTarget(options)->poll({});
            QVERIFY2(!report.isOk() && messageOf(report).starts_with(words), messageOf(report).c_str());
        }
    }

    void unusableLinesAreCountedAndTheFirstIsNamed()
    {
        const HttpServer server([](const HttpQuestion&) {
            return HttpServer::reply(200,
                                     vllmPage(0) + "vllm:num_requests_running{model_name=\"other\"} many\n"
                                         + "vllm:num_requests_swapped{broken\n" + vllmPage(0, "model_name=\"chat2\""));
        });
        const Result<FacilityReport> report = makeServingTarget(optionsOf(server))->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QVERIFY2(has(messageOf(report), "1 line is not usable: line 16: expected a value"), messageOf(report).c_str());
        QCOMPARE(report.value().refused, std::size_t{1});
        COMPARE_NEAR(valueOf(report.value(), serving::running, "chat2/node-17:" + std::to_string(server.port())), 7);
    }

    void aSeriesCountsOnce()
    {
        const HttpServer server([](const HttpQuestion&) { return HttpServer::reply(200, vllmPage(0) + vllmPage(0)); });
        const Result<FacilityReport> report = makeServingTarget(optionsOf(server))->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        COMPARE_NEAR(valueOf(report.value(), serving::running, "chat/node-17:" + std::to_string(server.port())), 7);
        QVERIFY2(has(messageOf(report), "has this series already"), messageOf(report).c_str());
    }

    void aServerThatNamesEverNewModelsIsLimited()
    {
        std::atomic<int> page = 0;
        const HttpServer server([&page](const HttpQuestion&) {
            std::string text;
            for (int model = 0; model < 50; ++model)
                text += "vllm:num_requests_running{model_name=\"m" + std::to_string(page * 50 + model) + "\"} 1\n";
            ++page;
            return HttpServer::reply(200, text);
        });
        const auto target = makeServingTarget(optionsOf(server));
        QCOMPARE(target->poll({}).value().values.size(), std::size_t{50});
        const Result<FacilityReport> second = target->poll({});
        QCOMPARE(second.value().values.size(), servinglimits::replicas - 50);
        QVERIFY2(has(messageOf(second), "values of replicas above the limit of 64, omitted: 36"),
                 messageOf(second).c_str());
        QCOMPARE(target->poll({}).value().values.size(), std::size_t{0});
    }

    void aPageWithTooManySeriesIsCut()
    {
        const HttpServer server([](const HttpQuestion&) {
            std::string text = vllmPage(0);
            for (std::size_t bucket = 0; bucket < servinglimits::series; ++bucket)
                text += "vllm:time_to_first_token_seconds_bucket{model_name=\"chat\",le=\""
                    + std::to_string(bucket + 10) + "\"} 5\n";
            return HttpServer::reply(200, text);
        });
        const Result<FacilityReport> report = makeServingTarget(optionsOf(server))->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QVERIFY2(has(messageOf(report), "series above the limit of 20000"), messageOf(report).c_str());
        COMPARE_NEAR(valueOf(report.value(), serving::running, "chat/node-17:" + std::to_string(server.port())), 7);
    }

    void anAnswerWithoutEndIsGivenUp()
    {
        const HttpServer server([](const HttpQuestion&) { return HttpServer::endless; });
        const Result<FacilityReport> report = makeServingTarget(optionsOf(server))->poll({});
        QVERIFY(!report.isOk());
        QVERIFY2(has(messageOf(report), "it returned more than"), messageOf(report).c_str());
        QVERIFY(server.endlessBytes() < 8 * servinglimits::bytes);
    }

    void aSilentServerIsReported()
    {
        const HttpServer server([](const HttpQuestion&) { return HttpServer::silence; });
        ServingOptions options = optionsOf(server);
        options.timeout = 100ms;
        const Result<FacilityReport> report = makeServingTarget(options)->poll({});
        QCOMPARE(messageOf(report), std::string("no answer within 0.1 s"));
    }

    void theAgentDeclaresServicePoolAndReplica()
    {
        const HttpServer server([](const HttpQuestion&) { return HttpServer::reply(200, vllmPage(0)); });
        ServingOptions options = optionsOf(server);
        options.pool = "decode";
        std::vector<PolledTarget> targets;
        targets.push_back({makeServingTarget(options), 1s});
        FacilityCollector collector("serving", std::move(targets), 20s);
        CollectorHarness harness(collector);
        QVERIFY(harness.detect().isActive);
        const std::string replica = "chat/decode/node-17:" + std::to_string(server.port());
        harness.sample(0);
        COMPARE_NEAR(harness.value(serving::running, replica), 7);
        std::size_t jobs = 0;
        for (const EntityDescriptor& entity : harness.layout().entities) {
            if (entity.kind == EntityKind::Job) {
                QCOMPARE(entity.parent, EntityDescriptor::clusterScope);
                ++jobs;
            }
        }
        QCOMPARE(jobs, std::size_t{3});
    }

    void theConfigurationIsChecked()
    {
        const auto good = readTargets(readServingTargets,
                                      "[[serving]]\nurl = \"http://127.0.0.1:8000\"\npool = \"prefill\"\ninterval = 2\n"
                                      "[[serving]]\nurl = \"https://gpu-3:8443/engine/metrics/\"\n");
        QVERIFY2(good.isOk(), good.isOk() ? "" : good.error().message.c_str());
        QCOMPARE(good.value().size(), std::size_t{2});
        QCOMPARE(good.value()[0].url, std::string("http://127.0.0.1:8000/metrics"));
        QCOMPARE(good.value()[0].pool, std::string("prefill"));
        QVERIFY(good.value()[0].interval == 2s);
        QCOMPARE(good.value()[1].url, std::string("https://gpu-3:8443/engine/metrics"));
        const auto queries = readTargets(readServingTargets,
                                         "[[serving]]\nurl = \"http://a:1?name[]=vllm/x\"\n"
                                         "[[serving]]\nurl = \"http://a:1/m/?format=text\"\n");
        QVERIFY2(queries.isOk(), queries.isOk() ? "" : queries.error().message.c_str());
        QCOMPARE(queries.value()[0].url, std::string("http://a:1/metrics?name[]=vllm/x"));
        QCOMPARE(queries.value()[1].url, std::string("http://a:1/m?format=text"));
        checkRefused(readTargets(readServingTargets, "[[serving]]\npool = \"x\"\n"), "url");
        checkRefused(readTargets(readServingTargets, "[[serving]]\nurl = \"gpu-3\"\n"), "gpu-3");
        checkRefused(readTargets(readServingTargets, "[[serving]]\nurl = \"http://a:1\"\npool = \"a/b\"\n"), "pool");
        checkRefused(readTargets(readServingTargets, "[[serving]]\nurl = \"http://a:1\"\nmodel = \"b\"\n"), "model");
    }
};

LOCKSTEP_TEST(tst_servingtarget, TestServingTarget)
#include "tst_servingtarget.moc"
