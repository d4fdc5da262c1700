// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/work/batchqueue.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockstep;

namespace {

TimePoint at(std::int64_t second)
{
    return TimePoint(std::chrono::seconds(second));
}

Batch of(std::uint32_t source, const std::string& node)
{
    Batch batch;
    batch.source = SourceId{source};
    batch.node = node;
    return batch;
}

BatchPtr tick(std::uint32_t source, std::int64_t second, const std::string& node = "n")
{
    Batch batch = of(source, node);
    batch.sequence = static_cast<std::uint64_t>(second);
    batch.tick = NodeTick{at(second), nullptr, {}, {}, {}};
    return std::make_shared<Batch>(batch);
}

BatchPtr status(std::uint32_t source, SourceState state)
{
    Batch batch = of(source, "");
    batch.status = SourceStatus{state, "peer", sourceStateName(state).data(), {}, 0};
    return std::make_shared<Batch>(batch);
}

constexpr std::size_t all = 1'000'000;

} // namespace

class TestBatchQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void batchesComeInTheOrderOfArrival();
    void noMoreIsTakenThanAsked();
    void theConsumerIsWokenOnce();
    void overloadDropsTheOldestTickOfTheSlowestSource();
    void droppedTicksOfOneNodeAreOneGap();
    void whatTravelledWithADroppedTickIsKept();
    void gapsOfOtherReasonsStayApart();
    void endlessOverloadTakesBoundedMemory();
    void statusPilesUpToABoundAndTheLastWordCounts();
    void aRestartedAgentIsNotMergedWithItsFormerSelf();
    void nothingIsLostOrDoubledBetweenThreads();
};

void TestBatchQueue::batchesComeInTheOrderOfArrival()
{
    BatchQueue queue(10);
    queue.push(tick(0, 1));
    queue.push(status(1, SourceState::Live));
    queue.push(tick(1, 1));
    const auto taken = queue.take(all);
    QCOMPARE(taken.size(), 3U);
    QVERIFY(taken[0]->tick && taken[1]->status && taken[2]->tick);
    QCOMPARE(taken[2]->source, SourceId{1});
    QCOMPARE(queue.size(), 0U);
    QVERIFY(queue.take(all).empty());
}

void TestBatchQueue::noMoreIsTakenThanAsked()
{
    BatchQueue queue(10);
    for (int second = 0; second < 5; ++second)
        queue.push(tick(0, second));
    QCOMPARE(queue.take(2).size(), 2U);
    QCOMPARE(queue.size(), 3U);
    QVERIFY(queue.take(0).empty());
    QCOMPARE(queue.take(1).front()->sequence, 2U);
}

void TestBatchQueue::theConsumerIsWokenOnce()
{
    BatchQueue queue(10);
    int wakeUps = 0;
    queue.setWakeUp([&] { ++wakeUps; });
    queue.push(tick(0, 1));
    queue.push(tick(0, 2));
    QCOMPARE(wakeUps, 1);
    (void)queue.take(all);
    queue.push(tick(0, 3));
    QCOMPARE(wakeUps, 2);
}

void TestBatchQueue::overloadDropsTheOldestTickOfTheSlowestSource()
{
    BatchQueue queue(4);
    queue.push(tick(0, 1));
    for (int second = 1; second <= 4; ++second)
        queue.push(tick(1, second));
    QCOMPARE(queue.droppedTicks(), 1U);
    const auto taken = queue.take(all);
    QCOMPARE(taken.size(), 5U);
    QVERIFY(taken[0]->tick.has_value());
    QVERIFY(!taken[1]->tick && taken[1]->gap);
    QCOMPARE(taken[1]->source, SourceId{1});
    QVERIFY(taken[1]->gap->range.contains(at(1)));
    QCOMPARE(taken[1]->gap->ticks, 1U);
}

void TestBatchQueue::droppedTicksOfOneNodeAreOneGap()
{
    BatchQueue queue(2);
    for (int second = 1; second <= 10; ++second)
        queue.push(tick(0, second));
    const auto taken = queue.take(all);
    QCOMPARE(taken.size(), 3U);
    QVERIFY(taken[0]->gap.has_value());
    QCOMPARE(taken[0]->gap->ticks, 8U);
    QVERIFY(taken[0]->gap->range.contains(at(1)) && taken[0]->gap->range.contains(at(8)));
    QVERIFY(!taken[0]->gap->range.contains(at(9)));
    QCOMPARE(taken[1]->sequence, 9U);
    QCOMPARE(taken[2]->sequence, 10U);
    QCOMPARE(queue.droppedTicks(), 8U);
}

