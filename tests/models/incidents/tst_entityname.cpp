// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "models/incidents/entityname.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestEntityName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEntityIsFoundByItsName();
    void aNodeThatMovedIsStillFound();
    void whatIsNotThereIsNotFound();
};

namespace {

TopologyPtr clusterIn(const std::string& rackName)
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack(rackName, {});
    const EntityRef node = builder.addNode("node-17", rack, {});
    builder.add(EntityKind::Gpu, "gpu3", node);
    builder.add(EntityKind::Port, "mlx5_0/1", node);
    builder.add(EntityKind::Loop, "loop-2", {});
    return builder.build();
}

} // namespace

void TestEntityName::everyEntityIsFoundByItsName()
{
    const TopologyPtr topology = clusterIn("A1");
    int count = 0;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        for (std::uint32_t i = 0; i < topology->count(static_cast<EntityKind>(kind)); ++i, ++count) {
            const EntityRef ref{static_cast<EntityKind>(kind), i};
            QVERIFY2(findEntity(*topology, nameOf(*topology, ref)) == ref, topology->path(ref).c_str());
        }
    }
    QVERIFY(count >= 5);
}

void TestEntityName::aNodeThatMovedIsStillFound()
{
    const TopologyPtr before = clusterIn("A1");
    const TopologyPtr after = clusterIn("B7");
    const EntityName gpu = nameOf(*before, {EntityKind::Gpu, 0});
    QCOMPARE(gpu.path, std::string("A1 / node-17 / gpu3"));
    const EntityRef found = findEntity(*after, gpu);
    QVERIFY(found.isValid());
    QCOMPARE(after->path(found), std::string("B7 / node-17 / gpu3"));
}

void TestEntityName::whatIsNotThereIsNotFound()
{
    const TopologyPtr topology = clusterIn("A1");
    QVERIFY(!findEntity(*topology, {EntityKind::Gpu, "A1 / node-17 / gpu4"}).isValid());
    QVERIFY(!findEntity(*topology, {EntityKind::Gpu, "A1 / node-17"}).isValid());
    QVERIFY(!findEntity(*topology, {EntityKind::Gpu, ""}).isValid());
    QVERIFY(nameOf(*topology, {EntityKind::Gpu, 99}).path.empty());
}

LOCKSTEP_TEST(tst_entityname, TestEntityName)
#include "tst_entityname.moc"
