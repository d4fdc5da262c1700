// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs with worse cooling than their peers, and racks with warm inlet air: detected, not detected in noise, and ended.
#include "models/analysis/thermal/thermalmodel.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

using namespace lockstep;

namespace {

constexpr std::uint32_t racks = 4;
constexpr std::uint32_t nodes = 16;
constexpr std::uint32_t gpusEach = 4;
constexpr std::uint32_t gpus = nodes * gpusEach;

/// A hall whose GPUs follow C dT/dt = P - (T - coolant) / R, with sensors that report whole degrees.
struct WatchedHall
{
    explicit WatchedHall(bool isLiquid = true, unsigned seed = 1)
        : hall(racks, nodes / racks, gpusEach, isLiquid), random(seed), temperatures(gpus, 35), powers(gpus, 600)
    {
        std::normal_distribution<float> spread(0, 0.05F);
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
            resistances.push_back((isLiquid ? 0.03F : 0.06F) * std::exp(spread(random)));
        sensors.resize(3 * nodes, 25);
        capacity = isLiquid ? 250 : 500;
    }

    void run(int seconds, const std::function<void()>& before = nullptr)
    {
        for (int second = 0; second < seconds; ++second) {
            if (before)
                before();
            ThermalTick now;
            now.tick = ++tick;
            now.time = TimePoint(std::chrono::seconds(tick));
            now.topology = hall.topology;
            std::normal_distribution<float> noise;
            for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
                const std::uint32_t node = gpu / gpusEach;
                const bool isLiquid = capacity < 300;
                const float coolant = sensors[3 * node + (isLiquid ? 2 : 0)];
                temperatures[gpu] += (powers[gpu] - (temperatures[gpu] - coolant) / resistances[gpu]) / capacity;
                now.gpuTemperature.push_back(std::round(temperatures[gpu] + 0.2F * noise(random)));
                now.gpuPower.push_back(powers[gpu] * (1 + 0.02F * noise(random)));
            }
            now.sensorTemperature = sensors;
            for (float& each : now.sensorTemperature)
                each += 0.1F * noise(random);
            if (isSilent)
                now.gpuTemperature.assign(gpus, noData);
            Derived derived;
            model.step(now, derived);
            std::ranges::move(derived.events, std::back_inserter(reported.events));
        }
    }

    test::TestHall hall;
    std::mt19937 random;
    std::vector<float> temperatures, powers, resistances, sensors;
    float capacity;
    bool isSilent = false;
    TickIndex tick = 0;
    ThermalModel model;
    Derived reported;
};

} // namespace

class TestCoolingWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlateThatClogsIsReportedOnceAndWhenItIsOver();
    void aGpuThatWasAlwaysFarFromItsPeersIsReportedToo();
    void whatAllShareIsNobodysFault();
    void noiseStartsAndChangingLoadsAreQuiet_data();
    void noiseStartsAndChangingLoadsAreQuiet();
    void anotherJobsHeatIsNoPlatesFault();
    void aSilenceChangesNothing();
    void aRackThatBreathesItsExhaustIsReported();
    void aWarmDayIsNoRecirculation();
    void aPlateThatClogsOnIsReportedWithTheFigureThatIs();
    void aRackThatGrowsWarmerIsReportedWithTheFigureThatIs();
    void gpusOfAnotherModelAreNoPeers();
};

/// A node of another model is hotter at the same power, in the same slots and the same air.
void TestCoolingWatch::gpusOfAnotherModelAreNoPeers()
{
    TopologyBuilder builder;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "n" + std::to_string(node);
        identity->position = RackPosition{"row 1", "R" + std::to_string(node / 4), 1, 1};
        identity->inventory = {{"gpu", true, "", {{"GPU model", node == 5 ? "A100" : "H100"}}}};
        const EntityRef ref = builder.describeNode(identity);
        for (std::uint32_t gpu = 0; gpu < gpusEach; ++gpu)
            (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), ref);
        for (const char* sensor : {"inlet", "exhaust", "fans"})
            (void)builder.add(EntityKind::Sensor, sensor, ref);
    }
    WatchedHall hall(false);
    hall.hall.topology = builder.build();
    for (std::uint32_t gpu = 5 * gpusEach; gpu < 6 * gpusEach; ++gpu)
        hall.resistances[gpu] *= 1.7F;
    hall.run(1200);
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    const CoolingMap map(*hall.hall.topology);
    QVERIFY(map.peerGroups()[5 * gpusEach] != map.peerGroups()[0]);
    QCOMPARE(map.peerGroups()[4 * gpusEach], map.peerGroups()[0]);
}

