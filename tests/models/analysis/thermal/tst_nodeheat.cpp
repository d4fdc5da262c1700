// SPDX-License-Identifier: GPL-3.0-or-later
// Heat of nodes without cooling sensors, at scrape intervals: whole degrees, sensor offsets, power within 1 %,
// checkpoints, varying ambient temperature, idle nodes, lost scrapes.
#include "models/analysis/thermal/nodeheat.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace lockstep;

namespace {

constexpr std::uint32_t bareNodes = 16;
constexpr std::uint32_t bareGpusEach = 8;
constexpr std::uint32_t bareGpus = bareNodes * bareGpusEach;

std::string othersThan(const std::string& code, Derived reported)
{
    std::erase_if(reported.events, [&](const DerivedEvent& each) { return each.event.code == code; });
    return test::sentences(reported);
}

struct BareSite
{
    explicit BareSite(int interval, unsigned seed = 1)
        : interval(interval), random(seed), temperatures(bareGpus, 60), ambient(bareNodes, 25), extra(bareNodes, 0)
    {
        TopologyBuilder builder;
        for (std::uint32_t node = 0; node < bareNodes; ++node) {
            const EntityRef ref = builder.addNode("n" + std::to_string(node), builder.addRack("R", {}), {});
            for (std::uint32_t gpu = 0; gpu < bareGpusEach; ++gpu)
                (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), ref);
        }
        topology = builder.build();
        std::normal_distribution<float> normal;
        for (std::uint32_t gpu = 0; gpu < bareGpus; ++gpu) {
            resistances.push_back(0.06F * std::exp(0.05F * normal(random)));
            biases.push_back(std::clamp(1.5F * normal(random), -3.0F, 3.0F));
        }
    }

    void run(int minutes)
    {
        std::normal_distribution<float> normal;
        for (int second = 0; second < 60 * minutes; ++second, ++elapsed) {
            std::vector<float> powers(bareGpus);
            for (std::uint32_t gpu = 0; gpu < bareGpus; ++gpu) {
                const std::uint32_t node = gpu / bareGpusEach;
                const bool isSaving = (elapsed + 60 * static_cast<int>(node / 4)) % 420 < 18;
                powers[gpu] = (node == 7 ? 72.0F : isSaving ? 210.0F : fullPower) * (1 + 0.01F * normal(random));
                const float air = ambient[node] + extra[node] + 1.5F * std::sin(static_cast<float>(elapsed) / 4000);
                temperatures[gpu] += (air + resistances[gpu] * powers[gpu] - temperatures[gpu]) / 45;
            }
            if (elapsed % interval == 0)
                scrape(powers);
        }
    }

    void scrape(const std::vector<float>& powers)
    {
        ThermalTick now;
        now.tick = ++tick;
        now.seconds = static_cast<float>(interval);
        now.time = TimePoint(std::chrono::seconds(tick * interval));
        now.topology = topology;
        now.gpuPower = powers;
        std::uniform_int_distribution<int> loss(0, 199);
        std::normal_distribution<float> normal;
        for (std::uint32_t gpu = 0; gpu < bareGpus; ++gpu)
            now.gpuTemperature.push_back(std::round(temperatures[gpu] + biases[gpu] + 0.3F * normal(random)));
        for (std::uint32_t node = 0; node < bareNodes; ++node) {
            if (loss(random) == 0)
                std::fill_n(now.gpuTemperature.begin() + node * bareGpusEach, bareGpusEach, noData);
        }
        Derived derived;
        model.step(now, derived);
        std::ranges::move(derived.events, std::back_inserter(reported.events));
    }

    int interval;
    std::mt19937 random;
    TopologyPtr topology;
    std::vector<float> temperatures, resistances, biases, ambient, extra;
    float fullPower = 610; ///< W
    int elapsed = 0;
    TickIndex tick = 0;
    ThermalModel model;
    Derived reported;
};

} // namespace

