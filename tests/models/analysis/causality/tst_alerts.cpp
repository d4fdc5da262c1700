// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "tests/models/analysis/causality/smallhallalerts.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::test;

/// Which findings raise an alert, and what it says.
class TestAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCauseIsReportedOnceAndWhatFollowsIsAttached();
    void eachFaultOfADrillIsItsOwnKind_data();
    void eachFaultOfADrillIsItsOwnKind();
    void theOrderOfArrivalDoesNotMatter();
    void silenceIsNoAlertAndUnknownCodesAreNone();
    void earlierXidsStayVisible();
    void congestionThatNobodyFeelsIsNoAlert();
    void burstsThatLoseNothingAndNobodyFeelsAreNoAlert();
    void whatWasConsideredIsReported();

private:
    SmallHall m_hall;
};

void TestAlerts::theCauseIsReportedOnceAndWhatFollowsIsAttached()
{
    const Events events = failingPump(m_hall, 40);
    QVERIFY(alertsOf(m_hall, events, 54).empty());
    std::string key;
    for (int second = 55; second < 200; second += 5) {
        const auto alerts = alertsOf(m_hall, events, second);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(lineOf(alerts.front()), std::string("pump_degradation of cdu-1"));
        QVERIFY(key.empty() || key == alerts.front().key);
        key = alerts.front().key;
    }
    const Alert alert = alertsOf(m_hall, events, 200).front();
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
    const auto alerts = alertsOf(m_hall, events, 150);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(QString::fromStdString(lineOf(alerts.front())), expected);
}

void TestAlerts::theOrderOfArrivalDoesNotMatter()
{
    Events events = failingPump(m_hall, 40);
    std::ranges::move(slowGpu(m_hall, 45), std::back_inserter(events));
    events.push_back(SmallHall::over(150, m_hall.loop(), "loop.flow"));
    events.push_back(SmallHall::over(150, m_hall.rack("A2"), "metric.limit.gpu.temperature"));
    events.push_back({m_hall.loop(), acknowledgement(alertsOf(m_hall, events, 60).front(), SmallHall::at(160))});
    events.push_back(SmallHall::reported(55, m_hall.loop(), "loop.forecast", "Loop cdu-1 return reaches 60 °C"));
    std::vector<std::vector<Alert>> inOrder;
    for (int second = 0; second < 300; second += 20)
        inOrder.push_back(alertsOf(m_hall, events, second));
    std::mt19937 random(7);
    events.insert(events.end(), events.begin(), events.begin() + 5); // and some twice
    for (int round = 0; round < 30; ++round) {
        std::shuffle(events.begin(), events.end(), random);
        for (std::size_t at = 0; at < inOrder.size(); ++at)
            QVERIFY(alertsOf(m_hall, events, static_cast<double>(at) * 20) == inOrder.at(at));
    }
}

void TestAlerts::silenceIsNoAlertAndUnknownCodesAreNone()
{
    QVERIFY(alertsOf(m_hall, {}, 100).empty());
    const Events events{
        SmallHall::reported(10, m_hall.node(0), "made.up", "what is this", Severity::Critical),
        SmallHall::over(20, m_hall.gpu(0, 0), "gpu.ecc"),
        SmallHall::reported(30, m_hall.gpu(0, 0), "gpu.xid", "XID 43: cleaned up", Severity::Information)};
    QVERIFY(alertsOf(m_hall, events, 100).empty());
    // Entities that are not in the topology are harmless.
    const Events stray{SmallHall::reported(10, {EntityKind::Gpu, 4711}, "gpu.ecc", "errors"),
                       SmallHall::reported(10, {EntityKind::Port, 4711}, "port.down", "down"),
                       SmallHall::reported(10, {}, "fabric.congestion", "waits")};
    QCOMPARE(alertsOf(m_hall, stray, 100).size(), 3UL);
}

