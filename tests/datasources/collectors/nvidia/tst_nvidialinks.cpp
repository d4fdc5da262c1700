// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvidiacollector.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/nvidia/standinnvml.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <dlfcn.h>
#include <memory>
#include <new>

using namespace lockstep;

namespace {

constexpr const char* linkLibraryPath = STANDIN_NVML_PATH;

/// A board of GPUs, two links each to each of two switches.
std::vector<std::vector<StandinLink>> boardOf(unsigned gpus)
{
    std::vector<std::vector<StandinLink>> links(gpus);
    for (unsigned gpu = 0; gpu < gpus; ++gpu) {
        for (unsigned link = 0; link < 4; ++link)
            links[gpu].push_back({.remoteBus = 0xA0 - link / 2, .remoteLink = 2 * gpu + link % 2});
    }
    return links;
}

} // namespace

/// NVLinks as ports of their GPUs, with the stand-in library.
class TestNvidiaLinks : public QObject
{
    Q_OBJECT

private:
    StandinNvml* m_nvml = nullptr;
    void* m_library = nullptr;

    static const EntityDescriptor& entityNamed(const NodeLayout& layout, std::uint32_t parent, const std::string& name)
    {
        const auto found = std::ranges::find_if(
            layout.entities, [&](const EntityDescriptor& each) { return each.parent == parent && each.name == name; });
        return found == layout.entities.end() ? layout.entities.front() : *found;
    }

    static std::uint32_t indexOf(const NodeLayout& layout, const std::string& name)
    {
        const auto found = std::ranges::find(layout.entities, name, &EntityDescriptor::name);
        return static_cast<std::uint32_t>(found - layout.entities.begin());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_library = ::dlopen(linkLibraryPath, RTLD_NOW);
        QVERIFY2(m_library, ::dlerror());
        m_nvml = reinterpret_cast<StandinNvml* (*)()>(::dlsym(m_library, "standinNvml"))();
    }

    void init()
    {
        m_nvml->~StandinNvml();
        new (m_nvml) StandinNvml;
    }

    /// Resets the stand-in, which otherwise keeps its state for the whole process.
    void cleanup()
    {
        m_nvml->links.clear();
        m_nvml->links.shrink_to_fit();
    }

    void aLinkReportsItsStateSpeedTrafficAndErrors()
    {
        m_nvml->links = boardOf(2);
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        QCOMPARE(harness.detect().detail, std::string("2 x NVIDIA Standin 80GB, driver 580.95.05, 8 NVLinks"));
        StandinLink& link = m_nvml->links[1][3];
        link.recoveries = 255; // since it was last reset
        harness.sample(0);
        COMPARE_NEAR(harness.value("port.up", "gpu1/nvlink3"), 1.0);
        COMPARE_NEAR(harness.value("port.rate", "gpu1/nvlink3"), 212.496e9);
        COMPARE_NEAR(harness.value("port.link_error_recovery.total", "gpu1/nvlink3"), 255.0);
        QVERIFY(std::isnan(
            harness.value("port.link_error_recovery", "gpu1/nvlink3"))); // no previous sample to compare with
        link.kibibytes = 1'000'000;
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.transmit", "gpu1/nvlink3"), 1.024e9);
        COMPARE_NEAR(harness.value("port.receive", "gpu1/nvlink3"), 0.512e9);
        COMPARE_NEAR(harness.value("port.utilisation", "gpu1/nvlink3"), 1.024e9 * 8 / 212.496e9);
        COMPARE_NEAR(harness.value("port.transmit", "gpu0/nvlink3"), 0.0);
        QVERIFY(!harness.has("port.ecc_errors", "gpu1/nvlink3")); // fields have none of them
    }

