// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/bandwidthanalysis.h"
#include "models/analysis/fabric/fabricanalysis.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

DrillFault faultOf(FaultKind kind, double severity)
{
    DrillFault fault;
    fault.kind = kind;
    fault.severity = severity;
    fault.onsetSeconds = 30;
    return fault;
}

std::unique_ptr<SimulatedWorld> play(const DrillFault& fault, int seconds)
{
    ClusterSpec spec = makeCluster(64, 8, *findGpuModel("H100"));
    spec.fabric.nodesPerLeaf = 16;
    spec.fabric.spinesPerRail = 8;
    spec.fabric.uplinkGBps = 100;
    Drill drill;
    drill.faults = {fault};
    static FabricResults fabricResults;
    auto world = std::make_unique<SimulatedWorld>(std::move(spec), drill);
    world->add(std::make_unique<FabricAnalysis>());
    world->add(std::make_unique<BandwidthAnalysis>(fabricResults));
    world->run(seconds);
    return world;
}

std::vector<std::string> reportedOf(const SimulatedWorld& world, const std::string& code)
{
    std::vector<std::string> reported;
    for (const LoggedEvent& event : world.store().events().events()) {
        if (event.event.code == code)
            reported.push_back(world.topology().path(event.entity));
    }
    return reported;
}

std::uint32_t highestOf(std::span<const float> values)
{
    const auto below = [](float a, float b) {
        return std::isnan(a) ? !std::isnan(b) : a < b;
    };
    return static_cast<std::uint32_t>(std::ranges::max_element(values, below) - values.begin());
}

} // namespace

class TestFabricAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aQuietDayIsQuiet();
    void aCongestedSpineIsNamed();
    void aSpineThatLosesAQuarterIsNamedByAllWhoWait();
    void crowdedLinksThatCarryWhatComesAreNobodysConcern();
    void chanceIsCounted();
    void polarisationIsReportedFromLoad();
    void whereAllWaitAlikeNoSwitchIsToBlame();
    void aFlappingLinkIsNamed();
    void aLinkThatFallsEveryFourMinutesIsFlapping();
    void collectivesReachWhatTheirPathGivesUntilItDoesNot();
};

void TestFabricAnalysis::aQuietDayIsQuiet()
{
    const auto world = play(faultOf(FaultKind::ClockDrift, 0.0), 180);
    QVERIFY(reportedOf(*world, "fabric.congestion").empty());
    QVERIFY(reportedOf(*world, "fabric.polarisation").empty());
    QVERIFY(reportedOf(*world, "fabric.flapping").empty());
    for (const float falls : world->latest("port.falls"))
        QVERIFY(std::isnan(falls) || falls == 0);
    for (const float trouble : world->latest("port.trouble"))
        QVERIFY2(!(trouble > 0.3F), qPrintable(QString::number(trouble)));
}

void TestFabricAnalysis::aCongestedSpineIsNamed()
{
    DrillFault fault = faultOf(FaultKind::CongestedSpine, 0.8);
    fault.target.rail = 3;
    fault.target.spine = 2;
    const auto world = play(fault, 120);
    QCOMPARE(reportedOf(*world, "fabric.congestion"), std::vector<std::string>{"r3-spine02"});
    const auto victims = world->latest("switch.congestion.victims");
    QCOMPARE(world->topology().name({EntityKind::Switch, highestOf(victims)}), std::string("r3-spine02"));
}

void TestFabricAnalysis::aSpineThatLosesAQuarterIsNamedByAllWhoWait()
{
    DrillFault fault = faultOf(FaultKind::CongestedSpine, 0.27);
    fault.target.rail = 3;
    fault.target.spine = 2;
    const auto world = play(fault, 120);
    QCOMPARE(reportedOf(*world, "fabric.congestion"), std::vector<std::string>{"r3-spine02"});
    QVERIFY(reportedOf(*world, "fabric.polarisation").empty());
}

void TestFabricAnalysis::crowdedLinksThatCarryWhatComesAreNobodysConcern()
{
    DrillFault fault = faultOf(FaultKind::HashPolarisation, 0.33);
    fault.target.rail = 1;
    QVERIFY(reportedOf(*play(fault, 120), "fabric.polarisation").empty());
}

void TestFabricAnalysis::chanceIsCounted()
{
    QCOMPARE(chanceOfAtLeast(0, 5, 0.1), 1.0);
    QVERIFY(std::abs(chanceOfAtLeast(3, 3, 0.1) - 1e-3) < 1e-9);
    QVERIFY(std::abs(chanceOfAtLeast(1, 2, 0.5) - 0.75) < 1e-9);
    QCOMPARE(chanceOfAtLeast(3, 2, 0.5), 0.0);
}