/// The first XID is often the cause, and the last one a consequence.
void TestAlerts::earlierXidsStayVisible()
{
    const EntityRef gpu = m_hall.gpu(3, 1);
    Events events{SmallHall::reported(50, gpu, "gpu.xid", "XID 48: double-bit ECC error.", Severity::Critical),
                  SmallHall::reported(51, gpu, "gpu.xid", "XID 95: uncontained ECC error.", Severity::Critical),
                  SmallHall::reported(52, gpu, "gpu.xid", "XID 95: uncontained ECC error.", Severity::Critical)};
    const auto alerts = alertsOf(m_hall, events, 100);
    QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
    QCOMPARE(alerts.front().title, std::string("XID 95: uncontained ECC error (earlier: XID 48)"));
    QCOMPARE(alerts.front().chain.front().what, std::string("XID 95: uncontained ECC error. (earlier: XID 48)"));
    QCOMPARE(alertsOf(m_hall, events, 50).front().chain.front().what, std::string("XID 48: double-bit ECC error."));
    for (DerivedEvent& each : events)
        each.event.text = "x"; // the numbers are in the fields
    QCOMPARE(alertsOf(m_hall, events, 100).front().title, std::string("x (earlier: XID 48)"));
}

void TestAlerts::congestionThatNobodyFeelsIsNoAlert()
{
    Events events{
        SmallHall::reported(50, m_hall.device("r0-spine0"), "fabric.congestion", "5 ports wait"),
        SmallHall::reported(50, m_hall.device("r0-spine1"), "fabric.congestion", "5 ports wait"),
        SmallHall::reported(60, m_hall.port("node-6", "nic1"), "metric.limit.port.transmit_wait", "waits 20 %")};
    QVERIFY2(alertsOf(m_hall, events, 100).empty(), linesOf(alertsOf(m_hall, events, 100)).c_str());
    events.push_back(SmallHall::reported(120, m_hall.node(0), "job.step_time", "train-a: steps take 20 % longer"));
    QCOMPARE(alertsOf(m_hall, events, 119).size(), 0UL);
    QCOMPARE(alertsOf(m_hall, events, 121).size(), 1UL);
    QCOMPARE(alertsOf(m_hall, events, 121).front().raisedAt, SmallHall::at(120));
}

void TestAlerts::burstsThatLoseNothingAndNobodyFeelsAreNoAlert()
{
    const EntityRef port = m_hall.port("r0-leaf0", "to:r0-spine1");
    Events events{SmallHall::reported(50, port, "port.microburst", "r0-leaf0: marks 900 packets/s in bursts")};
    QVERIFY(alertsOf(m_hall, events, 300).empty());
    events.push_back(SmallHall::reported(60, port, "port.microburst", "r0-leaf0: drops 40 packets/s in bursts"));
    QCOMPARE(alertsOf(m_hall, events, 300).size(), 1UL);
}

void TestAlerts::whatWasConsideredIsReported()
{
    const Alert alone = alertsOf(m_hall, slowGpu(m_hall, 40), 100).front();
    const auto plate = std::ranges::find(alone.considered, "blocked_cold_plate", &Alert::Alternative::kind);
    QVERIFY(plate != alone.considered.end());
    QVERIFY2(plate->ruledOutReason.find("node-6/gpu1") != std::string::npos, plate->ruledOutReason.c_str());
    // Both could slow the job, so each mentions the other.
    Events events = slowGpu(m_hall, 40);
    events.push_back(SmallHall::reported(50, m_hall.rack("B1"), "power.cap", "Rack B1 is held at 460 of 700 W"));
    const auto alerts = alertsOf(m_hall, events, 100);
    QCOMPARE(alerts.size(), 2UL);
    QVERIFY(std::ranges::any_of(alerts, [](const Alert& each) {
        return std::ranges::any_of(each.considered, [](const Alert::Alternative& other) {
            return other.ruledOutReason.find("reported as a separate alert") != std::string::npos;
        });
    }));
}

LOCKSTEP_TEST(tst_alerts, TestAlerts)
#include "tst_alerts.moc"
