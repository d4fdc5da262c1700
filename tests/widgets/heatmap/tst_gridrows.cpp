// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "widgets/heatmap/gridrows.h"

#include <QTest>

using namespace lockstep;

namespace {

/// Nodes announced in another order than their position in the hall.
TopologyPtr makeTopology()
{
    TopologyBuilder builder;
    const auto rack = [&](const char* name, const char* row, std::uint32_t position) {
        RackPlace place;
        place.row = row;
        place.positionInRow = position;
        place.isPlaced = true;
        return builder.addRack(name, place);
    };
    const EntityRef second = rack("A2", "A", 1);
    const EntityRef first = rack("A1", "A", 0);
    const EntityRef upper = builder.addNode("upper", first, {10, 1});
    const EntityRef other = builder.addNode("other", second, {1, 1});
    const EntityRef lower = builder.addNode("lower", first, {1, 1});
    for (const EntityRef node : {upper, other, lower}) {
        builder.add(EntityKind::Gpu, "gpu0", node);
        builder.add(EntityKind::Gpu, "gpu1", node);
    }
    return builder.build();
}

QStringList namesOf(const Topology& topology, const GridRows& rows)
{
    QStringList names;
    for (std::size_t row = 0; row < rows.count(); ++row)
        names << QString::fromStdString(topology.name(topology.parent(rows.entity(row))) + "/"
                                        + topology.name(rows.entity(row)));
    return names;
}

} // namespace

class GridRowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsFollowTheHallNotTheOrderOfArrival()
    {
        const TopologyPtr topology = makeTopology();
        const GridRows rows(*topology, EntityKind::Gpu);
        QCOMPARE(
            namesOf(*topology, rows),
            QStringList({QStringLiteral("lower/gpu0"), QStringLiteral("lower/gpu1"), QStringLiteral("upper/gpu0"),
                         QStringLiteral("upper/gpu1"), QStringLiteral("other/gpu0"), QStringLiteral("other/gpu1")}));
        QCOMPARE(rows.groups().size(), std::size_t(3));
        QCOMPARE(topology->name(rows.groups()[1].owner), std::string("upper"));
        QCOMPARE(rows.groupOf(0), std::size_t(0));
        QCOMPARE(rows.groupOf(3), std::size_t(1));
        QCOMPARE(rows.groupOf(5), std::size_t(2));
    }

    void anEntityIsFoundFromAboveAndFromWithin()
    {
        const TopologyPtr topology = makeTopology();
        const GridRows rows(*topology, EntityKind::Gpu);
        const EntityRef upper = topology->findNode("upper");
        QCOMPARE(rows.rowsOf(*topology, upper), std::optional(RowRange{2, 4}));
        QCOMPARE(rows.rowsOf(*topology, topology->parent(upper)), std::optional(RowRange{0, 4}));
        QCOMPARE(rows.rowsOf(*topology, topology->children(upper)[1]), std::optional(RowRange{3, 4}));
        const GridRows nodes(*topology, EntityKind::Node);
        QCOMPARE(nodes.rowsOf(*topology, topology->children(upper)[1]), std::optional(RowRange{1, 2}));
        QVERIFY(!rows.rowsOf(*topology, {}));
        QVERIFY(!rows.rowsOf(*topology, {EntityKind::Gpu, 600}));
    }
};

LOCKSTEP_TEST(tst_gridrows, GridRowsTest)
#include "tst_gridrows.moc"