void TestFabricAnalysis::polarisationIsReportedFromLoad()
{
    DrillFault fault = faultOf(FaultKind::HashPolarisation, 1.0);
    fault.target.rail = 1;
    const auto world = play(fault, 240);
    const auto unused = world->latest("switch.uplink.unused");
    for (std::uint32_t device = 0; device < unused.size(); ++device) {
        const std::string& name = world->topology().name({EntityKind::Switch, device});
        if (name.starts_with("r1-leaf"))
            QVERIFY2(unused[device] > 0.6F, qPrintable(QString::number(unused[device])));
        else if (!std::isnan(unused[device]))
            QVERIFY2(unused[device] < 0.5F, (name + " " + std::to_string(unused[device])).c_str());
    }
    const auto reported = reportedOf(*world, "fabric.polarisation");
    // Each of the rail's leaves, once, and no other.
    std::set<std::string> leaves(reported.begin(), reported.end());
    QCOMPARE(leaves.size(), reported.size());
    std::size_t ofRail = 0;
    for (std::uint32_t device = 0; device < unused.size(); ++device)
        ofRail += world->topology().name({EntityKind::Switch, device}).starts_with("r1-leaf") ? 1 : 0;
    QCOMPARE(reported.size(), ofRail);
    for (const std::string& leaf : reported)
        QVERIFY2(leaf.starts_with("r1-leaf"), leaf.c_str());
}

void TestFabricAnalysis::whereAllWaitAlikeNoSwitchIsToBlame()
{
    DrillFault fault = faultOf(FaultKind::NoisyNeighbour, 0.8);
    const auto world = play(fault, 120);
    QVERIFY(reportedOf(*world, "fabric.congestion").size() < 3);
}

void TestFabricAnalysis::aFlappingLinkIsNamed()
{
    DrillFault fault = faultOf(FaultKind::FlappingLink, 0.3);
    fault.target.rail = 2;
    fault.target.leaf = 1;
    fault.target.spine = 3;
    fault.periodSeconds = 20;
    const auto world = play(fault, 90);
    const auto reported = reportedOf(*world, "fabric.flapping");
    QVERIFY(!reported.empty());
    for (const std::string& path : reported)
        QVERIFY2(path == "r2-leaf01 / to:r2-spine03" || path == "r2-spine03 / to:r2-leaf01", path.c_str());
    const EntityRef worst{EntityKind::Port, highestOf(world->latest("port.falls"))};
    const EntityRef far = world->topology().peer(worst);
    QVERIFY(world->topology().path(worst) == "r2-leaf01 / to:r2-spine03"
            || world->topology().path(far) == "r2-leaf01 / to:r2-spine03");
}

/// As an exporter shows it: link-down counters, every 15 s.
void TestFabricAnalysis::aLinkThatFallsEveryFourMinutesIsFlapping()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", {}, {});
    for (const char* port : {"mlx5_0", "mlx5_1"})
        (void)builder.add(EntityKind::Port, port, node);
    const TopologyPtr topology = builder.build();
    FabricModel model;
    FabricEvents events;
    Derived out;
    for (TickIndex tick = 1; tick <= 40; ++tick) {
        FabricTick now;
        now.tick = tick;
        now.time = TimePoint(std::chrono::seconds(15 * tick));
        now.seconds = 15;
        now.topology = topology;
        now.transmit = {1e9F, 1e9F};
        // The second one falls twice, as when its node reboots.
        now.linkDowned = {tick % 16 == 1 ? 1.0F / 15 : 0.0F, tick == 10 || tick == 20 ? 1.0F / 15 : 0.0F};
        model.step(now, out);
        events.step(model, now, out);
    }
    QCOMPARE(out.events.size(), std::size_t{1});
    QCOMPARE(out.events[0].event.text, std::string("n1 mlx5_0: link went down 3 times within minutes"));
}

void TestFabricAnalysis::collectivesReachWhatTheirPathGivesUntilItDoesNot()
{
    const auto worstOf = [](const SimulatedWorld& world) {
        float worst = 2;
        for (const float share : world.latest("gpu.collective.efficiency"))
            worst = share < worst ? share : worst;
        return worst;
    };
    const auto healthy = play(faultOf(FaultKind::ClockDrift, 0.0), 90);
    QVERIFY2(worstOf(*healthy) > 0.8F && worstOf(*healthy) <= 1, qPrintable(QString::number(worstOf(*healthy))));
    DrillFault fault = faultOf(FaultKind::CongestedSpine, 0.8);
    fault.target.rail = 3;
    fault.target.spine = 2;
    const auto congested = play(fault, 90);
    const float worst = worstOf(*congested);
    QVERIFY2(worst < 0.6F, qPrintable(QString::number(worst)));
    // GPUs of rail 3 (slot 3) are slow; the others are not.
    const auto shares = congested->latest("gpu.collective.efficiency");
    for (std::uint32_t gpu = 0; gpu < shares.size(); ++gpu) {
        if (congested->topology().name({EntityKind::Gpu, gpu}) != "gpu3")
            QVERIFY(!(shares[gpu] < 0.8F));
    }
}

LOCKSTEP_TEST(tst_fabricanalysis, TestFabricAnalysis)
#include "tst_fabricanalysis.moc"
