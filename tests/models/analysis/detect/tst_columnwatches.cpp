// SPDX-License-Identifier: GPL-3.0-or-later
// Detectors with made-up columns: what each finds, what it ignores, and when a finding ends.
#include "models/analysis/detect/watch/burstwatch.h"
#include "models/analysis/detect/watch/cpuclockwatch.h"
#include "models/analysis/detect/watch/eccwatch.h"
#include "models/analysis/detect/watch/gpusilence.h"
#include "models/analysis/detect/watch/gpuworkwatch.h"
#include "models/analysis/detect/watch/poolsums.h"
#include "models/analysis/detect/watch/portwatch.h"
#include "models/analysis/detect/watch/powerwatch.h"
#include "models/analysis/detect/watch/retrywatch.h"
#include "models/analysis/detect/watch/servingwatch.h"
#include "models/analysis/detect/watch/storagewatch.h"
#include "models/analysis/detect/watch/unlikewatch.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>

using namespace lockstep;

namespace {

constexpr std::uint32_t nodesEach = 4;
constexpr std::uint32_t gpusEach = 8;
constexpr std::uint32_t gpuCount = 2 * nodesEach * gpusEach; // in two racks

/// A watch, its columns, and its events.
template <class Watch>
struct WatchedColumns
{
    explicit WatchedColumns(TopologyPtr shown) : topology(std::move(shown)), columns(Watch::watched.size()) { }

    void run(int seconds, const std::function<void()>& before = nullptr)
    {
        for (int second = 0; second < seconds; ++second) {
            ++tick;
            if (before)
                before();
            watch.step({tick, TimePoint(std::chrono::seconds(tick)), 1, topology, columns}, reported);
        }
    }
    [[nodiscard]] std::size_t count() const { return reported.events.size(); }
    [[nodiscard]] std::string texts() const { return test::sentences(reported); }

    TopologyPtr topology;
    std::vector<std::vector<float>> columns;
    Watch watch;
    Derived reported;
    TickIndex tick = 0;
};

WatchedColumns<PowerWatch> poweredHall()
{
    WatchedColumns<PowerWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns
        = {std::vector<float>(gpuCount, 700),  std::vector<float>(gpuCount, 0),   std::vector<float>(gpuCount, 1.98e9F),
           std::vector<float>(gpuCount, 0.9F), std::vector<float>(gpuCount, 600), std::vector<float>(gpuCount, 60)};
    return hall;
}

constexpr EntityRef rackRef(std::uint32_t index)
{
    return {EntityKind::Rack, index};
}

constexpr EntityRef gpuRef(std::uint32_t index)
{
    return {EntityKind::Gpu, index};
}

} // namespace

class TestColumnWatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void burstsAtAPortThatIsHardlyUsedAreReported();
    void noBurstsAreReportedOfWhatIsUsualFullOrNeverNearItsRate();
    void aRackHeldBelowItsPowerIsReportedOnce();
    void aNodeOrAGpuAloneIsReportedAsSuch();
    void gpusAtTheirOwnLimitAreAtWork();
    void aClockThatNothingExplainsIsReported();
    void withoutReasonsAGpuSlowerThanItsPeersIsReported();
    void aNodeThatBecomesSlowerWithinAJobIsReported();
    void idleClocksAreLow();
    void aGpuThatFallsSilentIsReported();
    void allGpusOfANodeAreTheNodes();
    void aNodeThatIsSilentAltogetherIsNotGpuSilence();
    void memoryThatFailsIsReported();
    void rowsThatWaitOrCannotBeRemappedAreReported();
    void aLinkThatFallsIsReportedOnceForBothEnds();
    void errorsOfALinkThatIsUpAreReported();
    void anNvlinkIsNamedWithItsGpu();
    void errorsOfAGpusLinksAreReportedUnlessAllHaveThem();
    void retriesBeyondPastAndPeersAreReported_data();
    void retriesBeyondPastAndPeersAreReported();
    void retriesThatHealthyFabricsHaveAreNot_data();
    void retriesThatHealthyFabricsHaveAreNot();
    void ofALossyPortAndItsPartnersThePortIsReported();
    void ofLossesInOneDirectionTheCommonEndIsReported();
    void retriesThatAreUsualAtAPortAreNotReported();
    void aPoolThatIsFedUnevenlyIsReported();
    void aModelIsFoundByAllOfItsName();
    void poolsAndServicesAreSumsOfTheirReplicas();
    void aPoolThatASourceReportsIsLeftAlone();
    void transfersFromSpansDoNotReplaceSums();
    void anotherClusterHasOtherPools();
    void transfersBetweenPoolsAreReported();
    void aServiceOfFewRequestsIsNoisy();
    void aWriteThatGoesSlowlyIsReportedWhileItLasts();
    void howFastItWritesOutlivesARestart();
    void writersThatShareTheStorageAreNobodysFault();
    void aNodeWithAnotherDriverIsUnlikeItsPeers();
    void allDifferencesOfANodeAreInOneEvent();
    void aLinkAtALowerRateIsUnlikeItsPeers();
    void aGpuWithFewerPcieLanesIsUnlikeItsPeers();
    void aClusterOfTwoKindsHasNoPeerlessNodes();
    void oneNodeOfAnotherGpuModelIsNoFault();
    void aGpuThatIsBusyWhileOthersWaitIsReported();
    void workThatChangesWithTheJobIsNoFault();
    void whileAllWaitNoWorkIsCompared();
    void rareSamplesAreSmoothedToo();
    void aSlowGpuDoesNotHideALaterOne();
    void gpusThatAreBusyWithoutWorkingAreAHang();
    void aCpuThatIsSlowAtItsLoadIsReported();
    void clocksThatFollowLoadOrJobAreNoFault();
    void aCpuThatHeatKeepsThrottlingIsReported();
};

void TestColumnWatches::aRackHeldBelowItsPowerIsReportedOnce()
{
    auto hall = poweredHall();
    hall.run(60);
    QCOMPARE(hall.count(), std::size_t{0});
    for (std::uint32_t gpu = 0; gpu < gpuCount / 2; ++gpu) {
        hall.columns[0][gpu] = 620;
        hall.columns[1][gpu] = 0x84;
        hall.columns[2][gpu] = 1.8e9F;
    }
    hall.run(30);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("power.cap"));
    QCOMPARE(hall.reported.events[0].entity, rackRef(0));
    QVERIFY2(hall.texts().find("32 GPUs limited to 620\u2009W per GPU, previously 700\u2009W; clock 1.80\u2009GHz")
                 != std::string::npos,
             hall.texts().c_str());
    for (auto& column : hall.columns)
        column.assign(gpuCount, noData); // a silence is neither
    hall.run(100);
    QCOMPARE(hall.count(), std::size_t{1});
    hall.columns = poweredHall().columns;
    hall.run(60);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestColumnWatches::aNodeOrAGpuAloneIsReportedAsSuch()
{
    auto hall = poweredHall();
    hall.run(60);
    for (std::uint32_t gpu = 8; gpu < 16; ++gpu)
        hall.columns[0][gpu] = 500;
    hall.columns[0][40] = 500;
    hall.run(30);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Node, 1}));
    QCOMPARE(hall.reported.events[1].entity, gpuRef(40));
}

