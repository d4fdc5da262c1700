// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/models/analysis/causality/smallhallalerts.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Findings of one cause are joined into one alert; those of different causes are not.
class TestAlertGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPortThatIsDownIsSaidOnce()
    {
        const EntityRef port = m_hall.port("node-3", "nic0");
        const std::vector<Alert> alerts
            = alertsOf(m_hall,
                       {SmallHall::reported(0, port, "port.down", "nic0 is down"),
                        SmallHall::reported(1, port, "metric.limit.port.up", "node-3 nic0: Port up 0 %, limit 50 %",
                                            Severity::Critical)},
                       30);
        QCOMPARE(alerts.size(), 1UL);
        QCOMPARE(alerts.front().severity, Severity::Critical);
        QCOMPARE(alerts.front().chain.size(), 1UL);
        QCOMPARE(alerts.front().chain.front().what, std::string("nic0 is down"));
    }

    /// As on GB200: one link fails, and the errors of all connected GPUs follow within seconds, some before it.
    void dozensOfNvlinkErrorsAreOneAlertOfTheirLink()
    {
        const TestHall hall(2, 18, 4);
        const ObservedJobs jobs;
        Events events{
            SmallHall::reported(52, {EntityKind::Gpu, 9}, "gpu.xid", "XID 149: Fifth-generation NVLink error (NETIR)")};
        for (std::uint32_t gpu = 0; gpu < 72; ++gpu)
            events.push_back(SmallHall::reported(50 + gpu % 6, {EntityKind::Gpu, gpu}, "gpu.xid",
                                                 "XID 145: Fifth-generation NVLink error (RLW)"));
        for (const int after : {60, 70, 300}) {
            const auto alerts = alertsAt(events, *hall.topology, jobs, SmallHall::at(after));
            QCOMPARE(linesOf(alerts).substr(0, linesOf(alerts).find(':')), std::string("gpu_error of n2/gpu1"));
            QCOMPARE(alerts.size(), 1UL);
        }
    }

    void aLeakIsSaidOnceAndIsWhereFlowWent()
    {
        const std::vector<Alert> alerts
            = alertsOf(m_hall,
                       {SmallHall::reported(0, m_hall.loop(), "facility.leak",
                                            "Loop cdu-1: leak detector Moisture says Critical", Severity::Critical),
                        SmallHall::reported(3, m_hall.loop(), "metric.limit.loop.leak",
                                            "Loop cdu-1: Worst leak detector 2, limit 2", Severity::Critical),
                        SmallHall::reported(90, m_hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min")},
                       120);
        QCOMPARE(alerts.size(), 1UL);
        QCOMPARE(alerts.front().kind, std::string("coolant_leak"));
        QCOMPARE(alerts.front().names, std::vector<std::string>{"cdu-1"});
        QCOMPARE(alerts.front().chain.size(), 2UL);
        QCOMPARE(alerts.front().chain.front().what, std::string("Loop cdu-1: leak detector Moisture says Critical"));
    }

    /// An agent that invents findings must not hide the alerts of others.
    void manyAlertsOfOneNodeAreOne()
    {
        Events events = slowGpu(m_hall, 0);
        const std::vector<Alert> honest = alertsOf(m_hall, events, 200);
        ObservedJobs jobs = m_hall.jobs;
        for (int job = 0; job < 30; ++job) {
            const std::string name = "zz" + std::to_string(10 + job);
            jobs.push_back({name, {m_hall.gpu(0, 1)}});
            DerivedEvent event = SmallHall::reported(60 + job, m_hall.node(0), "sync.hang", name + ": rank 7 hangs",
                                                     Severity::Critical);
            event.event.fields.job = name;
            events.push_back(event);
        }
        const std::vector<Alert> few
            = alertsAt(std::span(events).first(honest.size() + 1 + 8), *m_hall.topology, jobs, SmallHall::at(200));
        QVERIFY2(few.size() > honest.size() + 1, linesOf(few).c_str());
        const std::vector<Alert> alerts = alertsAt(events, *m_hall.topology, jobs, SmallHall::at(200));
        QVERIFY2(alerts.size() == honest.size() + 1, linesOf(alerts).c_str());
        QCOMPARE(alerts.front().names, std::vector<std::string>{"node-0"});
        QVERIFY2(alerts.front().title.starts_with("node-0: 30 alerts"), alerts.front().title.c_str());
        QCOMPARE(alerts.front().severity, Severity::Critical);
        QCOMPARE(alerts.back().title, honest.front().title);
        // It can be acknowledged as one.
        events.push_back({{}, acknowledgement(alerts.front(), SmallHall::at(201))});
        const std::vector<Alert> handled = alertsAt(events, *m_hall.topology, jobs, SmallHall::at(210));
        QCOMPARE(std::ranges::count(handled, Alert::State::Acknowledged, &Alert::state), 1);
    }

    void aJobBelowItsReferenceFollowsWhateverSlowsIt()
    {
        const auto low = [this](const std::string& job, std::uint32_t node) {
            DerivedEvent event = SmallHall::reported(900, m_hall.node(node), "job.below_reference",
                                                     job + ": MFU 30 %, reference 40 %");
            event.event.fields.job = job;
            event.event.fields.lasted = 5min;
            event.event.fields.value = 0.3;
            event.event.fields.baseline = 0.4;
            return event;
        };
        Events events = slowGpu(m_hall, 0);
        events.push_back(low("train-b", 4));
        std::vector<Alert> alerts = alertsOf(m_hall, events, 1000);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(alerts.front().kind, std::string("slow_gpu"));
        // Another job is not affected.
        events.push_back(low("train-a", 0));
        alerts = alertsOf(m_hall, events, 1000);
        QVERIFY2(alerts.size() == 2, linesOf(alerts).c_str());
        const auto own = std::ranges::find(alerts, "below_reference", &Alert::kind);
        QVERIFY2(own != alerts.end(), linesOf(alerts).c_str());
        QCOMPARE(own->owners.front(), std::string("training"));
        const auto job = std::ranges::find(m_hall.jobs, "train-a", &ObservedJob::name);
        QVERIFY(std::abs(*own->costGpuSeconds - 0.25 * 400 * static_cast<double>(job->places.size())) < 1e-6);
    }

    void manyNodesThatAreSilentAreNoSingleOne()
    {
        const std::vector<Alert> alerts
            = alertsOf(m_hall,
                       {SmallHall::reported(10, {}, "node.lost",
                                            "5 nodes in 4 racks are silent for 6 s: node-0, node-2, node-3 and 2 more "
                                            "(racks A1, A2, B1 and B2)",
                                            Severity::Critical),
                        SmallHall::reported(30, m_hall.gpu(3, 1), "sync.hang", "train-a: rank 13 hangs in dp1",
                                            Severity::Critical)},
                       60);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("node_silent of 5 nodes in 4 racks"));
        QVERIFY(alerts.front().entities.empty());
        QVERIFY2(alerts.front().title.starts_with("5 nodes in 4 racks are silent"), alerts.front().title.c_str());
    }

    void aFindingBeforeASilenceIsNoEffectOfIt()
    {
        Events events = slowGpu(m_hall, 30); // reported at 42 s and 50 s
        events.push_back(SmallHall::reported(67, {}, "node.lost", "All 8 nodes: no data for 7 s", Severity::Critical));
        events.back().event.fields.lasted = std::chrono::seconds(7);
        events.back().event.fields.subject = "All 8 nodes";
        const std::vector<Alert> alerts = alertsOf(m_hall, events, 80);
        QVERIFY2(alerts.size() == 2, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts[0]), std::string("node_silent of All 8 nodes"));
        QCOMPARE(alerts[0].onset, SmallHall::at(60));
        QCOMPARE(lineOf(alerts[1]), std::string("slow_gpu of node-6/gpu1"));
    }

    void nodesOfOneRackByTheirNamesAreOneAlert()
    {
        TopologyBuilder builder;
        Events events;
        const auto addNodes = [&builder](const std::vector<std::string>& names) {
            for (const std::string& name : names) {
                auto identity = std::make_shared<NodeIdentity>();
                identity->name = name;
                builder.describeNode(identity);
            }
        };
        addNodes({"r01n01", "r01n02", "r02n01", "r02n02", "r02n03", "r03n01"});
        const TopologyPtr topology = builder.build();
        for (const std::uint32_t node : {2U, 3U, 4U})
            events.push_back(SmallHall::reported(10 + node, {EntityKind::Node, node}, "node.heat", "warm"));
        const std::vector<Alert> alerts = alertsAt(events, *topology, {}, SmallHall::at(60));
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("overheating of r02n01 r02n02 r02n03"));

        events = {SmallHall::reported(10, {EntityKind::Node, 0}, "node.heat", "warm"),
                  SmallHall::reported(12, {EntityKind::Node, 5}, "node.heat", "warm")};
        QCOMPARE(alertsAt(events, *topology, {}, SmallHall::at(60)).size(), 2UL);
    }

    /// Otherwise a failed loop without sensors would raise an alert for each of its racks.
    void racksThatHeatUpTogetherAreOneAlertIfNoLoopIsKnown()
    {
        TopologyBuilder builder;
        std::vector<EntityRef> nodes;
        for (const char* rack : {"R1", "R2", "R3"}) {
            const EntityRef its = builder.addRack(rack, {"A", 1, 0.6F, 1.2F, 42, true, false});
            for (std::uint32_t node = 0; node < 2; ++node)
                nodes.push_back(builder.addNode(rack + ("n" + std::to_string(node)), its, {node, 1}));
        }
        Events events;
        for (std::size_t at = 0; at < nodes.size(); ++at)
            events.push_back(SmallHall::reported(10 + static_cast<double>(at), nodes[at], "node.heat", "warm"));
        const std::vector<Alert> alerts = alertsAt(events, *builder.build(), {}, SmallHall::at(60));
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("overheating of R1n0 R1n1 R2n0 R2n1 R3n0 R3n1"));

        builder.serve(builder.add(EntityKind::Loop, "CDU 1", {}), {"R1", "R2"});
        const std::vector<Alert> served = alertsAt(events, *builder.build(), {}, SmallHall::at(60));
        QVERIFY2(served.size() == 2, linesOf(served).c_str());
    }

    void twoFaultsAtOnceAreTwoAlerts()
    {
        Events events = failingPump(m_hall, 40);
        std::ranges::move(slowGpu(m_hall, 45), std::back_inserter(events));
        const auto alerts = alertsOf(m_hall, events, 200);
        QVERIFY2(alerts.size() == 2, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.at(0)), std::string("pump_degradation of cdu-1")); // critical
        QCOMPARE(lineOf(alerts.at(1)), std::string("slow_gpu of node-6/gpu1"));
        QVERIFY(alerts.at(0).key != alerts.at(1).key);
    }

    void severalOfOneParentBlameIt()
    {
        Events events;
        for (std::uint32_t node = 0; node < 4; ++node)
            events.push_back(SmallHall::reported(50 + node, m_hall.gpu(node, 1), "gpu.cooling", "cooled worse"));
        auto alerts = alertsOf(m_hall, events, 100);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("loop_fault of cdu-1"));
        QVERIFY(alerts.front().confidence < 0.6); // no finding on the loop itself lowers the confidence

        events.clear();
        for (const char* port : {"node-0", "node-1", "node-4", "node-5"})
            events.push_back(SmallHall::reported(50, m_hall.port("r0-leaf0", port), "port.down", "down"));
        alerts = alertsOf(m_hall, events, 100);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("switch_fault of r0-leaf0"));

        // Two distant GPUs are two separate faults.
        events = {SmallHall::reported(50, m_hall.gpu(0, 1), "gpu.ecc", "errors"),
                  SmallHall::reported(51, m_hall.gpu(7, 1), "gpu.ecc", "errors")};
        QCOMPARE(alertsOf(m_hall, events, 100).size(), 2UL);
    }

    void aFloodIsJoinedInTime()
    {
        Events events;
        for (int second = 0; second < 200; ++second) {
            for (std::uint32_t gpu = 0; gpu < 32; ++gpu)
                events.push_back(
                    SmallHall::reported(second, {EntityKind::Gpu, gpu}, "gpu.ecc", std::to_string(second)));
        }
        const auto alerts = alertsOf(m_hall, events, 300);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(alerts.front().entities.size(), 32UL);
        QVERIFY2(alerts.front().title.starts_with("32 GPUs with memory errors"), alerts.front().title.c_str());
    }

    /// The GUI thread joins them, at most once per second.
    void aHallFullOfFindingsIsJoinedInTime()
    {
        TopologyBuilder builder;
        const EntityRef loop = builder.add(EntityKind::Loop, "cdu", {});
        std::vector<std::string> racks;
        ObservedJobs jobs{{"train", {}}};
        Events events{SmallHall::reported(20, loop, "loop.flow", "Loop cdu loses flow: 60 of 180 L/min")};
        for (int index = 0; index < 2048; ++index) {
            const std::string rackName = "R" + std::to_string(index / 8);
            const EntityRef rack = builder.addRack(rackName, {});
            racks.push_back(rackName);
            const EntityRef node = builder.addNode("n" + std::to_string(index), rack, {});
            for (int gpu = 0; gpu < 8; ++gpu) {
                const EntityRef ref = builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
                jobs.front().places.push_back(ref);
                if (gpu < 2)
                    events.push_back(
                        SmallHall::reported(40 + index * 0.001, ref, gpu == 0 ? "gpu.cooling" : "gpu.ecc", "x"));
            }
            events.push_back(SmallHall::reported(60, node, "node.unlike", "another driver"));
        }
        builder.serve(loop, racks);
        events.push_back(
            SmallHall::reported(70, {EntityKind::Node, 0}, "job.step_time", "train: steps take 20 % longer"));
        const TopologyPtr hall = builder.build();
        const DependencyGraph graph(*hall, jobs);
        std::vector<Alert> alerts;
        QBENCHMARK
        {
            alerts = alertsAt(events, graph, SmallHall::at(100));
        }
        QCOMPARE(alerts.size(), 3UL); // bad memory, the pump, the drivers
    }

private:
    SmallHall m_hall;
};

LOCKSTEP_TEST(tst_alertgroups, TestAlertGroups)
#include "tst_alertgroups.moc"
