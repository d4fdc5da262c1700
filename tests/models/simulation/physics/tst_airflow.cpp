// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/facility/hall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace lockstep::sim;

namespace {

constexpr std::array<Airflow::RackAir, 4> row{{{0, 0}, {0, 1}, {0, 2}, {1, 0}}};
constexpr std::array<double, 4> flow{1.6, 1.6, 1.6, 1.6};

void run(Airflow& air, const std::array<double, 4>& heat)
{
    for (int second = 0; second < 2000; ++second)
        air.step(heat, flow, 1);
}

} // namespace

class AirflowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exhaustRisesByHeatOverFlow()
    {
        // 40 kW in 1.6 m3/s of air of 1.16 kg/m3 and 1007 J/(kg K).
        QVERIFY(std::abs(Airflow::rise(40e3, 1.6) - 40e3 / (1.6 * 1.16 * 1007)) < 1e-9);
    }

    void aRackAloneSettlesAtTheFixedPointOfItsOwnRecirculation()
    {
        Airflow air(row, 20);
        run(air, {0, 0, 0, 40e3});
        const double rise = Airflow::rise(40e3, 1.6);
        // x = s (x + rise), over the supply
        const double expected = Airflow::selfShare * rise / (1 - Airflow::selfShare);
        QVERIFY(std::abs(air.inlet(3) - 20 - expected) < 1e-6);
        QVERIFY(std::abs(air.exhaust(3) - 20 - expected - rise) < 1e-6);
    }

    void neighboursOfARowWarmEachOtherAndOtherRowsDoNot()
    {
        Airflow air(row, 20);
        run(air, {40e3, 0, 0, 0});
        QVERIFY(air.inlet(1) > 20.3);
        QVERIFY(air.inlet(1) > air.inlet(2));
        QCOMPARE(air.inlet(3), 20.0);
    }

    void anOpenDoorRaisesTheInletsBehindIt()
    {
        Airflow air(row, 20);
        air.setRecirculation(3, 0.5);
        run(air, {0, 0, 0, 40e3});
        const double share = Airflow::selfShare + 0.5;
        QVERIFY(std::abs(air.inlet(3) - 20 - share * Airflow::rise(40e3, 1.6) / (1 - share)) < 1e-6);
    }
};

LOCKSTEP_TEST(tst_airflow, AirflowTest)
#include "tst_airflow.moc"
