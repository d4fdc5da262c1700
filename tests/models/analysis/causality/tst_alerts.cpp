// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

using State = Alert::State;
using Events = std::vector<DerivedEvent>;

/// Events of a failing pump, as detectors report them.
Events failingPump(const SmallHall& hall, double onset)
{
    Events events{SmallHall::reported(onset + 15, hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min")};
    for (std::uint32_t node = 0; node < 4; ++node)
        events.push_back(SmallHall::reported(onset + 60 + node, hall.gpu(node, 3), "gpu.cooling",
                                             "node-" + std::to_string(node) + " gpu3 is 9 K hotter than its peers"));
    events.push_back(SmallHall::reported(onset + 70, hall.gpu(2, 3), "metric.limit.gpu.temperature",
                                         "node-2 gpu3: GPU temperature 88 °C, limit 87 °C", Severity::Critical));
    events.push_back(SmallHall::reported(onset + 80, hall.gpu(2, 3), "sync.straggler",
                                         "train-a: rank 11 keeps the others waiting in tp0\n9 % lost to it"));
    events.push_back(SmallHall::reported(onset + 90, hall.node(0), "job.step_time",
                                         "train-a: steps take 31 % longer: 2.6 s for 2.0 s"));
    return events;
}

Events slowGpu(const SmallHall& hall, double onset)
{
    return {SmallHall::reported(onset + 12, hall.gpu(6, 1), "sync.straggler",
                                "train-b: rank 25 keeps the others waiting in tp1\n14 % lost to it"),
            SmallHall::reported(onset + 20, hall.node(4), "job.step_time", "train-b: steps take 14 % longer")};
}

std::string lineOf(const Alert& alert)
{
    std::string line = alert.kind + " of";
    for (const std::string& name : alert.names)
        line += ' ' + name;
    return line;
}

std::string linesOf(const std::vector<Alert>& alerts)
{
    std::string lines;
    for (const Alert& each : alerts)
        lines += lineOf(each) + ": " + each.title + '\n';
    return lines;
}

} // namespace

class TestAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPortThatIsDownIsSaidOnce()
    {
        const SmallHall hall;
        const EntityRef port = hall.port("node-3", "nic0");
        const std::vector<Alert> alerts
            = alertsAt(Events{SmallHall::reported(0, port, "port.down", "nic0 is down"),
                              SmallHall::reported(1, port, "metric.limit.port.up",
                                                  "node-3 nic0: Port up 0 %, limit 50 %", Severity::Critical)},
                       *hall.topology, hall.jobs, SmallHall::at(30));
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
        const SmallHall hall;
        const std::vector<Alert> alerts = alertsAt(
            Events{SmallHall::reported(0, hall.loop(), "facility.leak",
                                       "Loop cdu-1: leak detector Moisture says Critical", Severity::Critical),
                   SmallHall::reported(3, hall.loop(), "metric.limit.loop.leak",
                                       "Loop cdu-1: Worst leak detector 2, limit 2", Severity::Critical),
                   SmallHall::reported(90, hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min")},
            *hall.topology, hall.jobs, SmallHall::at(120));
        QCOMPARE(alerts.size(), 1UL);
        QCOMPARE(alerts.front().kind, std::string("coolant_leak"));
        QCOMPARE(alerts.front().names, std::vector<std::string>{"cdu-1"});
        QCOMPARE(alerts.front().chain.size(), 2UL);
        QCOMPARE(alerts.front().chain.front().what, std::string("Loop cdu-1: leak detector Moisture says Critical"));
    }

    /// An agent that invents findings must not hide the alerts of others.
    void manyAlertsOfOneNodeAreOne()
    {
        const SmallHall hall;
        Events events = slowGpu(hall, 0);
        const std::vector<Alert> honest = alertsAt(events, *hall.topology, hall.jobs, SmallHall::at(200));
        ObservedJobs jobs = hall.jobs;
        for (int job = 0; job < 30; ++job) {
            const std::string name = "zz" + std::to_string(10 + job);
            jobs.push_back({name, {hall.gpu(0, 1)}});
            DerivedEvent event
                = SmallHall::reported(60 + job, hall.node(0), "sync.hang", name + ": rank 7 hangs", Severity::Critical);
            event.event.fields.job = name;
            events.push_back(event);
        }
        const std::vector<Alert> few
            = alertsAt(std::span(events).first(honest.size() + 1 + 8), *hall.topology, jobs, SmallHall::at(200));
        QVERIFY2(few.size() > honest.size() + 1, linesOf(few).c_str());
        const std::vector<Alert> alerts = alertsAt(events, *hall.topology, jobs, SmallHall::at(200));
        QVERIFY2(alerts.size() == honest.size() + 1, linesOf(alerts).c_str());
        QCOMPARE(alerts.front().names, std::vector<std::string>{"node-0"});
        QVERIFY2(alerts.front().title.starts_with("node-0: 30 alerts"), alerts.front().title.c_str());
        QCOMPARE(alerts.front().severity, Severity::Critical);
        QCOMPARE(alerts.back().title, honest.front().title);
        // It can be acknowledged as one.
        events.push_back({{}, acknowledgement(alerts.front(), SmallHall::at(201))});
        const std::vector<Alert> handled = alertsAt(events, *hall.topology, jobs, SmallHall::at(210));
        QCOMPARE(std::ranges::count(handled, State::Acknowledged, &Alert::state), 1);
    }

    void aJobBelowItsReferenceFollowsWhateverSlowsIt()
    {
        const SmallHall hall;
        const auto low = [&hall](const std::string& job, std::uint32_t node) {
            DerivedEvent event
                = SmallHall::reported(900, hall.node(node), "job.below_reference", job + ": MFU 30 %, reference 40 %");
            event.event.fields.job = job;
            event.event.fields.lasted = 5min;
            event.event.fields.value = 0.3;
            event.event.fields.baseline = 0.4;
            return event;
        };
        Events events = slowGpu(hall, 0);
        events.push_back(low("train-b", 4));
        std::vector<Alert> alerts = alertsAt(events, *hall.topology, hall.jobs, SmallHall::at(1000));
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(alerts.front().kind, std::string("slow_gpu"));
        // Another job is not affected.
        events.push_back(low("train-a", 0));
        alerts = alertsAt(events, *hall.topology, hall.jobs, SmallHall::at(1000));
        QVERIFY2(alerts.size() == 2, linesOf(alerts).c_str());
        const auto own = std::ranges::find(alerts, "below_reference", &Alert::kind);
        QVERIFY2(own != alerts.end(), linesOf(alerts).c_str());
        QCOMPARE(own->owners.front(), std::string("training"));
        const auto job = std::ranges::find(hall.jobs, "train-a", &ObservedJob::name);
        QVERIFY(std::abs(*own->costGpuSeconds - 0.25 * 400 * static_cast<double>(job->places.size())) < 1e-6);
    }

    void manyNodesThatAreSilentAreNoSingleOne()
    {
        const SmallHall hall;
        const std::vector<Alert> alerts = alertsAt(
            Events{SmallHall::reported(10, {}, "node.lost",
                                       "5 nodes in 4 racks are silent for 6 s: node-0, node-2, node-3 and 2 more "
                                       "(racks A1, A2, B1 and B2)",
                                       Severity::Critical),
                   SmallHall::reported(30, hall.gpu(3, 1), "sync.hang", "train-a: rank 13 hangs in dp1",
                                       Severity::Critical)},
            *hall.topology, hall.jobs, SmallHall::at(60));
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("node_silent of 5 nodes in 4 racks"));
        QVERIFY(alerts.front().entities.empty());
        QVERIFY2(alerts.front().title.starts_with("5 nodes in 4 racks are silent"), alerts.front().title.c_str());
    }

    void aFindingBeforeASilenceIsNoEffectOfIt()
    {
        const SmallHall hall;
        Events events = slowGpu(hall, 30); // reported at 42 s and 50 s
        events.push_back(SmallHall::reported(67, {}, "node.lost", "All 8 nodes: no data for 7 s", Severity::Critical));
        events.back().event.fields.lasted = std::chrono::seconds(7);
        events.back().event.fields.subject = "All 8 nodes";
        const std::vector<Alert> alerts = alertsAt(events, *hall.topology, hall.jobs, SmallHall::at(80));
        QVERIFY2(alerts.size() == 2, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts[0]), std::string("node_silent of All 8 nodes"));
        QCOMPARE(alerts[0].onset, SmallHall::at(60));
        QCOMPARE(lineOf(alerts[1]), std::string("slow_gpu of node-6/gpu1"));
    }

    void aTitleSaysThatOnlyTheEffectsLast()
    {
        const SmallHall hall;
        Events events = slowGpu(hall, 30);
        const auto titleAt = [&](double second) {
            return alertsAt(events, *hall.topology, hall.jobs, SmallHall::at(second)).front().title;
        };
        QVERIFY2(titleAt(80).starts_with("train-b: rank 25 keeps the others waiting in tp1 \u2192"),
                 titleAt(80).c_str());
        events.push_back(SmallHall::over(100, hall.gpu(6, 1), "sync.straggler"));
        QVERIFY2(titleAt(120).starts_with("train-b: rank 25 keeps the others waiting in tp1 (ended) \u2192"),
                 titleAt(120).c_str());
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
            for (int node = 0; node < 2; ++node)
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

    void theCauseIsReportedOnceAndWhatFollowsIsAttached();
    void eachFaultOfADrillIsItsOwnKind_data();
    void eachFaultOfADrillIsItsOwnKind();
    void twoFaultsAtOnceAreTwoAlerts();
    void theOrderOfArrivalDoesNotMatter();
    void aSymptomBecomesItsCauseUnderOneKey();
    void severalOfOneParentBlameIt();
    void aSymptomWaitsForItsCause();
    void whatIsOverStaysForTenMinutesAndIsNotReportedAnew();
    void anAcknowledgementLastsUntilItIsWorse();
    void aShelvedAlertComesBackByItself();
    void aReopenedAlertIsActiveAgain();
    void theKeyOutlivesWhatJoinsIt();
    void anAcknowledgementOutlivesItsFinding();
    void silenceIsNoAlertAndUnknownCodesAreNone();
    void earlierXidsStayVisible();
    void congestionThatNobodyFeelsIsNoAlert();
    void burstsThatLoseNothingAndNobodyFeelsAreNoAlert();
    void whatWasConsideredIsReported();
    void aFloodIsJoinedInTime();
    void aHallFullOfFindingsIsJoinedInTime();

private:
    [[nodiscard]] std::vector<Alert> alertsOf(const Events& events, double second) const
    {
        return alertsAt(events, *m_hall.topology, m_hall.jobs, SmallHall::at(second));
    }

    SmallHall m_hall;
};

void TestAlerts::theCauseIsReportedOnceAndWhatFollowsIsAttached()
{
    const Events events = failingPump(m_hall, 40);
    QVERIFY(alertsOf(events, 54).empty());
    std::string key;
    for (int second = 55; second < 200; second += 5) {
        const auto alerts = alertsOf(events, second);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("pump_degradation of cdu-1"));
        QVERIFY(key.empty() || key == alerts.front().key);
        key = alerts.front().key;
    }
    const Alert alert = alertsOf(events, 200).front();
    QCOMPARE(alert.entities, std::vector<EntityRef>{m_hall.loop()});
    QCOMPARE(alert.onset, SmallHall::at(55));
    QCOMPARE(alert.raisedAt, SmallHall::at(55));
    QVERIFY(!alert.end);
    QCOMPARE(alert.severity, Severity::Critical);
    QVERIFY2(alert.title.starts_with("Loop cdu-1 loses flow: 140 of 180 L/min \u2192 "), alert.title.c_str());
    QVERIFY2(alert.title.ends_with("train-a: job slowed down"), alert.title.c_str());
    std::vector<std::string> stages;
    for (const Alert::Stage& each : alert.chain)
        stages.push_back(each.what);
    QCOMPARE(stages.size(), 5UL);
    QVERIFY2(stages.at(1).starts_with("4 poorly cooled GPUs: node-0 gpu3"), stages.at(1).c_str());
    QCOMPARE(stages.at(4), std::string("train-a: steps take 31 % longer: 2.6 s for 2.0 s"));
    QVERIFY(std::ranges::is_sorted(alert.chain, {}, &Alert::Stage::since));
    QCOMPARE(alert.owners, (std::vector<std::string>{"facilities", "training"}));
    QCOMPARE(alert.runbook, std::string("resources/runbooks/pump_degradation.md"));
    QVERIFY(alert.confidence > 0.9 && alert.confidence < 1);
    QVERIFY(!alert.costGpuSeconds); // not measured
}