namespace {

/// Kelvins in a text such as "n5 gpu1: 14 K hotter".
double kelvinsIn(const std::string& text)
{
    const std::size_t unit = text.find(" K ");
    const std::size_t begin = text.rfind(' ', unit - 1);
    return QString::fromStdString(text.substr(begin + 1, unit - begin - 1)).toDouble();
}

} // namespace

void TestCoolingWatch::aPlateThatClogsIsReportedOnceAndWhenItIsOver()
{
    WatchedHall hall;
    hall.run(120);
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    const float before = hall.resistances[21];
    hall.resistances[21] *= 1.4F;
    hall.run(40);
    QCOMPARE(hall.reported.events.size(), std::size_t{1});
    const DerivedEvent first = hall.reported.events.front();
    QCOMPARE(first.event.code, std::string("gpu.cooling"));
    QCOMPARE(first.entity, (EntityRef{EntityKind::Gpu, 21}));
    QVERIFY2(first.event.text.starts_with("n5 gpu1: "), first.event.text.c_str());
    const auto seconds = std::chrono::duration<double>(first.event.onset().time_since_epoch()).count();
    QVERIFY2(seconds > 120 && seconds < 145, first.event.text.c_str());
    hall.run(300);
    QCOMPARE(hall.reported.events.size(), std::size_t{1});
    hall.resistances[21] = before;
    hall.run(200);
    QCOMPARE(hall.reported.events.size(), std::size_t{2});
    QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
    QCOMPARE(hall.reported.events[1].entity, first.entity);
}

void TestCoolingWatch::aGpuThatWasAlwaysFarFromItsPeersIsReportedToo()
{
    WatchedHall hall;
    hall.resistances[40] *= 2;
    hall.run(200);
    QCOMPARE(hall.reported.events.size(), std::size_t{1});
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Gpu, 40}));
}

void TestCoolingWatch::whatAllShareIsNobodysFault()
{
    WatchedHall hall;
    hall.run(120);
    hall.run(300, [&] {
        for (std::uint32_t node = 0; node < nodes; ++node)
            hall.sensors[3 * node + 2] += 0.05F; // the loop grows warm,
        for (float& resistance : hall.resistances)
            resistance *= 1.002F; // and its flow falls
    });
    QVERIFY2(test::ofCode(hall.reported, "gpu.cooling").empty(), test::sentences(hall.reported).c_str());
}

void TestCoolingWatch::noiseStartsAndChangingLoadsAreQuiet_data()
{
    QTest::addColumn<bool>("isLiquid");
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 3; ++seed) {
        QTest::addRow("water %d", seed) << true << seed;
        QTest::addRow("air %d", seed) << false << seed;
    }
}

