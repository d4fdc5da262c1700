// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/gpubank.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep::sim;

namespace {

constexpr ThermalNetwork::Constants typical{0.07, 0.25, 0.4, 600, 90};
constexpr ThermalNetwork::Constants uncoupled{0.07, 0.25, 1e9, 600, 90};

} // namespace

class ThermalNetworkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutCouplingTheDieFollowsTheClosedForm()
    {
        const ThermalNetwork network(uncoupled, 5);
        ThermalNetwork::Temperatures now{30, 30};
        for (int step = 1; step <= 20; ++step) {
            now = network.step(now, 500, 50, 25);
            const double t = 5.0 * step;
            const double die = 25 + 500 * 0.07 + (30 - 25 - 500 * 0.07) * std::exp(-t / (0.07 * 600));
            const double memory = 25 + 50 * 0.25 + (30 - 25 - 50 * 0.25) * std::exp(-t / (0.25 * 90));
            QVERIFY(std::abs(now.die - die) < 1e-3);
            QVERIFY(std::abs(now.memory - memory) < 1e-3);
        }
    }

    void steadyStateBalancesHeatAtBothNodes()
    {
        const auto steady = ThermalNetwork(typical, 1).steady(550, 70, 32);
        const double across = (steady.die - steady.memory) / typical.couplingResistance;
        QVERIFY(std::abs((steady.die - 32) / typical.dieResistance + across - 550) < 0.01);
        QVERIFY(std::abs((steady.memory - 32) / typical.memoryResistance - across - 70) < 0.01);
    }

    void oneLongStepEqualsManyShortOnes()
    {
        const ThermalNetwork whole(typical, 30);
        const ThermalNetwork part(typical, 0.1);
        ThermalNetwork::Temperatures fine{40, 40};
        for (int step = 0; step < 300; ++step)
            fine = part.step(fine, 600, 80, 30);
        const auto coarse = whole.step({40, 40}, 600, 80, 30);
        QVERIFY(std::abs(coarse.die - fine.die) < 0.01);
        QVERIFY(std::abs(coarse.memory - fine.memory) < 0.01);
    }

    // The exact step against a numerical solution of the same equations at 1 ms.
    void theStepSolvesTheCoupledEquations()
    {
        ThermalNetwork::Temperatures euler{35, 45};
        for (int step = 0; step < 10'000; ++step) {
            const double across = (euler.die - euler.memory) / typical.couplingResistance;
            const double die = 600 - (euler.die - 30) / typical.dieResistance - across;
            const double memory = 80 - (euler.memory - 30) / typical.memoryResistance + across;
            euler.die += 1e-3 * die / typical.dieCapacity;
            euler.memory += 1e-3 * memory / typical.memoryCapacity;
        }
        const auto exact = ThermalNetwork(typical, 10).step({35, 45}, 600, 80, 30);
        QVERIFY(std::abs(exact.die - euler.die) < 0.01);
        QVERIFY(std::abs(exact.memory - euler.memory) < 0.01);
    }
};

LOCKSTEP_TEST(tst_thermalnetwork, ThermalNetworkTest)
#include "tst_thermalnetwork.moc"
