// SPDX-License-Identifier: GPL-3.0-or-later
// Exact confidence limits of a rate, compared with published tables.
#include "models/analysis/goodput/poissonrate.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

class TestPoissonRate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// F. Garwood, Biometrika 28 (1936), table of 95 % limits; also in Biometrika Tables for Statisticians, table 40.
    void theLimitsAreThoseOfGarwood_data()
    {
        QTest::addColumn<int>("events");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("1") << 1 << 0.0253 << 5.572;
        QTest::newRow("2") << 2 << 0.242 << 7.225;
        QTest::newRow("3") << 3 << 0.619 << 8.767;
        QTest::newRow("4") << 4 << 1.090 << 10.242;
        QTest::newRow("5") << 5 << 1.623 << 11.668;
        QTest::newRow("10") << 10 << 4.795 << 18.390;
        QTest::newRow("20") << 20 << 12.217 << 30.888;
        QTest::newRow("30") << 30 << 20.241 << 42.827;
        QTest::newRow("50") << 50 << 37.111 << 65.919;
        QTest::newRow("100") << 100 << 81.364 << 121.627;
    }

    void theLimitsAreThoseOfGarwood()
    {
        QFETCH(int, events);
        QFETCH(double, low);
        QFETCH(double, high);
        constexpr double hours = 250;
        const PoissonRate rate = PoissonRate::of(static_cast<std::uint64_t>(events), hours);
        QCOMPARE(rate.perHour, events / hours);
        constexpr double rounding = 6e-4;
        QVERIFY(std::abs(rate.low * hours - low) < rounding);
        QVERIFY(std::abs(rate.high * hours - high) < rounding);
    }

    /// The rule of three: -ln 0.05 = 2.996.
    void withoutAFailureAtMostThreeInTheTime()
    {
        const PoissonRate rate = PoissonRate::of(0, 1000);
        QCOMPARE(rate.low, 0.0);
        QCOMPARE(rate.perHour, 0.0);
        QVERIFY(std::abs(rate.high * 1000 + std::log(0.05)) < 1e-9);
    }

    void withoutTimeNothingIsKnown()
    {
        for (const double hours : {0.0, -1.0, std::nan("")}) {
            const PoissonRate rate = PoissonRate::of(3, hours);
            QVERIFY(!rate.isWatched());
            QVERIFY(std::isnan(rate.low) && std::isnan(rate.perHour) && std::isnan(rate.high));
        }
    }

    /// The interval contains the true rate in at least 95 % of all cases, computed from the distribution itself.
    void theIntervalCoversTheTruth()
    {
        for (const double mean : {0.5, 1.7, 3.0, 9.3, 40.0, 300.0}) {
            double covered = 0;
            for (std::uint64_t events = 0; events < 1000; ++events) {
                const PoissonRate rate = PoissonRate::of(events, 1);
                if (rate.low <= mean && mean <= rate.high)
                    covered += poissonAtMost(events, mean) - (events > 0 ? poissonAtMost(events - 1, mean) : 0);
            }
            QVERIFY2(covered > 0.925 && covered < 1, QByteArray::number(covered).constData());
            // Without events the interval is one-sided, which costs at most 2.5 % where that is likely.
            QVERIFY(mean < 4 || covered >= PoissonRate::confidence);
        }
    }

    /// Tables of the cumulative Poisson distribution: 0.9473 up to 4 and 0.9834 up to 5 for a mean of 2.
    void quantiles()
    {
        QVERIFY(std::abs(poissonAtMost(4, 2) - 0.9473) < 1e-4);
        QVERIFY(std::abs(poissonAtMost(5, 2) - 0.9834) < 1e-4);
        QCOMPARE(poissonQuantile(2, 0.05), 5UL);
        QCOMPARE(poissonQuantile(2, 0.06), 4UL);
        QCOMPARE(poissonQuantile(0.05, 0.05), 0UL);
        QCOMPARE(poissonQuantile(10, 0.05), 15UL);
        QCOMPARE(poissonQuantile(1000, 0.05), 1052UL);
        QCOMPARE(poissonQuantile(0, 0.05), 0UL);
        QCOMPARE(poissonQuantile(std::nan(""), 0.05), 0UL);
        QVERIFY(poissonQuantile(1e300, 0.05) > 1'000'000);
    }
};

LOCKSTEP_TEST(tst_poissonrate, TestPoissonRate)
#include "tst_poissonrate.moc"