void TestColumnWatches::gpusAtTheirOwnLimitAreAtWork()
{
    auto hall = poweredHall();
    hall.run(600, [&] {
        for (std::uint32_t gpu = 0; gpu < gpuCount; ++gpu) {
            const bool isHeavy = (hall.tick + gpu) % 7 < 4;
            hall.columns[1][gpu] = isHeavy ? 0x4 : 0; // software power cap
            hall.columns[2][gpu] = isHeavy ? 1.7e9F : 1.98e9F;
        }
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestColumnWatches::aClockThatNothingExplainsIsReported()
{
    auto hall = poweredHall();
    hall.run(60);
    hall.columns[2][5] = 1.2e9F;
    hall.run(60);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("gpu.clock"));
    QCOMPARE(hall.reported.events[0].entity, gpuRef(5));
    hall.columns[2][5] = 1.98e9F;
    hall.run(90);
    QCOMPARE(hall.count(), std::size_t{2});
}

void TestColumnWatches::withoutReasonsAGpuSlowerThanItsPeersIsReported()
{
    for (const bool hasReasons : {true, false}) {
        auto hall = poweredHall();
        const auto throttle = [&](std::uint32_t gpu, std::uint32_t reason, float power, float temperature) {
            hall.columns[1][gpu] = static_cast<float>(reason);
            hall.columns[2][gpu] = 1.7e9F;
            hall.columns[4][gpu] = power;
            hall.columns[5][gpu] = temperature;
        };
        const auto run = [&](int seconds, const std::function<void()>& before = nullptr) {
            hall.run(seconds, [&] {
                if (before)
                    before();
                if (!hasReasons)
                    hall.columns[1].assign(gpuCount, noData);
            });
        };
        run(600);
        run(600, [&] {
            hall.columns = poweredHall().columns;
            throttle(3, 0x4, 700, 66); // at its limit: more work than its peers
            throttle(12, 0x20, 580, 84); // hot: cooling
            for (std::uint32_t gpu = 16; gpu < 24; ++gpu)
                throttle(gpu, 0x4, gpu == 16 ? 480 : 600, 60); // the job of a node
            for (std::uint32_t gpu = 40; gpu < 48; ++gpu) { // often at their limit
                if ((hall.tick / 40 + gpu) % 3 == 0)
                    throttle(gpu, 0x4, 600, 60);
            }
        });
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
        hall.columns = poweredHall().columns;
        throttle(25, 0x4, 560, 58);
        throttle(33, 0x20, 560, 58);
        run(300);
        QVERIFY2(hall.count() == (hasReasons ? 0 : 2), hall.texts().c_str());
        if (hasReasons) { // which are not true at clearly less power
            throttle(25, 0x4, 500, 58);
            throttle(33, 0x20, 500, 58);
            run(300);
        }
        QVERIFY2(hall.count() == 2, hall.texts().c_str());
        QCOMPARE(hall.reported.events[0].entity, gpuRef(25));
        QCOMPARE(hall.reported.events[0].event.code, std::string("gpu.clock"));
        QCOMPARE(hall.reported.events[1].entity, gpuRef(33));
    }
}

void TestColumnWatches::aNodeThatBecomesSlowerWithinAJobIsReported()
{
    auto hall = poweredHall();
    hall.columns[1].assign(gpuCount, noData);
    const auto set = [&](std::uint32_t node, float clock, float utilisation, float power, float temperature) {
        for (std::uint32_t gpu = node * gpusEach; gpu < (node + 1) * gpusEach; ++gpu) {
            hall.columns[2][gpu] = clock;
            hall.columns[3][gpu] = utilisation;
            hall.columns[4][gpu] = power;
            hall.columns[5][gpu] = temperature;
        }
    };
    hall.run(600);
    set(0, 0.345e9F, 0, 80, 35); // idle
    hall.run(200);
    set(0, 1.4e9F, 0.9F, 400, 50); // another job
    set(1, 1.4e9F, 0.7F, 400, 50); // less work
    set(2, 1.4e9F, 0.9F, 400, 80); // hot
    set(3, 1.4e9F, 0.9F, 620, 60); // at its power limit
    hall.run(300);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    set(4, 1.4e9F, 0.9F, 400, 50);
    hall.run(50);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.run(30);
    QVERIFY2(hall.count() == gpusEach, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, gpuRef(4 * gpusEach));
    QCOMPARE(hall.reported.events[0].event.code, std::string("gpu.clock"));
    set(4, 1.98e9F, 0.9F, 600, 60);
    hall.run(90);
    QVERIFY2(hall.count() == 2 * gpusEach, hall.texts().c_str());
}

void TestColumnWatches::idleClocksAreLow()
{
    auto hall = poweredHall();
    hall.run(1200, [&] {
        const bool isIdle = hall.tick / 100 % 2 == 1; // alternates between jobs
        hall.columns[1].assign(gpuCount, isIdle ? 1.0F : 0.0F);
        hall.columns[2].assign(gpuCount, isIdle ? 0.345e9F : 1.98e9F);
        hall.columns[3].assign(gpuCount, isIdle ? 0.0F : 0.9F);
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

namespace {

WatchedColumns<GpuSilence> heardHall()
{
    WatchedColumns<GpuSilence> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns = {std::vector<float>(gpuCount, 50), std::vector<float>(gpuCount, 500),
                    std::vector<float>(gpuCount, 0.9F), std::vector<float>(2 * nodesEach, 1)};
    return hall;
}

void silence(WatchedColumns<GpuSilence>& hall, std::uint32_t first, std::uint32_t count)
{
    for (std::size_t column = 0; column < 3; ++column) {
        for (std::uint32_t gpu = first; gpu < first + count; ++gpu)
            hall.columns[column][gpu] = noData;
    }
}

} // namespace

void TestColumnWatches::aGpuThatFallsSilentIsReported()
{
    auto hall = heardHall();
    silence(hall, 60, 1); // never reported
    hall.run(20);
    silence(hall, 11, 1);
    hall.run(2);
    QCOMPARE(hall.count(), std::size_t{0}); // a tick may be late
    hall.run(20);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, gpuRef(11));
    QCOMPARE(hall.reported.events[0].event.severity, Severity::Critical);
    hall.columns = heardHall().columns;
    hall.run(20);
    QCOMPARE(hall.count(), std::size_t{2});
    QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
}

void TestColumnWatches::allGpusOfANodeAreTheNodes()
{
    auto hall = heardHall();
    hall.run(20);
    silence(hall, 16, 8);
    hall.run(20);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Node, 2}));
}

void TestColumnWatches::aNodeThatIsSilentAltogetherIsNotGpuSilence()
{
    auto hall = heardHall();
    hall.run(20);
    silence(hall, 16, 8);
    hall.columns[3][2] = noData;
    hall.run(60);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.columns = heardHall().columns;
    hall.run(20);
    for (int outage = 0; outage < 3; ++outage) { // a node that stops and starts reports a tick without its GPUs
        silence(hall, 16, 8);
        hall.run(1);
        hall.columns[3][2] = noData;
        hall.run(60);
        hall.columns[3][2] = 1;
        hall.run(1);
        hall.columns = heardHall().columns;
        hall.run(20);
    }
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestColumnWatches::rowsThatWaitOrCannotBeRemappedAreReported()
{
    WatchedColumns<EccWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns.assign(EccWatch::watched.size(), std::vector<float>(gpuCount, 0));
    hall.run(10);
    hall.columns[2][9] = 1;
    hall.run(10);
    QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == gpuRef(9), hall.texts().c_str());
    QVERIFY(hall.reported.events[0].event.severity == Severity::Warning);
    hall.columns[2][9] = noData;
    hall.run(600); // a silence mends nothing
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    hall.columns[3][9] = 1;
    hall.run(10);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Critical, hall.texts().c_str());
    QVERIFY2(hall.texts().find("could not be remapped") != std::string::npos, hall.texts().c_str());
    hall.columns[2][9] = hall.columns[3][9] = 0; // another board
    hall.run(150);
    QVERIFY2(hall.count() == 3 && hall.reported.events[2].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestColumnWatches::memoryThatFailsIsReported()
{
    WatchedColumns<EccWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns = {std::vector<float>(gpuCount, 0), std::vector<float>(gpuCount, 0), {}, {}}; // nothing of rows
    hall.run(3600, [&] { hall.columns[0][3] = hall.tick % 120 == 0 ? 1.0F : 0.0F; });
    QVERIFY2(hall.count() == 0, hall.texts().c_str()); // error correction is expected to correct some errors
    hall.columns[0][3] = 0;
    hall.columns[0][9] = 2;
    hall.run(6);
    QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == gpuRef(9), hall.texts().c_str());
    hall.columns[1][9] = 1;
    hall.run(1);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Critical, hall.texts().c_str());
    hall.columns[0].assign(gpuCount, 0);
    hall.columns[1].assign(gpuCount, 0);
    hall.run(1800);
    QVERIFY2(hall.count() == 3 && hall.reported.events[2].event.severity == Severity::Information,
             hall.texts().c_str());
}

