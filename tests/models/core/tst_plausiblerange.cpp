// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metriccatalogue.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

class TestPlausibleRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatHardwareReportsIsWithin()
    {
        const PlausibleRange temperature = plausibleRange(*findMetric("gpu.temperature"));
        QVERIFY(temperature.holds(-40.0F)); // a sensor that starts
        QVERIFY(temperature.holds(115.0F));
        const PlausibleRange use = plausibleRange(*findMetric("gpu.utilisation"));
        QVERIFY(use.holds(0.0F));
        QVERIFY(use.holds(1.02F)); // a rate over a late tick
    }

    void whatCannotBeIsNot()
    {
        QVERIFY(!plausibleRange(*findMetric("gpu.temperature")).holds(-274.0F));
        QVERIFY(!plausibleRange(*findMetric("gpu.utilisation")).holds(6e35F));
        QVERIFY(!plausibleRange(*findMetric("gpu.memory.used")).holds(-1.0F));
    }

    void everyLimitOfTheCatalogueIsWithin()
    {
        for (const MetricDescriptor& metric : metricCatalogue()) {
            const PlausibleRange range = plausibleRange(metric);
            for (const auto& limit : {metric.warning, metric.critical, metric.fullScale}) {
                if (limit)
                    QVERIFY2(range.holds(*limit), metric.name.c_str());
            }
        }
    }

    void noMetricTakesInfinityOrNoNumber()
    {
        for (const MetricDescriptor& metric : metricCatalogue()) {
            QVERIFY2(!plausibleRange(metric).holds(INFINITY), metric.name.c_str());
            QVERIFY2(!plausibleRange(metric).holds(noData), metric.name.c_str());
        }
    }
};

LOCKSTEP_TEST(tst_plausiblerange, TestPlausibleRange)
#include "tst_plausiblerange.moc"
