// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalmodel.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

constexpr std::uint32_t nodes = 32;

Drill drillOf(FaultKind kind, FaultTarget target, double severity)
{
    Drill drill;
    DrillFault fault;
    fault.kind = kind;
    fault.target = target;
    fault.severity = severity;
    fault.onsetSeconds = 30;
    fault.rampSeconds = 30;
    drill.faults = {fault};
    return drill;
}

ClusterSpec hall(bool isLiquid)
{
    ClusterSpec spec = makeCluster(nodes, 8, *findGpuModel("H100"));
    if (isLiquid) {
        spec.loops = {{.name = "cdu-1", .ratedFlowLpm = 360, .volumeLitres = 180}};
        for (RackSpec& rack : spec.racks)
            rack.loop = "cdu-1";
    }
    return spec;
}

std::uint32_t highestOf(std::span<const float> values)
{
    const auto below = [](float a, float b) {
        return std::isnan(a) ? !std::isnan(b) : a < b;
    };
    return static_cast<std::uint32_t>(std::ranges::max_element(values, below) - values.begin());
}

} // namespace

class TestThermalAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBlockedColdPlateIsTheFirstByEveryMeasure();
    void inAHealthyHallNothingStandsOut();
    void theConstantsAreThoseOfTheHardware();
    void recirculationPointsAtItsRack();
    void aLoopsHeatBalancesItsPower();
    void withoutACoolantSensorTheFitSaysNothing();
    void aTickIsNotReadBeforeItIsComplete();
};

void TestThermalAnalysis::aBlockedColdPlateIsTheFirstByEveryMeasure()
{
    FaultTarget target;
    target.node = 5;
    target.gpu = 6;
    SimulatedWorld world(hall(true), drillOf(FaultKind::BlockedColdPlate, target, 2.0));
    world.add(std::make_unique<ThermalAnalysis>());
    world.run(150);
    const Topology& topology = world.topology();
    const std::uint32_t culprit
        = topology.find(EntityKind::Gpu, topology.findNode(world.simulation().identity(5)->name), "gpu6").index;
    for (const char* metric : {"gpu.temperature.deviation", "gpu.thermal.resistance.deviation"}) {
        const auto values = world.latest(metric);
        QCOMPARE(highestOf(values), culprit);
        // All others are far below it.
        for (std::uint32_t gpu = 0; gpu < values.size(); ++gpu)
            QVERIFY(gpu == culprit || std::isnan(values[gpu]) || values[gpu] < values[culprit] / 2);
    }
    QVERIFY(world.latest("gpu.thermal.resistance.deviation")[culprit] > 0.5F);
}

void TestThermalAnalysis::inAHealthyHallNothingStandsOut()
{
    SimulatedWorld world(hall(true));
    world.add(std::make_unique<ThermalAnalysis>());
    world.run(150);
    int reported = 0;
    for (const float deviation : world.latest("gpu.thermal.resistance.deviation")) {
        reported += std::isnan(deviation) ? 0 : 1;
        QVERIFY2(!(std::abs(deviation) > 0.3F), qPrintable(QString::number(deviation)));
    }
    QVERIFY(reported > static_cast<int>(nodes) * 8 * 3 / 4); // spares idle and give no result
    for (const float seconds : world.latest("gpu.thermal.time_to_limit"))
        QVERIFY(std::isnan(seconds) || seconds > 600);
}

void TestThermalAnalysis::theConstantsAreThoseOfTheHardware()
{
    SimulatedWorld world(hall(true));
    world.add(std::make_unique<ThermalAnalysis>());
    world.run(180);
    std::vector<float> found;
    for (const float resistance : world.latest("gpu.thermal.resistance")) {
        if (!std::isnan(resistance))
            found.push_back(resistance);
    }
    std::ranges::sort(found);
    QVERIFY(!found.empty());
    // Part of the board's heat leaves through its memory, so the board's resistance is lower than the die's.
    const double die = findGpuModel("H100")->liquidResistance;
    const auto median = static_cast<double>(found[found.size() / 2]);
    QVERIFY2(median > 0.7 * die && median < 1.1 * die, qPrintable(QString::number(median)));
}

