// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/allocationwords.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/jobs/allocationmap.h"
#include "widgets/jobs/allocationpanel.h"

#include <QPainter>
#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

/// A node as reported by a scheduler.
struct ScheduledNode
{
    float gpus = 8;
    float allocated = 0;
    bool isDrained = false;
    std::string reason{};
    std::string job{};
    std::uint64_t which = 0;
};

/// A cluster of four nodes, and a login node that queries its scheduler.
class ScheduledCluster
{
public:
    ScheduledCluster()
    {
        world.introduce();
        world.run(2);
    }

    void tell(const std::vector<ScheduledNode>& nodes)
    {
        world.run(1);
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->metrics = {*findMetric(metrics::node::gpus), *findMetric(metrics::node::gpusAllocated),
                           *findMetric(metrics::node::drained), *findMetric(metrics::scheduler::jobsPending)};
        layout->entities = {{EntityKind::Node, "login"}};
        std::vector<std::uint32_t> all;
        for (std::uint32_t node = 0; node < nodes.size(); ++node) {
            layout->entities.push_back({EntityKind::Node, world.fake().nodeName(node), EntityDescriptor::clusterScope});
            all.push_back(node + 1);
        }
        layout->columns = {{0, all}, {1, all}, {2, all}, {3, {0}}};
        Batch batch;
        batch.source = SourceId{0};
        batch.node = "login";
        batch.received = world.now();
        batch.sequence = ++m_sequence;
        batch.tick = NodeTick{world.now(), layout, {}, {}, {}};
        auto names
            = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"", allocationLane, "physics"});
        for (float ScheduledNode::*const value : {&ScheduledNode::gpus, &ScheduledNode::allocated}) {
            for (const ScheduledNode& node : nodes)
                batch.tick->values.push_back(node.*value);
        }
        for (const ScheduledNode& node : nodes)
            batch.tick->values.push_back(node.isDrained ? 1 : 0);
        batch.tick->values.push_back(0);
        for (std::uint32_t node = 0; node < nodes.size(); ++node) {
            const ScheduledNode& said = nodes[node];
            if (said.job.empty() && !said.isDrained)
                continue;
            Span span;
            span.start = world.now() - std::chrono::seconds(1);
            span.end = world.now();
            span.entity = node + 1;
            span.lane = 1;
            span.step = static_cast<std::uint32_t>(m_sequence);
            span.kind = said.isDrained ? SpanKind::Idle : SpanKind::Compute;
            span.op = static_cast<std::uint32_t>(names->size());
            names->push_back(said.isDrained ? said.reason : "GPUs");
            if (!said.isDrained) {
                span.communicator = 2;
                span.job = static_cast<std::uint32_t>(names->size());
                names->push_back(said.job);
                span.bytes = static_cast<std::uint64_t>(said.allocated);
                span.sequence = said.which;
            }
            batch.tick->spans.push_back(span);
        }
        batch.names = names;
        world.apply(std::make_shared<Batch>(batch));
    }

    FakeWorld world{FakeClusterOptions{.nodes = 4, .nodesPerRack = 2}};

private:
    std::uint64_t m_sequence = 0;
};

} // namespace

class TestAllocationPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutASchedulerNothingReadsAsFree()
    {
        FakeWorld world;
        world.introduce();
        world.run(2);
        AllocationPanel panel(world.context());
        QVERIFY(panel.isEmpty());
        QVERIFY(panel.map().reading().nodes.empty());
    }

    void whoHasWhatAndWhatIsLeft()
    {
        ScheduledCluster asked;
        asked.tell({{.allocated = 8, .job = "train 7", .which = 0xFF},
                    {.allocated = 2, .job = "eval 8", .which = 0x3},
                    {},
                    {.isDrained = true, .reason = "DRAIN: bad HBM"}});
        AllocationPanel panel(asked.world.context());
        QVERIFY(!panel.isEmpty());
        const AllocationSnapshot& reading = panel.map().reading();
        QCOMPARE(reading.gpus, std::uint64_t{32});
        QCOMPARE(reading.allocated, std::uint64_t{10});
        QCOMPARE(reading.idleInFree, std::uint64_t{8});
        QCOMPARE(reading.idleInPart, std::uint64_t{6});
        QCOMPARE(reading.unavailable, std::uint64_t{8});
        QCOMPARE(reading.largestFree, std::uint64_t{8});
        QVERIFY(reading.largestFreeRack.isValid());
        QCOMPARE(panel.bar().total(), 32.0); // everything is counted once
        QCOMPARE(reading.nodes[0].parts.front().job, std::string("train 7"));
        QCOMPARE(reading.nodes[0].parts.front().tenant, std::string("physics"));
        QVERIFY2(panel.drained().contains(QStringLiteral("bad HBM")), qPrintable(panel.drained()));
        QVERIFY2(panel.note().contains(QStringLiteral("physics 10")), qPrintable(panel.note()));
        QVERIFY2(panel.note().contains(QStringLiteral("no jobs queued")), qPrintable(panel.note()));
        const HoverText text = panel.map().explain(reading.nodes[1]);
        QVERIFY2(text.facts.front().value.contains(QStringLiteral("GPU 0, 1")), qPrintable(text.facts.front().value));
    }

    /// The later state applies, and the past is unchanged.
    void aJobThatHoldsGpusWithoutUsingThemIsNamedWithItsCost()
    {
        ScheduledCluster asked;
        asked.tell({{.allocated = 8, .job = "notebook"}, {}, {}, {}});
        AllocationPanel panel(asked.world.context());
        panel.refresh();
        QVERIFY(panel.idle().isEmpty());
        Derived found;
        found.events = {{{EntityKind::Node, 0},
                         {asked.world.now(),
                          Severity::Warning,
                          0,
                          codes::jobIdleAllocation,
                          "notebook: 8 GPUs allocated to physics on node-0000 but idle; no memory in use",
                          {.job = "notebook", .lasted = std::chrono::minutes(15), .value = 8}}}};
        asked.world.cluster.applyDerived(found);
        asked.tell({{.allocated = 8, .job = "notebook"}, {}, {}, {}});
        panel.refresh();
        QTRY_VERIFY2(
            panel.idle().startsWith(QStringLiteral("Allocated but idle: notebook: 8 GPUs allocated to physics")),
            qPrintable(panel.idle()));
        QVERIFY2(panel.idle().contains(QStringLiteral("GPU h")), qPrintable(panel.idle())); // 8 GPUs x 15 min
    }

    void itFollowsTheMomentShown()
    {
        ScheduledCluster asked;
        FakeWorld& world = asked.world;
        asked.tell({{.allocated = 8, .job = "train 7", .which = 0xFF}, {}, {}, {}});
        const TimePoint then = world.now();
        for (int second = 0; second < 10; ++second)
            asked.tell({{.allocated = 8, .job = "train 7", .which = 0xFF}, {}, {}, {}});
        asked.tell({{.allocated = 4, .job = "eval 8", .which = 0xF}, {}, {}, {.isDrained = true, .reason = "fan"}});
        AllocationPanel panel(world.context());
        QCOMPARE(panel.map().reading().nodes[0].parts.size(), std::size_t{1});
        QCOMPARE(panel.map().reading().nodes[0].parts.front().job, std::string("eval 8"));
        QCOMPARE(panel.map().reading().nodesUnavailable, std::uint64_t{1});
        world.time.setCursor(then);
        world.cluster.setViewTime(then);
        panel.refresh();
        QCOMPARE(panel.map().reading().nodes[0].parts.front().job, std::string("train 7"));
        QCOMPARE(panel.map().reading().nodesUnavailable, std::uint64_t{0});
        QVERIFY(panel.drained().isEmpty());
    }

    void eachNodeHasItsBox()
    {
        ScheduledCluster asked;
        asked.tell({{}, {}, {}, {}});
        AllocationMap map(asked.world.context());
        map.show(readAllocation(asked.world.cluster.store(), asked.world.now()));
        for (const QSize size : {QSize(600, 400), QSize(60, 400), QSize(900, 40), QSize(10, 10)}) {
            map.resize(size);
            for (std::size_t node = 0; node < 4; ++node) {
                const QRectF box = map.boxOf(node);
                QVERIFY(box.isValid());
                QCOMPARE(map.nodeAt(box.center()), &map.reading().nodes[node]);
            }
            QVERIFY(map.nodeAt({-1, -1}) == nullptr);
            (void)map.grab();
        }
    }
};

LOCKSTEP_GUI_TEST(tst_allocationpanel, TestAllocationPanel)
#include "tst_allocationpanel.moc"
