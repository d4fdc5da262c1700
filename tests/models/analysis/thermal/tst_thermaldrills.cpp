// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/core/metrics/flags.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr int step = 5; ///< s between looks
constexpr std::uint32_t thermal = throttle::softwareThermal | throttle::hardwareThermal;

/// A drill of the demo's cluster, and when GPUs were expected to reach their limits and when they did.
struct Played
{
    Played(const std::string& name, int seconds)
        : world(readSimulationFile(resourceFile("clusters/demo.toml")).value(),
                readDrillFile(resourceFile("drills/" + name + ".toml")).value())
    {
        world.add(std::make_unique<ThermalAnalysis>());
        for (int now = step; now <= seconds; now += step) {
            world.run(step);
            look(now);
        }
    }

    void look(int now)
    {
        const auto reasons = world.latest("gpu.throttle_reasons");
        const auto timesLeft = world.latest("gpu.thermal.time_to_limit");
        for (std::uint32_t gpu = 0; gpu < reasons.size(); ++gpu) {
            if (!std::isnan(reasons[gpu]) && (static_cast<unsigned>(reasons[gpu]) & thermal) != 0)
                throttled.emplace(gpu, now);
            if (gpu < timesLeft.size() && timesLeft[gpu] < 300)
                forecast.emplace(gpu, now);
        }
    }

    [[nodiscard]] std::string nameOf(std::uint32_t gpu) const { return world.topology().path({EntityKind::Gpu, gpu}); }

    SimulatedWorld world;
    std::map<std::uint32_t, int> throttled; ///< by GPU: when heat first slowed it down, seconds
    std::map<std::uint32_t, int>
        forecast; ///< by GPU: when its limit was first reported to be five minutes away or less
};

} // namespace

/// The forecast is accurate enough to act on.
class TestThermalDrills : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onAQuietDayNobodyIsReportedToOverheat()
    {
        const Played played("quiet-day", 240);
        QVERIFY(played.throttled.empty());
        for (const auto& [gpu, when] : played.forecast)
            QFAIL(played.nameOf(gpu).c_str());
    }

    void theBlockedColdPlateIsForecastAndAlone()
    {
        const Played played("blocked-cold-plate", 240);
        QCOMPARE(played.throttled.size(), 1U);
        const auto [gpu, when] = *played.throttled.begin();
        QVERIFY2(played.nameOf(gpu).ends_with("node-006 / gpu6"), played.nameOf(gpu).c_str());
        QCOMPARE(played.forecast.size(), 1U);
        QVERIFY2(
            played.forecast.at(gpu) <= when - 15,
            qPrintable(QStringLiteral("reported at %1 s, throttled at %2 s").arg(played.forecast.at(gpu)).arg(when)));
    }

    void aWearingPumpIsForecastForTheGpusOnItsLoop()
    {
        const Played played("pump-degradation", 240);
        QVERIFY(!played.throttled.empty());
        int early = 0;
        for (const auto& [gpu, when] : played.throttled) {
            const auto reported = played.forecast.find(gpu);
            early += reported != played.forecast.end() && reported->second < when ? 1 : 0;
        }
        // Nearly all of them before they reach the limit.
        QVERIFY2(early * 10 >= static_cast<int>(played.throttled.size()) * 9,
                 qPrintable(QStringLiteral("%1 of %2").arg(early).arg(played.throttled.size())));
    }

    void recirculationShowsInItsRacksOnly()
    {
        Played played("hot-aisle-recirculation", 120);
        const auto index = played.world.latest("node.recirculation");
        const std::vector<std::string>& named = played.world.simulation().truth().faults[0].entities;
        for (std::uint32_t node = 0; node < index.size(); ++node) {
            const EntityRef rack = played.world.topology().ancestor({EntityKind::Node, node}, EntityKind::Rack);
            const bool isNamed = rack.isValid()
                && std::ranges::find(named, "rack " + played.world.topology().name(rack)) != named.end();
            if (!std::isnan(index[node]))
                QVERIFY2(isNamed == (index[node] > 0.2F),
                         (played.world.topology().path({EntityKind::Node, node}) + " " + std::to_string(index[node]))
                             .c_str());
        }
    }
};

LOCKSTEP_TEST(tst_thermaldrills, TestThermalDrills)
#include "tst_thermaldrills.moc"
