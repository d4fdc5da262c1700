// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/collectivematch.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lockstep;

namespace {

CollectiveTrace ranks(std::uint32_t count)
{
    CollectiveTrace trace;
    for (std::uint32_t rank = 0; rank < count; ++rank)
        trace.participants.push_back({static_cast<std::int32_t>(rank), "file", true, {}, 0});
    trace.communicators.push_back({"world", count, {}, true, false});
    return trace;
}

CollectiveOp& add(CollectiveTrace& trace, std::uint32_t rank, std::int64_t sequence, std::int64_t startMicroseconds = 0,
                  std::int64_t microseconds = 10)
{
    CollectiveOp op;
    op.participant = rank;
    op.member = static_cast<std::int32_t>(rank);
    op.sequence = sequence;
    op.kind = CollectiveKind::AllReduce;
    op.start = TimePoint(std::chrono::microseconds(startMicroseconds));
    op.duration = std::chrono::microseconds(microseconds);
    trace.ops.push_back(op);
    return trace.ops.back();
}

} // namespace

class CollectiveMatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opsMatchBySequenceWhateverTheirTimes();
    void communicatorsAreKeptApart();
    void opsWithoutSequenceMatchByStart();
    void aMissingRankIsAResult();
    void anExtraRankIsAResult();
    void kindShapeAndStateAreCompared();
    void aSequenceUsedTwiceMatchesInOrder();
    void theOrderOfOpsDoesNotMatter();
    void namesAreUnderstood_data();
    void namesAreUnderstood();
    void busFactorsFollowNcclTests();
};

void CollectiveMatchTest::opsMatchBySequenceWhateverTheirTimes()
{
    auto trace = ranks(2);
    add(trace, 0, 7, 100);
    add(trace, 0, 8, 200);
    add(trace, 1, 8, 5000);
    add(trace, 1, 7, 4000);
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches.size(), std::size_t{2});
    QCOMPARE(matches.matches[0].sequence, std::int64_t{7});
    QCOMPARE(matches.opsOf(matches.matches[0]).size(), std::size_t{2});
    QCOMPARE(matches.opsOf(matches.matches[0])[1], 3U);
}

void CollectiveMatchTest::communicatorsAreKeptApart()
{
    auto trace = ranks(2);
    trace.communicators.push_back({"other", 2, {}, true, false});
    add(trace, 0, 1);
    add(trace, 1, 1).communicator = 1;
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches.size(), std::size_t{2});
    QCOMPARE(matches.matches[0].missing, 1U);
}

void CollectiveMatchTest::opsWithoutSequenceMatchByStart()
{
    auto trace = ranks(2);
    add(trace, 0, CollectiveOp::noSequence, 300);
    add(trace, 0, CollectiveOp::noSequence, 100);
    add(trace, 1, CollectiveOp::noSequence, 110);
    add(trace, 1, CollectiveOp::noSequence, 310);
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches.size(), std::size_t{2});
    const auto first = matches.opsOf(matches.matches[0]);
    QCOMPARE(first[0], 1U);
    QCOMPARE(first[1], 2U);
}

void CollectiveMatchTest::aMissingRankIsAResult()
{
    auto trace = ranks(4);
    add(trace, 0, 1);
    add(trace, 2, 1);
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches[0].missing, 2U);
    const auto missing = missingMembers(trace, matches, matches.matches[0], 10);
    QCOMPARE(missing, (std::vector<std::int32_t>{1, 3}));
    QCOMPARE(missingMembers(trace, matches, matches.matches[0], 1).size(), std::size_t{1});
}

void CollectiveMatchTest::anExtraRankIsAResult()
{
    auto trace = ranks(3);
    trace.communicators[0] = {"pair", 2, {0, 1}, false, false};
    for (std::uint32_t rank = 0; rank < 3; ++rank)
        add(trace, rank, 1);
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches[0].extra, 1U);
    QCOMPARE(matches.matches[0].missing, 0U);
}