namespace {

/// A node's port 0 on a switch's port 1, a link of two switches (2 and 3), and a port of a node that leads nowhere.
TopologyPtr linkedPorts()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", {}, {});
    const EntityRef leaf = builder.add(EntityKind::Switch, "leaf", {});
    const EntityRef spine = builder.add(EntityKind::Switch, "spine", {});
    const EntityRef nic = builder.add(EntityKind::Port, "mlx5_0/1", node);
    (void)builder.add(EntityKind::Port, "p1", leaf);
    const EntityRef up = builder.add(EntityKind::Port, "up", leaf);
    (void)builder.add(EntityKind::Port, "down", spine);
    (void)builder.add(EntityKind::Port, "spare", node);
    builder.connect(nic, {"leaf", "p1"});
    builder.connect(up, {"spine", "down"});
    return builder.build();
}

WatchedColumns<PortWatch> linkedHall()
{
    WatchedColumns<PortWatch> hall(linkedPorts());
    hall.columns.assign(PortWatch::watched.size(), std::vector<float>(5, 0));
    hall.columns[0] = {1, 1, 1, 1, 0};
    return hall;
}

} // namespace

void TestColumnWatches::aLinkThatFallsIsReportedOnceForBothEnds()
{
    auto hall = linkedHall();
    hall.run(30);
    QVERIFY2(hall.count() == 0, hall.texts().c_str()); // what never came up is unused
    hall.columns[0] = {0, 0, 0, 0, 0};
    hall.run(10);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 0}));
    QCOMPARE(hall.reported.events[0].event.severity, Severity::Critical);
    QCOMPARE(hall.reported.events[1].entity, (EntityRef{EntityKind::Port, 2}));
    QCOMPARE(hall.reported.events[1].event.severity, Severity::Warning);
    hall.columns[0] = {1, 1, 1, 1, 0};
    hall.run(30);
    hall.columns[0] = {0, 0, 1, 1, 0}; // it flaps
    hall.run(10);
    QCOMPARE(hall.count(), std::size_t{2});
    hall.columns[0] = {1, 1, 1, 1, 0};
    hall.run(120);
    QVERIFY2(hall.count() == 4, hall.texts().c_str());
}

void TestColumnWatches::errorsOfAGpusLinksAreReportedUnlessAllHaveThem()
{
    WatchedColumns<PortWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns.assign(PortWatch::watched.size(), {});
    hall.columns[6].assign(gpuCount, 0.1F); // corrected errors of all NVLinks
    hall.columns[7].assign(gpuCount, 0);
    hall.run(1200);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.columns[6][5] = 20;
    hall.columns[7][9] = 0.2F;
    hall.run(120);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, gpuRef(5));
    QCOMPARE(hall.reported.events[0].event.code, std::string("port.errors"));
    QVERIFY2(hall.reported.events[1].event.text.find("PCIe replays within minutes") != std::string::npos,
             hall.texts().c_str());
    QCOMPARE(hall.reported.events[1].entity, gpuRef(9));
    hall.columns[6][5] = 0.1F;
    hall.columns[7][9] = 0;
    hall.run(2400);
    QVERIFY2(hall.count() == 4, hall.texts().c_str());
}

void TestColumnWatches::anNvlinkIsNamedWithItsGpu()
{
    TopologyBuilder builder;
    const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu6", builder.addNode("n1", {}, {}));
    (void)builder.add(EntityKind::Port, "nvlink3", gpu);
    WatchedColumns<PortWatch> hall(builder.build());
    hall.columns.assign(PortWatch::watched.size(), std::vector<float>(1, 0));
    hall.columns[0] = {1};
    hall.columns[5] = {2}; // it trains again and again
    hall.run(30);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    const std::string& text = hall.reported.events[0].event.text;
    QVERIFY2(text.starts_with("n1 gpu6 nvlink3: "), text.c_str());
    QVERIFY2(text.find("board") != std::string::npos && text.find("cable") == std::string::npos, text.c_str());
}

void TestColumnWatches::errorsOfALinkThatIsUpAreReported()
{
    auto hall = linkedHall();
    hall.run(3600, [&] { hall.columns[1][2] = hall.tick % 400 == 0 ? 1.0F : 0.0F; });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.columns[1][2] = 0;
    hall.run(30, [&] { hall.columns[1][1] = hall.tick % 2 == 0 ? 3.0F : 0.0F; });
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("port.errors"));
    hall.columns[1][1] = 0;
    hall.run(1200);
    QCOMPARE(hall.count(), std::size_t{2});
}

