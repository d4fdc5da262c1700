// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/eventcodes.h"
#include "models/ingest/placedqueue.h"
#include "models/ingest/tickplacer.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t all = 1'000'000;

/// Places batches and queues them.
struct Waiting
{
    explicit Waiting(std::size_t capacity, std::size_t bytes = all) : queue(capacity, bytes) { }
    void push(Batch batch)
    {
        queue.push(std::make_shared<const PlacedBatch>(placer.place(share(std::move(batch)), {})));
    }

    MetricTable metrics;
    NameTable names;
    TickPlacer placer{1s, metrics, names};
    PlacedQueue queue;
};

} // namespace

/// Which placed batches are dropped if the consumer is too slow, and which are not.
class TestPlacedQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDroppedTickLeavesItsGapWhereItWouldHaveStood()
    {
        Waiting waiting(1);
        TestNode node("n1");
        Batch first = node.tick(at(100), 1); // of a clock that is 100 s ahead
        first.received = at(0);
        first.clock = ClockOffset{100s, 1ms};
        waiting.push(std::move(first));
        for (int second = 1; second < 4; ++second) {
            Batch tick = node.tick(at(100 + second), 1);
            tick.received = at(second);
            waiting.push(std::move(tick));
        }
        const auto left = waiting.queue.take(all);
        QCOMPARE(left.size(), std::size_t{2});
        QVERIFY(!left.front()->tick && !left.front()->batch->tick && left.front()->gap);
        QCOMPARE(left.front()->gap->range.from, at(0));
        QCOMPARE(left.front()->gap->range.to, at(3));
        QCOMPARE(left.front()->gap->ticks, std::uint64_t{3});
        QVERIFY(left.front()->batch->clock.has_value());
        QCOMPARE(left.back()->tick->time, at(3));
        QCOMPARE(waiting.queue.droppedTicks(), std::uint64_t{3});
    }

    void nobodyMissesATickThatWasRefused()
    {
        Waiting waiting(1);
        TestNode node("n1");
        for (int tick = 0; tick < 2; ++tick) {
            Batch lie = node.tick(at(30.0 * 86'400), 1);
            lie.clock = ClockOffset{0ms, 1ms};
            lie.received = at(tick);
            waiting.push(std::move(lie));
        }
        const auto left = waiting.queue.take(all);
        QVERIFY(left.back()->isRefused);
        for (const PlacedBatchPtr& each : left)
            QVERIFY(!each->gap);
    }

    void whatWasSaidOfANodeStaysAndIsBounded()
    {
        Waiting waiting(1, 4096);
        TestNode node("n1");
        const auto gpus = *node.layout();
        for (std::uint32_t id = 1; id <= 200; ++id) { // each has a metric that is known for another kind of entity
            auto layout = std::make_shared<NodeLayout>(gpus);
            layout->id = id;
            layout->metrics[2].name = "gpu.temperature";
            node.setLayout(std::move(layout));
            waiting.push(node.tick(at(id), 1));
        }
        QVERIFY(waiting.queue.bytes() < 16'384);
        std::size_t notices = 0;
        std::uint64_t missing = 0;
        for (const PlacedBatchPtr& each : waiting.queue.take(all)) {
            notices += static_cast<std::size_t>(
                std::ranges::count(each->notices, codes::storeMetricConflict, &Event::code));
            missing += each->gap ? each->gap->ticks : 0;
        }
        QVERIFY(notices > 0 && notices < 30);
        QCOMPARE(missing, std::uint64_t{199});
    }
};

LOCKSTEP_TEST(tst_placedqueue, TestPlacedQueue)
#include "tst_placedqueue.moc"
