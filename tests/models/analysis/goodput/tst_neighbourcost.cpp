// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of other jobs' traffic on shared links for a job.
#include "models/analysis/goodput/neighbourcost.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

using Verdict = NeighbourCost::Verdict;

constexpr float notMeasured = std::numeric_limits<float>::quiet_NaN();
constexpr float fast = 2; ///< seconds per step
constexpr float slow = 2.5F;

/// A job of 64 GPUs, in ticks of one second, and one neighbour on 4 links.
struct Hour
{
    Hour() { series.tickPeriod = 1s; }

    void add(int seconds, float stepTime, float busBandwidth, float traffic)
    {
        for (int at = 0; at < seconds; ++at) {
            // Steps vary by one percent.
            series.stepTime.push_back(stepTime * (1 + 0.005F * static_cast<float>(at % 3 - 1)));
            series.wait.push_back(0.1F);
            series.gpus.push_back(64);
            bandwidth.push_back(busBandwidth);
            neighbour.traffic.push_back(traffic);
        }
    }
    [[nodiscard]] NeighbourCost cost() const
    {
        return neighbourCosts(series, bandwidth, std::span(&neighbour, 1)).front();
    }

    JobSeries series;
    std::vector<float> bandwidth;
    Neighbour neighbour{"train-b", 4, {}};
};

} // namespace

class TestNeighbourCost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void longerStepsWithItsTrafficAreItsCost()
    {
        Hour hour;
        hour.add(600, fast, 40e9F, 1e9F);
        hour.add(600, slow, 30e9F, 20e9F);
        const NeighbourCost cost = hour.cost();
        QCOMPARE(cost.verdict, Verdict::Slower);
        const double expected = 64 * 600 * (1 - 2.0 / 2.5);
        QVERIFY2(std::abs(cost.gpuSeconds - expected) < 0.01 * expected, qPrintable(QString::number(cost.gpuSeconds)));
        QCOMPARE(std::lround(cost.with.busBandwidth / 1e9), 30L);
        QCOMPARE(std::lround(cost.without.traffic / 1e9), 1L);
    }

    void slowerStepsOfAHealthyFabricAreNot()
    {
        Hour hour;
        hour.add(600, fast, 40e9F, 1e9F);
        hour.add(600, slow, 40e9F, 20e9F);
        QCOMPARE(hour.cost().verdict, Verdict::NotByFabric);
        QCOMPARE(hour.cost().gpuSeconds, 0.0);
    }

    void stepsThatTakeAsLongCostNothing()
    {
        Hour hour;
        hour.add(600, fast, 40e9F, 1e9F);
        hour.add(600, fast, 39.8e9F, 20e9F);
        QCOMPARE(hour.cost().verdict, Verdict::NotSlower);
    }

    void withoutTimesToCompareNothingIsClaimed()
    {
        Hour steady;
        steady.add(600, fast, 40e9F, 20e9F);
        steady.add(600, slow, 30e9F, 20e9F);
        QCOMPARE(steady.cost().verdict, Verdict::Steady);
        Hour brief;
        brief.add(20, fast, 40e9F, 1e9F);
        brief.add(20, slow, 30e9F, 20e9F);
        QCOMPARE(brief.cost().verdict, Verdict::TooShort);
        Hour unknown;
        unknown.add(600, fast, 40e9F, notMeasured);
        QCOMPARE(unknown.cost().verdict, Verdict::NoTraffic);
        Hour idle;
        idle.add(600, fast, 40e9F, 0);
        QCOMPARE(idle.cost().verdict, Verdict::Idle);
        Hour noSteps;
        noSteps.add(600, notMeasured, 40e9F, 20e9F);
        QCOMPARE(noSteps.cost().verdict, Verdict::TooShort);
    }

    void twoThatSendAtOnceShareTheCost()
    {
        Hour hour;
        hour.add(600, fast, 40e9F, 1e9F);
        hour.add(600, slow, 30e9F, 20e9F);
        Neighbour second = hour.neighbour;
        second.job = "train-c";
        for (float& each : second.traffic)
            each *= 3;
        const std::vector<NeighbourCost> costs
            = neighbourCosts(hour.series, hour.bandwidth, std::vector{hour.neighbour, second});
        QVERIFY(std::abs(costs[1].gpuSeconds / costs[0].gpuSeconds - 3) < 0.01);
        const double expected = 64 * 600 * (1 - 2.0 / 2.5);
        QVERIFY(std::abs(costs[0].gpuSeconds + costs[1].gpuSeconds - expected) < 0.01 * expected);
    }

    void eachAnswerIsAFigure()
    {
        Hour hour;
        hour.add(600, fast, 40e9F, 1e9F);
        hour.add(600, slow, 30e9F, 20e9F);
        const NeighbourCost cost = hour.cost();
        Rates rates;
        rates.gpuHour = 2;
        rates.currency = "EUR";
        const Figure figure = neighbourFigures(std::span(&cost, 1), true, rates).figures.front();
        QCOMPARE(figure.name, std::string("train-b"));
        QVERIFY2(figure.isKnown && figure.value.find("EUR; steps take 2.5") != std::string::npos, figure.value.c_str());
        QVERIFY(neighbourFigures({}, true, {}).figures.front().isKnown);
        QVERIFY(!neighbourFigures({}, false, {}).figures.front().isKnown);
    }
};

LOCKSTEP_TEST(tst_neighbourcost, TestNeighbourCost)
#include "tst_neighbourcost.moc"
