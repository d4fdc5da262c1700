// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/work/batchqueue.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

constexpr std::size_t mebi = 1U << 20U;
constexpr std::size_t everything = 1'000'000;

BatchPtr tickOfValues(std::uint32_t source, std::uint64_t sequence, std::size_t values)
{
    auto batch = std::make_shared<Batch>();
    batch->source = SourceId{source};
    batch->node = "n" + std::to_string(source);
    batch->sequence = sequence;
    batch->tick = NodeTick{TimePoint(std::chrono::seconds(sequence)), nullptr, std::vector<float>(values), {}, {}};
    return batch;
}

std::uint64_t ticksOf(const std::vector<BatchPtr>& batches, std::uint32_t source)
{
    return static_cast<std::uint64_t>(std::ranges::count_if(
        batches, [source](const BatchPtr& batch) { return batch->source == SourceId{source} && batch->tick; }));
}

} // namespace

/// Queued data is bounded in bytes, and sources that use most of it lose data first.
class TestQueueBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewTicksOfManyBytesDoNotPushOutTheOthers()
    {
        BatchQueue queue(100'000, 16 * mebi);
        for (std::uint64_t sequence = 1; sequence <= 500; ++sequence) {
            queue.push(tickOfValues(0, sequence, 200)); // honest
            queue.push(tickOfValues(1, sequence, mebi)); // 4 MiB each
            QVERIFY(queue.bytes() <= 16 * mebi + 64 * 1024);
        }
        const auto taken = queue.take(everything);
        QCOMPARE(ticksOf(taken, 0), 500U);
        QVERIFY(ticksOf(taken, 1) <= 4);
        QCOMPARE(queue.droppedTicks() + ticksOf(taken, 1), 500U);
        QCOMPARE(queue.bytes(), std::size_t{0});
        std::uint64_t missing = 0;
        for (const BatchPtr& batch : taken)
            missing += batch->gap ? batch->gap->ticks : 0;
        QCOMPARE(missing, queue.droppedTicks());
    }

    void namesThatGrowWithEachTickTakeNoMore()
    {
        BatchQueue queue(100'000, 16 * mebi);
        for (std::uint64_t sequence = 1; sequence <= 2000; ++sequence) {
            auto batch = std::make_shared<Batch>(*tickOfValues(1, sequence, 1));
            batch->names = std::make_shared<const std::vector<std::string>>(10'000);
            queue.push(batch);
        }
        QVERIFY(queue.bytes() <= 3 * 16 * mebi);
        const auto taken = queue.take(everything);
        // Whatever was dropped, the newest tick follows the newest names.
        QVERIFY(taken.back()->tick && taken.back()->sequence == 2000);
    }

    void introductionsOfEverNewRunsTakeNoMore()
    {
        BatchQueue queue(100'000, mebi);
        auto identity = std::make_shared<NodeIdentity>();
        identity->inventory.assign(100, {"collector", true, std::string(1000, 'x')});
        for (std::uint64_t run = 1; run <= 1000; ++run) {
            auto own = std::make_shared<NodeIdentity>(*identity);
            own->epoch = run;
            auto batch = std::make_shared<Batch>();
            batch->node = "n";
            batch->identity = own;
            queue.push(batch);
        }
        QVERIFY(queue.bytes() <= 2 * mebi);
        QCOMPARE(queue.take(everything).back()->identity->epoch, 1000U);
    }
};

LOCKSTEP_TEST(tst_queuebytes, TestQueueBytes)
#include "tst_queuebytes.moc"
