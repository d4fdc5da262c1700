// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/coolantloop.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep::sim;

namespace {

LoopSpec loop300kW()
{
    LoopSpec spec;
    spec.ratedFlowLpm = 450;
    spec.volumeLitres = 150;
    return spec;
}

void run(CoolantLoop& loop, double watts, double pump, int seconds)
{
    for (int second = 0; second < seconds; ++second)
        loop.step(watts, pump, 1);
}

} // namespace

class CoolantLoopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heatIsFlowTimesHeatCapacityTimesRise()
    {
        CoolantLoop loop(loop300kW());
        run(loop, 300e3, 1, 200);
        const double kilogramsPerSecond = loop.flowLpm() / 60 * 0.992;
        QVERIFY(std::abs(kilogramsPerSecond * 4179 * (loop.returnCelsius() - loop.supplyCelsius()) - 300e3) < 1);
        QVERIFY(loop.returnCelsius() - loop.supplyCelsius() > 9); // 1.5 L/min and kW give 9.6 K
    }

    void theSetPointHoldsWhileCapacityLasts()
    {
        CoolantLoop loop(loop300kW());
        run(loop, 0.95 * loop.capacityWatts(), 1, 300);
        QVERIFY(std::abs(loop.supplyCelsius() - 32) < 1e-6);
    }

    void pastItsCapacityTheSupplyRisesToWhereTheExchangerBalances()
    {
        CoolantLoop loop(loop300kW());
        const double heat = 1.5 * loop.capacityWatts();
        run(loop, heat, 1, 600);
        QVERIFY(loop.supplyCelsius() > 33);
        // Q = effectiveness C (return - primary), effectiveness 0.75 at rated flow.
        QVERIFY(std::abs(0.75 * loop.capacityRate() * (loop.returnCelsius() - 24) - heat) < 1e-3 * heat);
    }

    void itFollowsWithTheTurnoverOfItsWater()
    {
        CoolantLoop loop(loop300kW());
        const double heat = 1.5 * loop.capacityWatts();
        const double target = loop.steadySupply(heat);
        run(loop, heat, 1, 20); // one turnover: 150 L at 7.5 L/s
        QVERIFY(std::abs((target - loop.supplyCelsius()) / (target - 32) - std::exp(-1.0)) < 1e-6);
    }

    void lessFlowMeansAWarmerReturnAndAPoorerPlate()
    {
        CoolantLoop loop(loop300kW());
        run(loop, 200e3, 0.25, 300);
        QVERIFY(std::abs(loop.flowLpm() - 112.5) < 1e-9);
        QVERIFY(loop.returnCelsius() - loop.supplyCelsius() > 25);
        QCOMPARE(coldPlateResistanceRatio(1), 1.0);
        QVERIFY(std::abs(coldPlateResistanceRatio(0.25) - (0.55 + 0.45 * std::pow(4, 0.8))) < 1e-12);
    }
};

LOCKSTEP_TEST(tst_coolantloop, CoolantLoopTest)
#include "tst_coolantloop.moc"
