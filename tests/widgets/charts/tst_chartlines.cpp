// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metric.h"
#include "tests/support/testentry.h"
#include "widgets/charts/chartlines.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr TickIndex first = 1'000;

/// An axis that shows exactly that many ticks.
TimeAxis axisOver(std::size_t ticks, double width)
{
    return {{timeOfTick(first, 1s), timeOfTick(first + static_cast<TickIndex>(ticks), 1s)}, width};
}

std::size_t pointsIn(const std::vector<ChartStretch>& stretches)
{
    std::size_t points = 0;
    for (const ChartStretch& stretch : stretches)
        points += static_cast<std::size_t>(stretch.size());
    return points;
}

} // namespace

class ChartLinesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneSpikeAmongManySamplesStaysAtItsPlace()
    {
        std::vector<float> samples(36'000, 50.0F);
        samples[20'123] = 97.0F;
        const auto stretches = stretchesOf({samples, first, 1s}, axisOver(samples.size(), 400));
        QCOMPARE(stretches.size(), std::size_t(1));
        const auto spike = std::ranges::max_element(stretches[0], {}, &QPointF::y);
        QCOMPARE(spike->y(), 97.0);
        QVERIFY(std::abs(spike->x() - 20'123.0 / 36'000 * 400) <= 1);
    }

    void neverMoreThanTwoPointsAPixel()
    {
        std::vector<float> samples(50'000);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<float>(i * 7919 % 101);
        QVERIFY(pointsIn(stretchesOf({samples, first, 1s}, axisOver(samples.size(), 640))) <= 2 * 640);
    }

    void aGapIsAGap_data()
    {
        QTest::addColumn<double>("width");
        QTest::newRow("wider than the samples") << 1'000.0;
        QTest::newRow("narrower than the samples") << 50.0;
    }

    void aGapIsAGap()
    {
        QFETCH(double, width);
        std::vector<float> samples(300, 5.0F);
        std::fill(samples.begin() + 100, samples.begin() + 150, noData);
        const auto stretches = stretchesOf({samples, first, 1s}, axisOver(samples.size(), width));
        QCOMPARE(stretches.size(), std::size_t(2));
        QVERIFY(stretches[0].back().x() <= width * 100 / 300 + 1);
        QVERIFY(stretches[1].front().x() >= width * 150 / 300 - 1);
    }

    void oneMissingTickBreaksALineEvenWhenItSharesAPixel()
    {
        std::vector<float> samples(1'000, 5.0F);
        samples[500] = noData;
        QCOMPARE(stretchesOf({samples, first, 1s}, axisOver(samples.size(), 100)).size(), std::size_t(2));
    }

    void aLonelySampleIsADot()
    {
        std::vector<float> samples(10, noData);
        samples[4] = 3.0F;
        const auto stretches = stretchesOf({samples, first, 1s}, axisOver(samples.size(), 100));
        QCOMPARE(stretches.size(), std::size_t(1));
        QVERIFY(stretches[0].size() >= 2);
        QCOMPARE(stretches[0].front(), QPointF(40, 3));
    }

    void samplesStandAtTheirTicks()
    {
        const std::vector<float> samples{1, 2, 3, 4};
        const auto stretches = stretchesOf({samples, first, 1s}, axisOver(4, 400));
        QCOMPARE(stretches[0], ChartStretch({{0, 1}, {100, 2}, {200, 3}, {300, 4}}));
    }

    void theBandReachesFromMeanToPeakWhereBothExist()
    {
        const std::vector<float> mean{1, 1, noData, 1, 1};
        const std::vector<float> peak{4, 9, 9, 3, noData};
        const auto bands = bandsOf({mean, first, 1s}, {peak, first, 1s}, axisOver(5, 500), Qt::white);
        QCOMPARE(bands.size(), std::size_t(1));
        QCOMPARE(bands[0].lower, ChartStretch({{0, 1}, {100, 1}}));
        QCOMPARE(bands[0].upper, ChartStretch({{0, 4}, {100, 9}}));
    }

    void nothingDrawsNothing()
    {
        QVERIFY(stretchesOf({{}, first, 1s}, axisOver(10, 100)).empty());
        QVERIFY(stretchesOf({std::vector<float>(10, noData), first, 1s}, axisOver(10, 100)).empty());
    }
};

LOCKSTEP_TEST(tst_chartlines, ChartLinesTest)
#include "tst_chartlines.moc"
