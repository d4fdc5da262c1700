// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/peers.h"
#include "models/core/metric.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

struct Hall
{
    explicit Hall(std::size_t count)
        : groups(count, 0), powers(count, 600), values(count, 60), out(count), scores(count)
    { }

    void compare()
    {
        PeerComparison peers;
        peers.compare(groups, powers, values, 1, out, scores);
    }

    std::vector<std::uint32_t> groups;
    std::vector<float> powers, values, out, scores;
};

} // namespace

class TestPeers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHotOneAmongThousandsStandsOut()
    {
        std::mt19937 random(1);
        std::normal_distribution<float> noise;
        Hall hall(16'384);
        for (std::size_t at = 0; at < hall.values.size(); ++at) {
            hall.groups[at] = static_cast<std::uint32_t>(at % 8);
            hall.powers[at] = 600 + 15 * noise(random);
            // Slots differ by far more than the fault: only peers of the same slot reveal it.
            hall.values[at] = 50 + 4 * static_cast<float>(at % 8) + 0.04F * (hall.powers[at] - 600) + noise(random);
        }
        hall.values[4'321] += 9;
        hall.compare();
        const auto worst = std::ranges::max_element(hall.scores) - hall.scores.begin();
        QCOMPARE(worst, 4'321);
        QVERIFY(std::abs(hall.out[4'321] - 9) < 3.5F);
    }

    void aBusyGpuIsNotComparedWithAnIdleOne()
    {
        Hall hall(20);
        for (std::size_t at = 10; at < 20; ++at) {
            hall.powers[at] = 100;
            hall.values[at] = 35;
        }
        hall.compare();
        for (const float deviation : hall.out)
            QCOMPARE(deviation, 0.0F);
    }

    void itAgreesWithAPlainMedian()
    {
        std::mt19937 random(2);
        Hall hall(40);
        for (float& value : hall.values)
            value = static_cast<float>(random() % 400) / 10;
        hall.compare();
        std::vector<float> sorted = hall.values;
        std::ranges::sort(sorted);
        // 40 with equal power: up to 48 are peers, so the median is that of all.
        for (std::size_t at = 0; at < hall.values.size(); ++at)
            QCOMPARE(hall.out[at], hall.values[at] - sorted[20]);
    }

    void tooFewPeersSayNothing()
    {
        Hall hall(5);
        hall.compare();
        QVERIFY(std::ranges::all_of(hall.out, [](float value) { return std::isnan(value); }));
    }

    void missingOnesSayNothingAndDoNotCount()
    {
        Hall hall(12);
        hall.values[3] = noData;
        hall.powers[4] = noData;
        hall.groups[5] = PeerComparison::alone;
        hall.compare();
        for (const std::size_t at : {3, 4, 5})
            QVERIFY(std::isnan(hall.out[at]));
        QCOMPARE(hall.out[6], 0.0F);
    }

    void ratiosAreAgainstTheMedianOfTheGroup()
    {
        std::vector<std::uint32_t> groups(14, 0);
        std::vector<float> values(14, 0.03F);
        std::fill(groups.begin() + 7, groups.end(), 1);
        std::fill(values.begin() + 7, values.end(), 0.06F);
        values[2] = 0.045F;
        values[9] = noData;
        std::vector<float> ratios(14);
        PeerComparison().compareRatios(groups, values, ratios);
        QVERIFY(std::abs(ratios[2] - 0.5F) < 1e-5F);
        QCOMPARE(ratios[0], 0.0F);
        QCOMPARE(ratios[8], 0.0F);
        QVERIFY(std::isnan(ratios[9]));
    }
};

LOCKSTEP_TEST(tst_peers, TestPeers)
#include "tst_peers.moc"
