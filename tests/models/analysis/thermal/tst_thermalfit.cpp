// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalfit.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lockstep;

namespace {

/// A GPU that follows the model's equation exactly, observed with whole degrees and a noisy power meter.
class TrueGpu
{
public:
    TrueGpu(double resistanceKpW, double capacityJpK) : resistance(resistanceKpW), m_capacity(capacityJpK) { }

    void step(double watts, double coolant)
    {
        const double steady = coolant + resistance * watts;
        m_temperature = steady + (m_temperature - steady) * std::exp(-1 / (resistance * m_capacity));
    }
    [[nodiscard]] float degrees(std::mt19937& random)
    {
        return std::floor(static_cast<float>(m_temperature) + 0.2F * m_noise(random) + 0.5F);
    }

    double resistance;

private:
    double m_capacity;
    double m_temperature = 35;
    std::normal_distribution<float> m_noise;
};

/// Training: most of a step at full power, then a dip while it communicates; now and then a checkpoint.
double trainingWatts(int second)
{
    if (second % 120 < 12)
        return 140;
    return second % 5 == 4 ? 380 : 650;
}

} // namespace

class TestThermalFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itFindsBothConstantsThroughNoise_data();
    void itFindsBothConstantsThroughNoise();
    void missingSamplesCostPrecisionButNotTruth();
    void wildSamplesDoNotCount();
    void aSteadyLoadTellsTheResistanceAlone();
    void tooLittleDataSaysNothing();
    void anIdleGpuSaysNothing();
    void itFollowsAColdPlateThatClogs();
    void itsErrorCoversTheTruth();

private:
    static void addSecond(ThermalFit& fit, TrueGpu& gpu, double watts, std::mt19937& random, double coolant = 30)
    {
        std::normal_distribution<float> noise;
        gpu.step(watts, coolant);
        fit.add(gpu.degrees(random), static_cast<float>(coolant) + 0.05F * noise(random),
                static_cast<float>(watts) * (1 + 0.02F * noise(random)), 1);
    }
};

void TestThermalFit::itFindsBothConstantsThroughNoise_data()
{
    QTest::addColumn<double>("resistance");
    QTest::addColumn<double>("capacity");
    QTest::newRow("cold plate") << 0.034 << 260.0;
    QTest::newRow("air") << 0.068 << 620.0;
    QTest::newRow("bad mount") << 0.09 << 260.0;
}

void TestThermalFit::itFindsBothConstantsThroughNoise()
{
    QFETCH(double, resistance);
    QFETCH(double, capacity);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        std::mt19937 random(seed);
        TrueGpu gpu(resistance, capacity);
        ThermalFit fit;
        for (int second = 0; second < 300; ++second)
            addSecond(fit, gpu, trainingWatts(second), random);
        const ThermalEstimate found = fit.estimate();
        QVERIFY2(std::abs(found.resistance / resistance - 1) < 0.03, qPrintable(QString::number(found.resistance)));
        QVERIFY2(std::abs(found.capacity / capacity - 1) < 0.15, qPrintable(QString::number(found.capacity)));
    }
}

void TestThermalFit::missingSamplesCostPrecisionButNotTruth()
{
    std::mt19937 random(3);
    TrueGpu gpu(0.034, 260);
    ThermalFit fit;
    for (int second = 0; second < 600; ++second) {
        if (random() % 10 == 0) {
            gpu.step(trainingWatts(second), 30);
            fit.add(noData, 30, 650, 1);
        } else {
            addSecond(fit, gpu, trainingWatts(second), random);
        }
    }
    QVERIFY(std::abs(fit.estimate().resistance / 0.034 - 1) < 0.05);
}

void TestThermalFit::wildSamplesDoNotCount()
{
    std::mt19937 random(4);
    TrueGpu gpu(0.034, 260);
    ThermalFit fit;
    for (int second = 0; second < 400; ++second) {
        if (second > 60 && second % 40 == 0) {
            gpu.step(650, 30);
            fit.add(255, 30, 650, 1); // a sensor bus that hiccups
        } else {
            addSecond(fit, gpu, 650, random);
        }
    }
    QVERIFY(std::abs(fit.estimate().resistance / 0.034 - 1) < 0.06);
}

void TestThermalFit::aSteadyLoadTellsTheResistanceAlone()
{
    std::mt19937 random(5);
    TrueGpu gpu(0.05, 400);
    ThermalFit fit;
    for (int second = 0; second < 600; ++second)
        addSecond(fit, gpu, 500, random);
    QVERIFY(std::abs(fit.estimate().resistance / 0.05 - 1) < 0.02);
    QVERIFY(std::isnan(fit.estimate().capacity));
}

void TestThermalFit::tooLittleDataSaysNothing()
{
    std::mt19937 random(6);
    TrueGpu gpu(0.05, 400);
    ThermalFit fit;
    QVERIFY(std::isnan(fit.estimate().resistance));
    for (int second = 0; second < 15; ++second)
        addSecond(fit, gpu, 500, random);
    QVERIFY(std::isnan(fit.estimate().resistance));
    QVERIFY(std::isnan(fit.estimate().resistanceError));
}

void TestThermalFit::anIdleGpuSaysNothing()
{
    std::mt19937 random(7);
    TrueGpu gpu(0.02, 400);
    ThermalFit fit;
    for (int second = 0; second < 300; ++second)
        addSecond(fit, gpu, 60, random); // 1.2 K over the coolant: the sensor's own error is as large
    QVERIFY(std::isnan(fit.estimate().resistance));
}

void TestThermalFit::itFollowsAColdPlateThatClogs()
{
    std::mt19937 random(8);
    TrueGpu gpu(0.034, 260);
    ThermalFit fit;
    for (int second = 0; second < 200; ++second)
        addSecond(fit, gpu, trainingWatts(second), random);
    gpu.resistance = 0.07;
    for (int second = 200; second < 400; ++second)
        addSecond(fit, gpu, trainingWatts(second), random);
    QVERIFY2(std::abs(fit.estimate().resistance / 0.07 - 1) < 0.1,
             qPrintable(QString::number(fit.estimate().resistance)));
}

void TestThermalFit::itsErrorCoversTheTruth()
{
    int covered = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        std::mt19937 random(seed);
        TrueGpu gpu(0.034, 260);
        ThermalFit fit;
        for (int second = 0; second < 300; ++second)
            addSecond(fit, gpu, trainingWatts(second), random);
        const ThermalEstimate found = fit.estimate();
        covered += std::abs(found.resistance - 0.034F) < 3 * found.resistanceError ? 1 : 0;
        QVERIFY(found.resistanceError < 0.1F * found.resistance);
    }
    QVERIFY2(covered >= 36, qPrintable(QString::number(covered)));
}

LOCKSTEP_TEST(tst_thermalfit, TestThermalFit)
#include "tst_thermalfit.moc"