namespace {

constexpr std::uint32_t nicCount = 12;

/// One NIC in each of twelve nodes, all busy and none with retries.
WatchedColumns<RetryWatch> retryingHall()
{
    TopologyBuilder builder;
    for (std::uint32_t node = 0; node < nicCount; ++node)
        (void)builder.add(EntityKind::Port, "mlx5_0/1", builder.addNode("n" + std::to_string(node), {}, {}));
    WatchedColumns<RetryWatch> hall(builder.build());
    hall.columns.assign(RetryWatch::watched.size(), std::vector<float>(nicCount, 0));
    hall.columns[0].assign(nicCount, 10e9F);
    return hall;
}

std::vector<float>& columnOf(WatchedColumns<RetryWatch>& hall, RetryWatch::Sign sign)
{
    return hall.columns[sign + 1];
}

} // namespace

void TestColumnWatches::retriesBeyondPastAndPeersAreReported_data()
{
    QTest::addColumn<int>("sign");
    QTest::addColumn<float>("rate");
    QTest::addColumn<int>("every");
    QTest::addColumn<QString>("text");
    QTest::newRow("retransmits") << int(RetryWatch::Retransmits) << 40.0F << 1 << "retransmits/s, expected 0";
    QTest::newRow("timeouts") << int(RetryWatch::AckTimeouts) << 1.0F << 10
                              << "acknowledgement timeouts/min, expected 0";
    QTest::newRow("RNR") << int(RetryWatch::RnrRetries) << 4.0F << 1 << "receiver-not-ready retries/s, expected 0";
    QTest::newRow("replays") << int(RetryWatch::LinkReplays) << 1.0F << 8 << "link replays/min, expected 0";
}

void TestColumnWatches::retriesBeyondPastAndPeersAreReported()
{
    QFETCH(int, sign);
    QFETCH(float, rate);
    QFETCH(int, every);
    QFETCH(QString, text);
    auto hall = retryingHall();
    auto& column = columnOf(hall, static_cast<RetryWatch::Sign>(sign));
    hall.run(120);
    hall.run(180, [&] { column[3] = hall.tick % every == 0 ? rate : 0.0F; });
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("port.retries"));
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 3}));
    QVERIFY2(hall.texts().find(text.toStdString()) != std::string::npos, hall.texts().c_str());
    for (auto& each : hall.columns)
        each.assign(nicCount, noData); // a silence is neither
    hall.run(600);
    QCOMPARE(hall.count(), std::size_t{1});
    hall.columns = retryingHall().columns;
    hall.run(1200);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestColumnWatches::retriesThatHealthyFabricsHaveAreNot_data()
{
    QTest::addColumn<int>("sign");
    QTest::addColumn<float>("rate");
    QTest::addColumn<int>("every");
    QTest::addColumn<bool>("isOfAll");
    QTest::newRow("a retransmit now and then") << int(RetryWatch::Retransmits) << 4.0F << 30 << false;
    QTest::newRow("a timeout in five minutes") << int(RetryWatch::AckTimeouts) << 1.0F << 300 << false;
    QTest::newRow("a burst when a link was reset") << int(RetryWatch::Retransmits) << 5000.0F << 600 << false;
    QTest::newRow("timeouts of one restart") << int(RetryWatch::AckTimeouts) << 64.0F << 600 << false;
    QTest::newRow("a replay an hour") << int(RetryWatch::LinkReplays) << 1.0F << 3600 << false;
    QTest::newRow("what adaptive routing does to all") << int(RetryWatch::OutOfSequence) << 300.0F << 1 << true;
}

