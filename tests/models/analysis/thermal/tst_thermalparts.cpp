// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalforecast.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/analysis/thermal/trend.h"
#include "models/core/median.h"
#include "models/core/metric.h"
#include "models/core/metrics/pointwise.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace lockstep;

class TestThermalParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timeToLimitIsWhatSteppingTheEquationGives();
    void aDriftReachesTheLimitLater();
    void whatCannotBeSaidIsNotSaid();
    void aTrendFindsTheSlopeOfARamp();
    void aTrendStartsOverAfterAGap();
    void waterIsAsDenseAsItIs();
    void aLoopCarriesWhatItsWaterTakes();
    void ofAllInletsTheColdestTellTheSupply();
    void theRecirculationIndexUndoesTheMixing();
    void oneBrokenSensorMovesNeitherMedianNorSpread();
};

void TestThermalParts::timeToLimitIsWhatSteppingTheEquationGives()
{
    constexpr double resistance = 0.1;
    constexpr double capacity = 300;
    constexpr double watts = 650;
    constexpr double coolant = 30;
    double temperature = 60;
    double seconds = 0;
    constexpr double step = 1e-3;
    for (; temperature < 87; seconds += step)
        temperature += step / capacity * (watts - (temperature - coolant) / resistance);
    const float steady = steadyTemperature(coolant, resistance, watts);
    const float reported = timeToLimit({60, steady, 0, resistance * capacity, 87});
    QVERIFY(std::abs(static_cast<double>(reported) - seconds) < 0.05);
}

void TestThermalParts::aDriftReachesTheLimitLater()
{
    // It settles at 70 degrees now, and this rises by 0.1 K/s: 170 s to 87, plus the time constant.
    QCOMPARE(timeToLimit({70, 70, 0.1F, 10, 87}), 180.0F);
    QCOMPARE(timeToLimit({70, 70, 0.1F, noData, 87}), 170.0F);
    QCOMPARE(timeToLimit({70, 70, -0.1F, 10, 87}), forecastHorizon);
    QCOMPARE(timeToLimit({70, 70, 0.0001F, 10, 87}), forecastHorizon);
}

void TestThermalParts::whatCannotBeSaidIsNotSaid()
{
    QCOMPARE(timeToLimit({90, 70, 0, 10, 87}), 0.0F); // it is at the limit already
    QCOMPARE(timeToLimit({90, noData, noData, noData, 87}), 0.0F);
    QVERIFY(std::isnan(timeToLimit({70, 95, 0, noData, 87})));
    QVERIFY(std::isnan(timeToLimit({70, noData, 0, 10, 87})));
    QVERIFY(std::isnan(timeToLimit({noData, 70, 0, 10, 87})));
    QVERIFY(std::isnan(timeToLimit({70, 95, 0, 10, noData})));
}

void TestThermalParts::aTrendFindsTheSlopeOfARamp()
{
    Trend trend(10, 40);
    for (int second = 0; second < 400; ++second)
        trend.add(20 + 0.05F * static_cast<float>(second), 1);
    QVERIFY(std::abs(trend.slope() - 0.05F) < 0.0005F);
}

void TestThermalParts::aTrendStartsOverAfterAGap()
{
    Trend trend(10, 40);
    for (int second = 0; second < 100; ++second)
        trend.add(50, 1);
    QCOMPARE(trend.slope(), 0.0F);
    trend.add(noData, 1);
    QVERIFY(std::isnan(trend.level()));
    trend.add(50, 1); // a lost sample is no gap
    QCOMPARE(trend.slope(), 0.0F);
    for (int second = 0; second < 41; ++second)
        trend.add(noData, 1);
    trend.add(80, 1);
    QCOMPARE(trend.level(), 80.0F); // no slope from before the gap to after it
    QVERIFY(std::isnan(trend.slope()));
}

void TestThermalParts::waterIsAsDenseAsItIs()
{
    // CRC Handbook of Chemistry and Physics, 6-5.
    QVERIFY(std::abs(waterDensity(4) - 999.97) < 0.1);
    QVERIFY(std::abs(waterDensity(20) - 998.21) < 0.1);
    QVERIFY(std::abs(waterDensity(40) - 992.22) < 0.3);
    QVERIFY(std::abs(waterDensity(60) - 983.20) < 0.6);
}

void TestThermalParts::aLoopCarriesWhatItsWaterTakes()
{
    // 60 l/min is 0.9922 kg/s at 40 degrees; times 4180 J/(kg K) times 10 K.
    QVERIFY(std::abs(loopHeat(60, 35, 45) / 41'474 - 1) < 0.002);
    QVERIFY(loopHeat(60, 45, 35) < 0); // sensors the wrong way round show
    QVERIFY(std::isnan(loopHeat(std::nan(""), 35, 45)));
}

void TestThermalParts::ofAllInletsTheColdestTellTheSupply()
{
    std::array<float, 20> inlets;
    inlets.fill(27);
    std::fill_n(inlets.begin(), 5, 22.0F);
    inlets[0] = -40; // a broken sensor
    QCOMPARE(supplyAir(inlets), 22.0F);
    QVERIFY(std::isnan(supplyAir(std::array{22.0F, noData, 23.0F, 24.0F})));
}

void TestThermalParts::theRecirculationIndexUndoesTheMixing()
{
    constexpr float supply = 22;
    constexpr float exhaust = 42;
    for (const float share : {0.0F, 0.05F, 0.6F, 1.0F}) {
        const float inlet = supply + share * (exhaust - supply);
        QVERIFY(std::abs(recirculationIndex(inlet, exhaust, supply) - share) < 1e-6F);
    }
    QVERIFY(std::isnan(recirculationIndex(22.5F, 23, 22)));
    QVERIFY(std::isnan(recirculationIndex(noData, 42, 22)));
    QVERIFY(std::isnan(recirculationIndex(25, noData, 22)));
}

void TestThermalParts::oneBrokenSensorMovesNeitherMedianNorSpread()
{
    std::vector<float> values;
    for (int i = 0; i < 1001; ++i)
        values.push_back(50 + 2 * std::sqrt(2.0F) * static_cast<float>(std::erf(0.004 * (i - 500))));
    std::vector<float> broken = values;
    broken[0] = 1e6F;
    const RobustSummary whole = summarise(values);
    const RobustSummary other = summarise(broken);
    QVERIFY(std::abs(whole.median - other.median) < 0.05F);
    QVERIFY(std::abs(whole.sigma - other.sigma) < 0.05F);
    QVERIFY(std::isnan(summarise({}).median));
}

LOCKSTEP_TEST(tst_thermalparts, TestThermalParts)
#include "tst_thermalparts.moc"