void TestAlerts::eachFaultOfADrillIsItsOwnKind_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<QString>("expected");
    const SmallHall& hall = m_hall;
    const auto add = [](const char* expected, Events events) {
        QTest::newRow(expected) << events << QString::fromLatin1(expected);
    };
    const auto reported = [](double second, EntityRef entity, const char* code, const char* text) {
        return SmallHall::reported(second, entity, code, text);
    };
    const DerivedEvent slowA = reported(60, hall.node(0), "job.step_time", "train-a: steps take 20 % longer");
    const DerivedEvent slowB = reported(60, hall.node(4), "job.step_time", "train-b: steps take 20 % longer");
    add("blocked_cold_plate of node-2/gpu1",
        {reported(50, hall.gpu(2, 1), "gpu.cooling", "node-2 gpu1 is cooled worse"),
         reported(70, hall.gpu(2, 1), "metric.limit.gpu.temperature", "node-2 gpu1: 88 °C"),
         reported(75, hall.gpu(2, 1), "sync.straggler", "train-a: rank 9 keeps the others waiting in tp"), slowA});
    add("hot_aisle_recirculation of rack B1 rack B2",
        {reported(50, hall.rack("B1"), "rack.inlet", "Rack B1 breathes warm air"),
         reported(55, hall.rack("B2"), "rack.inlet", "Rack B2 breathes warm air"),
         reported(90, hall.gpu(5, 0), "metric.limit.gpu.temperature", "node-5 gpu0: 88 °C; 7 more in B1")});
    add("slow_gpu of node-6/gpu1", slowGpu(hall, 40));
    add("rack_power_cap of rack A2",
        {reported(50, hall.rack("A2"), "power.cap", "Rack A2 is held at 460 of 700 W"),
         reported(52, hall.gpu(2, 0), "gpu.clock", "node-2 gpu0 runs at 1.2 GHz"), slowA});
    add("flapping_link of r0-leaf0/to:r0-spine1",
        {reported(50, hall.port("r0-leaf0", "to:r0-spine1"), "port.down", "down"),
         reported(50, hall.port("r0-spine1", "to:r0-leaf0"), "port.down", "down"),
         reported(70, hall.port("r0-leaf0", "to:r0-spine1"), "fabric.flapping", "keeps going down"), slowA});
    add("hash_polarisation of r0-leaf0",
        {reported(50, hall.device("r0-leaf0"), "fabric.polarisation", "uneven"),
         reported(60, hall.device("r0-leaf0"), "fabric.congestion", "5 ports wait"), slowA});
    add("congested_spine of r1-spine0",
        {reported(50, hall.device("r1-spine0"), "fabric.congestion", "5 ports wait because of r1-spine0"), slowA,
         slowB});
    add("storage_contention of shared storage",
        {reported(50, hall.node(0), "storage.slow", "train-a: checkpoints take 5 times as long"),
         reported(90, hall.node(4), "storage.slow", "train-b: checkpoints take 5 times as long"), slowA});
    add("memory_errors of node-3/gpu0",
        {reported(50, hall.gpu(3, 0), "gpu.ecc", "node-3 gpu0: 20 corrected errors a second"),
         reported(100, hall.gpu(3, 0), "gpu.xid", "XID 48: double-bit ECC error"),
         reported(130, hall.node(0), "job.restarts", "train-a: started 2 times in 5 min")});
    Events nvlink{reported(52, hall.gpu(2, 1), "gpu.xid", "XID 149: Fifth-generation NVLink error (NETIR)")};
    for (std::uint32_t gpu = 0; gpu < 8; ++gpu)
        nvlink.push_back(reported(50 + gpu, hall.gpu(2 + gpu / 4, gpu % 4), "gpu.xid",
                                  "XID 145: Fifth-generation NVLink error (RLW)"));
    add("gpu_error of node-2/gpu1", nvlink);
    add("congestion of r0-spine0 r0-spine1",
        {reported(50, hall.device("r0-spine0"), "fabric.congestion", "5 ports wait because of r0-spine0"),
         reported(55, hall.device("r0-spine1"), "fabric.congestion", "5 ports wait because of r0-spine1"), slowA});
    add("hash_polarisation of r1-leaf1",
        {reported(50, hall.device("r1-spine0"), "fabric.congestion", "5 ports wait because of r1-spine0"),
         reported(55, hall.device("r1-spine1"), "fabric.congestion", "5 ports wait because of r1-spine1"),
         reported(90, hall.device("r1-leaf1"), "fabric.polarisation", "r1-leaf1 leaves 60 % unused")});
    add("congested_spine of r0-spine1",
        {reported(50, hall.device("r0-spine1"), "fabric.congestion", "5 ports wait because of r0-spine1"),
         reported(55, hall.port("node-6", "nic0"), "metric.limit.port.transmit_wait", "nic0 waits for credit 20 %"),
         reported(56, hall.port("r0-leaf0", "to:r0-spine0"), "metric.limit.port.transmit_wait", "waits 20 %")});
    add("congestion of node-0/nic0 node-1/nic1", // of one job, in two planes
        {reported(50, hall.port("node-0", "nic0"), "metric.limit.port.transmit_wait", "nic0 waits 40 %"),
         reported(100, hall.port("node-1", "nic1"), "metric.limit.port.transmit_wait", "nic1 waits 40 %"),
         reported(90, hall.node(0), "job.step_time", "train-a: steps take 200 % longer")});
    add("low_clock of node-2/gpu0",
        {reported(50, hall.gpu(2, 0), "metric.limit.gpu.throttled", "node-2 gpu0: 91 %, limit 50 %; 7 more in A2"),
         reported(60, hall.gpu(3, 1), "sync.straggler", "train-a: rank 13 keeps the others waiting")});
    add("flapping_link of node-3/nic0",
        {reported(50, hall.port("node-3", "nic0"), "port.down", "down"),
         SmallHall::over(60, hall.port("node-3", "nic0"), "port.up"),
         reported(70, hall.port("node-3", "nic0"), "port.down", "down")});
    add("nic_down of node-3/nic1",
        {reported(50, hall.port("node-3", "nic1"), "port.down", "nic1 is down"),
         reported(52, hall.port("r1-leaf1", "node-3"), "port.down", "node-3 is down"),
         reported(58, hall.node(1), "sync.hang", "train-a hangs: all 16 ranks of dp wait in it")});
    add("gpu_off_bus of node-1/gpu2",
        {reported(50, hall.gpu(1, 2), "gpu.silent", "node-1 gpu2 has fallen silent"),
         reported(58, hall.gpu(1, 2), "sync.hang", "train-a hangs: 15 ranks wait in dp for rank 6")});
    add("clock_drift of node-5",
        {reported(50, hall.node(5), "clock.drift", "node-5: clock runs away by 20 ms a minute"),
         reported(80, hall.gpu(5, 0), "sync.straggler", "train-b: rank 20 keeps the others waiting in tp")});
    add("noisy_neighbour of job train-b",
        {reported(50, hall.node(4), "job.traffic", "train-b: moves 5 times its usual traffic"),
         reported(55, hall.device("r0-leaf1"), "fabric.congestion", "5 ports wait"), slowA});
    add("routing_imbalance of service chat",
        {reported(50, {EntityKind::Job, 1}, "serving.imbalance", "chat/prefill is fed unevenly"),
         reported(52, {EntityKind::Job, 2}, "serving.imbalance", "chat/decode is fed unevenly"),
         reported(70, {EntityKind::Job, 0}, "serving.latency", "chat: time to first token 4 s")});
    add("transfer_latency of service chat",
        {reported(50, {EntityKind::Job, 2}, "serving.transfer", "chat/decode: transfer between pools 40 ms"),
         reported(52, {EntityKind::Job, 0}, "serving.transfer", "chat: transfer between pools 40 ms"),
         reported(70, {EntityKind::Job, 0}, "serving.latency", "chat: time to first token 4 s"),
         reported(900, {EntityKind::Job, 0}, "target.missed", "chat: time to first token above 400 ms")});
    add("masked_communication_fault of node-6/nic0", // of a replica
        {reported(50, hall.port("node-6", "nic0"), "port.retries", "node-6 nic0: 40 retransmits/s, expected 0"),
         reported(60, {EntityKind::Job, 0}, "serving.transfer", "chat: transfer between pools 40 ms"),
         reported(70, {EntityKind::Job, 3}, "serving.latency", "time to first token 4 s")});
    add("slow_link of the links of train-a/dp5",
        {reported(50, hall.node(1), "sync.straggler", "train-a: the links of train-a/dp5 keeps the others waiting")});
    add("collective_jitter of job train-a",
        {reported(50, hall.node(0), "sync.jitter", "train-a: all_reduce takes 11 ms ± 6 ms, usually ± 0.8 ms"),
         reported(90, hall.node(0), "job.step_time", "train-a: steps take 4 % longer")});
    add("link_errors of node-3/nic0",
        {reported(50, hall.port("node-3", "nic0"), "port.errors", "node-3 nic0: 40 errors on its link"),
         reported(60, hall.node(0), "sync.jitter", "train-a: all_reduce takes 11 ms ± 6 ms"), slowA});
    add("masked_communication_fault of node-3/nic0",
        {reported(50, hall.port("node-3", "nic0"), "port.retries", "node-3 nic0: 40 retransmits/s, expected 0"),
         reported(60, hall.node(0), "sync.jitter", "train-a: all_reduce takes 11 ms ± 6 ms"),
         reported(61, hall.gpu(3, 0), "sync.straggler", "train-a: rank 12 keeps the others waiting"), slowA});
    add("link_errors of node-3/nic1", // lost packets are retransmitted
        {reported(50, hall.port("node-3", "nic1"), "port.errors", "node-3 nic1: 40 errors on its link"),
         reported(70, hall.port("node-3", "nic1"), "port.retries", "node-3 nic1: 40 retransmits/s, expected 0"),
         slowA});
    add("flapping_link of r0-leaf1/to:r0-spine1", // whose flows are retransmitted by the NICs of its plane
        {reported(50, hall.port("r0-leaf1", "to:r0-spine1"), "fabric.flapping", "keeps going down"),
         reported(70, hall.port("node-3", "nic0"), "port.retries", "node-3 nic0: 40 retransmits/s, expected 0"),
         reported(71, hall.port("node-5", "nic0"), "port.retries", "node-5 nic0: 40 retransmits/s, expected 0"),
         slowA});
    add("microburst of r0-leaf0/to:r0-spine1",
        {reported(50, hall.port("r0-leaf0", "to:r0-spine1"), "port.microburst",
                  "r0-leaf0 / to:r0-spine1: drops 40 packets/s in bursts: 20 % full on the mean")});
    add("microburst of r0-leaf0/to:r0-spine1 node-0/nic0", // of one plane
        {reported(50, hall.port("r0-leaf0", "to:r0-spine1"), "port.microburst",
                  "r0-leaf0: marks 900 packets/s in bursts"),
         reported(52, hall.port("node-0", "nic0"), "port.microburst", "node-0 nic0: pauses its feeders 90 times/s"),
         reported(60, hall.node(0), "sync.jitter", "train-a: all_reduce takes 11 ms ± 6 ms")});
    add("flapping_link of r0-leaf0/to:r0-spine1", // its flows meet others on the next link
        {reported(50, hall.port("r0-leaf0", "to:r0-spine1"), "fabric.flapping", "keeps going down"),
         reported(70, hall.port("r0-leaf0", "to:r0-spine0"), "port.microburst",
                  "r0-leaf0: marks 900 packets/s in bursts"),
         slowA});
    add("congested_spine of r1-spine1",
        {reported(50, hall.port("r1-leaf0", "to:r1-spine1"), "port.microburst", "marks 900 packets/s in bursts"),
         reported(60, hall.device("r1-spine1"), "fabric.congestion", "5 ports wait because of r1-spine1"), slowA});
    add("silent_corruption of node-3/gpu0",
        {reported(50, hall.gpu(3, 0), "gpu.diverging", "node-3 gpu0: its gradient norm is 3.9"),
         reported(100, hall.node(0), "job.restarts", "train-a: started 2 times in 5 min")});
    add("memory_errors of node-3/gpu1", {reported(50, hall.gpu(3, 1), "gpu.xid", "XID 172: uncorrectable SRAM error")});
    add("gpu_off_bus of node-3/gpu1", {reported(50, hall.gpu(3, 1), "gpu.xid", "XID 167: PCIe timed out for good")});
    add("gpu_error of node-3/gpu1", {reported(50, hall.gpu(3, 1), "gpu.xid", "XID 110: security fault")});
    add("application_error of node-3/gpu1", {reported(50, hall.gpu(3, 1), "gpu.xid", "XID 11: invalid commands")});
    add("monitoring of node-3 node-5",
        {reported(50, hall.node(3), "source.thin", "node-3: no more gpu.power, while it reports on"),
         reported(90, hall.node(5), "source.thin", "node-5: no more gpu.power, while it reports on")});
    add("restart_loop of node-6",
        {reported(50, hall.gpu(6, 0), "gpu.xid", "XID 43: GPU stopped processing; the job was restarted"),
         reported(110, hall.gpu(6, 0), "gpu.xid", "XID 43: GPU stopped processing; the job was restarted"),
         reported(120, hall.node(4), "job.restarts", "train-b: started 3 times in 3 min")});
}

