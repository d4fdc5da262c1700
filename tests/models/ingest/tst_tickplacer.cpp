// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/ingest/rankquota.h"
#include "models/ingest/tickplacer.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

/// A placer with its tables.
struct Placing
{
    PlacedBatch place(Batch batch) { return placer.place(share(std::move(batch)), start); }

    MetricTable metrics;
    NameTable names;
    TickPlacer placer{1s, metrics, names};
};

} // namespace

class TestTickPlacer : public QObject
{
    Q_OBJECT

    /// The same tick, with a span of a rank of each of these jobs.
    static Batch withJobs(Batch batch, std::uint32_t from, std::uint32_t to)
    {
        auto names = std::make_shared<std::vector<std::string>>(1);
        for (std::uint32_t job = from; job <= to; ++job) {
            names->push_back("job " + std::to_string(job));
            Span span;
            span.rank = 0;
            span.lane = span.op = span.communicator = span.job = job - from + 1;
            batch.tick->spans.push_back(span);
        }
        batch.names = std::move(names);
        return batch;
    }

private Q_SLOTS:
    void whatOnlyConcernsASourceHasNoNode()
    {
        Placing placing;
        Batch batch;
        batch.status = SourceStatus{SourceState::Live, "a:1", {}, std::nullopt, 0};
        QVERIFY(!placing.place(batch).node.isValid());
    }

    void aNodeThatSpeaksBeforeItIntroducesItselfIsTheSameAfterwards()
    {
        Placing placing;
        TestNode node("n1");
        const EntityRef first = placing.place(node.tick(at(0), 1)).node;
        QVERIFY(first.isValid());
        QCOMPARE(placing.place(*node.identity(1, "A1")).node, first);
        QCOMPARE(placing.placer.topology()->name(first), std::string("n1"));
    }

    void valuesAndEntitiesHaveTheirPlaces()
    {
        Placing placing;
        TestNode first("n1");
        TestNode second("n2");
        (void)placing.place(first.tick(at(0), 1));
        const PlacedBatch placed = placing.place(second.tick(at(0), 1));
        QVERIFY(placed.tick.has_value());
        const MetricId temperature = placing.metrics.find("gpu.temperature");
        QCOMPARE(placed.tick->runs().front().metric, temperature);
        QCOMPARE(placed.tick->runs().front().firstEntity, 2U); // behind the other's two GPUs
        QCOMPARE(placed.tick->runs().front().count, 2U);
        QCOMPARE(placed.tick->entity(2, placed.node), (EntityRef{EntityKind::Gpu, 3}));
        QCOMPARE(placed.tick->entity(99, placed.node), placed.node); // points nowhere
    }

    void aTickIsNewLateOrRepeated()
    {
        Placing placing;
        TestNode node("n1");
        const Batch early = node.tick(at(0), 1);
        const Batch late = node.tick(at(1), 1);
        QCOMPARE(placing.place(early).tick->order, TickOrder::Newest);
        QCOMPARE(placing.place(node.tick(at(2), 1)).tick->order, TickOrder::Newest);
        QCOMPARE(placing.place(late).tick->order, TickOrder::Late);
        QCOMPARE(placing.place(late).tick->order, TickOrder::Repeated);
    }

