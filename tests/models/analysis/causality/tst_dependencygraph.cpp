// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/culpritname.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/core/topology/siteplan.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

class TestDependencyGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGpuDependsOnItsNodeRackAndLoop()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const auto steps = [&](EntityRef from, EntityRef to) {
            const auto all = graph.upstreamOf(from);
            const auto found = std::ranges::find(all, to, &DependencyGraph::Upstream::entity);
            return found == all.end() ? -1 : found->steps;
        };
        const EntityRef gpu = m_hall.gpu(1, 2);
        QCOMPARE(steps(gpu, gpu), 0);
        QCOMPARE(steps(gpu, m_hall.node(1)), 1);
        QCOMPARE(steps(gpu, m_hall.rack("A1")), 2);
        QCOMPARE(steps(gpu, m_hall.loop()), 3);
        QCOMPARE(steps(gpu, m_hall.gpu(1, 3)), -1);
        QCOMPARE(steps(m_hall.gpu(5, 0), m_hall.loop()), -1); // in air
        QCOMPARE(steps({EntityKind::Job, 0}, {EntityKind::Job, 1}), 1); // a service and its pool
    }

    void aJobDependsOnComponentsOfItsTraffic()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        QVERIFY(graph.dependsOn("train-a", m_hall.gpu(0, 0)));
        QVERIFY(graph.dependsOn("train-a", m_hall.loop()));
        QVERIFY(graph.dependsOn("train-a", m_hall.device("r0-leaf0")));
        QVERIFY(graph.dependsOn("train-a", m_hall.device("r1-spine1")));
        QVERIFY(graph.dependsOn("train-a", m_hall.port("r0-spine0", "to:r0-leaf1")));
        QVERIFY(!graph.dependsOn("train-a", m_hall.gpu(4, 0)));
        QVERIFY(!graph.dependsOn("train-b", m_hall.loop()));
        QVERIFY(!graph.dependsOn("unheard-of", m_hall.gpu(0, 0)));
        QVERIFY(graph.shareSwitch("train-a", "train-b"));
        QCOMPARE(graph.jobsOn(m_hall.gpu(0, 0)), std::vector<std::string>{"train-a"});
        // Below one leaf traffic turns round: the spines are not its concern.
        const ObservedJobs small{{"small", {m_hall.gpu(0, 0), m_hall.gpu(1, 0)}}};
        const DependencyGraph other(*m_hall.topology, small);
        QVERIFY(other.dependsOn("small", m_hall.device("r0-leaf0")));
        QVERIFY(!other.dependsOn("small", m_hall.device("r0-spine0")));
    }

    /// Nodes of its pools in the cluster file, and hosts of its replicas. Names of models may have slashes.
    void aServiceDependsOnTheNodesOfItsPools()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        QCOMPARE(graph.nodesOfService("chat"), std::vector<EntityRef>{m_hall.node(6)});
        QVERIFY(graph.dependsOn("chat", m_hall.port("node-6", "nic0")));
        QVERIFY(!graph.dependsOn("chat", m_hall.port("node-1", "nic0")));
        const auto upstream = graph.upstreamOf({EntityKind::Job, 2});
        QVERIFY(std::ranges::find(upstream, m_hall.rack("B2"), &DependencyGraph::Upstream::entity) != upstream.end());

        TopologyBuilder builder(*m_hall.topology);
        auto plan = std::make_shared<SitePlan>();
        plan->pools = {{"prefill", "meta/llama", {"node-0", "node-1"}}, {"decode", "meta/llama", {"node-1", "gone"}}};
        builder.addPlan(plan);
        const EntityRef service = builder.add(EntityKind::Job, "meta/llama", {});
        const EntityRef pool = builder.add(EntityKind::Job, "meta/llama/decode", {});
        const TopologyPtr topology = builder.build();
        QCOMPARE(serviceName(*topology, pool), std::string_view("meta/llama"));
        QCOMPARE(culpritName(*topology, service), std::string("service meta/llama"));
        const DependencyGraph other(*topology, m_hall.jobs);
        QCOMPARE(other.nodesOfService("meta/llama"), (std::vector<EntityRef>{m_hall.node(0), m_hall.node(1)}));
        const auto loops = other.upstreamOf(pool);
        QVERIFY(std::ranges::find(loops, m_hall.loop(), &DependencyGraph::Upstream::entity) != loops.end());
    }

    void aJobDependsOnTheLinksBetweenItsGpus()
    {
        TopologyBuilder builder(*m_hall.topology);
        const EntityRef device = builder.add(EntityKind::Switch, "nvswitch0", m_hall.node(0));
        const EntityRef own = builder.add(EntityKind::Port, "nvlink0", m_hall.gpu(0, 0));
        const EntityRef others = builder.add(EntityKind::Port, "nvlink0", m_hall.gpu(0, 1));
        builder.connect(own, {m_hall.topology->name(m_hall.node(0)), "nvswitch0/nvlink3"});
        const TopologyPtr topology = builder.build();
        QCOMPARE(topology->peer(own), device);
        const ObservedJobs jobs{{"small", {m_hall.gpu(0, 0)}}};
        const DependencyGraph graph(*topology, jobs);
        QVERIFY(graph.dependsOn("small", own));
        QVERIFY(graph.dependsOn("small", device));
        QVERIFY(!graph.dependsOn("small", others));
        const auto upstream = graph.upstreamOf(m_hall.gpu(0, 0));
        const auto found = std::ranges::find(upstream, own, &DependencyGraph::Upstream::entity);
        QVERIFY(found != upstream.end() && found->steps == 1);
    }

    void bothEndsOfALinkAreOne()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const EntityRef nic = m_hall.port("node-3", "nic1");
        const EntityRef far = m_hall.topology->peer(nic);
        QVERIFY(far.isValid());
        QCOMPARE(graph.linkOf(far), nic);
        const EntityRef uplink = m_hall.port("r0-leaf1", "to:r0-spine0");
        QCOMPARE(graph.linkOf(m_hall.topology->peer(uplink)), uplink);
        QCOMPARE(culpritName(*m_hall.topology, uplink), std::string("r0-leaf1/to:r0-spine0"));
        QCOMPARE(culpritName(*m_hall.topology, nic), std::string("node-3/nic1"));
        QCOMPARE(culpritName(*m_hall.topology, m_hall.rack("A1")), std::string("rack A1"));
        QCOMPARE(culpritName(*m_hall.topology, {EntityKind::Job, 1}), std::string("service chat"));
        TopologyBuilder builder(*m_hall.topology);
        const EntityRef job = builder.add(EntityKind::Job, "train-a", {});
        const EntityRef ofSpace = builder.add(EntityKind::Job, "physics/train-b", {}); // in no pool
        const TopologyPtr topology = builder.build();
        QCOMPARE(culpritName(*topology, {EntityKind::Job, 0}), std::string("service chat"));
        QCOMPARE(culpritName(*topology, job), std::string("job train-a"));
        QCOMPARE(culpritName(*topology, ofSpace), std::string("job physics/train-b"));
    }

    void aPlaneIsTheSameFromBelowAlsoWhereLeavesReportNoPortsDown()
    {
        TopologyBuilder builder;
        const EntityRef leaf = builder.add(EntityKind::Switch, "leaf", {});
        const EntityRef spine = builder.add(EntityKind::Switch, "spine", {});
        const EntityRef up = builder.add(EntityKind::Port, "to:spine", leaf);
        builder.connect(up, {"spine", "to:leaf"}); // which the spine does not report
        const EntityRef other = builder.add(EntityKind::Switch, "other leaf", {});
        builder.connect(builder.add(EntityKind::Port, "to:spine", other), {"spine", "to:other"});
        const EntityRef nic = builder.add(EntityKind::Port, "nic0", builder.addNode("node", {}, {}));
        builder.connect(nic, {"leaf", "to:node"}); // which the leaf does not report
        const TopologyPtr topology = builder.build();
        const ObservedJobs none;
        const DependencyGraph graph(*topology, none);
        QVERIFY(graph.isLeaf(leaf));
        QVERIFY(!graph.isLeaf(spine));
        QCOMPARE(graph.planeOf(nic), leaf);
        QCOMPARE(graph.planeOf(up), leaf);
        QCOMPARE(graph.planeOf(spine), leaf);
        QCOMPARE(graph.neighboursOf(spine), (std::vector<EntityRef>{leaf, other}));
    }

private:
    SmallHall m_hall;
};

LOCKSTEP_TEST(tst_dependencygraph, TestDependencyGraph)
#include "tst_dependencygraph.moc"