void TestAlerts::eachFaultOfADrillIsItsOwnKind()
{
    QFETCH(Events, events);
    QFETCH(QString, expected);
    const auto alerts = alertsOf(events, 150);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(QString::fromStdString(lineOf(alerts.front())), expected);
}

void TestAlerts::twoFaultsAtOnceAreTwoAlerts()
{
    Events events = failingPump(m_hall, 40);
    std::ranges::move(slowGpu(m_hall, 45), std::back_inserter(events));
    const auto alerts = alertsOf(events, 200);
    QVERIFY2(alerts.size() == 2, linesOf(alerts).c_str());
    QCOMPARE(lineOf(alerts.at(0)), std::string("pump_degradation of cdu-1")); // critical
    QCOMPARE(lineOf(alerts.at(1)), std::string("slow_gpu of node-6/gpu1"));
    QVERIFY(alerts.at(0).key != alerts.at(1).key);
}

void TestAlerts::theOrderOfArrivalDoesNotMatter()
{
    Events events = failingPump(m_hall, 40);
    std::ranges::move(slowGpu(m_hall, 45), std::back_inserter(events));
    events.push_back(SmallHall::over(150, m_hall.loop(), "loop.flow"));
    events.push_back(SmallHall::over(150, m_hall.rack("A2"), "metric.limit.gpu.temperature"));
    events.push_back({m_hall.loop(), acknowledgement(alertsOf(events, 60).front(), SmallHall::at(160))});
    events.push_back(SmallHall::reported(55, m_hall.loop(), "loop.forecast", "Loop cdu-1 return reaches 60 °C"));
    std::vector<std::vector<Alert>> inOrder;
    for (int second = 0; second < 300; second += 20)
        inOrder.push_back(alertsOf(events, second));
    std::mt19937 random(7);
    events.insert(events.end(), events.begin(), events.begin() + 5); // and some twice
    for (int round = 0; round < 30; ++round) {
        std::shuffle(events.begin(), events.end(), random);
        for (std::size_t at = 0; at < inOrder.size(); ++at)
            QVERIFY(alertsOf(events, static_cast<double>(at) * 20) == inOrder.at(at));
    }
}

