// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/charts/chartlines.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

class ValueAxisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDataLieWithin_data()
    {
        QTest::addColumn<double>("min");
        QTest::addColumn<double>("max");
        QTest::newRow("temperatures") << 44.2 << 71.9;
        QTest::newRow("negative") << -12.5 << 3.1;
        QTest::newRow("tiny") << 1.2e-7 << 3.4e-7;
        QTest::newRow("huge") << 1e15 << 9e15;
        QTest::newRow("flat") << 5.0 << 5.0;
        QTest::newRow("zero") << 0.0 << 0.0;
    }

    void theDataLieWithin()
    {
        QFETCH(double, min);
        QFETCH(double, max);
        for (const Unit unit : {Unit::Celsius, Unit::BytesPerSecond}) {
            MetricDescriptor metric;
            metric.unit = unit;
            const ValueAxis axis = valueAxisFor(metric, min, max, 4);
            QVERIFY(axis.low < axis.high);
            QVERIFY(axis.low <= min && max <= axis.high);
            QVERIFY(!axis.marks.empty());
            for (const double mark : axis.marks)
                QVERIFY(mark >= axis.low - 1e-9 * std::abs(axis.low) && mark <= axis.high * (1 + 1e-9));
        }
    }

    void ratesStartAtZeroAndTemperaturesDoNot()
    {
        MetricDescriptor rate;
        rate.unit = Unit::BytesPerSecond;
        QCOMPARE(valueAxisFor(rate, 4e9, 5e9, 4).low, 0.0);
        MetricDescriptor temperature;
        temperature.unit = Unit::Celsius;
        QVERIFY(valueAxisFor(temperature, 60, 70, 4).low > 50);
    }

    void ratiosShowTheirFullScale()
    {
        MetricDescriptor ratio;
        ratio.unit = Unit::Ratio;
        ratio.fullScale = 1.0F;
        const ValueAxis axis = valueAxisFor(ratio, 0.2, 0.3, 2);
        QCOMPARE(axis.low, 0.0);
        QCOMPARE(axis.high, 1.0);
        QCOMPARE(axis.pixelOf(1.0, 100), 0.0);
        QCOMPARE(axis.pixelOf(0.0, 100), 100.0);
        QVERIFY(!std::signbit(axis.marks.front()));
    }

    void withoutDataThereIsStillAnAxis()
    {
        const ValueAxis axis = valueAxisFor({}, std::nan(""), std::nan(""), 3);
        QVERIFY(axis.low < axis.high);
    }
};

LOCKSTEP_TEST(tst_valueaxis, ValueAxisTest)
#include "tst_valueaxis.moc"