void TestColumnWatches::retriesThatHealthyFabricsHaveAreNot()
{
    QFETCH(int, sign);
    QFETCH(float, rate);
    QFETCH(int, every);
    QFETCH(bool, isOfAll);
    auto hall = retryingHall();
    auto& column = columnOf(hall, static_cast<RetryWatch::Sign>(sign));
    hall.run(3600, [&] {
        const float now = hall.tick % every == every / 2 ? rate : 0.0F;
        for (std::uint32_t port = 0; port < nicCount; ++port)
            column[port] = isOfAll || port == 3 ? now * (1 + 0.02F * static_cast<float>(port)) : 0.0F;
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestColumnWatches::ofALossyPortAndItsPartnersThePortIsReported()
{
    auto hall = retryingHall();
    for (const std::uint32_t port : {4U, 5U}) // 4 sends to 5
        columnOf(hall, RetryWatch::Retransmits)[port] = 40;
    for (const std::uint32_t port : {5U, 6U}) // 5 sends to 6
        columnOf(hall, RetryWatch::OutOfSequence)[port] = 40;
    for (const auto sign : {RetryWatch::Retransmits, RetryWatch::OutOfSequence}) // 7 sends to 5, and receives from it
        columnOf(hall, sign)[7] = 4;
    hall.run(300); // from the start, by comparison with peers
    QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == (EntityRef{EntityKind::Port, 5}),
             hall.texts().c_str());
}

/// KV caches go from prefill to decode only.
void TestColumnWatches::ofLossesInOneDirectionTheCommonEndIsReported()
{
    for (const auto& [common, others] : {std::pair(RetryWatch::Retransmits, RetryWatch::OutOfSequence),
                                         std::pair(RetryWatch::OutOfSequence, RetryWatch::Retransmits)}) {
        auto hall = retryingHall();
        columnOf(hall, common)[3] = 60;
        for (const std::uint32_t port : {5U, 6U})
            columnOf(hall, others)[port] = 30;
        hall.run(300);
        QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == (EntityRef{EntityKind::Port, 3}),
                 hall.texts().c_str());
    }
}

void TestColumnWatches::retriesThatAreUsualAtAPortAreNotReported()
{
    WatchedColumns<RetryWatch> hall(linkedPorts()); // too few for peers
    hall.columns.assign(RetryWatch::watched.size(), std::vector<float>(5, 0));
    columnOf(hall, RetryWatch::Retransmits)[1] = 20;
    hall.run(900);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    columnOf(hall, RetryWatch::Retransmits)[1] = 100;
    hall.run(180);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
}

namespace {

WatchedColumns<ServingWatch> servedHall()
{
    TopologyBuilder builder;
    (void)builder.add(EntityKind::Job, "chat", {});
    (void)builder.add(EntityKind::Job, "chat/prefill", {});
    WatchedColumns<ServingWatch> hall(builder.build());
    hall.columns = {{noData, 0.3F},   {0.05F, noData},  {0.02F, noData}, {noData, 0},
                    {0.002F, noData}, {0.005F, noData}, {0, noData},     {0, noData}};
    return hall;
}

} // namespace

void TestColumnWatches::aPoolThatIsFedUnevenlyIsReported()
{
    auto hall = servedHall();
    hall.run(120);
    hall.columns[0][1] = 0.9F;
    hall.columns[1][0] = 0.3F;
    hall.run(60);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(test::ofCode(hall.reported, "serving.imbalance").size(), std::size_t{1});
    QCOMPARE(test::ofCode(hall.reported, "serving.latency").size(), std::size_t{1});
    hall.columns = servedHall().columns;
    hall.run(300);
    QVERIFY2(hall.count() == 4, hall.texts().c_str());
}

/// In a new pool, an imbalance counts once its model responds more slowly. Names of models may have slashes.
void TestColumnWatches::aModelIsFoundByAllOfItsName()
{
    TopologyBuilder builder;
    for (const char* name : {"meta-llama/Llama-8B", "meta-llama/Llama-8B/decode", "meta-llama/other"})
        (void)builder.add(EntityKind::Job, name, {});
    for (const float answer : {0.05F, 0.2F}) {
        WatchedColumns<ServingWatch> hall(builder.build());
        hall.columns = {{noData, 0.3F, noData},
                        {0.05F, noData, 0.05F},
                        {0.02F, noData, 0.02F},
                        {noData, 0, noData},
                        {},
                        {},
                        {},
                        {}};
        hall.run(120);
        hall.columns[0][1] = 0.5F; // not so much that it counts by itself
        hall.columns[1][0] = answer;
        hall.run(60);
        QCOMPARE(test::ofCode(hall.reported, "serving.imbalance").size(), std::size_t(answer > 0.1F ? 1 : 0));
    }
}

namespace {

/// A service of two pools, with two replicas that decode and one that prefills, and a job without replicas.
WatchedColumns<PoolSums> replicas()
{
    TopologyBuilder builder;
    for (const char* name : {"org/chat", "org/chat/decode", "org/chat/decode/n1:8000", "org/chat/decode/n2:8000",
                             "org/chat/prefill", "org/chat/prefill/n3:8000", "train"})
        (void)builder.add(EntityKind::Job, name, {});
    return WatchedColumns<PoolSums>(builder.build());
}

std::vector<float>& columnOf(WatchedColumns<PoolSums>& hall, std::string_view metric)
{
    const auto at = std::ranges::find(PoolSums::watched, metric) - PoolSums::watched.begin();
    return hall.columns[static_cast<std::size_t>(at)];
}

/// Of the last tick; NaN: not computed.
float resultOf(const WatchedColumns<PoolSums>& hall, std::string_view metric, std::size_t job)
{
    const auto found = std::find_if(hall.reported.columns.rbegin(), hall.reported.columns.rend(),
                                    [&](const DerivedColumn& column) { return column.metric.name == metric; });
    return found == hall.reported.columns.rend() ? noData : found->values[job];
}

} // namespace

void TestColumnWatches::poolsAndServicesAreSumsOfTheirReplicas()
{
    namespace serving = metrics::serving;
    auto hall = replicas();
    columnOf(hall, serving::requests) = {noData, noData, 3, 1, noData, 2, noData};
    columnOf(hall, serving::running) = {noData, noData, 10, 4, noData, 5, 9};
    columnOf(hall, serving::kvCache) = {noData, noData, 0.5F, 0.75F, noData, 0.25F, noData};
    columnOf(hall, serving::timePerToken) = {noData, noData, 0.02F, 0.04F, noData, noData, noData};
    columnOf(hall, serving::timePerTokenTail) = {noData, noData, 0.1F, 0.3F, noData, noData, noData};
    columnOf(hall, serving::generatedTokens) = {noData, noData, 300, 100, noData, noData, noData};
    hall.run(static_cast<int>(PoolSums::unreportedTicks) - 1);
    QVERIFY(hall.reported.columns.empty());
    hall.run(1);
    constexpr std::size_t service = 0, decode = 1, prefill = 4, train = 6;
    QCOMPARE(resultOf(hall, serving::running, service), 19.0F);
    QCOMPARE(resultOf(hall, serving::running, decode), 14.0F);
    QCOMPARE(resultOf(hall, serving::running, prefill), 5.0F);
    QVERIFY(std::isnan(resultOf(hall, serving::running, train)));
    QCOMPARE(resultOf(hall, serving::kvCache, decode), 0.75F);
    QCOMPARE(resultOf(hall, serving::timePerToken, decode), 0.025F);
    QCOMPARE(resultOf(hall, serving::timePerTokenTail, service), 0.3F);
    QCOMPARE(resultOf(hall, serving::imbalance, decode), 0.5F);
    QVERIFY(std::isnan(resultOf(hall, serving::imbalance, prefill)));
    QCOMPARE(hall.reported.columns.front().latest[2], 3.0F); // replicas keep theirs
    // The sums are in the columns from the next tick on.
    columnOf(hall, serving::running) = {19, 14, 10, noData, 5, 5, 9};
    hall.run(1);
    QCOMPARE(resultOf(hall, serving::running, decode), 10.0F);
}

void TestColumnWatches::aPoolThatASourceReportsIsLeftAlone()
{
    namespace serving = metrics::serving;
    auto hall = replicas();
    columnOf(hall, serving::running) = {20, 15, 10, 4, noData, 5, noData};
    hall.run(10);
    QVERIFY(std::isnan(resultOf(hall, serving::running, 0)));
    QVERIFY(std::isnan(resultOf(hall, serving::running, 1)));
    QCOMPARE(resultOf(hall, serving::running, 4), 5.0F);
}

/// One slow path of many shows in the tail only.
void TestColumnWatches::transfersBetweenPoolsAreReported()
{
    for (const auto& [column, value] :
         {std::pair(4, 0.02F), std::pair(5, 0.15F), std::pair(6, 0.5F), std::pair(7, 12.0F)}) {
        auto hall = servedHall();
        hall.run(120);
        hall.columns[static_cast<std::size_t>(column)][0] = value;
        hall.run(60);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        const DerivedEvent& event = hall.reported.events.front();
        QCOMPARE(event.event.code, std::string("serving.transfer"));
        QCOMPARE(event.event.severity, Severity::Warning);
        QVERIFY(event.event.fields.lasted > Duration::zero());
        hall.columns = servedHall().columns;
        hall.run(300);
        QVERIFY2(hall.count() == 2, hall.texts().c_str());
        QCOMPARE(hall.reported.events.back().event.severity, Severity::Information);
    }
}

void TestColumnWatches::aServiceOfFewRequestsIsNoisy()
{
    std::mt19937 random(3);
    std::normal_distribution<float> noise;
    auto hall = servedHall();
    hall.run(3 * 3600, [&] {
        hall.columns[0][1] = std::abs(0.3F + 0.2F * noise(random));
        hall.columns[1][0] = 0.05F * std::exp(0.3F * noise(random));
        hall.columns[3][1] = std::max(0.0F, noise(random) - 1.5F);
        hall.columns[4][0] = 0.03F * std::exp(0.2F * noise(random));
        hall.columns[5][0] = 0.2F * std::exp(0.4F * noise(random));
        hall.columns[7][0] = std::max(0.0F, 2 + 2 * noise(random));
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

namespace {

constexpr std::uint32_t writerCount = 8;

WatchedColumns<StorageWatch> writingHall()
{
    TopologyBuilder builder;
    for (std::uint32_t node = 0; node < writerCount; ++node)
        (void)builder.add(EntityKind::Port, "storage0", builder.addNode("n" + std::to_string(node), {}, {}));
    WatchedColumns<StorageWatch> hall(builder.build());
    hall.columns = {std::vector<float>(writerCount, 0), std::vector<float>(writerCount, 160e9F),
                    std::vector<float>(writerCount, 0)};
    return hall;
}

/// The nodes of [from, to) write for so long, after a minute in which they compute.
void write(WatchedColumns<StorageWatch>& hall, std::uint32_t from, std::uint32_t to, float bytesPerSecond, int seconds)
{
    hall.run(60);
    for (std::uint32_t node = from; node < to; ++node) {
        hall.columns[0][node] = bytesPerSecond;
        hall.columns[2][node] = 0.3F;
    }
    hall.run(seconds);
    hall.columns[0].assign(writerCount, 0);
    hall.columns[2].assign(writerCount, 0);
    hall.run(1);
}

} // namespace

void TestColumnWatches::aWriteThatGoesSlowlyIsReportedWhileItLasts()
{
    auto hall = writingHall();
    write(hall, 0, writerCount, 0.5e9F, 20); // the first one: no baseline yet
    write(hall, 0, writerCount, 3e9F, 8);
    write(hall, 0, writerCount, 2.8e9F, 8);
    write(hall, 0, writerCount, 3e9F, 8);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    const TickIndex onset = hall.tick + 60;
    write(hall, 0, writerCount, 0.4e9F, 60);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("storage.slow"));
    const auto after = hall.reported.events[0].event.time - TimePoint(std::chrono::seconds(onset));
    QVERIFY(after < std::chrono::seconds(8));
    write(hall, 0, writerCount, 0.4e9F, 60);
    QCOMPARE(hall.count(), std::size_t{1});
    write(hall, 0, writerCount, 3e9F, 8);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestColumnWatches::howFastItWritesOutlivesARestart()
{
    LearnedBaselines baselines;
    auto before = writingHall();
    before.watch = StorageWatch(&baselines);
    for (int round = 0; round < 4; ++round)
        write(before, 0, writerCount, 3e9F, 8);
    QVERIFY2(before.count() == 0, before.texts().c_str());
    QCOMPARE(baselines.entries().size(), std::size_t{writerCount});
    // The first write observed is slow, which is only recognised with a stored baseline.
    for (LearnedBaselines* kept : {&baselines, static_cast<LearnedBaselines*>(nullptr)}) {
        auto after = writingHall();
        after.tick = before.tick + 600;
        after.watch = StorageWatch(kept);
        write(after, 0, writerCount, 0.4e9F, 60);
        QCOMPARE(after.count(), std::size_t{kept != nullptr ? 1U : 0U});
    }
}

void TestColumnWatches::writersThatShareTheStorageAreNobodysFault()
{
    auto hall = writingHall();
    for (int round = 0; round < 3; ++round) {
        write(hall, 0, 4, 3e9F, 8);
        write(hall, 4, 8, 3e9F, 8);
    }
    write(hall, 0, writerCount, 1.5e9F, 16); // two jobs at once
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

namespace {

struct DescribedGpus
{
    std::string model = "H100";
    std::string driver = "550.2";
    std::string mtu = "9000";
};

WatchedColumns<UnlikeWatch> describedHall(const std::function<DescribedGpus(int)>& gpusOfNode)
{
    TopologyBuilder builder;
    for (int node = 0; node < 12; ++node) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "n" + std::to_string(node);
        identity->operatingSystem = "Debian 12";
        identity->memoryBytes = std::uint64_t{2048} << 30;
        const DescribedGpus gpus = gpusOfNode(node);
        identity->inventory = {
            {"gpu", true, "GPUs", {{"GPU model", gpus.model}, {"GPUs", "8"}, {"GPU driver", gpus.driver}}},
            {"network", true, "eth0", {{"MTU of eth0", gpus.mtu}}},
        };
        const EntityRef ref = builder.describeNode(identity);
        (void)builder.add(EntityKind::Port, "mlx5_0/1", ref);
        (void)builder.add(EntityKind::Gpu, "gpu0", ref);
    }
    WatchedColumns<UnlikeWatch> hall(builder.build());
    hall.columns[0].assign(12, 400e9F);
    return hall;
}

} // namespace

void TestColumnWatches::aNodeWithAnotherDriverIsUnlikeItsPeers()
{
    auto hall = describedHall([](int node) { return DescribedGpus{.driver = node == 7 ? "535.1" : "550.2"}; });
    hall.run(300);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("node.unlike"));
    QCOMPARE(hall.reported.events[0].event.text, std::string("n7: GPU driver 535.1, but 11 of 12 have 550.2"));
    hall.topology = describedHall([](int) { return DescribedGpus(); }).topology;
    hall.run(120);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

/// TransferAnalysis computes them for the service.
void TestColumnWatches::transfersFromSpansDoNotReplaceSums()
{
    namespace serving = metrics::serving;
    auto hall = replicas();
    columnOf(hall, serving::running) = {noData, noData, 10, 4, noData, 5, noData};
    columnOf(hall, serving::transferBytes) = {1e6F, noData, noData, noData, noData, noData, noData};
    hall.run(static_cast<int>(PoolSums::unreportedTicks));
    QCOMPARE(resultOf(hall, serving::running, 0), 19.0F);
}

void TestColumnWatches::anotherClusterHasOtherPools()
{
    auto hall = replicas();
    columnOf(hall, metrics::serving::running) = {noData, noData, 10, 4, noData, 5, noData};
    hall.run(static_cast<int>(PoolSums::unreportedTicks));
    const std::size_t before = hall.reported.columns.size();
    hall.topology = TopologyBuilder().build();
    hall.columns.assign(PoolSums::watched.size(), {});
    hall.run(1);
    QCOMPARE(hall.reported.columns.size(), before);
}

void TestColumnWatches::allDifferencesOfANodeAreInOneEvent()
{
    auto hall = describedHall(
        [](int node) { return node == 7 ? DescribedGpus{.driver = "535.1", .mtu = "1500"} : DescribedGpus(); });
    hall.run(300);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.text,
             std::string("n7: GPU driver 535.1, but 11 of 12 have 550.2; also different: MTU of eth0"));
    hall.topology = describedHall([](int node) { return DescribedGpus{.mtu = node == 7 ? "1500" : "9000"}; }).topology;
    hall.run(120);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Warning, hall.texts().c_str());
    QCOMPARE(hall.reported.events[1].event.text, std::string("n7: MTU of eth0 1500, but 11 of 12 have 9000"));
    hall.topology = describedHall([](int) { return DescribedGpus(); }).topology;
    hall.run(120);
    QVERIFY2(hall.count() == 3 && hall.reported.events[2].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestColumnWatches::aLinkAtALowerRateIsUnlikeItsPeers()
{
    for (const char* model : {"H100", ""}) { // not every exporter reports it
        auto hall = describedHall([model](int) { return DescribedGpus{.model = model}; });
        hall.run(120);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
        hall.columns[0][3] = 200e9F;
        hall.run(120);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 3}));
    }
}

void TestColumnWatches::aGpuWithFewerPcieLanesIsUnlikeItsPeers()
{
    auto hall = describedHall([](int) { return DescribedGpus(); });
    hall.columns[1].assign(12, 16);
    hall.columns[1][5] = 8;
    hall.run(120);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.text, std::string("n5 gpu0: PCIe lanes 8, but 11 of 12 have 16"));
}

