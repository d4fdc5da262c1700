// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/flags.h"
#include "models/simulation/physics/gpubank.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

GpuBank oneGpu(const GpuModel& model)
{
    GpuBank bank(model, {0}, 1, Random(1));
    bank.activity[0].compute = 1;
    bank.coolant[0] = 25;
    return bank;
}

void run(GpuBank& bank, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick)
        bank.step();
}

} // namespace

class PowerModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyProductDrawsItsStatedPowers()
    {
        for (const GpuModel& gpu : gpuModels()) {
            const PowerModel model(gpu);
            QVERIFY(std::abs(model.power(1, gpu.fullClockMhz, 60) - gpu.computeWatts) < 0.5);
            QVERIFY(std::abs(model.power(0, gpu.idleClockMhz, 40) - gpu.idleWatts) < 0.5);
        }
    }

    void dynamicPowerGoesWithClockAndVoltageSquared()
    {
        QCOMPARE(PowerModel::dynamicRatio(1), 1.0);
        QVERIFY(std::abs(PowerModel::dynamicRatio(0.25) - 0.25 * 0.72 * 0.72) < 1e-12);
        QVERIFY(std::abs(PowerModel::dynamicRatio(0.75) - 0.75 * 0.86 * 0.86) < 1e-12);
    }

    void leakageDoublesEveryFortyDegrees()
    {
        const PowerModel model(*findGpuModel("H100"));
        QVERIFY(std::abs(model.leakage(80) / model.leakage(40) - 2) < 1e-3);
    }

    void theCappedClockIsTheHighestThatFits()
    {
        const GpuModel gpu = *findGpuModel("H100");
        const PowerModel model(gpu);
        for (double limit = 300; limit < 640; limit += 20) {
            const double clock = model.clockWithin(limit, 1, 65);
            QVERIFY(model.power(1, clock, 65) <= limit);
            QVERIFY(model.power(1, clock + 2 * gpu.clockStepMhz, 65) > limit);
        }
        QCOMPARE(model.clockWithin(700, 1, 65), gpu.fullClockMhz);
    }

    void aCoolGpuRunsAtItsFullClockWithoutReasons()
    {
        GpuBank bank = oneGpu(*findGpuModel("H100"));
        run(bank, 300);
        QCOMPARE(bank.reasons[0], 0U);
        QCOMPARE(bank.clockRatio[0], 1.0F);
        QVERIFY(bank.die[0] > 55 && bank.die[0] < 75);
    }

    void aHotGpuThrottlesAndHoldsItsLimit()
    {
        GpuBank bank = oneGpu(*findGpuModel("H100"));
        bank.setResistanceRatio(0, 2.2);
        run(bank, 600);
        QVERIFY((bank.reasons[0] & throttle::softwareThermal) != 0);
        QVERIFY(bank.clockRatio[0] < 0.95F);
        QVERIFY(std::abs(bank.die[0] - 87) < 2.5);
        QCOMPARE(bank.throttledShare[0], 1.0F);
    }

    void aCappedGpuSaysWhyAndStaysUnderItsCap()
    {
        GpuBank bank = oneGpu(*findGpuModel("H100"));
        bank.powerLimit[0] = 450;
        run(bank, 300);
        QVERIFY((bank.reasons[0] & throttle::softwarePowerCap) != 0);
        QVERIFY((bank.reasons[0] & throttle::powerBrake) != 0);
        QVERIFY(bank.power[0] <= 451);
        QVERIFY(bank.power[0] > 420);
    }

    void anIdleGpuSaysSo()
    {
        GpuBank bank = oneGpu(*findGpuModel("H100"));
        bank.activity[0].compute = 0;
        run(bank, 5);
        QCOMPARE(bank.reasons[0], throttle::idle);
        QCOMPARE(bank.reportedClock[0], 345.0F);
    }
};

LOCKSTEP_TEST(tst_powermodel, PowerModelTest)
#include "tst_powermodel.moc"
