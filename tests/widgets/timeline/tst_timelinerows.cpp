// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/allocationwords.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/timeline/timelinerows.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestTimelineRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lanesAreGroupedByJobAndNodeInOrderOfRank()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 12});
        world.introduce();
        world.run(3);
        TimelineRows rows;
        rows.groupByNode(world.cluster.store());
        QCOMPARE(rows.laneCount(), std::size_t{12});
        QCOMPARE(rows.rows().size(), std::size_t{13});
        QCOMPARE(rows.rows()[0].kind, TimelineRow::Kind::JobHeading);
        QCOMPARE(rows.rows()[0].title, QStringLiteral("llama-70b"));
        for (std::size_t rank = 0; rank < 12; ++rank) {
            const TimelineRow& row = rows.rows()[rank + 1];
            QCOMPARE(row.title, QStringLiteral("rank %1").arg(rank));
            QCOMPARE(row.startsNode, rank == 0 || rank == 8);
        }
    }

    /// Thousands of nodes have a lane of their scheduler, which the allocation view draws.
    void whoHasANodeIsNotWorkOnIt()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 12});
        world.introduce();
        world.run(3);
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->node = "login";
        batch->received = world.now();
        batch->sequence = 1;
        batch->names
            = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", allocationLane, "another"});
        auto layout = std::make_shared<NodeLayout>();
        layout->entities = {{EntityKind::Node, "login"}};
        batch->tick = NodeTick{world.now(), layout, {}, {}, {}};
        for (const std::uint32_t lane : {1U, 2U}) {
            Span span;
            span.start = world.now() - 1s;
            span.end = world.now();
            span.lane = lane;
            batch->tick->spans.push_back(span);
        }
        world.apply(batch);
        QCOMPARE(world.cluster.store().spans().lanes().size(), std::size_t{14});
        TimelineRows rows;
        rows.groupByNode(world.cluster.store());
        QCOMPARE(rows.laneCount(), std::size_t{13});
    }

    void rowsAreFoundByTheirHeight()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 8});
        world.introduce();
        world.run(3);
        TimelineRows rows;
        rows.setRowHeight(20);
        rows.groupByNode(world.cluster.store());
        QCOMPARE(rows.height(), 9 * 20);
        QCOMPARE(rows.at(-1), nullptr);
        QCOMPARE(rows.at(180), nullptr);
        QCOMPARE(rows.at(39)->title, QStringLiteral("rank 0"));
        QCOMPARE(rows.at(40)->title, QStringLiteral("rank 1"));
        QCOMPARE(rows.between(30, 61).size(), std::size_t{3});
        QVERIFY(rows.between(500, 600).empty());
    }

    void theFirstLaneOfAnythingIsTheTopmostOfItsLanes()
    {
        FakeWorld world{{.nodes = 8, .gpusPerNode = 8},
                        FakeTrainingOptions{.ranks = 48}}; // in two racks, two idle nodes
        TopologyBuilder builder;
        builder.addRack("A02", {});
        builder.serve(builder.add(EntityKind::Loop, "cdu-2", {}), {"A02"});
        (void)builder.add(EntityKind::Loop, "cdu-3", {});
        world.cluster.setTopology(builder.build());
        world.introduce();
        const ClusterStore& store = world.cluster.store();
        TimelineRows rows;
        for (const int seconds : {0, 3}) { // the second time there are lanes
            world.run(seconds);
            rows.groupByNode(store);
            std::size_t found = 0;
            for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
                const auto count = static_cast<std::uint32_t>(store.topology()->count(static_cast<EntityKind>(kind)));
                for (std::uint32_t index = 0; index < count; ++index) {
                    const EntityRef entity{static_cast<EntityKind>(kind), index};
                    const std::vector<const TimelineRow*> lanes = rows.lanesWithin(entity, store);
                    QCOMPARE(rows.firstLaneWithin(entity, store), lanes.empty() ? nullptr : lanes.front());
                    found += lanes.empty() ? 0 : 1;
                }
            }
            QCOMPARE(found > 0, seconds > 0);
        }
        QCOMPARE(rows.firstLaneWithin({}, store), nullptr);
        QVERIFY(rows.firstLaneWithin({EntityKind::Loop, 0}, store) != nullptr);
        QCOMPARE(rows.firstLaneWithin({EntityKind::Loop, 1}, store), nullptr);
    }

    void waitsAreAddedUpExactlyToTheEdges()
    {
        SpanLane lane;
        for (int i = 0; i < 1000; ++i) {
            StoredSpan span;
            span.startNs = i * 1000;
            span.durationNs = 100;
            span.kind = static_cast<std::uint64_t>(i % 2 == 0 ? SpanKind::Wait : SpanKind::Compute);
            appendSpan(lane, span);
        }
        const auto waited = [&](std::int64_t from, std::int64_t to) {
            return waitWithin(lane, {TimePoint(Duration(from)), TimePoint(Duration(to))}).count();
        };
        QCOMPARE(waited(0, 1'000'000), std::int64_t{500 * 100});
        QCOMPARE(waited(50, 1'000'000), std::int64_t{500 * 100 - 50});
        QCOMPARE(waited(0, 998'030), std::int64_t{499 * 100 + 30});
        QCOMPARE(waited(1000, 2000), std::int64_t{0});
        QCOMPARE(waited(5'000'000, 6'000'000), std::int64_t{0});
    }
};

LOCKSTEP_TEST(tst_timelinerows, TestTimelineRows)
#include "tst_timelinerows.moc"