void TestColumnWatches::aClusterOfTwoKindsHasNoPeerlessNodes()
{
    auto hall = describedHall([](int node) { return node < 5 ? DescribedGpus{"A100", "535.1"} : DescribedGpus(); });
    hall.run(300);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestColumnWatches::oneNodeOfAnotherGpuModelIsNoFault()
{
    auto hall = describedHall([](int node) { return node == 3 ? DescribedGpus{"A100", "535.1"} : DescribedGpus(); });
    hall.columns[0][3] = 200e9F;
    hall.run(300);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

namespace {

/// GPUs of one job at the same clock, with a little noise; none of their collectives is measured.
struct WorkingHall
{
    explicit WorkingHall(int seconds) : seconds(seconds) { }

    void run(int minutes, const std::function<float(std::uint32_t gpu)>& work)
    {
        std::normal_distribution<float> noise(1, spread);
        for (int step = 0; step < 60 * minutes / seconds; ++step) {
            std::vector<std::vector<float>> columns(GpuWorkWatch::watched.size(), std::vector<float>(gpuCount, noData));
            for (std::uint32_t gpu = 0; gpu < gpuCount; ++gpu) {
                columns[0][gpu] = work(gpu) > 0 ? 1.0F : 0.0F;
                columns[1][gpu] = 1.98e9F;
                columns[4][gpu] = 70 + 500 * work(gpu) * noise(random);
                columns[5][gpu] = std::min(1.0F, 0.7F * work(gpu) * noise(random));
                if (tensor)
                    columns[3][gpu] = tensor(gpu);
                if (isTraced)
                    columns[2][gpu] = 0.1F;
            }
            ++tick;
            watch.step(
                {tick, TimePoint(std::chrono::seconds(tick * seconds)), static_cast<float>(seconds), topology, columns},
                reported);
        }
    }

    TopologyPtr topology = test::TestHall(2, nodesEach, gpusEach).topology;
    GpuWorkWatch watch;
    Derived reported;
    std::mt19937 random{1};
    int seconds;
    TickIndex tick = 0;
    float spread = 0.02F; ///< of the noise
    bool isTraced = false;
    std::function<float(std::uint32_t gpu)> tensor; ///< null: not measured
};

float alike(std::uint32_t gpu)
{
    return 1 + 0.02F * static_cast<float>(gpu % gpusEach); // slots differ a little
}

} // namespace

void TestColumnWatches::aGpuThatIsBusyWhileOthersWaitIsReported()
{
    const auto slow = [](std::uint32_t gpu) {
        return alike(gpu) * (gpu == 19 ? 1.0F : 0.85F);
    };
    for (const int seconds : {1, 15, 60}) {
        WorkingHall hall(seconds);
        hall.run(30, alike);
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
        hall.run(12, slow);
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        QCOMPARE(hall.reported.events[0].entity, gpuRef(19));
        QCOMPARE(hall.reported.events[0].event.code, std::string("sync.straggler"));
        hall.run(15, alike);
        QVERIFY2(hall.reported.events.size() == 2 && hall.reported.events[1].event.severity == Severity::Information,
                 test::sentences(hall.reported).c_str());
    }
    WorkingHall traced(15); // its waits are better evidence
    traced.isTraced = true;
    traced.run(30, alike);
    traced.run(20, slow);
    QVERIFY2(traced.reported.events.empty(), test::sentences(traced.reported).c_str());
}

void TestColumnWatches::workThatChangesWithTheJobIsNoFault()
{
    WorkingHall hall(15);
    hall.run(30, alike);
    // Another job, whose first rank on each node does less, and then one after a pause.
    hall.run(30, [](std::uint32_t gpu) { return gpu % gpusEach == 0 ? 0.8F : alike(gpu); });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    // A page fault in the one second that a scrape sees.
    const TickIndex once = hall.tick + 1;
    hall.run(5, [&](std::uint32_t gpu) { return alike(gpu) * (gpu == 11 && hall.tick + 1 == once ? 1.4F : 0.7F); });
    hall.run(15, alike);
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    hall.run(5, [](std::uint32_t) { return 0.0F; });
    hall.run(30, [](std::uint32_t gpu) { return gpu == 9 ? 0.8F : alike(gpu); });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestColumnWatches::whileAllWaitNoWorkIsCompared()
{
    WorkingHall hall(15);
    bool isWaiting = false;
    hall.tensor = [&](std::uint32_t gpu) {
        return isWaiting ? (gpu == 11 ? 0.005F : 0.002F) : 0.4F * alike(gpu);
    };
    for (int round = 0; round < 3; ++round) {
        isWaiting = false;
        hall.run(30, alike);
        isWaiting = true; // for a checkpoint, which one of them gathers
        hall.run(4, [](std::uint32_t gpu) { return gpu == 11 ? 0.15F : 0.1F; });
    }
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestColumnWatches::rareSamplesAreSmoothedToo()
{
    WorkingHall hall(60);
    hall.spread = 0.045F;
    for (int job = 0; job < 16; ++job) {
        hall.run(180, alike);
        hall.run(5, [](std::uint32_t) { return 0.0F; });
    }
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestColumnWatches::aSlowGpuDoesNotHideALaterOne()
{
    WorkingHall hall(15);
    hall.run(30, alike);
    hall.run(20, [](std::uint32_t gpu) { return alike(gpu) * (gpu == 19 ? 1.0F : 0.85F); });
    hall.run(12, [](std::uint32_t gpu) { return alike(gpu) * (gpu == 19 || gpu == 40 ? 1.0F : 0.85F); });
    QVERIFY2(hall.reported.events.size() == 2, test::sentences(hall.reported).c_str());
    QCOMPARE(hall.reported.events[1].entity, gpuRef(40));
}

void TestColumnWatches::gpusThatAreBusyWithoutWorkingAreAHang()
{
    const auto hung = [](std::uint32_t gpu) {
        return gpu >= 8 && gpu < 24 ? 0.1F : alike(gpu);
    };
    for (const int seconds : {1, 15, 60}) {
        WorkingHall hall(seconds);
        hall.run(30, alike);
        hall.run(4, hung); // a checkpoint
        hall.run(20, [](std::uint32_t gpu) { return 0.6F * alike(gpu); }); // lighter work
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
        hall.run(8, hung);
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        QCOMPARE(hall.reported.events[0].event.code, std::string("sync.hang"));
        QVERIFY2(hall.reported.events[0].event.text.starts_with("n1 and n2: GPUs busy but doing no work: "),
                 test::sentences(hall.reported).c_str());
        hall.run(5, alike);
        QVERIFY2(hall.reported.events.size() == 2 && hall.reported.events[1].event.severity == Severity::Information,
                 test::sentences(hall.reported).c_str());
    }
}

namespace {

/// CPUs of eight nodes: clock and load. Their clocks vary a little.
struct ClockedHall
{
    explicit ClockedHall(int seconds = 15) : seconds(seconds) { }

    void run(int minutes, const std::function<void(std::vector<std::vector<float>>&)>& change = nullptr)
    {
        std::normal_distribution<float> noise(1, 0.01F);
        for (int step = 0; step < 60 * minutes / seconds; ++step) {
            std::vector<std::vector<float>> columns{std::vector<float>(nodes), std::vector<float>(nodes, 0.13F),
                                                    std::vector<float>(nodes, 0)};
            for (float& clock : columns[0])
                clock = 3.4e9F * noise(random);
            if (change)
                change(columns);
            ++tick;
            watch.step(
                {tick, TimePoint(std::chrono::seconds(tick * seconds)), static_cast<float>(seconds), topology, columns},
                reported);
        }
    }

    static constexpr std::size_t nodes = 8;
    TopologyPtr topology = test::TestHall(2, nodes / 2, 1).topology;
    CpuClockWatch watch;
    Derived reported;
    std::mt19937 random{1};
    int seconds;
    TickIndex tick = 0;
};

} // namespace

void TestColumnWatches::aCpuThatIsSlowAtItsLoadIsReported()
{
    for (const int seconds : {1, 15, 60}) {
        ClockedHall hall(seconds);
        hall.run(30);
        hall.run(8, [](auto& columns) { columns[0][3] /= 2; });
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        const DerivedEvent& event = hall.reported.events[0];
        QCOMPARE(event.entity, (EntityRef{EntityKind::Node, 3}));
        QCOMPARE(event.event.code, std::string("node.cpu_clock"));
        QVERIFY2(event.event.text.find("at 13 % load, baseline 3.") != std::string::npos, event.event.text.c_str());
        QVERIFY(*event.event.fields.value < 0.8 * *event.event.fields.baseline);
        hall.run(12);
        QVERIFY2(hall.reported.events.size() == 2 && hall.reported.events[1].event.severity == Severity::Information,
                 test::sentences(hall.reported).c_str());
    }
}

void TestColumnWatches::clocksThatFollowLoadOrJobAreNoFault()
{
    ClockedHall hall;
    hall.run(30);
    hall.run(20, [](auto& columns) { // its job ends
        columns[0][3] = 0.8e9F;
        columns[1][3] = 0.01F;
    });
    hall.run(20, [](auto& columns) { // more cores at work are slower
        columns[0][5] = 2.6e9F;
        columns[1][5] = 0.7F;
    });
    hall.run(20, [](auto& columns) { // a job of vector instructions on four nodes
        for (std::size_t node = 0; node < 4; ++node)
            columns[0][node] = 2.4e9F;
    });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestColumnWatches::aCpuThatHeatKeepsThrottlingIsReported()
{
    ClockedHall hall;
    hall.run(1, [](auto& columns) { columns[0].clear(); });
    int sample = 0;
    hall.run(20, [&](auto& columns) { columns[2][3] = ++sample % 20 == 0 ? 0.2F : 0.0F; }); // now and then
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    hall.run(5, [](auto& columns) { columns[2][3] = 4; });
    QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
    QVERIFY2(hall.reported.events[0].event.text == "n3: heat throttles the CPU",
             test::sentences(hall.reported).c_str());
    hall.run(20, [](auto& columns) { // all of a site do
        for (float& throttles : columns[2])
            throttles = 4;
    });
    QCOMPARE(test::ofCode(hall.reported, "node.cpu_clock").size(), std::size_t{2});
}

namespace {

/// Eight ports of a node that carry a fifth of their rate, in bursts.
WatchedColumns<BurstWatch> burstyPorts(std::size_t count = 8)
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("node-1", {}, {});
    for (int port = 0; port < static_cast<int>(count); ++port)
        builder.add(EntityKind::Port, "mlx5_" + std::to_string(port), node);
    WatchedColumns<BurstWatch> hall(builder.build());
    for (std::vector<float>& column : hall.columns)
        column.assign(count, 0);
    hall.columns[4].assign(count, 0.2F);
    hall.columns[5].assign(count, 1.0F);
    return hall;
}

} // namespace

void TestColumnWatches::burstsAtAPortThatIsHardlyUsedAreReported()
{
    for (const std::size_t sign : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        WatchedColumns<BurstWatch> hall = burstyPorts();
        std::normal_distribution<float> noise(1, 0.1F);
        std::mt19937 random(3);
        const float usual = sign < 2 ? 0.0F : 100.0F; // a lossless fabric loses nothing
        const auto at = [&](float rate) {
            return [&hall, &noise, &random, sign, rate, usual] {
                for (std::size_t port = 0; port < 8; ++port)
                    hall.columns[sign][port] = (port == 5 ? rate : usual) * noise(random);
            };
        };
        hall.run(300, at(usual));
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
        hall.run(60, at(2000));
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 5}));
        QCOMPARE(hall.reported.events[0].event.code, std::string("port.microburst"));
        QVERIFY2(hall.reported.events[0].event.text.find("/s; mean load 20 %, peaks 100 %") != std::string::npos,
                 hall.texts().c_str());
        hall.run(300, at(usual));
        QVERIFY2(hall.count() == 2, hall.texts().c_str());
        QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
    }
}

void TestColumnWatches::noBurstsAreReportedOfWhatIsUsualFullOrNeverNearItsRate()
{
    WatchedColumns<BurstWatch> usual = burstyPorts();
    usual.columns[2].assign(8, 5000); // from the start
    usual.run(600);
    QVERIFY2(usual.count() == 0, usual.texts().c_str());
    for (const bool isFull : {true, false}) {
        WatchedColumns<BurstWatch> hall = burstyPorts();
        hall.run(300);
        hall.columns[4].assign(8, isFull ? 0.9F : 0.2F); // ordinary congestion, or
        hall.columns[5].assign(8, isFull ? 1.0F : 0.3F); // something else drops them
        hall.run(60);
        hall.columns[0].assign(8, 500);
        hall.run(120);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
    }
    WatchedColumns<BurstWatch> shared = burstyPorts(40); // a job that begins to send otherwise
    shared.columns[2].assign(40, 100);
    shared.run(300);
    shared.columns[2].assign(40, 5000);
    shared.run(600);
    QVERIFY2(shared.count() == 0, shared.texts().c_str());
    shared.columns[2][7] = 50'000; // and then one of them more than that
    shared.run(60);
    QVERIFY2(shared.count() == 1, shared.texts().c_str());
    WatchedColumns<BurstWatch> silent = burstyPorts();
    silent.run(300);
    silent.columns[4].assign(8, noData);
    silent.columns[0].assign(8, 500);
    silent.run(60);
    QVERIFY2(silent.count() == 0, silent.texts().c_str());
}

LOCKSTEP_TEST(tst_columnwatches, TestColumnWatches)
#include "tst_columnwatches.moc"
