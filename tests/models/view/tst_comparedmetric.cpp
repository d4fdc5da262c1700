// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"
#include "models/view/colour/colourscale.h"
#include "models/view/comparison/comparison.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

/// Computation and description of differences.
class TestComparedMetric : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDifferenceOfTemperaturesIsInKelvin()
    {
        const MetricDescriptor& temperature = *findMetric("gpu.temperature");
        const MetricDescriptor difference = comparedMetric(temperature, Shown::Difference, "14:02:10–14:07:10 UTC");
        QCOMPARE(difference.name, "gpu.temperature.difference");
        QCOMPARE(difference.unit, Unit::KelvinDelta);
        QVERIFY(difference.isDeviation);
        QVERIFY(!difference.warning && !difference.critical); // limits are of the value
        QCOMPARE(difference.direction, temperature.direction);
        QVERIFY(difference.title.ends_with("difference from 14:02:10–14:07:10 UTC"));
        QVERIFY(!difference.derivation.empty());
        const ColourScale scale = scaleFor(difference, std::vector<float>{-2, 8, 0});
        QCOMPARE(scale.map, ColourMap::Diverging);
        QCOMPARE(scale.low, -scale.high); // centred on zero
    }

    void theBaselineItselfLooksLikeTheMetric()
    {
        const MetricDescriptor& temperature = *findMetric("gpu.temperature");
        const MetricDescriptor baseline = comparedMetric(temperature, Shown::Baseline, "good-run");
        QCOMPARE(baseline.unit, temperature.unit);
        QCOMPARE(baseline.critical, temperature.critical);
        QCOMPARE(colourMapFor(baseline), colourMapFor(temperature));
        QVERIFY(baseline.title.ends_with("in good-run"));
    }

    void noiseOfAHealthyClusterStaysGrey()
    {
        const MetricDescriptor difference = comparedMetric(*findMetric("gpu.temperature"), Shown::Difference, "then");
        QVERIFY(scaleFor(difference, std::vector<float>{-0.1F, 0.2F}).high >= 1.0F);
    }

    void whatMeansNothingIsNotShown()
    {
        MetricDescriptor flags;
        flags.unit = Unit::Bitmask;
        QVERIFY(!canBeShown(flags, Shown::Difference));
        QVERIFY(canBeShown(flags, Shown::Baseline));
        QVERIFY(!canBeShown(*findMetric("gpu.temperature"), Shown::Change)); // 0 °C is no zero
        QVERIFY(canBeShown(*findMetric("gpu.power"), Shown::Change));
    }

    void aMissingSideIsNoData()
    {
        QCOMPARE(compared(70.0F, 60.0F, Shown::Difference), 10.0F);
        QCOMPARE(compared(70.0F, 60.0F, Shown::Baseline), 60.0F);
        QCOMPARE(compared(90.0F, 60.0F, Shown::Change), 0.5F);
        // An increase is positive, whatever the sign of the baseline.
        QCOMPARE(compared(30.0F, -60.0F, Shown::Change), 1.5F);
        QVERIFY(std::isnan(compared(noData, 60.0F, Shown::Difference)));
        QVERIFY(std::isnan(compared(70.0F, noData, Shown::Difference)));
        QVERIFY(std::isnan(compared(70.0F, 0.0F, Shown::Change)));
    }

    void aShorterBaselineHasNothingForTheRest()
    {
        const std::vector<float> values{1, 2, 3};
        const std::vector<float> baseline{1, 1};
        const std::vector<float> difference = compared(values, baseline, Shown::Difference);
        QCOMPARE(difference.size(), std::size_t{3});
        QCOMPARE(difference[1], 1.0F);
        QVERIFY(std::isnan(difference[2]));
    }
};

LOCKSTEP_TEST(tst_comparedmetric, TestComparedMetric)
#include "tst_comparedmetric.moc"