void TestBatchQueue::whatTravelledWithADroppedTickIsKept()
{
    BatchQueue queue(1);
    auto first = std::make_shared<Batch>(*tick(0, 1));
    first->names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "forward"});
    queue.push(first);
    queue.push(tick(0, 2));
    queue.push(tick(0, 3));
    const auto taken = queue.take(all);
    QCOMPARE(taken.size(), 2U);
    QVERIFY(taken[0]->names && !taken[0]->tick);
    QCOMPARE(taken[0]->gap->ticks, 2U);
    QVERIFY(first->tick.has_value()); // pushed batches are not modified
}

void TestBatchQueue::gapsOfOtherReasonsStayApart()
{
    BatchQueue queue(1);
    Batch gap = of(0, "n");
    gap.gap = Gap{{at(0), at(1)}, 1, "agent restarted"};
    queue.push(std::make_shared<Batch>(gap));
    queue.push(tick(0, 1));
    queue.push(tick(0, 2));
    const auto taken = queue.take(all);
    QCOMPARE(taken.size(), 3U);
    QCOMPARE(taken[0]->gap->reason, std::string("agent restarted"));
    QVERIFY(taken[1]->gap->reason != taken[0]->gap->reason);
}

void TestBatchQueue::endlessOverloadTakesBoundedMemory()
{
    constexpr std::size_t capacity = 64;
    constexpr std::uint32_t sources = 8;
    BatchQueue queue(capacity);
    queue.push(status(99, SourceState::Live)); // stays at the front, so that nothing behind it can simply be popped
    std::uint64_t pushed = 0;
    for (int second = 0; second < 20'000; ++second) {
        for (std::uint32_t source = 0; source < sources; ++source) {
            queue.push(tick(source, second));
            ++pushed;
        }
        QVERIFY(queue.size() <= capacity + sources + 1);
    }
    std::uint64_t ticks = 0;
    std::uint64_t missed = 0;
    for (const BatchPtr& batch : queue.take(all)) {
        ticks += batch->tick ? 1 : 0;
        missed += batch->gap ? batch->gap->ticks : 0;
    }
    QCOMPARE(ticks, capacity);
    QCOMPARE(ticks + missed, pushed); // every pushed batch is there or counted as missing
    QCOMPARE(missed, queue.droppedTicks());
}

void TestBatchQueue::statusPilesUpToABoundAndTheLastWordCounts()
{
    BatchQueue queue(8);
    for (int round = 0; round < 1000; ++round)
        queue.push(status(3, round % 2 == 0 ? SourceState::Connecting : SourceState::Retrying));
    QVERIFY(queue.size() <= 8);
    const auto taken = queue.take(all);
    QCOMPARE(taken.back()->status->state, SourceState::Retrying);
}

void TestBatchQueue::aRestartedAgentIsNotMergedWithItsFormerSelf()
{
    BatchQueue queue(1);
    const auto introduce = [&](std::uint64_t epoch) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "n";
        identity->epoch = epoch;
        Batch batch = of(0, "n");
        batch.identity = identity;
        queue.push(std::make_shared<Batch>(batch));
    };
    introduce(1);
    introduce(1);
    QCOMPARE(queue.size(), 1U);
    introduce(2);
    QCOMPARE(queue.size(), 2U);
    QCOMPARE(queue.take(all).back()->identity->epoch, 2U);
}

void TestBatchQueue::nothingIsLostOrDoubledBetweenThreads()
{
    constexpr std::int64_t perThread = 20'000;
    BatchQueue queue(500);
    std::atomic<int> running = 3;
    std::vector<std::thread> producers;
    for (std::uint32_t source = 0; source < 3; ++source) {
        producers.emplace_back([&queue, &running, source] {
            for (std::int64_t second = 0; second < perThread; ++second)
                queue.push(tick(source, second));
            --running;
        });
    }
    std::uint64_t ticks = 0;
    std::uint64_t missed = 0;
    std::array<std::int64_t, 3> newest{-1, -1, -1};
    bool isInOrder = true;
    while (running > 0 || queue.size() > 0) {
        for (const BatchPtr& batch : queue.take(100)) {
            missed += batch->gap ? batch->gap->ticks : 0;
            if (!batch->tick)
                continue;
            ++ticks;
            const auto second = static_cast<std::int64_t>(batch->sequence);
            isInOrder &= second > newest[batch->source.value];
            newest[batch->source.value] = second;
        }
    }
    for (std::thread& producer : producers)
        producer.join();
    QVERIFY(isInOrder);
    QCOMPARE(ticks + missed, 3U * perThread);
    QCOMPARE(missed, queue.droppedTicks());
}

LOCKSTEP_TEST(tst_batchqueue, TestBatchQueue)
#include "tst_batchqueue.moc"