void TestThermalAnalysis::recirculationPointsAtItsRack()
{
    FaultTarget target;
    target.rack = 3;
    SimulatedWorld world(hall(false), drillOf(FaultKind::HotAisleRecirculation, target, 0.6));
    world.add(std::make_unique<ThermalAnalysis>());
    world.run(240);
    const Topology& topology = world.topology();
    const auto values = world.latest("node.recirculation");
    const EntityRef worst = topology.ancestor({EntityKind::Node, highestOf(values)}, EntityKind::Rack);
    QVERIFY(values[highestOf(values)] > 0.4F);
    const std::vector<std::string>& named = world.simulation().truth().faults[0].entities;
    const auto isNamed = [&](EntityRef rack) {
        return std::ranges::find(named, "rack " + topology.name(rack)) != named.end();
    };
    QVERIFY2(isNamed(worst), topology.name(worst).c_str());
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const EntityRef ref = topology.findNode(world.simulation().identity(node)->name);
        if (!isNamed(topology.ancestor(ref, EntityKind::Rack)))
            QVERIFY(values[ref.index] < 0.25F);
    }
}

void TestThermalAnalysis::aLoopsHeatBalancesItsPower()
{
    SimulatedWorld world(hall(true));
    world.add(std::make_unique<ThermalAnalysis>());
    world.run(60);
    const auto heat = world.latest("loop.heat.calculated");
    const auto reported = world.latest("loop.heat");
    QVERIFY(std::abs(heat[0] / reported[0] - 1) < 0.05F);
    const float balance = world.latest("loop.heat.balance")[0];
    QVERIFY(balance > 0.6F && balance < 1.0F); // the rest heats the air
}

void TestThermalAnalysis::withoutACoolantSensorTheFitSaysNothing()
{
    ThermalModel model;
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", {}, {});
    (void)builder.add(EntityKind::Gpu, "gpu0", node);
    ThermalTick tick;
    tick.topology = builder.build();
    Derived derived;
    for (tick.tick = 1; tick.tick < 100; ++tick.tick) {
        tick.gpuTemperature = {60.0F + static_cast<float>(tick.tick % 7)};
        tick.gpuPower = {500};
        tick.slowdownLimit = {90};
        derived.columns.clear();
        model.step(tick, derived);
    }
    const auto find = [&](std::string_view name) {
        return std::ranges::find(derived.columns, name, [](const DerivedColumn& column) { return column.metric.name; });
    };
    QVERIFY(std::isnan(find("gpu.thermal.resistance")->values[0]));
    QVERIFY(std::isnan(find("gpu.thermal.time_to_limit")->values[0]));
    QVERIFY(!std::isnan(find("gpu.temperature.change")->values[0])); // that needs no coolant
    QVERIFY(find("node.recirculation") == derived.columns.end());
}

void TestThermalAnalysis::aTickIsNotReadBeforeItIsComplete()
{
    SimulatedWorld world(hall(true));
    world.add(std::make_unique<ThermalAnalysis>());
    world.run(60);
    const MetricId metric = world.store().metrics().find("gpu.temperature.change");
    QVERIFY(metric.isValid());
    const TickIndex newest = world.store().ticks().to - 1;
    const auto isEmpty = [&](TickIndex tick) {
        return std::ranges::all_of(world.store().column(metric, tick), [](float value) { return std::isnan(value); });
    };
    QVERIFY(isEmpty(newest));
    QVERIFY(isEmpty(newest - 1));
    QVERIFY(!isEmpty(newest - 2));
}

LOCKSTEP_TEST(tst_thermalanalysis, TestThermalAnalysis)
#include "tst_thermalanalysis.moc"