    void errorsAreAskedForEveryTenSecondsAndHoldInBetween()
    {
        m_nvml->links = boardOf(1);
        m_nvml->deviceCount = 1;
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        StandinLink& link = m_nvml->links[0][2];
        link.replays = 40;
        link.crcErrors = 20;
        m_nvml->linkQuestions = 0;
        harness.sample(1000);
        const unsigned everyTick = m_nvml->linkQuestions;
        QCOMPARE(everyTick, 4U * 3); // state and both directions, of each link
        QVERIFY(std::isnan(harness.value("port.link_replays", "gpu0/nvlink2")));
        harness.sample(10'000);
        QVERIFY(m_nvml->linkQuestions > 3 * everyTick);
        COMPARE_NEAR(harness.value("port.link_replays", "gpu0/nvlink2"), 4.0);
        COMPARE_NEAR(harness.value("port.receive_errors", "gpu0/nvlink2"), 2.0);
        link.replays = 140;
        harness.sample(15'000);
        COMPARE_NEAR(harness.value("port.link_replays", "gpu0/nvlink2"), 4.0); // as last asked
        COMPARE_NEAR(harness.value("port.link_replays.total", "gpu0/nvlink2"), 40.0);
        harness.sample(20'000);
        COMPARE_NEAR(harness.value("port.link_replays", "gpu0/nvlink2"), 10.0);
    }

    void aLinkThatFallsMakesAnEventAndHasNoRate()
    {
        m_nvml->links = boardOf(2);
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        m_nvml->links[0][1].state = 2; // asleep between transfers: that is up
        QVERIFY(harness.sample(1000).events.empty());
        COMPARE_NEAR(harness.value("port.up", "gpu0/nvlink1"), 1.0);
        m_nvml->links[0][1].state = 0;
        const NodeTick down = harness.sample(2000);
        QCOMPARE(down.events.size(), std::size_t(1));
        QCOMPARE(down.events[0].code, std::string(codes::portDown));
        QVERIFY(down.events[0].severity == Severity::Critical);
        QCOMPARE(down.layout->entities[down.events[0].entity].name, std::string("nvlink1"));
        COMPARE_NEAR(harness.value("port.up", "gpu0/nvlink1"), 0.0);
        QVERIFY(std::isnan(harness.value("port.rate", "gpu0/nvlink1")));
        m_nvml->links[0][1].state = 1;
        QCOMPARE(harness.sample(3000).events.at(0).code, std::string(codes::portUp));
    }

    void linksLeadToSwitchesOfTheBoardAndToOtherGpus()
    {
        m_nvml->links = boardOf(2);
        m_nvml->links[0][3] = {.remoteType = 0, .remoteBus = 0x11, .remoteLink = 3};
        m_nvml->links[1][3] = {.remoteType = 0, .remoteBus = 0x10, .remoteLink = 3};
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        const NodeLayout& layout = harness.layout();
        const auto peer = [&](const char* gpu, const char* link) {
            return entityNamed(layout, indexOf(layout, gpu), link).peer;
        };
        QCOMPARE(peer("gpu0", "nvlink0").owner, std::string("node1"));
        QCOMPARE(peer("gpu0", "nvlink0").port, std::string("nvswitch1/nvlink0")); // the one further along the bus
        QCOMPARE(peer("gpu1", "nvlink2").port, std::string("nvswitch0/nvlink2"));
        QCOMPARE(peer("gpu1", "nvlink3").port, std::string("gpu0/nvlink3"));

        TopologyBuilder builder;
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "node1";
        const EntityRef node = builder.describeNode(std::move(identity));
        (void)builder.addLayout(node, layout);
        const TopologyPtr topology = builder.build();
        const EntityRef gpu0 = topology->find(EntityKind::Gpu, node, "gpu0");
        const EntityRef gpu1 = topology->find(EntityKind::Gpu, node, "gpu1");
        const EntityRef board = topology->find(EntityKind::Switch, node, "nvswitch1");
        QVERIFY(board.isValid());
        QVERIFY(topology->peer(topology->find(EntityKind::Port, gpu0, "nvlink0")) == board); // its ports are unknown
        const EntityRef near = topology->find(EntityKind::Port, gpu0, "nvlink3");
        const EntityRef far = topology->find(EntityKind::Port, gpu1, "nvlink3");
        QVERIFY(near.isValid() && far.isValid());
        QVERIFY(topology->peer(near) == far);
        QVERIFY(topology->peer(far) == near);
    }

    void farEndsComeThroughAGuard()
    {
        m_nvml->links = boardOf(2);
        GuardedCollector collector(std::make_unique<NvidiaCollector>(linkLibraryPath), true,
                                   {.detect = std::chrono::seconds(20), .sample = std::chrono::seconds(20)});
        CollectorHarness harness(collector);
        QVERIFY(harness.detect().isActive);
        const NodeLayout& layout = harness.layout();
        const PeerDescriptor peer = entityNamed(layout, indexOf(layout, "gpu1"), "nvlink2").peer;
        QCOMPARE(peer.owner, std::string("node1"));
        QCOMPARE(peer.port, std::string("nvswitch0/nvlink2"));
    }

    void aSwitchThatIsNotOnThisMachinesBusIsUnknown()
    {
        m_nvml->links = {{{.remoteBus = 0}}};
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        const NodeLayout& layout = harness.layout();
        QVERIFY(entityNamed(layout, indexOf(layout, "gpu0"), "nvlink0").peer.owner.empty());
        QCOMPARE(std::ranges::count(layout.entities, EntityKind::Switch, &EntityDescriptor::kind), 0);
    }

    void olderGpusAreAskedLinkByLink()
    {
        m_nvml->nvlinkVersion = 3;
        m_nvml->links = boardOf(1);
        m_nvml->links[0][0].eccErrors = 900;
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("port.up", "gpu0/nvlink0"), 1.0);
        COMPARE_NEAR(harness.value("port.rate", "gpu0/nvlink0"), 200e9);
        COMPARE_NEAR(harness.value("port.ecc_errors.total", "gpu0/nvlink0"), 900.0);
        COMPARE_NEAR(harness.value("port.symbol_errors.total", "gpu0/nvlink0"), 7.0);
        QVERIFY(!harness.has("port.link_downed", "gpu0/nvlink0"));
        m_nvml->links[0][0].state = 0;
        QCOMPARE(harness.sample(1000).events.at(0).code, std::string(codes::portDown));
    }

    void newerGpusCountSymbolsAndRecoveriesThatFailed()
    {
        m_nvml->nvlinkVersion = 5;
        m_nvml->links = boardOf(1);
        StandinLink& link = m_nvml->links[0][1];
        link.recoveries = 12;
        link.recoveriesFailed = 2;
        link.symbolErrorRatio = 0x50C; // 5e-12
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        link.kibibytes = 1000;
        link.symbolErrors = 30;
        harness.sample(10'000);
        COMPARE_NEAR(harness.value("port.transmit", "gpu0/nvlink1"), 102'400.0);
        COMPARE_NEAR(harness.value("port.symbol_errors", "gpu0/nvlink1"), 3.0);
        COMPARE_NEAR(harness.value("port.link_downed.total", "gpu0/nvlink1"), 2.0);
        COMPARE_NEAR(harness.value("port.link_error_recovery.total", "gpu0/nvlink1"), 12.0);
        COMPARE_NEAR(harness.value("port.symbol_error_ratio", "gpu0/nvlink1") * 1e12, 5.0);
        QVERIFY(!harness.has("port.link_replays", "gpu0/nvlink1"));
    }

    void aCardWithoutABridgeHasNoLinksUntilOneWakes()
    {
        m_nvml->links = boardOf(1);
        for (StandinLink& link : m_nvml->links[0])
            link.state = 0;
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        QVERIFY(!harness.has("port.up", "gpu0/nvlink0"));
        QVERIFY(!collector.hasChanged());
        m_nvml->links[0][2].state = 1;
        QVERIFY(collector.hasChanged());
        harness.detect();
        QVERIFY(!collector.hasChanged());
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.up", "gpu0/nvlink2"), 1.0);
        COMPARE_NEAR(harness.value("port.up", "gpu0/nvlink0"),
                     0.0); // one of those that should be up, so it is worth seeing
    }

    void aLibraryThatClaimsMoreLinksThanThereCanBeIsNotBelieved()
    {
        m_nvml->links.resize(1);
        m_nvml->links[0].resize(5000);
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(harness.has("port.up", "gpu0/nvlink35"));
        QVERIFY(!harness.has("port.up", "gpu0/nvlink36"));
    }

    void aGpuThatIsLostTakesItsLinksAlong()
    {
        m_nvml->links = boardOf(2);
        NvidiaCollector collector(linkLibraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        harness.sample(1000);
        m_nvml->isLost = true;
        const NodeTick tick = harness.sample(2000);
        QCOMPARE(tick.events.size(), std::size_t(1)); // of the GPU, not of each link
        QVERIFY(std::isnan(harness.value("port.up", "gpu1/nvlink0")));
        COMPARE_NEAR(harness.value("port.up", "gpu0/nvlink0"), 1.0);
        m_nvml->isLost = false;
        m_nvml->links[1][0].kibibytes = 1'000'000;
        harness.sample(3000);
        QVERIFY(std::isnan(harness.value("port.transmit", "gpu1/nvlink0"))); // not averaged over its absence
    }
};

LOCKSTEP_TEST(tst_nvidialinks, TestNvidiaLinks)
#include "tst_nvidialinks.moc"
