// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatoroptions.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

/// Simulated time may run faster than the clock, but is never ahead of it.
class TestSimulationPace : public QObject
{
    Q_OBJECT

    static constexpr TimePoint now{1'770'000'000s + 300ms};

    static SimulatorOptions atSpeed(double speed, std::optional<double> duration = {})
    {
        SimulatorOptions options;
        options.speed = speed;
        options.durationSeconds = duration;
        return options;
    }

private Q_SLOTS:
    void atTheClocksPaceItBeginsNow()
    {
        const SimulationPace pace(atSpeed(1), now);
        QVERIFY(pace.start() == TimePoint(1'770'000'001s));
        QVERIFY(pace.due(pace.start() + 5s) == pace.start() + 5s);
    }

    void noTickIsDueBeforeItsTime()
    {
        for (const double speed : {0.0, 0.5, 1.0, 2.0, 10.0, 10000.0}) {
            for (const auto duration : {std::optional<double>(), std::optional(60.0), std::optional(1e9)}) {
                const SimulationPace pace(atSpeed(speed, duration), now);
                for (int second = 0; second < 100'000; second += 7)
                    QVERIFY(pace.due(pace.start() + std::chrono::seconds(second))
                            >= pace.start() + std::chrono::seconds(second));
            }
        }
    }

    void aFastOneOfKnownLengthEndsNow()
    {
        const SimulationPace pace(atSpeed(10, 600), now);
        const TimePoint end = pace.start() + 600s;
        QVERIFY(std::chrono::abs(pace.due(end) - end) <= 1s);
        QVERIFY(std::chrono::abs(pace.due(end) - (now + 60s)) <= 2s);
    }

    void aFastOneWithoutEndCatchesUpAndGoesOn()
    {
        const SimulationPace pace(atSpeed(10), now);
        QVERIFY(pace.start() < now - 59min);
        QVERIFY(pace.due(pace.start() + 10s) <= now + 3s);
        QVERIFY(pace.due(pace.start() + 2h) == pace.start() + 2h);
    }
};

LOCKSTEP_TEST(tst_simulationpace, TestSimulationPace)
#include "tst_simulationpace.moc"