class TestNodeHeat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// If a sensor passes a median of distant sensors, the median moves by their distance.
    void oneHotGpuIsNotItsNode()
    {
        BareSite site(15);
        for (std::uint32_t gpu = 16; gpu < 24; ++gpu)
            site.biases[gpu] = gpu % 2 == 0 ? -3.0F : 3.0F;
        site.run(50);
        QVERIFY2(site.reported.events.empty(), test::sentences(site.reported).c_str());
        site.resistances[16] *= 1.3F;
        site.run(10);
        const std::vector<DerivedEvent> plates = test::ofCode(site.reported, codes::gpuCooling);
        QVERIFY2(!plates.empty() && plates.size() == site.reported.events.size(),
                 test::sentences(site.reported).c_str());
    }

    /// A constant error of a sensor is a larger part of a smaller rise.
    void aBiasedSensorIsNoFaultAtLowerPower()
    {
        BareSite site(15);
        for (std::uint32_t gpu = 16; gpu < 24; ++gpu)
            site.biases[gpu] = gpu == 16 ? 3.0F : -1.0F;
        site.run(50);
        site.fullPower = 250;
        site.run(40);
        QVERIFY2(site.reported.events.empty(), test::sentences(site.reported).c_str());
    }

    /// GPUs that have just started to work are colder than usual at their power. A node at its usual temperature is not
    /// warm.
    void nodesThatAreColdMakeNoOtherWarm()
    {
        const BareSite site(15);
        NodeHeatWatch watch;
        Derived reported;
        TickIndex tick = 0;
        std::vector<NodeMedians> readings(bareNodes, {.temperature = 50, .power = 500, .isSteady = true});
        const auto run = [&](int ticks) {
            for (int at = 0; at < ticks; ++at) {
                ++tick;
                watch.step({tick, TimePoint(std::chrono::seconds(15 * tick)), 15}, readings, *site.topology, reported);
            }
        };
        run(240);
        for (std::uint32_t node = 1; node < bareNodes; ++node)
            readings[node].temperature = 42;
        run(8);
        QVERIFY2(reported.events.empty(), test::sentences(reported).c_str());
    }

    void faultsAreFoundAtEveryInterval_data()
    {
        QTest::addColumn<int>("interval");
        for (const int interval : {1, 5, 15, 30, 60})
            QTest::addRow("%d s", interval) << interval;
    }

    void faultsAreFoundAtEveryInterval()
    {
        QFETCH(int, interval);
        BareSite site(interval);
        site.run(50);
        QVERIFY2(site.reported.events.empty(), test::sentences(site.reported).c_str());

        site.resistances[21] *= 1.4F; // one of eight heat sinks of n2
        const int timeout = std::max(10, interval / 4); // minutes: five samples, between two checkpoints
        site.run(timeout);
        const std::vector<DerivedEvent> plates = test::ofCode(site.reported, codes::gpuCooling);
        QVERIFY2(!plates.empty() && plates.size() == site.reported.events.size(),
                 test::sentences(site.reported).c_str());
        QVERIFY(std::ranges::all_of(plates, [](const DerivedEvent& each) {
            return each.entity == EntityRef{EntityKind::Gpu, 21};
        }));
        QVERIFY2(plates.front().event.text.find("no inlet or coolant sensor") != std::string::npos,
                 plates.front().event.text.c_str());
        site.resistances[21] /= 1.4F;
        site.run(20);
        site.reported.events.clear();

        std::ranges::fill_n(site.extra.begin() + 8, 4, 9.0F); // the air of four nodes
        site.run(timeout);
        const std::vector<DerivedEvent> warm = test::ofCode(site.reported, codes::nodeHeat);
        QVERIFY2(warm.size() == site.reported.events.size(), othersThan(codes::nodeHeat, site.reported).c_str());
        std::set<std::uint32_t> nodes;
        for (const DerivedEvent& each : warm)
            nodes.insert(each.entity.index);
        QVERIFY2(nodes == (std::set<std::uint32_t>{8, 9, 10, 11}), test::sentences(site.reported).c_str());
        std::ranges::fill(site.extra, 0.0F);
        site.run(20);
        const auto ends = std::ranges::count(site.reported.events, Severity::Information,
                                             [](const DerivedEvent& each) { return each.event.severity; });
        QVERIFY2(ends == 4, test::sentences(site.reported).c_str());
    }

    void aWarmDayIsNoNodesFault()
    {
        BareSite site(15);
        site.run(30);
        for (int minute = 0; minute < 30; ++minute) {
            for (float& each : site.ambient)
                each += 0.3F; // 9 K in half an hour
            site.run(1);
        }
        QVERIFY2(site.reported.events.empty(), test::sentences(site.reported).c_str());
    }

    void aHallThatWarmsFastIsReported()
    {
        BareSite site(15);
        site.run(50);
        for (int minute = 0; minute < 10; ++minute) {
            for (float& each : site.ambient)
                each += 1.5F;
            site.run(1);
        }
        site.run(10);
        const std::vector<DerivedEvent> warm = test::ofCode(site.reported, codes::nodeHeat);
        QVERIFY2(warm.size() >= bareNodes / 2, test::sentences(site.reported).c_str());
        QVERIFY2(warm.front().event.text.find("like most nodes") != std::string::npos, warm.front().event.text.c_str());
    }

    void aDayOfWorkIsQuiet()
    {
        for (const unsigned seed : {3U, 4U}) {
            BareSite site(15, seed);
            site.run((test::isSanitized ? 2 : 24) * 60);
            QVERIFY2(site.reported.events.empty(), test::sentences(site.reported).c_str());
        }
    }
};

LOCKSTEP_TEST(tst_nodeheat, TestNodeHeat)
#include "tst_nodeheat.moc"
