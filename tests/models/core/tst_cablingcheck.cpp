// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/cablingcheck.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/ranges.h>

using namespace lockstep;

namespace {

PlannedLink cable(const char* from, const char* fromPort, const char* to, const char* toPort, double gbps = 400)
{
    return {{from, fromPort}, {to, toPort}, gbps, {}};
}

/// Four nodes at one leaf, and the leaf at a spine.
SitePlan smallSite()
{
    SitePlan plan;
    plan.name = "small";
    plan.nodes = {{"a", "", {}, {}, {}}, {"b", "", {}, {}, {}}, {"c", "", {}, {}, {}}, {"d", "", {}, {}, {}}};
    plan.switches = {{"leaf", "", {}, {}}, {"spine", "", {}, {}}};
    plan.links = {cable("a", "hca/1", "leaf", "1"), cable("b", "hca/1", "leaf", "2"), cable("c", "hca/1", "leaf", "3"),
                  cable("leaf", "33", "spine", "1")};
    return plan;
}

TopologyPtr topologyOf(SitePlan plan)
{
    TopologyBuilder builder;
    builder.addPlan(std::make_shared<const SitePlan>(std::move(plan)));
    return builder.build();
}

QStringList linesOf(const CablingCheck& check, const Topology& topology)
{
    QStringList lines;
    for (const CablingFault& fault : check.faults)
        lines << QString::fromStdString(fmt::format("{}", fmt::join(linesOf(fault, topology), "; ")));
    return lines;
}

} // namespace

class TestCablingCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAPlanThereIsNothingToHoldAgainst()
    {
        SitePlan plan = smallSite();
        std::swap(plan.links, plan.wired);
        const CablingCheck check = checkCabling(*topologyOf(plan));
        QCOMPARE(check.planned, std::size_t{0});
        QVERIFY(check.faults.empty());
    }

    void whatNobodyLookedAtIsNotWell()
    {
        const CablingCheck check = checkCabling(*topologyOf(smallSite()));
        QCOMPARE(check.planned, std::size_t{4});
        QCOMPARE(check.agreeing, std::size_t{0});
        QCOMPARE(check.unseen, std::size_t{4});
    }

    void whatIsAsPlannedAgrees()
    {
        SitePlan plan = smallSite();
        plan.wired = plan.links;
        std::swap(plan.wired[1].from, plan.wired[1].to); // seen from the other side
        const CablingCheck check = checkCabling(*topologyOf(plan));
        QCOMPARE(check.agreeing, std::size_t{4});
        QVERIFY(check.faults.empty());
    }

    void eachFaultIsReported()
    {
        SitePlan plan = smallSite();
        plan.examined = {"leaf"};
        plan.wired = {cable("leaf", "7", "b", "hca/1"), cable("leaf", "33", "spine", "1", 200),
                      cable("leaf", "3", "c", "hca/1"), cable("leaf", "9", "d", "hca/1")};
        const TopologyPtr topology = topologyOf(plan);
        const CablingCheck check = checkCabling(*topology);
        QCOMPARE(linesOf(check, *topology),
                 (QStringList{QStringLiteral("a hca/1; not connected; planned: leaf port 1"),
                              QStringLiteral("b hca/1; connected to leaf port 7; planned: leaf port 2"),
                              QStringLiteral("link from leaf port 33 to spine port 1; runs at 200\u2009Gb/s; planned: "
                                             "400\u2009Gb/s"),
                              QStringLiteral("d hca/1; connected to leaf port 9; no link is planned")}));
        QCOMPARE(check.agreeing, std::size_t{1});
        QCOMPARE(check.unseen, std::size_t{0});
        QCOMPARE(check.planned, std::size_t{4});
    }

    void aMissingLinkIsNotDrawn()
    {
        SitePlan plan = smallSite();
        plan.wired = {cable("a", "hca/1", "leaf", "1"), cable("b", "other/1", "leaf", "8")};
        const TopologyPtr topology = topologyOf(plan);
        const EntityRef gone = topology->find(EntityKind::Port, topology->findNode("b"), "hca/1");
        QVERIFY(topology->plannedPeer(gone).isValid());
        QVERIFY(!topology->peer(gone).isValid());
        const EntityRef unseen = topology->find(EntityKind::Port, topology->findNode("c"), "hca/1");
        QVERIFY(topology->peer(unseen).isValid()); // c was not discovered
    }

    void swappedCablesAreTwoFaults()
    {
        SitePlan plan = smallSite();
        plan.wired = {cable("a", "hca/1", "leaf", "2"), cable("b", "hca/1", "leaf", "1")};
        const TopologyPtr topology = topologyOf(plan);
        const CablingCheck check = checkCabling(*topology);
        QCOMPARE(linesOf(check, *topology).filter(QStringLiteral("; planned: leaf port")).size(), 2);
        QCOMPARE(check.unseen, std::size_t{2}); // c and the spine were not discovered
        QCOMPARE(std::ranges::count(check.faults, CablingFault::Kind::Moved, &CablingFault::kind), 2);
    }

    void portsThatDiscoveryCallsOtherwiseAreKnownByTheirDevices()
    {
        SitePlan plan = smallSite();
        plan.examined = {"leaf"};
        plan.wired = {cable("a", "mlx5_0/1", "leaf", "P1"), cable("b", "mlx5_0/1", "leaf", "P2"),
                      cable("leaf", "P33", "spine", "Q1")};
        const TopologyPtr topology = topologyOf(plan);
        const CablingCheck check = checkCabling(*topology);
        QCOMPARE(check.agreeing, std::size_t{3});
        QCOMPARE(linesOf(check, *topology),
                 QStringList{QStringLiteral("c hca/1; not connected; planned: leaf port 3")});
    }

    void oneSideMayBeCalledOtherwise()
    {
        SitePlan plan = smallSite();
        plan.wired = {cable("a", "mlx5_0/1", "leaf", "1"), cable("b", "mlx5_0/1", "leaf", "3")};
        const TopologyPtr topology = topologyOf(plan);
        const CablingCheck check = checkCabling(*topology);
        QCOMPARE(check.agreeing, std::size_t{1});
        QVERIFY2(linesOf(check, *topology)
                     .contains(QStringLiteral("leaf port 3; connected to b mlx5_0/1; planned: c hca/1")),
                 qPrintable(linesOf(check, *topology).join(u'\n')));
    }

    void reportersAndTheirRatesCount()
    {
        TopologyBuilder builder(*topologyOf(smallSite()));
        const TopologyPtr before = builder.build();
        const EntityRef port = before->find(EntityKind::Port, before->findNode("a"), "hca/1");
        builder.connect(port, {"leaf", "1"});
        const TopologyPtr topology = builder.build();
        QCOMPARE(checkCabling(*topology).agreeing, std::size_t{1});
        const CablingCheck slow = checkCabling(
            *topology, [port](EntityRef each) { return each == port ? std::optional(100.0) : std::nullopt; });
        QCOMPARE(slow.faults.size(), std::size_t{1});
        QCOMPARE(slow.faults.front().foundGbps, 100.0);
        QCOMPARE(slow.faults.front().port, port);
    }
};

LOCKSTEP_TEST(tst_cablingcheck, TestCablingCheck)
#include "tst_cablingcheck.moc"