void TestAlerts::aSymptomBecomesItsCauseUnderOneKey()
{
    // The rank is late at once, but a detector needs a while to find that its GPU has worse cooling.
    Events events{
        SmallHall::reported(60, m_hall.gpu(2, 1), "sync.straggler", "train-a: rank 9 keeps the others waiting")};
    const Alert before = alertsOf(events, 90).front();
    QCOMPARE(lineOf(before), std::string("slow_gpu of node-2/gpu1"));
    events.push_back(
        SmallHall::reported(95, m_hall.gpu(2, 1), "gpu.cooling", "node-2 gpu1: 9 K hotter, for 50\u2009s"));
    const auto after = alertsOf(events, 100);
    QVERIFY2(after.size() == 1, linesOf(after).c_str());
    QCOMPARE(lineOf(after.front()), std::string("blocked_cold_plate of node-2/gpu1"));
    QCOMPARE(after.front().key, before.key);
    QCOMPARE(after.front().onset, SmallHall::at(45));
    QCOMPARE(after.front().raisedAt, before.raisedAt);
    QVERIFY2(after.front().title.starts_with("node-2 gpu1: 9 K hotter \u2192"), after.front().title.c_str());
}

void TestAlerts::severalOfOneParentBlameIt()
{
    Events events;
    for (std::uint32_t node = 0; node < 4; ++node)
        events.push_back(SmallHall::reported(50 + node, m_hall.gpu(node, 1), "gpu.cooling", "cooled worse"));
    auto alerts = alertsOf(events, 100);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(lineOf(alerts.front()), std::string("loop_fault of cdu-1"));
    QVERIFY(alerts.front().confidence < 0.6); // no finding on the loop itself lowers the confidence

    events.clear();
    for (const char* port : {"node-0", "node-1", "node-4", "node-5"})
        events.push_back(SmallHall::reported(50, m_hall.port("r0-leaf0", port), "port.down", "down"));
    alerts = alertsOf(events, 100);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(lineOf(alerts.front()), std::string("switch_fault of r0-leaf0"));

    // Two distant GPUs are two separate faults.
    events = {SmallHall::reported(50, m_hall.gpu(0, 1), "gpu.ecc", "errors"),
              SmallHall::reported(51, m_hall.gpu(7, 1), "gpu.ecc", "errors")};
    QCOMPARE(alertsOf(events, 100).size(), 2UL);
}