void CollectiveMatchTest::kindShapeAndStateAreCompared()
{
    auto trace = ranks(2);
    trace.shapes.push_back("[3, 4] Float");
    add(trace, 0, 1);
    add(trace, 1, 1).kind = CollectiveKind::Broadcast;
    add(trace, 0, 2);
    add(trace, 1, 2).shape = 1;
    add(trace, 0, 3);
    add(trace, 1, 3).state = OpState::Scheduled;
    add(trace, 0, 4);
    add(trace, 1, 4);
    const auto matches = matchCollectives(trace);
    QVERIFY(matches.matches[0].kindsDiffer);
    QVERIFY(matches.matches[1].shapesDiffer && !matches.matches[1].kindsDiffer);
    QVERIFY(matches.matches[2].statesDiffer);
    const auto& same = matches.matches[3];
    QVERIFY(!same.kindsDiffer && !same.shapesDiffer && !same.statesDiffer);
}

void CollectiveMatchTest::aSequenceUsedTwiceMatchesInOrder()
{
    auto trace = ranks(2);
    add(trace, 0, 1, 10);
    add(trace, 0, 1, 20);
    add(trace, 1, 1, 21);
    add(trace, 1, 1, 11);
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches.size(), std::size_t{2});
    QCOMPARE(matches.opsOf(matches.matches[1])[1], 2U);
}

void CollectiveMatchTest::theOrderOfOpsDoesNotMatter()
{
    auto trace = ranks(4);
    for (int i = 0; i < 50; ++i) {
        for (std::uint32_t rank = 0; rank < 4; ++rank)
            add(trace, rank, i % 7 == 0 ? 5 : i, i * 100 + rank);
    }
    const auto describe = [](const CollectiveTrace& of) {
        const auto matches = matchCollectives(of);
        std::vector<std::int64_t> text;
        for (const auto& match : matches.matches) {
            text.push_back(match.sequence);
            for (const auto op : matches.opsOf(match))
                text.push_back(of.ops[op].start->time_since_epoch().count());
        }
        return text;
    };
    const auto before = describe(trace);
    std::ranges::shuffle(trace.ops, std::mt19937(3));
    QCOMPARE(describe(trace), before);
}

void CollectiveMatchTest::namesAreUnderstood_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, CollectiveKind kind) {
        QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(kind);
    };
    row("ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm*, unsigned long, ncclWork*)", CollectiveKind::AllReduce);
    row("ncclKernel_ReduceScatter_RING_LL_Sum_float(ncclWorkElem)", CollectiveKind::ReduceScatter);
    row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", CollectiveKind::Generic);
    row("nccl:_all_gather_base", CollectiveKind::AllGather);
    row("_reduce_scatter_base", CollectiveKind::ReduceScatter);
    row("all_to_allv", CollectiveKind::AllToAll);
    row("nccl:send 1->2", CollectiveKind::Send);
    row("Broadcast", CollectiveKind::Broadcast);
    row("nccl:reduce", CollectiveKind::Reduce);
    row("record_param_comms", CollectiveKind::Generic);
}

void CollectiveMatchTest::namesAreUnderstood()
{
    QFETCH(QString, name);
    QFETCH(int, kind);
    QCOMPARE(static_cast<int>(collectiveKindFromName(name.toStdString())), kind);
}

void CollectiveMatchTest::busFactorsFollowNcclTests()
{
    QCOMPARE(busBandwidthFactor(CollectiveKind::AllReduce, 8), 1.75);
    QCOMPARE(busBandwidthFactor(CollectiveKind::AllGather, 8), 0.875);
    QCOMPARE(busBandwidthFactor(CollectiveKind::Send, 2), 1.0);
    QCOMPARE(busBandwidthFactor(CollectiveKind::AllReduce, 1), 0.0);
}

LOCKSTEP_TEST(tst_collectivematch, CollectiveMatchTest)
#include "tst_collectivematch.moc"
