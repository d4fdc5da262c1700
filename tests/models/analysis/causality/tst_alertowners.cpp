// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertowners.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/causes.h"
#include "models/core/topology/siteplan.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

using OwnerNames = std::vector<std::string>;

/// The small hall with these owners.
TopologyPtr ownedHall(std::vector<OwnerRule> rules)
{
    auto plan = std::make_shared<SitePlan>();
    plan->switches.push_back({"leaf9", "B1", {10, 1}, {}});
    plan->owners = std::move(rules);
    TopologyBuilder builder(*SmallHall().topology);
    builder.addPlan(plan);
    return builder.build();
}

} // namespace

class TestAlertOwners : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutRulesTradesOwn()
    {
        QCOMPARE(alertOwners(kinds::pumpDegradation, {}, *m_hall.topology), (OwnerNames{"facilities", "training"}));
        QVERIFY(alertOwners("no_such_kind", {}, *m_hall.topology).empty());
        const TopologyPtr other = ownedHall({{"west", "", {"B2"}, {}}});
        const std::vector<EntityRef> elsewhere{m_hall.gpu(0, 1)};
        QCOMPARE(alertOwners(kinds::slowGpu, elsewhere, *other), (OwnerNames{"hardware", "training"}));
    }

    void theRuleThatSaysMostCounts()
    {
        const TopologyPtr hall = ownedHall({{"anybody", "", {}, {}},
                                            {"coolers", "facilities", {}, {}},
                                            {"vendor", "pump_degradation", {}, {}},
                                            {"east desk", "pump_degradation", {}, {"cdu-1"}},
                                            {"too late", "pump_degradation", {}, {"cdu-1"}},
                                            {"rack team", "", {"A1", "B1"}, {}},
                                            {"science", "training", {}, {}}});
        const auto ownersAt = [&](std::string_view kind, EntityRef culprit) {
            const std::vector<EntityRef> culprits{culprit};
            return alertOwners(kind, culprits, *hall);
        };
        QCOMPARE(ownersAt(kinds::pumpDegradation, m_hall.loop()), (OwnerNames{"east desk", "science"}));
        QCOMPARE(ownersAt(kinds::warmSupply, m_hall.loop()), (OwnerNames{"coolers", "science"}));
        QCOMPARE(ownersAt(kinds::slowGpu, m_hall.gpu(0, 1)), (OwnerNames{"rack team", "science"}));
        QCOMPARE(ownersAt(kinds::slowGpu, m_hall.gpu(2, 1)), (OwnerNames{"anybody", "science"}));
        const EntityRef leaf = hall->find(EntityKind::Switch, {}, "leaf9"); // in B1 according to the plan
        QCOMPARE(ownersAt(kinds::switchFault, leaf), (OwnerNames{"rack team", "science"}));
    }

    void whoOwnsItAndFeelsItIsNamedOnce()
    {
        const TopologyPtr hall = ownedHall({{"all of us", "facilities", {}, {}}, {"all of us", "training", {}, {}}});
        QCOMPARE(alertOwners(kinds::pumpDegradation, {}, *hall), OwnerNames{"all of us"});
    }

    void culpritsInSeveralRacksNeedARuleForAll()
    {
        const TopologyPtr hall = ownedHall({{"a1", "", {"A1"}, {}}, {"row a", "", {"A1", "A2"}, {}}});
        const std::vector<EntityRef> culprits{m_hall.gpu(0, 0), m_hall.gpu(2, 0)};
        QCOMPARE(alertOwners(kinds::overheating, culprits, *hall).front(), std::string("row a"));
    }

    void anAlertNamesThem()
    {
        const TopologyPtr hall = ownedHall({{"east desk", "pump_degradation", {}, {"cdu-1"}}});
        const std::vector<DerivedEvent> events{
            SmallHall::reported(15, m_hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min")};
        const auto alerts = alertsAt(events, *hall, m_hall.jobs, SmallHall::at(60));
        QCOMPARE(alerts.size(), std::size_t{1});
        QCOMPARE(alerts.front().owners.front(), std::string("east desk"));
    }

    void aKindThatThereIsNotIsRefused()
    {
        SitePlan plan;
        plan.owners = {{"a", "network", {}, {}}, {"b", "pump_degradation", {}, {}}, {"c", "", {}, {}}};
        QVERIFY(checkOwners(plan).isOk());
        plan.owners.push_back({"d", "pumps", {}, {}});
        QVERIFY(!checkOwners(plan).isOk());
        QVERIFY(QString::fromStdString(checkOwners(plan).error().message).contains(QLatin1StringView("\"pumps\"")));
    }

private:
    SmallHall m_hall;
};

LOCKSTEP_TEST(tst_alertowners, TestAlertOwners)
#include "tst_alertowners.moc"
