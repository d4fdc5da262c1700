// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "models/core/topology/topologymatch.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

/// Racks of a cluster: nodes in them in that order, two GPUs each.
TopologyPtr clusterOf(const std::vector<std::string>& nodes, const std::string& rack = "A01")
{
    TopologyBuilder builder;
    const EntityRef place = builder.addRack(rack, {});
    for (const std::string& name : nodes) {
        const EntityRef node = builder.addNode(name, place, {});
        builder.add(EntityKind::Gpu, "gpu0", node);
        builder.add(EntityKind::Gpu, "gpu1", node);
    }
    return builder.build();
}

} // namespace

/// Correspondence of entities between two clusters.
class TestTopologyMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thingsAreFoundByNameWhateverTheirIndex()
    {
        const TopologyPtr here = clusterOf({"a", "b"});
        const TopologyPtr there = clusterOf({"x", "b", "a"}, "Z9");
        const EntityRef gpu = counterpart(*here, {EntityKind::Gpu, 1}, *there);
        QCOMPARE(there->path(gpu), "Z9 / a / gpu1");
        QCOMPARE(counterpart(*here, {EntityKind::Node, 1}, *there), (EntityRef{EntityKind::Node, 1}));
        QVERIFY(!counterpart(*here, {EntityKind::Rack, 0}, *there).isValid());
    }

    void aThingOfAnotherNodeIsNoCounterpart()
    {
        const TopologyPtr here = clusterOf({"a", "b"});
        const TopologyPtr there = clusterOf({"b"});
        QVERIFY(!counterpart(*here, {EntityKind::Gpu, 0}, *there).isValid()); // gpu0 of a, not of b
        QCOMPARE(counterpart(*here, {EntityKind::Gpu, 2}, *there), (EntityRef{EntityKind::Gpu, 0}));
    }

    void whoHasNoPartnerIsCountedOnBothSides()
    {
        const TopologyMatches matches = matchTopologies(*clusterOf({"a", "b", "c"}), *clusterOf({"b", "d"}));
        QCOMPARE(matches[static_cast<std::size_t>(EntityKind::Node)], (TopologyMatch{1, 2, 1}));
        QCOMPARE(matches[static_cast<std::size_t>(EntityKind::Gpu)], (TopologyMatch{2, 4, 2}));
        QCOMPARE(matches[static_cast<std::size_t>(EntityKind::Rack)], (TopologyMatch{1, 0, 0}));
    }
};

LOCKSTEP_TEST(tst_topologymatch, TestTopologyMatch)
#include "tst_topologymatch.moc"
