// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exportertable.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestExporterTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsOfTheCatalogueAndAsksForWhatItSaw();
    void bothGenerationsOfDcgmNamesAreKnown();
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

LOCKSTEP_TEST(tst_exportertable, TestExporterTable)

#include "tst_exportertable.moc"
