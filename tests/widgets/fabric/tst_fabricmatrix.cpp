// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellbins.h"
#include "tests/support/testentry.h"
#include "tests/widgets/fabric/fabricfixture.h"
#include "widgets/fabric/fabricmatrix.h"
#include "widgets/fabric/matrixcontent.h"

#include <QTest>

#include <set>

using namespace lockstep;
using namespace lockstep::test;

class TestFabricMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void railsStandOneAboveTheOtherWithoutEmptyQuarters();
    void eachLinkIsWhereItsEndsSay();
    void parallelLinksHaveColumnsOfTheirOwn();
    void aMissingLinkLeavesItsPlaceEmpty();
    void nodesShowTheirPortsByName();
    void gpusShowTheirLinks();
    void anotherOrderKeepsEachRowsLinks();
    void allIsWellOnlyIfEveryLinkIsMeasuredAndWithinTheLimit();
};

void TestFabricMatrix::allIsWellOnlyIfEveryLinkIsMeasuredAndWithinTheLimit()
{
    MetricDescriptor trouble;
    trouble.direction = Direction::HighIsBad;
    trouble.warning = 0.3F;
    trouble.fullScale = 1.0F;
    const auto isAllWell = [](const MetricDescriptor& quantity, std::vector<float> values, std::uint8_t lastIsVacant) {
        CellPicture picture;
        picture.setShape({{0, 1}, {0, 3}});
        picture.setCells(quantity, std::move(values), {0, 0, lastIsVacant});
        return picture.isAllWell();
    };
    QVERIFY(isAllWell(trouble, {0, 0.1F, 0.2F}, 0));
    QVERIFY(!isAllWell(trouble, {0.5F, 0.5F, 0.5F}, 0)); // none stands out, because all are bad
    QVERIFY(!isAllWell(trouble, {0, 0, noData}, 0));
    QVERIFY(isAllWell(trouble, {0, 0, noData}, 1));
    trouble.warning.reset();
    QVERIFY(!isAllWell(trouble, {0, 0, 0}, 0));
}

void TestFabricMatrix::railsStandOneAboveTheOtherWithoutEmptyQuarters()
{
    const FabricWorld world({.rails = 3, .leavesPerRail = 4, .spinesPerRail = 8, .nodesPerLeaf = 1});
    const FabricMatrix matrix = leafSpineMatrix(world.topology(), FabricMap(world.topology()));
    QCOMPARE(matrix.rows().size(), 12U);
    QCOMPARE(matrix.columns().size(), 8U);
    QCOMPARE(matrix.linkCount(), 96U);
    QCOMPARE(matrix.groups().size(), 3U);
    QCOMPARE(matrix.groups()[1].name, QStringLiteral("r1"));
    QCOMPARE(matrix.groups()[1].rows, (RowRange{4, 8}));
    QCOMPARE(matrix.columns()[5].name, QStringLiteral("spine005"));
    QVERIFY(!matrix.columns()[5].entity.isValid()); // one of three
}

void TestFabricMatrix::eachLinkIsWhereItsEndsSay()
{
    const FabricWorld world({.rails = 1, .leavesPerRail = 3, .spinesPerRail = 4, .nodesPerLeaf = 2});
    const FabricMatrix matrix = leafSpineMatrix(world.topology(), FabricMap(world.topology()));
    QVERIFY(matrix.groups().empty()); // one plane needs no name
    std::set<std::uint32_t> seen;
    for (std::uint32_t leaf = 0; leaf < 3; ++leaf) {
        for (std::uint32_t spine = 0; spine < 4; ++spine) {
            const EntityRef port = world.port(leaf, spine);
            const auto place = matrix.placeOf(port.index);
            QVERIFY(place.has_value());
            QCOMPARE(matrix.portsAt(*place)[0], port.index);
            QCOMPARE(matrix.rows()[place->row].entity, world.topology().parent(port));
            QCOMPARE(matrix.columns()[place->column].entity, world.topology().peer(port));
            seen.insert(port.index);
        }
    }
    QCOMPARE(seen.size(), 12U);
}

void TestFabricMatrix::parallelLinksHaveColumnsOfTheirOwn()
{
    TopologyBuilder builder;
    const EntityRef leaf = builder.add(EntityKind::Switch, "leaf", {});
    const EntityRef spine = builder.add(EntityKind::Switch, "spine", {});
    builder.connect(builder.add(EntityKind::Port, "nic", builder.addNode("n", {}, {})), {"leaf", ""});
    for (const char* name : {"1", "2", "3"}) {
        builder.connect(builder.add(EntityKind::Port, name, leaf), {"spine", name});
        (void)builder.add(EntityKind::Port, name, spine);
    }
    const TopologyPtr topology = builder.build();
    const FabricMatrix matrix = leafSpineMatrix(*topology, FabricMap(*topology));
    QCOMPARE(matrix.columns().size(), 3U);
    QCOMPARE(matrix.linkCount(), 3U);
    for (std::size_t column = 0; column < 3; ++column) {
        const auto ports = matrix.portsAt({0, column});
        QCOMPARE(topology->peer({EntityKind::Port, ports[0]}), (EntityRef{EntityKind::Port, ports[1]}));
    }
}