void TestCoolingWatch::noiseStartsAndChangingLoadsAreQuiet()
{
    QFETCH(const bool, isLiquid);
    QFETCH(const int, seed);
    WatchedHall hall(isLiquid, static_cast<unsigned>(seed));
    hall.run(3600, [&] {
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
            // Two jobs with steps, checkpoints of their own, and one that ends for a while.
            const bool isFirst = gpu < gpus / 2;
            const TickIndex second = hall.tick;
            const bool pauses = isFirst ? second % 130 > 115 : second % 210 > 180 || second / 600 % 3 == 1;
            const bool computes = second % (isFirst ? 5 : 7) < 4;
            hall.powers[gpu] = pauses ? 120.0F : computes ? 650.0F : 480.0F;
        }
    });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestCoolingWatch::anotherJobsHeatIsNoPlatesFault()
{
    WatchedHall hall;
    hall.run(120);
    for (const std::uint32_t node : {0U, 2U, 5U, 6U, 9U, 12U}) // of six nodes in all four racks
        for (std::uint32_t gpu = node * gpusEach; gpu < (node + 1) * gpusEach; ++gpu)
            hall.resistances[gpu] *= 1.15F;
    hall.run(300);
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestCoolingWatch::aSilenceChangesNothing()
{
    WatchedHall hall;
    hall.run(120);
    hall.resistances[3] *= 1.5F;
    hall.run(120);
    const std::size_t before = hall.reported.events.size();
    QVERIFY(before >= 1 && before <= 2); // the second one with the final value
    hall.isSilent = true;
    hall.run(300);
    hall.isSilent = false;
    hall.run(120);
    QVERIFY2(hall.reported.events.size() == before, test::sentences(hall.reported).c_str());
}

void TestCoolingWatch::aRackThatBreathesItsExhaustIsReported()
{
    WatchedHall hall(false);
    for (std::uint32_t node = 0; node < nodes; ++node)
        hall.sensors[3 * node + 1] = 40;
    hall.run(120);
    const auto warm = [&](float inlet) {
        for (std::uint32_t node = 4; node < 8; ++node)
            hall.sensors[3 * node] = inlet;
    };
    warm(26); // a breeze
    hall.run(60);
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    warm(29);
    hall.run(60);
    QCOMPARE(hall.reported.events.size(), std::size_t{1});
    QCOMPARE(hall.reported.events[0].event.code, std::string("rack.inlet"));
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Rack, 1}));
    warm(25);
    hall.run(120);
    QCOMPARE(hall.reported.events.size(), std::size_t{2});
    QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
}

void TestCoolingWatch::aWarmDayIsNoRecirculation()
{
    WatchedHall hall(false);
    hall.run(120);
    hall.run(300, [&] {
        for (std::uint32_t node = 0; node < nodes; ++node) {
            hall.sensors[3 * node] += 0.03F;
            hall.sensors[3 * node + 1] += 0.03F;
        }
    });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestCoolingWatch::aPlateThatClogsOnIsReportedWithTheFigureThatIs()
{
    WatchedHall hall;
    hall.run(120);
    const float before = hall.resistances[21];
    hall.resistances[21] *= 1.25F;
    hall.run(60);
    QCOMPARE(hall.reported.events.size(), std::size_t{1});
    const double first = kelvinsIn(hall.reported.events.front().event.text);
    hall.run(240, [&] { hall.resistances[21] = std::min(hall.resistances[21] * 1.005F, 2 * before); });
    const DerivedEvent last = hall.reported.events.back();
    QCOMPARE(last.entity, hall.reported.events.front().entity);
    QCOMPARE(last.event.severity, Severity::Warning);
    const double is = static_cast<double>(before) * 600;
    QVERIFY2(first < is / 2, hall.reported.events.front().event.text.c_str());
    QVERIFY2(std::abs(kelvinsIn(last.event.text) - is) < is / 4, test::sentences(hall.reported).c_str());
    const std::size_t events = hall.reported.events.size();
    QVERIFY2(events <= 9, test::sentences(hall.reported).c_str()); // twice a minute at most
    hall.run(600);
    QVERIFY2(hall.reported.events.size() <= events + 1,
             test::sentences(hall.reported).c_str()); // an unchanged state is not reported again
}

void TestCoolingWatch::aRackThatGrowsWarmerIsReportedWithTheFigureThatIs()
{
    WatchedHall hall(false);
    hall.run(120);
    float inlet = 25;
    hall.run(300, [&] {
        inlet = std::min(inlet + 0.05F, 32.0F);
        for (std::uint32_t node = 4; node < 8; ++node)
            hall.sensors[3 * node] = inlet;
    });
    const std::vector<DerivedEvent> reported = test::ofCode(hall.reported, "rack.inlet");
    QVERIFY2(reported.size() >= 2 && reported.size() <= 7, test::sentences(hall.reported).c_str());
    QVERIFY2(kelvinsIn(reported.front().event.text) < 4, reported.front().event.text.c_str());
    QVERIFY2(std::abs(kelvinsIn(reported.back().event.text) - 7) < 1.5, reported.back().event.text.c_str());
    hall.run(300);
    QCOMPARE(test::ofCode(hall.reported, "rack.inlet").size(), reported.size());
    QCOMPARE(reported.back().event.onset(), reported.front().event.onset());
}

LOCKSTEP_TEST(tst_coolingwatch, TestCoolingWatch)
#include "tst_coolingwatch.moc"
