// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/foreignmetric.h"
#include "datasources/exporters/seriesplace.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace lockstep;

class TestExporterTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsOfTheCatalogueAndAsksForWhatItSaw();
    void bothGenerationsOfDcgmNamesAreKnown();
    void theClockOfANodeIsTheMeanOfItsCores();
    void gpusOfAmdAreKnown();
    void aLinkInANameBecomesALabel();
    void linksOfGpusAndSwitchesAreTheirPorts();
    void whatInferenceServersReportIsByModelPoolAndReplica();
};

void TestExporterTable::everyRowIsOfTheCatalogueAndAsksForWhatItSaw()
{
    for (const ScrapedMetric& row : exporterTable()) {
        const std::string where = row.exporter + " " + row.seen + ": ";
        const MetricDescriptor* const metric = findMetric(row.metric);
        QVERIFY2(metric != nullptr, (where + row.metric).c_str());
        QVERIFY2(row.query.find(row.seen) != std::string::npos, (where + row.query).c_str());
        const bool isBounded
            = row.query.find("[$i]") != std::string::npos || row.query.find("[$w]") != std::string::npos;
        QVERIFY2(isBounded, (where + row.query).c_str());
        QVERIFY2(row.places.empty() || row.places.back().kind == metric->entityKind, where.c_str());
    }
}

void TestExporterTable::bothGenerationsOfDcgmNamesAreKnown()
{
    const auto factorOf = [](std::string_view seen) {
        for (const ScrapedMetric& row : exporterTable()) {
            if (row.seen == seen && row.metric == metrics::gpu::clockSm)
                return row.factor;
        }
        return 0.0;
    };
    QCOMPARE(factorOf("DCGM_FI_DEV_SM_CLOCK"), 1e6);
    QCOMPARE(factorOf("DCGM_FI_SM_CLOCK_HERTZ"), 1.0);
}

void TestExporterTable::theClockOfANodeIsTheMeanOfItsCores()
{
    const auto row = std::ranges::find(exporterTable(), metrics::node::cpuFrequency, &ScrapedMetric::metric);
    QVERIFY(row != exporterTable().end());
    QCOMPARE(row->query, std::string("avg without (cpu) (last_over_time(node_cpu_scaling_frequency_hertz[$i]))"));
}

void TestExporterTable::gpusOfAmdAreKnown()
{
    const std::vector<ScrapedMetric> rows
        = recognisedMetrics({}, {"gpu_junction_temperature", "gpu_package_power", "gpu_power_usage", "amd_gpu_clock"});
    const auto seenFor = [&](std::string_view metric) {
        std::vector<std::string> seen;
        for (const ScrapedMetric& row : rows) {
            if (row.metric == metric)
                seen.push_back(row.seen);
        }
        return seen;
    };
    QCOMPARE(seenFor(metrics::gpu::temperature), std::vector<std::string>{"gpu_junction_temperature"});
    QCOMPARE(seenFor(metrics::gpu::power), std::vector<std::string>{"gpu_package_power"});
    const auto clock = std::ranges::find(rows, metrics::gpu::clockSm, &ScrapedMetric::metric);
    QVERIFY(clock != rows.end());
    QCOMPARE(clock->query,
             std::string("avg without (clock_index, clock_type) "
                         "(last_over_time(amd_gpu_clock{clock_type=~\"GPU_CLOCK_TYPE_SYSTEM|system\"}[$i]))"));
}

void TestExporterTable::aLinkInANameBecomesALabel()
{
    const auto row = std::ranges::find_if(exporterTable(), [](const ScrapedMetric& each) {
        return each.seen == "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_L0" && each.metric == metrics::port::linkReplays;
    });
    QVERIFY(row != exporterTable().end());
    QVERIFY(row->query.find("label_replace(rate(DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_L17[$w]), \"nvlink\", \"17\"")
            != std::string::npos);
    QCOMPARE(row->others.size(), std::size_t{17});
    QCOMPARE(row->others.front(), std::string("DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_L1"));
}