    void aJobIsAnEntityFromItsFirstRanksSpanOn()
    {
        Placing placing;
        TestNode node("n1");
        const auto tick = [&](int second, std::uint32_t rank, std::vector<std::string> names, std::uint32_t job) {
            Batch batch = node.tick(at(second), 1);
            Span span;
            span.rank = rank;
            span.job = job;
            batch.tick->spans = {span, span};
            batch.names = std::make_shared<std::vector<std::string>>(std::move(names));
            return placing.place(batch);
        };
        QVERIFY(tick(0, Span::noRank, {"", "llama"}, 1).tick->jobs.empty()); // a scheduler's word
        QVERIFY(tick(1, 3, {"", "llama"}, 0).tick->jobs.empty()); // names no job
        QVERIFY(tick(2, 3, {"", "llama"}, 7).tick->jobs.empty()); // points nowhere
        QCOMPARE(placing.placer.topology()->count(EntityKind::Job), std::size_t{0});
        const PlacedBatch placed = tick(3, 3, {"", "llama"}, 1);
        QCOMPARE(placed.tick->jobs, (std::vector{EntityRef{EntityKind::Job, 0}}));
        QCOMPARE(placing.placer.topology()->name({EntityKind::Job, 0}), std::string("llama"));
        QCOMPARE(tick(4, 3, {"", "llama", "moe"}, 2).tick->jobs, (std::vector{EntityRef{EntityKind::Job, 1}}));
        QCOMPARE(tick(5, 3, {"", "llama", "moe"}, 1).tick->jobs, (std::vector{EntityRef{EntityKind::Job, 0}}));
        QCOMPARE(placing.placer.topology()->count(EntityKind::Job), std::size_t{2});
    }

    void aNodeThatInventsRanksIsLeftOutAndSaysSoOnce()
    {
        Placing placing;
        TestNode liar("n1");
        TestNode honest("n2");
        const PlacedBatch placed = placing.place(withJobs(liar.tick(at(0), 1), 1, 1500));
        QCOMPARE(placing.placer.topology()->count(EntityKind::Job), std::size_t{0});
        QCOMPARE(placed.batch->tick->spans.size(), std::size_t{0});
        QCOMPARE(placed.batch->tick->values.size(), liar.tick(at(0), 1).tick->values.size());
        QCOMPARE(placed.notices.size(), std::size_t{1});
        QCOMPARE(placed.notices.front().code, std::string(codes::agentSpansLeftOut));
        QVERIFY(placing.place(withJobs(liar.tick(at(1), 2), 1501, 3000)).notices.empty());
        // Another node may use the same names.
        const PlacedBatch other = placing.place(withJobs(honest.tick(at(1), 1), 1400, 1400));
        QCOMPARE(other.tick->jobs.size(), std::size_t{1});
        QVERIFY(other.notices.empty());
    }

    void aNodeCannotReportARankOfAnotherNode()
    {
        Placing placing;
        TestNode honest("n1");
        TestNode liar("n2");
        const auto placed = [&](TestNode& node, int second) {
            Batch batch = withJobs(node.tick(at(second), static_cast<std::uint64_t>(second) + 1), 1, 1);
            batch.received = at(second);
            return placing.place(batch);
        };
        QCOMPARE(placed(honest, 0).tick->jobs.size(), std::size_t{1});
        for (int second = 1; second <= 10; ++second) {
            const PlacedBatch lie = placed(liar, second);
            QVERIFY(lie.tick->jobs.empty());
            QCOMPARE(lie.batch->tick->spans.size(), std::size_t{1});
            QCOMPARE(lie.batch->tick->spans.front().rank, Span::noRank);
            QCOMPARE(lie.batch->tick->spans.front().job, 0U);
            QVERIFY(lie.tick->nameIds()[0].isValid()); // invalid ids crashed the past
            QVERIFY(lie.notices.empty()); // the rank may have moved
            QCOMPARE(placed(honest, second).tick->jobs.size(), std::size_t{1});
        }
        const PlacedBatch lie = placed(liar, 11);
        QCOMPARE(lie.notices.size(), std::size_t{1});
        QCOMPARE(lie.notices.front().text,
                 std::string("n2: rank 0 of job 1 is already reported by n1; spans left out of the job: 11"));
        QVERIFY(placed(liar, 12).notices.empty());
    }

