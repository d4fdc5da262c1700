// SPDX-License-Identifier: GPL-3.0-or-later
// How groups are placed on nodes, rails and leaves, calculated by hand.
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/rightsizing.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

/// Nodes 0, 1, 4 and 5 are connected to the first leaf of each rail, the others to the second.
class TestRightSizing : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] PlacedGroup ring(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> members,
                                   float traffic = noData) const
    {
        auto gpus = std::make_shared<std::vector<EntityRef>>();
        for (const auto& [node, slot] : members)
            gpus->push_back(m_hall.gpu(node, slot));
        return {gpus, traffic};
    }
    [[nodiscard]] Placement placed(const std::vector<PlacedGroup>& groups) const
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        return placementOf(m_hall.jobs.front(), groups, graph);
    }
    static std::string valueOf(const FigureGroup& group, const std::string& name)
    {
        const auto found = std::ranges::find(group.figures, name, &Figure::name);
        return found == group.figures.end() ? std::string("there is none") : found->value;
    }

    SmallHall m_hall;

private Q_SLOTS:
    void whatFitsIsWell()
    {
        const Placement its = placed({ring({{0, 0}, {0, 1}, {0, 2}, {0, 3}}), ring({{0, 0}, {1, 0}})});
        QCOMPARE(its.nodes, 4UL);
        QCOMPARE(its.gpus, 16UL);
        QCOMPARE(its.gpusOfNodes, 16UL);
        QCOMPARE(its.groups, 2UL);
        QCOMPARE(its.uneven + its.acrossLeaves + its.acrossRails, 0UL);
        QCOMPARE(its.split, 1UL); // two GPUs fit into one node of four
        QCOMPARE(its.hops, 2UL);
        QVERIFY(valueOf(placementFigures(its), "Better placement").starts_with("none: "));
        QCOMPARE(its.contenders, std::vector<std::string>{"train-b"}); // behind the same leaves
        QCOMPARE(its.shared.size(), 1UL);
        QCOMPARE(its.shared[0].links, 8UL); // two rails x two leaves x two spines; none at a node
        QCOMPARE(valueOf(placementFigures(its), "Competes for links with"), std::string("train-b (8 links)"));
    }

    void sizesThatDoNotDivideAreCounted()
    {
        const Placement its = placed({ring({{0, 0}, {0, 1}, {0, 2}}),
                                      ring({{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}}), ring({{0, 0}, {0, 1}})});
        QCOMPARE(its.uneven, 2UL);
        QCOMPARE(valueOf(placementFigures(its), "Communicators whose size does not fit the nodes"),
                 std::string("2 of 3"));
    }

    void aRingThatGoesToAndFroCrossesTooOften()
    {
        // Leaf 0, leaf 1, leaf 0, leaf 1: four hops over the spine. Four nodes are connected to one leaf, so none is
        // necessary.
        const Placement worst = placed({ring({{0, 0}, {2, 0}, {1, 0}, {3, 0}}, 1e9F)});
        QCOMPARE(worst.hops, 4UL);
        QCOMPARE(worst.crossing, 4UL);
        QCOMPARE(worst.minCrossing, 0UL);
        QCOMPARE(worst.crossingTraffic, 4e9);
        QCOMPARE(worst.sparedTraffic, 4e9);
        const FigureGroup figures = placementFigures(worst);
        QVERIFY(valueOf(figures, "Better placement").find("4 fewer hops") == 0);
        QVERIFY(valueOf(figures, "Better placement").find("GB/s") != std::string::npos);
        // In a better order it enters each leaf once.
        QCOMPARE(placed({ring({{0, 0}, {1, 0}, {2, 0}, {3, 0}}, 1e9F)}).crossing, 2UL);
    }

    void whatIsNotKnownIsNotCounted()
    {
        auto gpus = std::make_shared<std::vector<EntityRef>>(2);
        gpus->front() = m_hall.gpu(0, 0); // the other is not known
        const Placement its = placed({{gpus, 1e9F}});
        QCOMPARE(its.groups, 0UL);
        const FigureGroup figures = placementFigures(its);
        QVERIFY(valueOf(figures, "Communicators").starts_with("no data"));
    }
};

LOCKSTEP_TEST(tst_rightsizing, TestRightSizing)
#include "tst_rightsizing.moc"
