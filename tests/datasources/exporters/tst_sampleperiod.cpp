// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/sampleperiod.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

const TimePoint begin = TimePoint(1'700'000'000s);

/// @param jitter of each sample, of a normal distribution  @param missing share of samples that never came
SampleTimes regular(Duration period, int count, Duration jitter = {}, double missing = 0, Duration phase = {})
{
    std::mt19937 random(7);
    std::normal_distribution<double> late(0, static_cast<double>(jitter.count()) + 1e-9);
    std::bernoulli_distribution isMissing(missing);
    SampleTimes times;
    for (int at = 0; at < count; ++at) {
        const Duration off(jitter == Duration::zero() ? 0 : std::llround(late(random)));
        if (!isMissing(random))
            times.push_back(begin + phase + at * period + off);
    }
    std::ranges::sort(times);
    return times;
}

} // namespace

/// The period is found even if samples are missing, late or duplicated.
class TestSamplePeriod : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePeriodIsFoundAndNothingLost_data()
    {
        QTest::addColumn<qint64>("periodUs");
        QTest::addColumn<qint64>("jitterUs");
        QTest::addColumn<double>("missing");
        QTest::addColumn<qint64>("phaseUs");
        QTest::newRow("10 Hz") << qint64{100'000} << qint64{0} << 0.0 << qint64{0};
        QTest::newRow("10 Hz, jitter") << qint64{100'000} << qint64{8'000} << 0.0 << qint64{0};
        QTest::newRow("10 Hz, jitter, between ticks") << qint64{100'000} << qint64{8'000} << 0.0 << qint64{50'000};
        QTest::newRow("10 Hz, a third missing") << qint64{100'000} << qint64{2'000} << 0.33 << qint64{0};
        QTest::newRow("100 Hz") << qint64{10'000} << qint64{300} << 0.01 << qint64{3'000};
        QTest::newRow("scrape") << qint64{15'000'000} << qint64{40'000} << 0.02 << qint64{4'321'000};
        QTest::newRow("minutes") << qint64{60'000'000} << qint64{900'000} << 0.05 << qint64{0};
    }
    void thePeriodIsFoundAndNothingLost()
    {
        QFETCH(qint64, periodUs);
        QFETCH(qint64, jitterUs);
        QFETCH(double, missing);
        QFETCH(qint64, phaseUs);
        const std::vector<SampleTimes> series{regular(std::chrono::microseconds(periodUs), 5000,
                                                      std::chrono::microseconds(jitterUs), missing,
                                                      std::chrono::microseconds(phaseUs))};
        const auto found = findPeriod(series);
        QVERIFY(found);
        QCOMPARE(found->fit.period, Duration(std::chrono::microseconds(periodUs)));
        QVERIFY2(found->fit.lost * 1000 <= found->fit.samples, std::to_string(found->fit.lost).c_str());
    }

    void theFastestSeriesDecides()
    {
        const std::vector<SampleTimes> series{regular(1s, 500), regular(100ms, 5000, 2ms), regular(10s, 50)};
        const auto found = findPeriod(series);
        QCOMPARE(found->fit.period, Duration(100ms));
        QCOMPARE(found->fit.lost, std::uint64_t{0});
        QCOMPARE(found->slower, std::size_t{2});
        QCOMPARE(found->slowest, Duration(10s));
    }

    void twoStraySamplesDecideNothing()
    {
        const std::vector<SampleTimes> series{regular(1s, 500), {begin, begin + 2ms}};
        QCOMPARE(findPeriod(series)->fit.period, Duration(1s));
    }

    void pairsOfTwoCollectorsAreNotAPeriodOfAMillisecond()
    {
        SampleTimes times;
        for (int at = 0; at < 400; ++at) {
            times.push_back(begin + at * 15s);
            times.push_back(begin + at * 15s + 1ms);
        }
        const std::vector<SampleTimes> series{times};
        const auto found = findPeriod(series);
        QVERIFY2(found->fit.period >= 5s, std::to_string(found->fit.period.count()).c_str());
    }

    void aRateThatIsNotRoundLosesNothing()
    {
        const std::vector<SampleTimes> series{regular(97'656us, 100'000)}; // 10.24 Hz
        const auto found = findPeriod(series);
        QCOMPARE(found->fit.lost, std::uint64_t{0});
        QCOMPARE(found->fit.period, Duration(97'656us));
    }

    void everyThirdSampleMissingIsStillThePeriod()
    {
        SampleTimes times;
        for (int at = 0; at < 900; ++at) {
            if (at % 3 != 2)
                times.push_back(begin + at * 1s);
        }
        const std::vector<SampleTimes> series{times};
        const auto found = findPeriod(series);
        QCOMPARE(found->fit.period, Duration(1s));
        QCOMPARE(found->fit.lost, std::uint64_t{0});
    }

    void aSampleNeverPassesForTheOneOfAnotherTick()
    {
        TickChooser chooser(100ms, true);
        const TickIndex first = tickIndexOf(begin, 100ms);
        QCOMPARE(chooser.next(begin + 3ms).tick, first);
        QVERIFY(chooser.next(begin + 10ms).isTaken); // the next tick is too far off
        QCOMPARE(chooser.next(begin + 96ms).tick, first + 1);
        QCOMPARE(chooser.next(begin + 140ms).tick, first + 2); // its own is taken, this one is not far
        QVERIFY(chooser.next(begin + 160ms).isTaken);
    }

    void nothingIsNoPeriod()
    {
        QVERIFY(!findPeriod({}));
        const std::vector<SampleTimes> one{{begin}};
        QVERIFY(!findPeriod(one));
    }
};

LOCKSTEP_TEST(tst_sampleperiod, TestSamplePeriod)
#include "tst_sampleperiod.moc"