void TestAlerts::aSymptomWaitsForItsCause()
{
    const Events events{SmallHall::reported(50, m_hall.node(0), "job.step_time", "train-a: steps take 20 % longer")};
    QVERIFY(alertsOf(events, 60).empty());
    QCOMPARE(lineOf(alertsOf(events, 71).at(0)), std::string("slow_job of job train-a"));
    QCOMPARE(alertsOf(events, 71).at(0).raisedAt, SmallHall::at(70));
}

void TestAlerts::whatIsOverStaysForTenMinutesAndIsNotReportedAnew()
{
    Events events = slowGpu(m_hall, 40);
    events.push_back(SmallHall::over(100, m_hall.gpu(6, 1), "sync.straggler"));
    QCOMPARE(alertsOf(events, 110).at(0).state, State::Active); // the job has not recovered yet
    events.push_back(SmallHall::over(120, m_hall.node(4), "job.step_time"));
    const Alert over = alertsOf(events, 130).at(0);
    QCOMPARE(over.state, State::Cleared);
    QCOMPARE(over.end, std::optional(SmallHall::at(120)));
    QCOMPARE(alertsOf(events, 719).size(), 1UL);
    QVERIFY(alertsOf(events, 720).empty());
    // If it returns within ten minutes it is the same alert; later, it is a new one.
    Events again = events;
    again.push_back(
        SmallHall::reported(600, m_hall.gpu(6, 1), "sync.straggler", "train-b: rank 25 keeps others waiting"));
    QCOMPARE(alertsOf(again, 610).at(0).key, over.key);
    QCOMPARE(alertsOf(again, 610).at(0).state, State::Active);
    events.push_back(
        SmallHall::reported(900, m_hall.gpu(6, 1), "sync.straggler", "train-b: rank 25 keeps others waiting"));
    QCOMPARE(alertsOf(events, 910).size(), 1UL);
    QVERIFY(alertsOf(events, 910).at(0).key != over.key);
}

