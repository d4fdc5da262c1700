// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/ids.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/span.h"
#include "models/core/time.h"
#include "models/core/units.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace lockstep;

Q_DECLARE_METATYPE(lockstep::Unit)

class TestUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantitiesReadAsPeopleWriteThem_data();
    void quantitiesReadAsPeopleWriteThem();
    void numbersAreGrouped();
    void namesGoThereAndBack();
    void theCatalogueIsSound();
    void ticksRoundDownOnBothSidesOf1970();
    void secondsBeyondTheRangeOfADurationSaturate();
};

void TestUnits::quantitiesReadAsPeopleWriteThem_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<Unit>("unit");
    QTest::addColumn<QString>("text");
    QTest::newRow("milliseconds") << 0.038 << Unit::Seconds << u"38\u2009ms"_qs;
    QTest::newRow("three digits") << 0.03846 << Unit::Seconds << u"38.5\u2009ms"_qs;
    QTest::newRow("bandwidth") << 412e9 << Unit::BytesPerSecond << u"412\u2009GB/s"_qs;
    QTest::newRow("line rate") << 400e9 << Unit::BitsPerSecond << u"400\u2009Gb/s"_qs;
    QTest::newRow("slow swing") << 0.1667 << Unit::Hertz << u"0.17\u2009Hz"_qs;
    QTest::newRow("temperature") << 71.0 << Unit::Celsius << u"71\u2009°C"_qs;
    QTest::newRow("percent") << 0.872 << Unit::Ratio << u"87.2\u2009%"_qs;
    QTest::newRow("no data") << std::nan("") << Unit::Watt << u"no data"_qs;
    QTest::newRow("zero") << 0.0 << Unit::Watt << u"0\u2009W"_qs;
    QTest::newRow("below zero") << -5.0 << Unit::KelvinDelta << u"-5\u2009K"_qs;
    QTest::newRow("next prefix") << 999.9 << Unit::Watt << u"1\u2009kW"_qs;
    QTest::newRow("flags") << 10.0 << Unit::Bitmask << u"0xa"_qs;
    QTest::newRow("no prefix for rpm") << 12000.0 << Unit::RotationsPerMinute << u"12\u2009000\u2009rpm"_qs;
    QTest::newRow("nearly a minute") << 59.9 << Unit::Seconds << u"59.9\u2009s"_qs;
    QTest::newRow("a minute") << 59.96 << Unit::Seconds << u"1\u2009min"_qs;
    QTest::newRow("minutes and seconds") << 90.4 << Unit::Seconds << u"1\u2009min 30\u2009s"_qs;
    QTest::newRow("half an hour") << 1800.0 << Unit::Seconds << u"30\u2009min"_qs;
    QTest::newRow("next unit") << 3599.8 << Unit::Seconds << u"1\u2009h"_qs;
    QTest::newRow("hours") << -7500.0 << Unit::Seconds << u"-2\u2009h 5\u2009min"_qs;
    QTest::newRow("days") << 2.0 * 86400 + 4 * 3600 << Unit::Seconds << u"2\u2009d 4\u2009h"_qs;
    QTest::newRow("often") << 3.2 << Unit::PerSecond << u"3.20\u2009/s"_qs;
    QTest::newRow("by the minute") << 0.2 << Unit::PerSecond << u"12\u2009/min"_qs;
    QTest::newRow("by the hour") << 0.001 << Unit::PerSecond << u"3.60\u2009/h"_qs;
    QTest::newRow("operations") << 6.78e14 << Unit::PerSecond << u"678\u2009T/s"_qs;
    QTest::newRow("never") << 0.0 << Unit::PerSecond << u"0\u2009/s"_qs;
    QTest::newRow("slope") << 12.5 << Unit::KelvinPerMinute << u"12.5\u2009K/min"_qs;
    QTest::newRow("negative flags") << -1.0 << Unit::Bitmask << u"0x0"_qs;
}

void TestUnits::quantitiesReadAsPeopleWriteThem()
{
    QFETCH(double, value);
    QFETCH(Unit, unit);
    QTEST(QString::fromStdString(formatQuantity(value, unit)), "text");
}

void TestUnits::numbersAreGrouped()
{
    QCOMPARE(QString::fromStdString(formatNumber(2048)), u"2\u2009048"_qs);
    QCOMPARE(QString::fromStdString(formatNumber(-1234567)), u"-1\u2009234\u2009567"_qs);
    QCOMPARE(QString::fromStdString(formatNumber(999)), u"999"_qs);
    QCOMPARE(QString::fromStdString(formatNumber(1.5)), u"1.50"_qs);
    QCOMPARE(QString::fromStdString(formatNumber(std::nan(""))), u"no data"_qs);
}

void TestUnits::namesGoThereAndBack()
{
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        QCOMPARE(entityKindFromName(entityKindName(static_cast<EntityKind>(kind))), static_cast<EntityKind>(kind));
    for (int unit = 0; unit <= static_cast<int>(Unit::KelvinPerMinute); ++unit)
        QCOMPARE(unitFromName(unitName(static_cast<Unit>(unit))), static_cast<Unit>(unit));
    for (int kind = 0; kind <= static_cast<int>(SpanKind::Marker); ++kind)
        QCOMPARE(spanKindFromName(spanKindName(static_cast<SpanKind>(kind))), static_cast<SpanKind>(kind));
    QVERIFY(!entityKindFromName("GPU") && !unitFromName("furlong") && !spanKindFromName(""));
}

void TestUnits::theCatalogueIsSound()
{
    std::set<std::string> names;
    for (const MetricDescriptor& metric : metricCatalogue()) {
        QVERIFY2(names.insert(metric.name).second, metric.name.c_str());
        QVERIFY2(!metric.title.empty(), metric.name.c_str());
        QCOMPARE(findMetric(metric.name), &metric);
        if (!metric.warning || !metric.critical)
            continue;
        QVERIFY2(metric.direction != Direction::Neutral, metric.name.c_str());
        const bool isRising = *metric.critical > *metric.warning;
        QVERIFY2(isRising == (metric.direction == Direction::HighIsBad), metric.name.c_str());
    }
    QVERIFY(findMetric("gpu.temperature") && !findMetric("gpu.mood"));
    QCOMPARE(peakOf(*findMetric("port.transmit")).name, std::string("port.transmit.peak"));
}

void TestUnits::secondsBeyondTheRangeOfADurationSaturate()
{
    QVERIFY(durationOfSeconds(1.5) == std::chrono::milliseconds(1500));
    QVERIFY(durationOfSeconds(1e300) == Duration::max());
    QVERIFY(durationOfSeconds(-std::numeric_limits<double>::infinity()) == Duration::min());
    QVERIFY(durationOfSeconds(std::numeric_limits<double>::quiet_NaN()) == Duration::zero());
}

void TestUnits::ticksRoundDownOnBothSidesOf1970()
{
    using namespace std::chrono_literals;
    QCOMPARE(tickIndexOf(TimePoint(1999ms), 1s), 1);
    QCOMPARE(tickIndexOf(TimePoint(-1ms), 1s), -1);
    QCOMPARE(tickIndexOf(TimePoint(-1s), 1s), -1);
    QCOMPARE(timeOfTick(-3, 1s), TimePoint(-3s));
}

LOCKSTEP_TEST(tst_units, TestUnits)
#include "tst_units.moc"