    void aRankMayMove()
    {
        Placing placing;
        TestNode first("n1");
        TestNode second("n2");
        const auto jobs = [&](TestNode& node, int time) {
            Batch batch = withJobs(node.tick(at(time), static_cast<std::uint64_t>(time) + 1), 1, 1);
            batch.received = at(time);
            const PlacedBatch placed = placing.place(batch);
            return placed.notices.empty() ? placed.tick->jobs.size() : 99;
        };
        QCOMPARE(jobs(first, 0), std::size_t{1});
        QCOMPARE(jobs(second, 2), std::size_t{0});
        QCOMPARE(jobs(second, 11), std::size_t{1});
        QCOMPARE(jobs(second, 20), std::size_t{1});
        QCOMPARE(jobs(first, 1), std::size_t{1}); // late, from before the rank moved
        QCOMPARE(jobs(second, 21), std::size_t{1});
        QCOMPARE(jobs(first, 22), std::size_t{1}); // it returns
        QCOMPARE(jobs(second, 23), std::size_t{0});
    }

    void lateTicksFromBeforeARankMovedAreOfTheNodeThatHadIt()
    {
        Placing placing;
        std::array<TestNode, 3> nodes{TestNode("n1"), TestNode("n2"), TestNode("n3")};
        const auto jobs = [&](std::size_t node, int time) {
            Batch batch = withJobs(nodes.at(node).tick(at(time), static_cast<std::uint64_t>(time) + 1), 1, 1);
            batch.received = at(time < 40 && node == 1 ? 60 : time);
            return placing.place(batch).tick->jobs.size();
        };
        QCOMPARE(jobs(0, 0), std::size_t{1});
        QCOMPARE(jobs(1, 20), std::size_t{1}); // it moves, and the connection is lost
        QCOMPARE(jobs(2, 50), std::size_t{1}); // it moves again
        QCOMPARE(jobs(1, 21), std::size_t{1}); // what was missed arrives
        QCOMPARE(jobs(1, 22), std::size_t{1});
        QCOMPARE(jobs(2, 51), std::size_t{1});
        QCOMPARE(jobs(1, 52), std::size_t{0});
    }

    void aRankMayMoveAfterTheClockWasSetBack()
    {
        Placing placing;
        TestNode first("n1");
        TestNode second("n2");
        const auto jobs = [&](TestNode& node, int time, std::uint64_t sequence) {
            Batch batch = withJobs(node.tick(at(time), sequence), 1, 1);
            batch.received = at(time);
            return placing.place(batch).tick->jobs.size();
        };
        QCOMPARE(jobs(first, 7200, 1), std::size_t{1});
        QCOMPARE(jobs(second, 3600, 1), std::size_t{0});
        QCOMPARE(jobs(second, 3605, 2), std::size_t{0});
        QCOMPARE(jobs(second, 3611, 3), std::size_t{1});
    }

    void aFloodOfRanksCostsLongKnownOnesNothing()
    {
        Placing placing;
        TestNode node("n1", 8);
        const auto spansAfter = [&](int second, std::uint32_t from, std::uint32_t to) {
            Batch batch = withJobs(node.tick(at(second), static_cast<std::uint64_t>(second)), from, to);
            batch.received = at(second);
            return placing.place(batch).batch->tick->spans.size();
        };
        QCOMPARE(spansAfter(0, 1, 8), std::size_t{8});
        QCOMPARE(spansAfter(90, 1, 8), std::size_t{8});
        QCOMPARE(spansAfter(91, 100, 110), std::size_t{11}); // the flood begins below the limit
        QCOMPARE(spansAfter(92, 1, 2000), std::size_t{8});
        QCOMPARE(spansAfter(93, 100, 110), std::size_t{0});
        QCOMPARE(spansAfter(94, 1, 8), std::size_t{8});
        QCOMPARE(spansAfter(155, 3000, 3008), std::size_t{9}); // a minute after the flood new jobs count again
    }

