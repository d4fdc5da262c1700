// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/jobreport.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

class TestCheckpointInterval : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void youngIsTheRootOfTwiceCostTimesFailures();
    void dalyAgreesWithYoungWhenFailuresAreRare();
    void dalyIsTheFailureTimeWhenACheckpointCostsMore();
    void noOtherIntervalWastesMuchLessThanDalys_data();
    void noOtherIntervalWastesMuchLessThanDalys();
    void nothingFailsNothingIsLost();
    void aThousandPartsFailAThousandTimesAsOften();
    void nonsenseGivesNoNumber();
};

void TestCheckpointInterval::youngIsTheRootOfTwiceCostTimesFailures()
{
    QCOMPARE(youngInterval(60s, 3h).count(), std::sqrt(2.0 * 60 * 10800));
}

void TestCheckpointInterval::dalyAgreesWithYoungWhenFailuresAreRare()
{
    const double young = youngInterval(1s, 10000h).count();
    QVERIFY(std::abs(dalyInterval(1s, 10000h).count() - young) < young * 1e-3);
}

void TestCheckpointInterval::dalyIsTheFailureTimeWhenACheckpointCostsMore()
{
    QCOMPARE(dalyInterval(20min, 10min).count(), 600.0);
    QVERIFY(dalyInterval(19min, 10min).count() < 600.0);
}

void TestCheckpointInterval::noOtherIntervalWastesMuchLessThanDalys_data()
{
    QTest::addColumn<double>("cost");
    QTest::addColumn<double>("failures");
    QTest::newRow("rare failures") << 30.0 << 86400.0;
    QTest::newRow("every few hours") << 120.0 << 10800.0;
    QTest::newRow("harsh") << 300.0 << 1800.0;
}

void TestCheckpointInterval::noOtherIntervalWastesMuchLessThanDalys()
{
    QFETCH(double, cost);
    QFETCH(double, failures);
    const Seconds best = dalyInterval(Seconds(cost), Seconds(failures));
    const double slowdown = expectedSlowdown(best, Seconds(cost), 60s, Seconds(failures));
    QVERIFY(slowdown > 1);
    double min = slowdown;
    for (double factor = 0.2; factor < 5; factor *= 1.02)
        min = std::min(min, expectedSlowdown(best * factor, Seconds(cost), 60s, Seconds(failures)));
    // Daly's formula approximates the optimum, here within 0.1 %.
    QVERIFY2(slowdown < min * 1.001, qPrintable(QString::number(slowdown / min, 'g', 10)));
}

void TestCheckpointInterval::nothingFailsNothingIsLost()
{
    QVERIFY(std::abs(expectedSlowdown(1h, 0s, 0s, Seconds(1e12)) - 1) < 1e-6);
}

void TestCheckpointInterval::aThousandPartsFailAThousandTimesAsOften()
{
    QCOMPARE(jointFailureTime(50000h, 1000).count(), 50.0 * 3600);
}

void TestCheckpointInterval::nonsenseGivesNoNumber()
{
    QVERIFY(std::isnan(youngInterval(0s, 1h).count()));
    QVERIFY(std::isnan(dalyInterval(1s, Seconds(NAN)).count()));
    QVERIFY(std::isnan(expectedSlowdown(0s, 1s, 1s, 1h)));
    QVERIFY(std::isnan(jointFailureTime(1h, 0).count()));
}

LOCKSTEP_TEST(tst_checkpointinterval, TestCheckpointInterval)
#include "tst_checkpointinterval.moc"
