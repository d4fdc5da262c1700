// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/seampicture.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr SeamRooms plenty{99, 99, 99, 99, 99, 99, 99, 99, 99, 99};

bool nobody(EntityRef)
{
    return false;
}

} // namespace

/// Dependencies between components, and their health.
class TestSeamPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLoopCarriesItsRacksUpToTheJob()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const SeamScope scope = scopeOf(graph, {SeamTier::Loop, m_hall.loop(), {}});
        QCOMPARE(countOf(scope, SeamTier::Rack), 2);
        QCOMPARE(countOf(scope, SeamTier::Node), 4);
        QCOMPARE(countOf(scope, SeamTier::Gpu), 16);
        QCOMPARE(countOf(scope, SeamTier::Communicator), 1);
        QCOMPARE(countOf(scope, SeamTier::Job), 1);
        QCOMPARE(countOf(scope, SeamTier::Link), 0); // no flow of coolant ever broke a link
    }

    void aJobStandsOnAllOfItsSeams()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const SeamScope scope = scopeOf(graph, {SeamTier::Job, {}, "train-a"});
        QCOMPARE(countOf(scope, SeamTier::Loop), 1);
        QCOMPARE(countOf(scope, SeamTier::Rack), 2);
        QCOMPARE(countOf(scope, SeamTier::Node), 4);
        QCOMPARE(countOf(scope, SeamTier::Gpu), 16);
        QVERIFY(countOf(scope, SeamTier::Link) > 8); // both NICs of each node, and what their leaves hang at
        QCOMPARE(countOf(scope, SeamTier::Switch), 8);
        QCOMPARE(countOf(scope, SeamTier::Job), 1);
    }

    void aGpuStandsOnItsOwnAlone()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const SeamScope scope = scopeOf(graph, {SeamTier::Gpu, m_hall.gpu(0, 0), {}});
        QCOMPARE(countOf(scope, SeamTier::Gpu), 1);
        QCOMPARE(countOf(scope, SeamTier::Node), 1);
        QCOMPARE(countOf(scope, SeamTier::Rack), 1);
        QCOMPARE(countOf(scope, SeamTier::Loop), 1);
        QCOMPARE(countOf(scope, SeamTier::Job), 1);
        const SeamScope other = scopeOf(graph, {SeamTier::Gpu, m_hall.gpu(7, 0), {}});
        QCOMPARE(countOf(other, SeamTier::Loop), 0); // in air
    }

    void whatReadsWellInAFailingChainIsMarked()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const std::vector<DerivedEvent> events{
            SmallHall::reported(0, m_hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min"),
            SmallHall::reported(60, m_hall.gpu(0, 3), "gpu.cooling", "node-0 gpu3 is 9 K hotter than its peers")};
        const std::vector<Alert> alerts = alertsAt(events, graph, SmallHall::at(120));
        QCOMPARE(alerts.size(), 1UL);
        const SeamScope scope = scopeOf(graph, {SeamTier::Loop, m_hall.loop(), {}});
        const SeamPicture picture = seamPicture(scope, graph, alerts, plenty, nobody);
        QCOMPARE(boxOf(picture, m_hall.loop()).health, SeamHealth::Trouble);
        QCOMPARE(boxOf(picture, m_hall.gpu(0, 3)).health, SeamHealth::Trouble);
        QVERIFY(boxOf(picture, m_hall.gpu(0, 3)).note.find("9 K") != std::string::npos);
        QCOMPARE(boxOf(picture, m_hall.rack("A1")).health, SeamHealth::Stands);
        QCOMPARE(boxOf(picture, m_hall.gpu(3, 1)).health, SeamHealth::Stands);
        QVERIFY(boxOf(picture, m_hall.gpu(3, 1)).note.find("cdu-1") != std::string::npos);
        const auto passesOn = std::ranges::count(picture.lines, SeamHealth::Trouble, &SeamLine::health);
        QCOMPARE(passesOn, 1); // node-0 to its hot GPU
        QVERIFY(std::ranges::count(picture.lines, SeamHealth::Stands, &SeamLine::health) > 10);

        const std::vector<Alert> before = alertsAt(events, graph, SmallHall::at(-10));
        const SeamPicture calm = seamPicture(scope, graph, before, plenty, nobody);
        QVERIFY(std::ranges::all_of(calm.boxes, [](const SeamBox& box) { return box.health == SeamHealth::Well; }));
        QVERIFY(std::ranges::all_of(calm.lines, [](const SeamLine& line) { return line.health == SeamHealth::Well; }));
    }

    void whatRunsOnSilenceIsNotWell()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const SeamScope scope = scopeOf(graph, {SeamTier::Job, {}, "train-a"});
        const auto healthOf = [&](SeamTier tier, const IsSilent& isSilent) {
            const SeamPicture picture = seamPicture(scope, graph, {}, plenty, isSilent);
            return std::ranges::find(picture.boxes, tier, &SeamBox::tier)->health;
        };
        const auto all = [](EntityRef entity) {
            return entity.kind == EntityKind::Gpu || entity.kind == EntityKind::Node;
        };
        const auto allButOne = [&](EntityRef entity) {
            return all(entity) && entity != m_hall.gpu(0, 0);
        };
        for (const SeamTier tier : {SeamTier::Communicator, SeamTier::Job}) {
            QCOMPARE(healthOf(tier, nobody), SeamHealth::Well);
            QCOMPARE(healthOf(tier, allButOne), SeamHealth::Well);
            QCOMPARE(healthOf(tier, all), SeamHealth::Unknown);
        }
    }

    void troubleOfAJobIsNotThatOfTheNodeItRunsOn()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const std::vector<DerivedEvent> events{SmallHall::reported(0, m_hall.node(0), "job.step_time",
                                                                   "train-a: steps take 31 % longer: 2.6 s for 2.0 s")};
        const std::vector<Alert> alerts = alertsAt(events, graph, SmallHall::at(120));
        QCOMPARE(alerts.size(), 1UL);
        const SeamPicture picture
            = seamPicture(scopeOf(graph, {SeamTier::Job, {}, "train-a"}), graph, alerts, plenty, nobody);
        QCOMPARE(boxOf(picture, m_hall.node(0)).health, SeamHealth::Well);
        const auto job = std::ranges::find(picture.boxes, SeamTier::Job, &SeamBox::tier);
        QCOMPARE(job->health, SeamHealth::Trouble);
    }

    void whatThereIsNoRoomForIsPutTogetherByHowItDoes()
    {
        const SeamGraph graph(*m_hall.topology, m_hall.jobs);
        const std::vector<DerivedEvent> events{
            SmallHall::reported(0, m_hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min"),
            SmallHall::reported(60, m_hall.gpu(0, 3), "gpu.cooling", "node-0 gpu3 is 9 K hotter than its peers")};
        SeamRooms rooms = plenty;
        rooms[static_cast<std::size_t>(SeamTier::Gpu)] = 5;
        const SeamPicture picture = seamPicture(scopeOf(graph, {SeamTier::Loop, m_hall.loop(), {}}), graph,
                                                alertsAt(events, graph, SmallHall::at(120)), rooms,
                                                [&](EntityRef entity) { return entity == m_hall.gpu(2, 0); });
        std::vector<std::string> labels;
        std::size_t gpus = 0;
        for (const SeamBox& box : picture.boxes) {
            if (box.tier != SeamTier::Gpu)
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
        const SeamGraph graph(*topology, jobs);
        const std::vector<SeamItem> of{{SeamTier::Loop, loop, {}}};
        const SeamScope scope(graph, {}, of);
        const SeamPicture picture = seamPicture(scope, graph, {}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9}, nobody);
        QVERIFY(scope.items().size() > 18'000);
        QVERIFY(picture.boxes.size() < 60);
    }

private:
    [[nodiscard]] SeamScope scopeOf(const SeamGraph& graph, const SeamItem& thing)
    {
        m_of = {thing};
        m_communicators.clear();
        for (const ObservedJob& job : m_hall.jobs)
            m_communicators.push_back({"world of " + job.name, std::make_shared<std::vector<EntityRef>>(job.places)});
        return {graph, m_communicators, m_of};
    }
    static int countOf(const SeamScope& scope, SeamTier tier)
    {
        return static_cast<int>(std::ranges::count(scope.items(), tier, &SeamItem::tier));
    }
    static SeamBox boxOf(const SeamPicture& picture, EntityRef entity)
    {
        const auto found = std::ranges::find_if(picture.boxes, [&](const SeamBox& box) {
            return std::ranges::find(box.items, entity, &SeamItem::entity) != box.items.end();
        });
        return found == picture.boxes.end() ? SeamBox() : *found;
    }

    const SmallHall m_hall;
    std::vector<SeamItem> m_of;
    std::vector<SeamCommunicator> m_communicators;
};

LOCKSTEP_TEST(tst_seampicture, TestSeamPicture)
#include "tst_seampicture.moc"