void TestExporterTable::whatInferenceServersReportIsByModelPoolAndReplica()
{
    const auto queriesOf = [](std::string_view exporter, std::string_view metric, std::string_view seen) {
        std::vector<const ScrapedMetric*> rows;
        for (const ScrapedMetric& row : exporterTable()) {
            if (row.exporter == exporter && row.metric == metric && row.seen == seen)
                rows.push_back(&row);
        }
        return rows;
    };
    const auto first
        = queriesOf("vllm", metrics::serving::timeToFirstTokenTail, "vllm:time_to_first_token_seconds_bucket");
    QCOMPARE(first.size(), std::size_t{4}); // the model, two labels of pools, replicas
    QCOMPARE(first[0]->query,
             std::string("histogram_quantile(0.99, sum by (model_name, le) "
                         "(rate(vllm:time_to_first_token_seconds_bucket[$w])))"));
    QCOMPARE(first[1]->query,
             std::string("histogram_quantile(0.99, sum by (model_name, pool, le) "
                         "(rate(vllm:time_to_first_token_seconds_bucket{pool!=\"\"}[$w])))"));
    QCOMPARE(queriesOf("sglang", metrics::serving::running, "sglang:num_running_reqs")[1]->query,
             std::string("sum by (model_name, engine_type) "
                         "(last_over_time(sglang:num_running_reqs{engine_type=~\"prefill|decode\"}[$i]))"));
    QCOMPARE(queriesOf("vllm", metrics::serving::imbalance, "vllm:generation_tokens_total")[0]->query,
             std::string("max by (model_name) (rate(vllm:generation_tokens_total[$w])) / "
                         "avg by (model_name) (rate(vllm:generation_tokens_total[$w])) - 1"));
    QCOMPARE(queriesOf("triton", metrics::serving::timeToFirstToken, "nv_inference_first_response_histogram_ms_bucket")
                 .front()
                 ->factor,
             1e-3);
    // Transfers between pools: each server names its own unit.
    QCOMPARE(queriesOf("vllm", metrics::serving::transferTimeTail, "vllm:nixl_xfer_time_seconds_bucket")[1]->query,
             std::string("histogram_quantile(0.99, sum by (model_name, pool, le) "
                         "(rate(vllm:nixl_xfer_time_seconds_bucket{pool!=\"\"}[$w])))"));
    QCOMPARE(
        queriesOf("sglang", metrics::serving::transferTime, "sglang:kv_transfer_latency_ms_bucket").front()->factor,
        1e-3);
    QCOMPARE(queriesOf("sglang", metrics::serving::transferBytes, "sglang:kv_transfer_total_mb_sum").front()->factor,
             1'048'576.0);
    // A model's name may have slashes, and two replicas may share a host.
    const auto placed
        = [](const ScrapedMetric& row, const std::vector<std::pair<std::string_view, std::string_view>>& labels,
             const HostNames& hosts = {}) {
              const std::vector<PlaceStep> steps = placeOfSeries(row, labels, hosts);
              return steps.size() == 1 && steps[0].kind == EntityKind::Job ? steps[0].name : std::string("?");
          };
    QCOMPARE(placed(*first[0], {{"model_name", "meta/Llama-8B"}}), std::string("meta/Llama-8B"));
    QCOMPARE(placed(*first[1], {{"model_name", "meta/Llama-8B"}, {"pool", "decode"}}),
             std::string("meta/Llama-8B/decode"));
    const std::vector<std::pair<std::string_view, std::string_view>> replica{
        {"model_name", "m"}, {"pool", "decode"}, {"instance", "10.0.0.1:8001"}};
    QCOMPARE(placed(*first[3], replica), std::string("m/decode/10.0.0.1:8001"));
    QCOMPARE(placed(*first[3], replica, {{"10.0.0.1", "node-17"}}), std::string("m/decode/node-17:8001"));
    QCOMPARE(placed(*first[0], {{"engine", "0"}}), std::string("?"));
}

void TestExporterTable::linksOfGpusAndSwitchesAreTheirPorts()
{
    const auto place = [](const Labels& labels, EntityKind kind) {
        std::string text;
        for (const PlaceStep& step : placeOf(labels, kind))
            text += (text.empty() ? "" : " / ") + std::string(entityKindName(step.kind)) + " " + step.name;
        return text;
    };
    // As dcgm-exporter writes them: the GPU's labels and the link that a query takes from the name; then its own.
    QCOMPARE(place({{"Hostname", "n1"}, {"gpu", "3"}, {"device", "nvidia3"}, {"modelName", "H100"}, {"nvlink", "7"}},
                   EntityKind::Port),
             std::string("node n1 / gpu gpu3 / port nvlink7"));
    QCOMPARE(place({{"nvlink", "7"}, {"gpu", "3"}, {"gpu_uuid", "GPU-1"}, {"model_name", "B200"}, {"hostname", "n1"}},
                   EntityKind::Port),
             std::string("node n1 / gpu gpu3 / port nvlink7"));
    QCOMPARE(place({{"nvlink", "12"}, {"nvswitch", "nvswitch2"}, {"Hostname", "n1"}}, EntityKind::Port),
             std::string("node n1 / switch nvswitch2 / port nvlink12"));
    QCOMPARE(place({{"nvswitch", "2"}, {"Hostname", "n1"}, {"sensor", "vdd"}}, EntityKind::Sensor),
             std::string("node n1 / switch nvswitch2 / sensor vdd"));
    // Others' ports are as they were.
    QCOMPARE(place({{"instance", "n1:9100"}, {"device", "mlx5_0"}, {"port", "1"}}, EntityKind::Port),
             std::string("node n1 / port mlx5_0/1"));
}

LOCKSTEP_TEST(tst_exportertable, TestExporterTable)

#include "tst_exportertable.moc"