void TestAlerts::anAcknowledgementLastsUntilItIsWorse()
{
    Events events = failingPump(m_hall, 40);
    events.push_back({m_hall.loop(), acknowledgement(alertsOf(events, 60).front(), SmallHall::at(62))});
    QCOMPARE(alertsOf(events, 61).at(0).state, State::Active);
    QCOMPARE(alertsOf(events, 62).at(0).state, State::Acknowledged);
    QCOMPARE(alertsOf(events, 105).at(0).state, State::Acknowledged); // GPUs are warm, as expected
    QCOMPARE(alertsOf(events, 111).at(0).state, State::Active); // critical
}

void TestAlerts::aShelvedAlertComesBackByItself()
{
    Events events = slowGpu(m_hall, 40);
    const Alert alert = alertsOf(events, 70).front();
    events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(80), 30min, "spare on its way")});
    QCOMPARE(alertsOf(events, 79).at(0).state, State::Active);
    QCOMPARE(alertsOf(events, 81).at(0).state, State::Shelved);
    QCOMPARE(alertsOf(events, 80 + 1799).at(0).state, State::Shelved);
    QCOMPARE(alertsOf(events, 80 + 1801).at(0).state, State::Active);
    // Shelved again, which is undone.
    events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(200), 30min, {})});
    QVERIFY(alertsOf(events, 201).at(0).shelvedUntil == SmallHall::at(200 + 1800));
    events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(210), 30min - 130s, {})});
    QVERIFY(alertsOf(events, 211).at(0).shelvedUntil == SmallHall::at(80 + 1800));
    QCOMPARE(alertsOf(events, 80 + 1799).at(0).state, State::Shelved);
    QCOMPARE(alertsOf(events, 80 + 1801).at(0).state, State::Active);
}

