// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/coverage.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>

using namespace lockstep;

namespace {

const DetectorCoverage& coverageOfDetector(const std::vector<DetectorCoverage>& all, std::string_view name)
{
    return *std::ranges::find_if(all, [&](const DetectorCoverage& each) { return each.detector->name == name; });
}

std::vector<MetricOffer> twoExporters(std::string_view metric)
{
    if (metric == metrics::gpu::clockSm)
        return {{"dcgm-exporter", "DCGM_FI_DEV_SM_CLOCK"}};
    if (metric == metrics::port::symbolErrors)
        return {{"dcgm-exporter", "NVLINK"}, {"node_exporter", "node_infiniband_symbol_error_total"}};
    if (metric == metrics::serving::timeToFirstToken)
        return {{"vllm", "vllm:time_to_first_token_seconds"}};
    return {};
}

} // namespace

/// The table of detectors, and the coverage that it gives for a site's metrics.
class TestCoverage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTableNamesKnownMetricsAndCauses()
    {
        std::set<std::string_view> names;
        for (const DetectorRow& row : detectorTable()) {
            QVERIFY2(names.insert(row.name).second, std::string(row.name).c_str());
            QVERIFY(row.metricSets.begin() != row.metricSets.end() && row.causes.begin() != row.causes.end());
            for (const std::string_view cause : row.causes)
                QVERIFY2(causeRow(cause) != nullptr, std::string(cause).c_str());
            for (const MetricSet& way : row.metricSets) {
                for (const RequiredMetric& need : way.needs) {
                    const std::string_view peak = ".peak";
                    const std::string_view name = need.metric.ends_with(peak)
                        ? need.metric.substr(0, need.metric.size() - peak.size())
                        : need.metric;
                    QVERIFY2(findMetric(name) != nullptr, std::string(name).c_str());
                }
            }
        }
    }

    void aDetectorWorksInTheBestWayThatIsMeasured()
    {
        const auto all = coverageOf(std::set<std::string, std::less<>>{metrics::gpu::temperature, metrics::gpu::power});
        const DetectorCoverage& cooling = coverageOfDetector(all, "GPU cooling");
        QCOMPARE(static_cast<int>(cooling.state()), static_cast<int>(DetectorCoverage::State::Degraded));
        QCOMPARE(cooling.missing.size(), std::size_t{1});
        QCOMPARE(cooling.missing.front().named, std::string_view("coolant"));
        // Any metric shows that its node reports.
        const DetectorCoverage& silence = coverageOfDetector(all, "node not reporting");
        QCOMPARE(static_cast<int>(silence.state()), static_cast<int>(DetectorCoverage::State::Active));
        const DetectorCoverage& flow = coverageOfDetector(all, "coolant flow");
        QCOMPARE(static_cast<int>(flow.state()), static_cast<int>(DetectorCoverage::State::Blind));
    }

    void peaksCountAsMeasured()
    {
        const auto all = coverageOf(std::set<std::string, std::less<>>{
            metrics::port::transmitDrops, metrics::port::utilisation, metrics::port::utilisationPeak});
        QCOMPARE(static_cast<int>(coverageOfDetector(all, "microbursts").state()),
                 static_cast<int>(DetectorCoverage::State::Active));
    }

    void withoutMetricsEverythingIsBlind()
    {
        for (const DetectorCoverage& each : coverageOf(std::set<std::string, std::less<>>()))
            QVERIFY2(each.state() == DetectorCoverage::State::Blind, std::string(each.detector->name).c_str());
    }

    void aRemedyNamesTheExporterAndTheAgent_data()
    {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("remedy");
        const auto add = [](const char* row, const char* metric, const char* remedy, const char* named = "") {
            QTest::newRow(row) << QString::fromUtf8(metric) << QString::fromUtf8(named) << QString::fromUtf8(remedy);
        };
        add("counter of dcgm-exporter", metrics::gpu::clockSm,
            "gpu.clock.sm: add DCGM_FI_DEV_SM_CLOCK to the counters of dcgm-exporter, or run lockstep-agent");
        add("ports, which node_exporter has at most sites", metrics::port::symbolErrors,
            "port.symbol_errors: scrape node_infiniband_symbol_error_total from node_exporter, or run lockstep-agent");
        add("services", metrics::serving::timeToFirstToken,
            "serving.time_to_first_token: scrape the inference servers, or run lockstep-agent");
        add("sensor of cooling", metrics::sensor::temperature,
            "sensor.temperature of a sensor named inlet: run lockstep-agent", "inlet");
        add("spans", metrics::gpu::syncWaitShare,
            "gpu.sync.wait_share: trace the jobs with lockstep.py or the NCCL plugin");
        add("cooling units", metrics::loop::flow, "loop.flow: let lockstep-agent read the cooling units");
        add("scheduler", metrics::tenant::gpusAllocated,
            "tenant.gpus.allocated: let lockstep-agent query the scheduler");
    }
    void aRemedyNamesTheExporterAndTheAgent()
    {
        QFETCH(QString, metric);
        QFETCH(QString, named);
        QFETCH(QString, remedy);
        const std::string name = metric.toStdString();
        const std::string part = named.toStdString();
        QCOMPARE(QString::fromStdString(remedyOf({name, part}, twoExporters)), remedy);
    }
};

LOCKSTEP_TEST(tst_coverage, TestCoverage)
#include "tst_coverage.moc"