void TestFabricMatrix::aMissingLinkLeavesItsPlaceEmpty()
{
    TopologyBuilder builder;
    for (const char* name : {"leaf1", "leaf2"}) {
        const EntityRef leaf = builder.add(EntityKind::Switch, name, {});
        builder.connect(builder.add(EntityKind::Port, "nic", builder.addNode(std::string("n-") + name, {}, {})),
                        {name, ""});
        for (const char* spine : {"s1", "s2", "s3"}) {
            if (std::string(name) == "leaf2" && std::string(spine) == "s2")
                continue; // not cabled
            builder.connect(builder.add(EntityKind::Port, spine, leaf), {spine, ""});
            (void)builder.add(EntityKind::Switch, spine, {});
        }
    }
    const TopologyPtr topology = builder.build();
    const FabricMatrix matrix = leafSpineMatrix(*topology, FabricMap(*topology));
    QCOMPARE(matrix.columns().size(), 3U);
    QCOMPARE(matrix.linkCount(), 5U);
    QCOMPARE(matrix.portsAt({1, 1})[0], CellBins::vacant);
    QCOMPARE(topology->peer({EntityKind::Port, matrix.portsAt({1, 2})[0]}),
             topology->find(EntityKind::Switch, {}, "s3"));
}

void TestFabricMatrix::nodesShowTheirPortsByName()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", builder.addRack("A1", {}), {});
    for (const char* name : {"mlx5_10/1", "mlx5_2/1", "eth0"})
        (void)builder.add(EntityKind::Port, name, node);
    (void)builder.add(EntityKind::Port, "mlx5_2/1", builder.addNode("n2", builder.addRack("A2", {}), {}));
    (void)builder.addNode("without ports", builder.addRack("A2", {}), {});
    const FabricMatrix matrix = portMatrix(*builder.build(), EntityKind::Node);
    QCOMPARE(matrix.rows().size(), 2U);
    QCOMPARE(matrix.columns().size(), 3U);
    QCOMPARE(matrix.columns()[1].name, QStringLiteral("mlx5_2/1")); // 2 before 10
    QCOMPARE(matrix.columns()[2].name, QStringLiteral("mlx5_10/1"));
    QCOMPARE(matrix.portsAt({1, 0})[0], CellBins::vacant);
    QCOMPARE(matrix.linkCount(), 4U);
    QCOMPARE(matrix.groups().size(), 2U);
    QCOMPARE(matrix.groups()[0].name, QStringLiteral("A1"));
}

void TestFabricMatrix::gpusShowTheirLinks()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", builder.addRack("A1", {}), {});
    (void)builder.add(EntityKind::Port, "mlx5_0/1", node);
    const EntityRef gpu0 = builder.add(EntityKind::Gpu, "gpu0", node);
    const EntityRef gpu1 = builder.add(EntityKind::Gpu, "gpu1", node);
    const EntityRef near = builder.add(EntityKind::Port, "nvlink0", gpu0);
    const EntityRef far = builder.add(EntityKind::Port, "nvlink10", gpu1);
    (void)builder.add(EntityKind::Port, "nvlink2", gpu1);
    builder.connect(near, {"n1", "gpu1/nvlink10"});
    const TopologyPtr topology = builder.build();
    const FabricMatrix matrix = portMatrix(*topology, EntityKind::Gpu);
    QCOMPARE(matrix.rows().size(), 2U);
    QCOMPARE(matrix.columns().size(), 3U);
    QCOMPARE(matrix.columns()[2].name, QStringLiteral("nvlink10"));
    QCOMPARE(matrix.portsAt({0, 0})[0], near.index);
    QCOMPARE(matrix.portsAt({0, 0})[1], far.index);
    QCOMPARE(portMatrix(*topology, EntityKind::Node).linkCount(), 1U); // its NIC
}

void TestFabricMatrix::anotherOrderKeepsEachRowsLinks()
{
    const FabricWorld world({});
    const FabricMatrix matrix = leafSpineMatrix(world.topology(), FabricMap(world.topology()));
    const std::vector<std::uint32_t> order{7, 6, 5, 4, 3, 2, 1, 0};
    const FabricMatrix turned = matrix.reordered(order, {});
    QVERIFY(turned.groups().empty());
    for (std::size_t row = 0; row < 8; ++row) {
        QCOMPARE(turned.rows()[row].name, matrix.rows()[7 - row].name);
        for (std::size_t column = 0; column < 8; ++column)
            QCOMPARE(turned.portsAt({row, column})[0], matrix.portsAt({7 - row, column})[0]);
    }
}

LOCKSTEP_TEST(tst_fabricmatrix, TestFabricMatrix)
#include "tst_fabricmatrix.moc"