void TestAlerts::aReopenedAlertIsActiveAgain()
{
    Events events = slowGpu(m_hall, 40);
    const Alert alert = alertsOf(events, 70).front();
    events.push_back({m_hall.gpu(6, 1), acknowledgement(alert, SmallHall::at(75))});
    events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(80), 30min, {})});
    events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(90), 0s, {})});
    QCOMPARE(alertsOf(events, 81).at(0).state, State::Shelved);
    QCOMPARE(alertsOf(events, 91).at(0).state, State::Active);
    events.push_back({m_hall.gpu(6, 1), acknowledgement(alert, SmallHall::at(95))});
    QCOMPARE(alertsOf(events, 96).at(0).state, State::Acknowledged);
}

void TestAlerts::theKeyOutlivesWhatJoinsIt()
{
    const Events all = failingPump(m_hall, 40);
    Events events;
    std::string key;
    for (const DerivedEvent& each : all) {
        events.push_back(each);
        const auto alerts = alertsOf(events, 300);
        QCOMPARE(alerts.size(), 1UL);
        QVERIFY(key.empty() || alerts.front().key == key);
        key = alerts.front().key;
    }
}

void TestAlerts::anAcknowledgementOutlivesItsFinding()
{
    // An acknowledgement of a symptom remains when an earlier finding changes the alert's key.
    Events events{
        SmallHall::reported(60, m_hall.gpu(2, 1), "sync.straggler", "train-a: rank 9 keeps the others waiting")};
    events.push_back({m_hall.gpu(2, 1), acknowledgement(alertsOf(events, 80).front(), SmallHall::at(90))});
    events.push_back(SmallHall::reported(2, m_hall.rack("A2"), "power.cap", "Rack A2 is held at 460 of 700 W"));
    const auto alerts = alertsOf(events, 100);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(alerts.front().state, State::Acknowledged);
}

void TestAlerts::silenceIsNoAlertAndUnknownCodesAreNone()
{
    QVERIFY(alertsOf({}, 100).empty());
    const Events events{
        SmallHall::reported(10, m_hall.node(0), "made.up", "what is this", Severity::Critical),
        SmallHall::over(20, m_hall.gpu(0, 0), "gpu.ecc"),
        SmallHall::reported(30, m_hall.gpu(0, 0), "gpu.xid", "XID 43: cleaned up", Severity::Information)};
    QVERIFY(alertsOf(events, 100).empty());
    // Entities that are not in the topology are harmless.
    const Events stray{SmallHall::reported(10, {EntityKind::Gpu, 4711}, "gpu.ecc", "errors"),
                       SmallHall::reported(10, {EntityKind::Port, 4711}, "port.down", "down"),
                       SmallHall::reported(10, {}, "fabric.congestion", "waits")};
    QCOMPARE(alertsOf(stray, 100).size(), 3UL);
}

