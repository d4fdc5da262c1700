// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/decimation.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace lockstep;

namespace {
const float gap = std::numeric_limits<float>::quiet_NaN();
}

class TestDecimation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noExtremeIsEverLost();
    void gapsAreKept();
    void fewSamplesKeepAPixelEach();
    void nothingGivesEmptyPixels();
};

void TestDecimation::noExtremeIsEverLost()
{
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        std::vector<float> samples(random() % 5000 + 1);
        for (float& sample : samples)
            sample = random() % 10 == 0 ? gap : static_cast<float>(random() % 100'000);
        const std::size_t pixels = random() % 2000 + 1;
        const auto extents = decimate(samples, pixels);
        QCOMPARE(extents.size(), pixels);
        // Every sample is within its pixel's extent, so no spike or dip of a range is lost.
        for (std::size_t at = 0; at < samples.size(); ++at) {
            std::size_t pixel = at * pixels / samples.size();
            if (samples.size() >= pixels) {
                while (pixel > 0 && pixel * samples.size() / pixels > at)
                    --pixel;
                while ((pixel + 1) * samples.size() / pixels <= at)
                    ++pixel;
            }
            const PixelExtent& extent = extents[pixel];
            if (std::isnan(samples[at]))
                QVERIFY(extent.hasGap);
            else
                QVERIFY(extent.hasData && extent.low <= samples[at] && samples[at] <= extent.high);
        }
        for (const PixelExtent& extent : extents) {
            if (!extent.hasData)
                continue;
            QVERIFY(std::ranges::find(samples, extent.low) != samples.end());
            QVERIFY(std::ranges::find(samples, extent.high) != samples.end());
            QVERIFY(extent.low <= extent.last && extent.last <= extent.high);
        }
    }
}

void TestDecimation::gapsAreKept()
{
    const std::vector<float> samples{1, gap, gap, gap, 5, 6};
    const auto extents = decimate(samples, 3);
    QVERIFY(extents[0].hasData && extents[0].hasGap);
    QVERIFY(!extents[1].hasData && extents[1].hasGap);
    QVERIFY(extents[2].hasData && !extents[2].hasGap);
    QCOMPARE(extents[2].last, 6.0F);
}

void TestDecimation::fewSamplesKeepAPixelEach()
{
    const std::vector<float> samples{1, gap, 3};
    const auto extents = decimate(samples, 9);
    QCOMPARE(std::ranges::count_if(extents, &PixelExtent::hasData), 2);
    QCOMPARE(std::ranges::count_if(extents, &PixelExtent::hasGap), 1);
    QVERIFY(extents[0].hasData && extents[3].hasGap && extents[6].hasData);
    QVERIFY(!extents[1].hasGap && !extents[1].hasData);
}

void TestDecimation::nothingGivesEmptyPixels()
{
    QCOMPARE(decimate({}, 5).size(), 5U);
    QVERIFY(!decimate({}, 5)[0].hasData && !decimate({}, 5)[0].hasGap);
    const std::vector<float> samples{1, 2};
    QVERIFY(decimate(samples, 0).empty());
}

LOCKSTEP_TEST(tst_decimation, TestDecimation)
#include "tst_decimation.moc"