    void aNodeWithMoreGpusMayReportMoreRanks()
    {
        for (const std::size_t gpus : {std::size_t{0}, std::size_t{8}, std::size_t{72}}) {
            TestNode node("n1", gpus);
            const std::size_t limit = RankQuota::ranksOf(node.layout().get());
            QCOMPARE(limit, gpus == 0 ? std::size_t{256} : 16 + 4 * std::min(gpus, std::size_t{64}));
            Placing placing;
            const auto most = static_cast<std::uint32_t>(limit);
            QCOMPARE(placing.place(withJobs(node.tick(at(0), 1), 1, most)).batch->tick->spans.size(), limit);
            Placing other;
            QCOMPARE(other.place(withJobs(node.tick(at(0), 1), 1, most + 1)).batch->tick->spans.size(), std::size_t{0});
        }
    }

    void whatHasNoRankIsNoRank()
    {
        Placing placing;
        TestNode scheduler("login", 0);
        Batch batch = withJobs(scheduler.tick(at(0), 1), 1, 1000);
        for (Span& span : batch.tick->spans)
            span.rank = Span::noRank;
        QCOMPARE(placing.place(batch).batch->tick->spans.size(), std::size_t{1000});
    }

    /// A desk stays open for months.
    void aNodeBringsNoMoreJobsInADayThanItsShare()
    {
        Placing placing;
        TestNode node("n1");
        const auto jobsAfter = [&](int second, std::uint32_t from, std::uint32_t to) {
            Batch batch = withJobs(node.tick(at(second), 1), from, to);
            batch.received = at(second);
            (void)placing.place(batch);
            return placing.placer.topology()->count(EntityKind::Job);
        };
        std::size_t jobs = 0;
        for (int round = 0; round < 60; ++round)
            jobs = jobsAfter(180 * round, static_cast<std::uint32_t>(20 * round + 1),
                             static_cast<std::uint32_t>(20 * round + 20));
        QVERIFY2(jobs >= 1024 && jobs < 1070, std::to_string(jobs).c_str()); // of 1,200
        QCOMPARE(jobsAfter(2 * 86'400, 5000, 5010), jobs + 11);
    }

    void namesTakeRoomOnceASpanHasThem()
    {
        Placing placing;
        TestNode node("n1");
        auto names = std::make_shared<std::vector<std::string>>();
        for (int name = 0; name < 1000; ++name)
            names->push_back(name == 0 ? std::string() : "name " + std::to_string(name));
        const auto tick = [&](int second, std::uint32_t op, std::uint32_t job) {
            Batch batch = node.tick(at(second), static_cast<std::uint64_t>(second));
            Span span;
            span.rank = 0;
            span.op = op;
            span.job = job;
            batch.tick->spans.push_back(span);
            batch.names = names;
            return placing.place(batch);
        };
        const std::size_t before = placing.names.size();
        const PlacedBatch placed = tick(1, 7, 8);
        QCOMPARE(placing.names.size(), before + 2);
        QCOMPARE(placing.names.name(placed.tick->nameIds()[7]), std::string("name 7"));
        QCOMPARE(placed.tick->jobs.size(), std::size_t{1});

        // The name table drops names, the node keeps its list, and the job stays the same.
        (void)placing.names.keepOnly({});
        placing.placer.forgetNames();
        const PlacedBatch later = tick(2, 9, 8);
        QCOMPARE(placing.names.name(later.tick->nameIds()[9]), std::string("name 9"));
        QCOMPARE(later.tick->jobs, placed.tick->jobs);
        QCOMPARE(placing.placer.topology()->count(EntityKind::Job), std::size_t{1});
    }

    void aGapIsOnOurTimeLine()
    {
        Placing placing;
        TestNode node("fast");
        Batch probe = node.empty(at(0));
        probe.clock = ClockOffset{90s, 1ms};
        (void)placing.place(probe);
        Batch tick = node.tick(at(0) + 90s, 1);
        tick.received = at(0);
        QCOMPARE(placing.place(tick).shift, Duration(90s));
        Batch gap = node.empty(at(5));
        gap.gap = Gap{{at(1) + 90s, at(4) + 90s}, 0, "agent restarted"};
        const PlacedBatch placed = placing.place(gap);
        QCOMPARE(placed.gap->range.from, at(1));
        QCOMPARE(placed.gap->range.to, at(4));
        QCOMPARE(placed.gap->ticks, std::uint64_t{3}); // that were due in it
    }

    void whatClaimsToBeOfTheFutureIsRefusedUnlessItIsAFileThatSomebodyOpened()
    {
        Placing placing;
        TestNode node("n1");
        Batch ahead = node.tick(at(0) + 24h, 1);
        ahead.received = at(0);
        ahead.clock = ClockOffset{0s, 1ms}; // a correct probe: nothing explains the time
        const PlacedBatch refused = placing.place(ahead);
        QVERIFY(refused.isRefused);
        QVERIFY(!refused.tick.has_value());
        QCOMPARE(refused.notices.size(), std::size_t{1}); // reported at once, then once per minute
        QVERIFY(placing.place(ahead).notices.empty());
        placing.placer.setTrusted(true);
        QVERIFY(placing.place(ahead).tick.has_value());
    }

    /// A scheduler's report may arrive before the nodes it mentions.
    void whoSpeaksOfAnotherNodeMakesNoneAndIsHeardOnceItHasCome()
    {
        Placing placing;
        TestNode login("login");
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 7;
        layout->metrics = {*findMetric(metrics::node::gpusAllocated)};
        layout->entities = {{EntityKind::Node, "login"}, {EntityKind::Node, "n1", EntityDescriptor::clusterScope}};
        layout->columns = {{0, {1}}};
        const auto tell = [&](int second) {
            Batch batch = login.tick(at(second), 1);
            batch.tick->layout = layout;
            batch.tick->values = {3};
            return placing.place(batch);
        };
        const PlacedBatch early = tell(0);
        QVERIFY(early.tick->runs().empty());
        QCOMPARE(placing.placer.topology()->count(EntityKind::Node), std::size_t{1});
        QCOMPARE(early.tick->entity(1, early.node), early.node);
        const EntityRef node = placing.place(TestNode("n1").tick(at(0), 1)).node;
        const PlacedBatch placed = tell(1);
        QCOMPARE(placed.tick->runs().size(), std::size_t{1});
        QCOMPARE(placed.tick->runs().front().firstEntity, node.index);
        QCOMPARE(placed.tick->entity(1, placed.node), node);
        QVERIFY(placed.tick->placement->clusterScoped().empty()); // it answers for itself
    }

    void twoThatArePutBeforeTheSameAgree()
    {
        Placing store;
        Placing recorder;
        for (int second = 0; second < 20; ++second) {
            for (const char* name : {"n1", "n2", "n3"}) {
                TestNode node(name, static_cast<std::size_t>(second % 4));
                const Batch batch = node.tick(at(second % 3 == 0 ? 0 : second), 1);
                const PlacedBatch one = store.place(batch);
                const PlacedBatch other = recorder.place(batch);
                QCOMPARE(one.node, other.node);
                QCOMPARE(one.tick->index, other.tick->index);
                QCOMPARE(one.tick->order, other.tick->order);
                QCOMPARE(one.tick->runs().size(), other.tick->runs().size());
            }
        }
        QCOMPARE(store.metrics.size(), recorder.metrics.size());
    }

    void aNewTopologyKeepsTheNamesOfRunningStreams()
    {
        Placing placing;
        TestNode node("n1");
        Batch named = node.tick(at(0), 1);
        named.names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "compute"});
        (void)placing.place(named);
        TopologyBuilder builder;
        (void)builder.addRack("A1", {});
        placing.placer.begin(builder.build());
        Batch later = node.tick(at(1), 1);
        later.tick->spans.emplace_back().op = 1;
        const PlacedBatch placed = placing.place(later);
        QCOMPARE(placed.tick->nameIds().size(), std::size_t{2});
        QCOMPARE(placing.names.name(placed.tick->nameIds()[1]), std::string("compute"));
    }
};

LOCKSTEP_TEST(tst_tickplacer, TestTickPlacer)
#include "tst_tickplacer.moc"
