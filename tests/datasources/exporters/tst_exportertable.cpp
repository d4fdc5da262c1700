// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/foreignmetric.h"
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
    void aLinkInANameBecomesALabel();
    void linksOfGpusAndSwitchesAreTheirPorts();
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