/// The first XID is often the cause, and the last one a consequence.
void TestAlerts::earlierXidsStayVisible()
{
    const EntityRef gpu = m_hall.gpu(3, 1);
    Events events{SmallHall::reported(50, gpu, "gpu.xid", "XID 48: double-bit ECC error.", Severity::Critical),
                  SmallHall::reported(51, gpu, "gpu.xid", "XID 95: uncontained ECC error.", Severity::Critical),
                  SmallHall::reported(52, gpu, "gpu.xid", "XID 95: uncontained ECC error.", Severity::Critical)};
    const auto alerts = alertsOf(events, 100);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(alerts.front().title, std::string("XID 95: uncontained ECC error (earlier: XID 48)"));
    QCOMPARE(alerts.front().chain.front().what, std::string("XID 95: uncontained ECC error. (earlier: XID 48)"));
    QCOMPARE(alertsOf(events, 50).front().chain.front().what, std::string("XID 48: double-bit ECC error."));
    for (DerivedEvent& each : events)
        each.event.text = "x"; // the numbers are in the fields
    QCOMPARE(alertsOf(events, 100).front().title, std::string("x (earlier: XID 48)"));
}

void TestAlerts::congestionThatNobodyFeelsIsNoAlert()
{
    Events events{
        SmallHall::reported(50, m_hall.device("r0-spine0"), "fabric.congestion", "5 ports wait"),
        SmallHall::reported(50, m_hall.device("r0-spine1"), "fabric.congestion", "5 ports wait"),
        SmallHall::reported(60, m_hall.port("node-6", "nic1"), "metric.limit.port.transmit_wait", "waits 20 %")};
    QVERIFY2(alertsOf(events, 100).empty(), linesOf(alertsOf(events, 100)).c_str());
    events.push_back(SmallHall::reported(120, m_hall.node(0), "job.step_time", "train-a: steps take 20 % longer"));
    QCOMPARE(alertsOf(events, 119).size(), 0UL);
    QCOMPARE(alertsOf(events, 121).size(), 1UL);
    QCOMPARE(alertsOf(events, 121).front().raisedAt, SmallHall::at(120));
}

void TestAlerts::burstsThatLoseNothingAndNobodyFeelsAreNoAlert()
{
    const EntityRef port = m_hall.port("r0-leaf0", "to:r0-spine1");
    Events events{SmallHall::reported(50, port, "port.microburst", "r0-leaf0: marks 900 packets/s in bursts")};
    QVERIFY(alertsOf(events, 300).empty());
    events.push_back(SmallHall::reported(60, port, "port.microburst", "r0-leaf0: drops 40 packets/s in bursts"));
    QCOMPARE(alertsOf(events, 300).size(), 1UL);
}

void TestAlerts::whatWasConsideredIsReported()
{
    const Alert alone = alertsOf(slowGpu(m_hall, 40), 100).front();
    const auto plate = std::ranges::find(alone.considered, "blocked_cold_plate", &Alert::Alternative::kind);
    QVERIFY(plate != alone.considered.end());
    QVERIFY2(plate->whyNot.find("node-6/gpu1") != std::string::npos, plate->whyNot.c_str());
    // Both could slow the job, so each mentions the other.
    Events events = slowGpu(m_hall, 40);
    events.push_back(SmallHall::reported(50, m_hall.rack("B1"), "power.cap", "Rack B1 is held at 460 of 700 W"));
    const auto alerts = alertsOf(events, 100);
    QCOMPARE(alerts.size(), 2UL);
    QVERIFY(std::ranges::any_of(alerts, [](const Alert& each) {
        return std::ranges::any_of(each.considered, [](const Alert::Alternative& other) {
            return other.whyNot.find("reported as a separate alert") != std::string::npos;
        });
    }));
}

void TestAlerts::aFloodIsJoinedInTime()
{
    Events events;
    for (int second = 0; second < 200; ++second) {
        for (std::uint32_t gpu = 0; gpu < 32; ++gpu)
            events.push_back(SmallHall::reported(second, {EntityKind::Gpu, gpu}, "gpu.ecc", std::to_string(second)));
    }
    const auto alerts = alertsOf(events, 300);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(alerts.front().entities.size(), 32UL);
    QVERIFY2(alerts.front().title.starts_with("32 GPUs with memory errors"), alerts.front().title.c_str());
}

/// The GUI thread joins them, at most once per second.
void TestAlerts::aHallFullOfFindingsIsJoinedInTime()
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
    events.push_back(SmallHall::reported(70, {EntityKind::Node, 0}, "job.step_time", "train: steps take 20 % longer"));
    const TopologyPtr hall = builder.build();
    const DependencyGraph graph(*hall, jobs);
    std::vector<Alert> alerts;
    QBENCHMARK
    {
        alerts = alertsAt(events, graph, SmallHall::at(100));
    }
    QCOMPARE(alerts.size(), 3UL); // bad memory, the pump, the drivers
}

LOCKSTEP_TEST(tst_alerts, TestAlerts)
#include "tst_alerts.moc"
