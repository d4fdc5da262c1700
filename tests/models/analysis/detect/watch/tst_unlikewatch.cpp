// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/unlikewatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

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

class TestUnlikeWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeWithAnotherDriverIsUnlikeItsPeers();
    void allDifferencesOfANodeAreInOneEvent();
    void aLinkAtALowerRateIsUnlikeItsPeers();
    void aGpuWithFewerPcieLanesIsUnlikeItsPeers();
    void aClusterOfTwoKindsHasNoPeerlessNodes();
    void oneNodeOfAnotherGpuModelIsNoFault();
};

void TestUnlikeWatch::aNodeWithAnotherDriverIsUnlikeItsPeers()
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

void TestUnlikeWatch::allDifferencesOfANodeAreInOneEvent()
{
    auto hall = describedHall(
        [](int node) { return node == 7 ? DescribedGpus{.driver = "535.1", .mtu = "1500"} : DescribedGpus(); });
    hall.run(300);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.text,
             std::string("n7: GPU driver 535.1, but 11 of 12 have 550.2\nalso different: MTU of eth0"));
    hall.topology = describedHall([](int node) { return DescribedGpus{.mtu = node == 7 ? "1500" : "9000"}; }).topology;
    hall.run(120);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Warning, hall.texts().c_str());
    QCOMPARE(hall.reported.events[1].event.text, std::string("n7: MTU of eth0 1500, but 11 of 12 have 9000"));
    hall.topology = describedHall([](int) { return DescribedGpus(); }).topology;
    hall.run(120);
    QVERIFY2(hall.count() == 3 && hall.reported.events[2].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestUnlikeWatch::aLinkAtALowerRateIsUnlikeItsPeers()
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

void TestUnlikeWatch::aGpuWithFewerPcieLanesIsUnlikeItsPeers()
{
    auto hall = describedHall([](int) { return DescribedGpus(); });
    hall.columns[1].assign(12, 16);
    hall.columns[1][5] = 8;
    hall.run(120);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.text, std::string("n5 gpu0: PCIe lanes 8, but 11 of 12 have 16"));
}

void TestUnlikeWatch::aClusterOfTwoKindsHasNoPeerlessNodes()
{
    auto hall = describedHall([](int node) { return node < 5 ? DescribedGpus{"A100", "535.1"} : DescribedGpus(); });
    hall.run(300);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestUnlikeWatch::oneNodeOfAnotherGpuModelIsNoFault()
{
    auto hall = describedHall([](int node) { return node == 3 ? DescribedGpus{"A100", "535.1"} : DescribedGpus(); });
    hall.columns[0][3] = 200e9F;
    hall.run(300);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

LOCKSTEP_TEST(tst_unlikewatch, TestUnlikeWatch)
#include "tst_unlikewatch.moc"
