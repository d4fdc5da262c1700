// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/dependencypicture.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr DependencyRooms plenty{99, 99, 99, 99, 99, 99, 99, 99, 99, 99};

bool nobody(EntityRef)
{
    return false;
}

} // namespace

/// Dependencies between components, and their health.
class TestDependencyPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLoopCarriesItsRacksUpToTheJob()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const DependencyScope scope = scopeOf(graph, {DependencyTier::Loop, m_hall.loop(), {}});
        QCOMPARE(countOf(scope, DependencyTier::Rack), 2);
        QCOMPARE(countOf(scope, DependencyTier::Node), 4);
        QCOMPARE(countOf(scope, DependencyTier::Gpu), 16);
        QCOMPARE(countOf(scope, DependencyTier::Communicator), 1);
        QCOMPARE(countOf(scope, DependencyTier::Job), 1);
        QCOMPARE(countOf(scope, DependencyTier::Link), 0); // a coolant flow never affects a link
    }

    void aJobDependsOnAllComponentsOnItsPath()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const DependencyScope scope = scopeOf(graph, {DependencyTier::Job, {}, "train-a"});
        QCOMPARE(countOf(scope, DependencyTier::Loop), 1);
        QCOMPARE(countOf(scope, DependencyTier::Rack), 2);
        QCOMPARE(countOf(scope, DependencyTier::Node), 4);
        QCOMPARE(countOf(scope, DependencyTier::Gpu), 16);
        QVERIFY(countOf(scope, DependencyTier::Link) > 8); // both NICs of each node, and what their leaves hang at
        QCOMPARE(countOf(scope, DependencyTier::Switch), 8);
        QCOMPARE(countOf(scope, DependencyTier::Job), 1);
    }

    void aGpuDependsOnItsOwnNodeAlone()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const DependencyScope scope = scopeOf(graph, {DependencyTier::Gpu, m_hall.gpu(0, 0), {}});
        QCOMPARE(countOf(scope, DependencyTier::Gpu), 1);
        QCOMPARE(countOf(scope, DependencyTier::Node), 1);
        QCOMPARE(countOf(scope, DependencyTier::Rack), 1);
        QCOMPARE(countOf(scope, DependencyTier::Loop), 1);
        QCOMPARE(countOf(scope, DependencyTier::Job), 1);
        const DependencyScope other = scopeOf(graph, {DependencyTier::Gpu, m_hall.gpu(7, 0), {}});
        QCOMPARE(countOf(other, DependencyTier::Loop), 0); // in air
    }

    void whatReadsWellInAFailingChainIsMarked()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const std::vector<DerivedEvent> events{
            SmallHall::reported(0, m_hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min"),
            SmallHall::reported(60, m_hall.gpu(0, 3), "gpu.cooling", "node-0 gpu3 is 9 K hotter than its peers")};
        const std::vector<Alert> alerts = alertsAt(events, graph, SmallHall::at(120));
        QCOMPARE(alerts.size(), 1UL);
        const DependencyScope scope = scopeOf(graph, {DependencyTier::Loop, m_hall.loop(), {}});
        const DependencyPicture picture = dependencyPicture(scope, graph, alerts, plenty, nobody);
        QCOMPARE(boxOf(picture, m_hall.loop()).health, DependencyHealth::Unhealthy);
        QCOMPARE(boxOf(picture, m_hall.gpu(0, 3)).health, DependencyHealth::Unhealthy);
        QVERIFY(boxOf(picture, m_hall.gpu(0, 3)).note.find("9 K") != std::string::npos);
        QCOMPARE(boxOf(picture, m_hall.rack("A1")).health, DependencyHealth::AtRisk);
        QCOMPARE(boxOf(picture, m_hall.gpu(3, 1)).health, DependencyHealth::AtRisk);
        QVERIFY(boxOf(picture, m_hall.gpu(3, 1)).note.find("cdu-1") != std::string::npos);
        const auto passesOn = std::ranges::count(picture.lines, DependencyHealth::Unhealthy, &DependencyLine::health);
        QCOMPARE(passesOn, 1); // node-0 to its hot GPU
        QVERIFY(std::ranges::count(picture.lines, DependencyHealth::AtRisk, &DependencyLine::health) > 10);

        const std::vector<Alert> before = alertsAt(events, graph, SmallHall::at(-10));
        const DependencyPicture calm = dependencyPicture(scope, graph, before, plenty, nobody);
        QVERIFY(std::ranges::all_of(calm.boxes,
                                    [](const DependencyBox& box) { return box.health == DependencyHealth::Healthy; }));
        QVERIFY(std::ranges::all_of(
            calm.lines, [](const DependencyLine& line) { return line.health == DependencyHealth::Healthy; }));
    }

    void whatRunsOnSilenceIsNotWell()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const DependencyScope scope = scopeOf(graph, {DependencyTier::Job, {}, "train-a"});
        const auto healthOf = [&](DependencyTier tier, const IsSilent& isSilent) {
            const DependencyPicture picture = dependencyPicture(scope, graph, {}, plenty, isSilent);
            return std::ranges::find(picture.boxes, tier, &DependencyBox::tier)->health;
        };
        const auto all = [](EntityRef entity) {
            return entity.kind == EntityKind::Gpu || entity.kind == EntityKind::Node;
        };
        const auto allButOne = [&](EntityRef entity) {
            return all(entity) && entity != m_hall.gpu(0, 0);
        };
        for (const DependencyTier tier : {DependencyTier::Communicator, DependencyTier::Job}) {
            QCOMPARE(healthOf(tier, nobody), DependencyHealth::Healthy);
            QCOMPARE(healthOf(tier, allButOne), DependencyHealth::Healthy);
            QCOMPARE(healthOf(tier, all), DependencyHealth::Unknown);
        }
    }

    void troubleOfAJobIsNotThatOfTheNodeItRunsOn()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const std::vector<DerivedEvent> events{SmallHall::reported(0, m_hall.node(0), "job.step_time",
                                                                   "train-a: steps take 31 % longer: 2.6 s for 2.0 s")};
        const std::vector<Alert> alerts = alertsAt(events, graph, SmallHall::at(120));
        QCOMPARE(alerts.size(), 1UL);
        const DependencyPicture picture
            = dependencyPicture(scopeOf(graph, {DependencyTier::Job, {}, "train-a"}), graph, alerts, plenty, nobody);
        QCOMPARE(boxOf(picture, m_hall.node(0)).health, DependencyHealth::Healthy);
        const auto job = std::ranges::find(picture.boxes, DependencyTier::Job, &DependencyBox::tier);
        QCOMPARE(job->health, DependencyHealth::Unhealthy);
    }

    void whatThereIsNoRoomForIsPutTogetherByHowItDoes()
    {
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        const std::vector<DerivedEvent> events{
            SmallHall::reported(0, m_hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min"),
            SmallHall::reported(60, m_hall.gpu(0, 3), "gpu.cooling", "node-0 gpu3 is 9 K hotter than its peers")};
        DependencyRooms rooms = plenty;
        rooms[static_cast<std::size_t>(DependencyTier::Gpu)] = 5;
        const DependencyPicture picture
            = dependencyPicture(scopeOf(graph, {DependencyTier::Loop, m_hall.loop(), {}}), graph,
                                alertsAt(events, graph, SmallHall::at(120)), rooms,
                                [&](EntityRef entity) { return entity == m_hall.gpu(2, 0); });
        std::vector<std::string> labels;
        std::size_t gpus = 0;
        for (const DependencyBox& box : picture.boxes) {
            if (box.tier != DependencyTier::Gpu)
                continue;
            labels.push_back(box.label);
            gpus += box.items.size();
        }
        QCOMPARE(gpus, 16UL);
        QVERIFY(labels.size() <= 5);
        QCOMPARE(labels.front(), std::string("node-0 gpu3")); // the faulty one is listed individually
        QVERIFY(std::ranges::find(labels, "14 GPUs") != labels.end());
    }

    void halfAHallIsDrawnInTime()
    {
        TopologyBuilder builder;
        std::vector<std::string> racks;
        for (int rack = 0; rack < 128; ++rack) {
            racks.push_back("R" + std::to_string(rack));
            builder.addRack(racks.back(), {});
        }
        const EntityRef loop = builder.add(EntityKind::Loop, "cdu", {});
        builder.serve(loop, racks);
        ObservedJobs jobs{{"big", {}}};
        for (std::uint32_t index = 0; index < 2048; ++index) {
            const EntityRef node = builder.addNode("n" + std::to_string(index), {EntityKind::Rack, index / 16}, {});
            for (int gpu = 0; gpu < 8; ++gpu)
                jobs.front().places.push_back(builder.add(EntityKind::Gpu, "g" + std::to_string(gpu), node));
        }
        const TopologyPtr topology = builder.build();
        const DependencyGraph graph(*topology, jobs);
        const std::vector<DependencyItem> of{{DependencyTier::Loop, loop, {}}};
        const DependencyScope scope(graph, {}, of);
        const DependencyPicture picture = dependencyPicture(scope, graph, {}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9}, nobody);
        QVERIFY(scope.items().size() > 18'000);
        QVERIFY(picture.boxes.size() < 60);
    }

private:
    [[nodiscard]] DependencyScope scopeOf(const DependencyGraph& graph, const DependencyItem& thing)
    {
        m_of = {thing};
        m_communicators.clear();
        for (const ObservedJob& job : m_hall.jobs)
            m_communicators.push_back({"world of " + job.name, std::make_shared<std::vector<EntityRef>>(job.places)});
        return {graph, m_communicators, m_of};
    }
    static int countOf(const DependencyScope& scope, DependencyTier tier)
    {
        return static_cast<int>(std::ranges::count(scope.items(), tier, &DependencyItem::tier));
    }
    static DependencyBox boxOf(const DependencyPicture& picture, EntityRef entity)
    {
        const auto found = std::ranges::find_if(picture.boxes, [&](const DependencyBox& box) {
            return std::ranges::find(box.items, entity, &DependencyItem::entity) != box.items.end();
        });
        return found == picture.boxes.end() ? DependencyBox() : *found;
    }

    const SmallHall m_hall;
    std::vector<DependencyItem> m_of;
    std::vector<DependencyCommunicator> m_communicators;
};

LOCKSTEP_TEST(tst_dependencypicture, TestDependencyPicture)
#include "tst_dependencypicture.moc"
