// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/hangtext.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using Ranks = std::vector<std::int32_t>;

namespace {

/// The dumps of a job that has timed out.
class Dumps
{
public:
    explicit Dumps(std::int32_t count)
    {
        for (std::int32_t rank = 0; rank < count; ++rank)
            trace.participants.push_back({rank, "dump", true, {}, 0});
    }

    std::uint32_t group(const std::string& name, Ranks members)
    {
        const auto size = static_cast<std::uint32_t>(members.size());
        trace.communicators.push_back({name, size, std::move(members), false, false, {}});
        return static_cast<std::uint32_t>(trace.communicators.size() - 1);
    }

    std::uint32_t pair(const std::string& group, std::int32_t from, std::int32_t to)
    {
        const auto made = this->group(group + " pair", {std::min(from, to), std::max(from, to)});
        trace.communicators[made].group = group;
        return made;
    }

    CollectiveOp& add(std::uint32_t communicator, std::int32_t rank, std::int64_t sequence, OpState state)
    {
        CollectiveOp op;
        op.communicator = communicator;
        op.participant = participantOf(rank);
        op.member = rank;
        op.sequence = sequence;
        op.kind = CollectiveKind::AllReduce;
        op.state = state;
        op.handedOver = TimePoint(std::chrono::seconds(++m_clock));
        return trace.ops.emplace_back(op);
    }
    CollectiveOp& waits(std::uint32_t communicator, std::int32_t rank, std::int64_t sequence)
    {
        return add(communicator, rank, sequence, OpState::Scheduled);
    }
    void waitsForTransfer(std::uint32_t pair, std::int32_t rank, CollectiveKind kind)
    {
        waits(pair, rank, CollectiveOp::noSequence).kind = kind;
    }
    void progress(std::uint32_t communicator, std::int32_t rank, std::int64_t entered, std::int64_t completed)
    {
        trace.progress.push_back({participantOf(rank), trace.communicators[communicator].name, entered, completed});
    }
    void empty(std::int32_t rank) { trace.participants[participantOf(rank)].isEmptyDump = true; }
    void remove(std::int32_t rank) { trace.participants[participantOf(rank)].rank.reset(); }

    [[nodiscard]] HangVerdict verdict() const { return findHang(trace, matchCollectives(trace)); }

    CollectiveTrace trace;

private:
    [[nodiscard]] std::uint32_t participantOf(std::int32_t rank) const
    {
        return static_cast<std::uint32_t>(std::ranges::find(trace.participants, std::optional(rank), &Participant::rank)
                                          - trace.participants.begin());
    }

    std::int64_t m_clock = 0;
};

Ranks named(const HangVerdict& verdict)
{
    Ranks ranks;
    for (const auto& suspect : verdict.suspects)
        ranks.push_back(suspect.rank);
    return ranks;
}

Ranks upTo(std::int32_t count)
{
    Ranks ranks;
    for (std::int32_t rank = 0; rank < count; ++rank)
        ranks.push_back(rank);
    return ranks;
}

} // namespace

class HangVerdictTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whereNothingIsPendingNothingHangs()
    {
        Dumps dumps(2);
        const auto world = dumps.group("world", {0, 1});
        for (const std::int32_t rank : {0, 1})
            dumps.add(world, rank, 1, OpState::Completed);
        QVERIFY(dumps.verdict().kind == HangVerdict::Kind::NoHang);
        QVERIFY(hangSentences(dumps.trace, dumps.verdict()).empty());
    }

    void theRankThatNeverEnteredIsNamed()
    {
        Dumps dumps(3);
        const auto world = dumps.group("world", {0, 1, 2});
        for (const std::int32_t rank : {0, 1, 2})
            dumps.add(world, rank, 1, OpState::Completed);
        dumps.waits(world, 0, 2);
        dumps.waits(world, 2, 2);
        const auto verdict = dumps.verdict();
        QCOMPARE(named(verdict), Ranks{1});
        QVERIFY(verdict.suspects[0].reason == SuspectReason::NeverEntered);
        QCOMPARE(verdict.suspects[0].place.sequence, std::int64_t{2});
        QCOMPARE(verdict.suspects[0].place.waiting, 2U);
        QCOMPARE(hangSentences(dumps.trace, verdict),
                 std::vector<std::string>{"rank 1 never entered all_reduce #2 of world (2 ranks wait in it)"});
    }

    void aRankWhoseRingHasLostTheEntryIsNotMissing()
    {
        Dumps dumps(3);
        const auto world = dumps.group("world", {0, 1, 2});
        dumps.waits(world, 0, 1);
        dumps.waits(world, 0, 2);
        dumps.waits(world, 1, 2); // its dump no longer contains the first one
        dumps.progress(world, 2, 2, 2);
        QCOMPARE(named(dumps.verdict()), (Ranks{0, 1})); // all entered; one completed what the others have not
    }

    void aRankWithoutAPendingEntryThatGotAsFarIsNotMissing()
    {
        Dumps dumps(4);
        const auto world = dumps.group("world", {0, 1, 2, 3});
        const auto other = dumps.group("other", {0, 1});
        dumps.waits(world, 0, 7);
        dumps.waits(world, 2, 7);
        dumps.waits(other, 1, 3);
        dumps.progress(world, 1, 7, 6);
        dumps.progress(world, 3, 6, 6);
        dumps.progress(other, 0, 3, 2);
        QCOMPARE(named(dumps.verdict()), Ranks{3});
    }

    void aRankThatIsBlockedInAnotherGroupIsAVictim()
    {
        // 4 and 5 are one tensor-parallel group; 5 has stopped. 4 waits there, so it never enters the next group.
        Dumps dumps(6);
        const auto data = dumps.group("data", {0, 4});
        const auto tensor = dumps.group("tensor", {4, 5});
        dumps.waits(data, 0, 9);
        dumps.progress(data, 4, 8, 8);
        dumps.waits(tensor, 4, 20);
        dumps.progress(tensor, 5, 19, 19);
        dumps.empty(5);
        const auto verdict = dumps.verdict();
        QCOMPARE(named(verdict), Ranks{5});
        QVERIFY(verdict.suspects[0].reason == SuspectReason::EmptyDump);
        QCOMPARE(verdict.others, Ranks{4});
        QCOMPARE(hangSentences(dumps.trace, verdict).at(1),
                 std::string("rank 4 did not enter other collectives, because it is waiting for this rank"));
    }

    void dependenciesAreFollowedThroughTransfers()
    {
        // 0 is missing from its group because it waits to receive from 1, which is missing from another group.
        Dumps dumps(4);
        const auto first = dumps.group("first", {0, 2});
        const auto second = dumps.group("second", {1, 3});
        const auto pair = dumps.pair("pipeline", 1, 0);
        dumps.waitsForTransfer(pair, 0, CollectiveKind::Recv);
        dumps.waits(first, 2, 5);
        dumps.progress(first, 0, 4, 4);
        dumps.waits(second, 3, 5);
        dumps.progress(second, 1, 4, 4);
        const auto verdict = dumps.verdict();
        QCOMPARE(named(verdict), Ranks{1});
        QCOMPARE(verdict.others, Ranks{0});
    }

    void aRankHeldUpByAnEarlierCollectiveHoldsUpTheNext()
    {
        // All of "wide" entered it, but 1 had entered "narrow" before, where 2 is missing. 0 is missing from "tail".
        Dumps dumps(5);
        const auto narrow = dumps.group("narrow", {1, 2});
        const auto wide = dumps.group("wide", {0, 1});
        const auto tail = dumps.group("tail", {0, 3});
        dumps.waits(narrow, 1, 3);
        dumps.progress(narrow, 2, 2, 2);
        dumps.waits(wide, 1, 8);
        dumps.waits(wide, 0, 8);
        dumps.waits(tail, 3, 4);
        dumps.progress(tail, 0, 3, 3);
        QCOMPARE(named(dumps.verdict()), Ranks{2});
    }

    void ofTransfersAloneTheSideThatDidNotComeIsNamed()
    {
        Dumps dumps(3);
        const auto first = dumps.pair("pipeline", 0, 1);
        const auto second = dumps.pair("pipeline", 1, 2);
        dumps.waitsForTransfer(first, 1, CollectiveKind::Recv);
        dumps.waitsForTransfer(second, 2, CollectiveKind::Recv);
        const auto verdict = dumps.verdict();
        QCOMPARE(named(verdict), Ranks{0});
        QVERIFY(verdict.suspects[0].reason == SuspectReason::NoTransfer);
        QCOMPARE(hangSentences(dumps.trace, verdict).front(),
                 std::string("rank 0 never entered its side of recv of pipeline pair (1 rank waits in it)"));
    }

    void aRankWithoutADumpIsTheFirstSuspect()
    {
        Dumps dumps(8);
        const auto world = dumps.group("world", upTo(8));
        for (const std::int32_t rank : {0, 1, 2, 3, 4, 6, 7})
            dumps.waits(world, rank, 5);
        dumps.remove(5);
        const auto verdict = dumps.verdict();
        QCOMPARE(named(verdict), Ranks{5});
        QVERIFY(verdict.suspects[0].reason == SuspectReason::NoDump);
    }

    void whereMostDumpsAreElsewhereNobodyIsNamedForIt()
    {
        Dumps dumps(8);
        const auto world = dumps.group("world", upTo(8));
        dumps.waits(world, 0, 5);
        dumps.waits(world, 1, 5);
        for (std::int32_t rank = 2; rank < 8; ++rank)
            dumps.remove(rank);
        const auto verdict = dumps.verdict();
        QVERIFY(verdict.kind == HangVerdict::Kind::DumpsElsewhere);
        QVERIFY(verdict.suspects.empty());
        QCOMPARE(
            hangSentences(dumps.trace, verdict).front(),
            std::string("cannot determine which rank blocks the others: all_reduce #5 of world (2 ranks wait in it); "
                        "6 of its ranks left no dump here"));
    }

    void ranksThatWaitForEachOtherAreADeadlock()
    {
        Dumps dumps(2);
        const auto first = dumps.group("first", {0, 1});
        const auto second = dumps.group("second", {0, 1});
        dumps.waits(first, 0, 1);
        dumps.progress(second, 0, 0, 0);
        dumps.waits(second, 1, 1);
        dumps.progress(first, 1, 0, 0);
        const auto verdict = dumps.verdict();
        QVERIFY(verdict.kind == HangVerdict::Kind::Deadlock);
        QCOMPARE(named(verdict), (Ranks{0, 1}));
    }

    void aDozenIsNotNamed()
    {
        Dumps dumps(16);
        const auto world = dumps.group("world", upTo(16));
        for (std::int32_t rank = 0; rank < 4; ++rank)
            dumps.waits(world, rank, 5);
        for (std::int32_t rank = 4; rank < 16; ++rank)
            dumps.progress(world, rank, 4, 4);
        const auto verdict = dumps.verdict();
        QVERIFY(verdict.kind == HangVerdict::Kind::TooMany);
        QVERIFY(verdict.suspects.empty());
        QVERIFY(hangSentences(dumps.trace, verdict).front().starts_with("cannot determine"));
    }

    void whereAllEnteredNobodyIsNamed()
    {
        Dumps dumps(4);
        const auto world = dumps.group("world", upTo(4));
        for (std::int32_t rank = 0; rank < 4; ++rank)
            dumps.waits(world, rank, 5);
        const auto verdict = dumps.verdict();
        QVERIFY(verdict.kind == HangVerdict::Kind::AllEntered);
        QVERIFY(verdict.suspects.empty());
        QCOMPARE(verdict.place.value_or(HangPlace{}).sequence, std::int64_t{5});
    }

    void aRankThatHasNotCompletedWhatItsPeersHaveIsNamed()
    {
        Dumps dumps(8);
        const auto world = dumps.group("world", upTo(8));
        dumps.waits(world, 3, 5);
        for (std::int32_t rank = 0; rank < 8; ++rank)
            dumps.waits(world, rank, 6);
        for (std::int32_t rank = 0; rank < 8; ++rank)
            dumps.progress(world, rank, 6, rank == 3 ? 4 : 5);
        const auto verdict = dumps.verdict();
        QCOMPARE(named(verdict), Ranks{3});
        QVERIFY(verdict.suspects[0].reason == SuspectReason::NotCompleted);
        QCOMPARE(verdict.suspects[0].place.sequence, std::int64_t{5});
    }

    void differentOperationsAreAMismatch()
    {
        Dumps dumps(2);
        const auto world = dumps.group("world", {0, 1});
        dumps.waits(world, 0, 5);
        dumps.waits(world, 1, 5).kind = CollectiveKind::AllGather;
        const auto verdict = dumps.verdict();
        QVERIFY(verdict.kind == HangVerdict::Kind::Mismatch);
        QVERIFY(verdict.kindsDiffer);
    }

    /// A dump has one number for a group's collectives and transfers, which is ambiguous if a group has both.
    void whatADumpStatesOfAGroupWithTransfersIsNotUsed()
    {
        Dumps dumps(3);
        const auto world = dumps.group("world", {0, 1, 2});
        (void)dumps.pair("world", 0, 1);
        dumps.waits(world, 0, 5);
        dumps.waits(world, 2, 5);
        dumps.progress(world, 1, 900, 900); // transfers
        dumps.empty(1);
        QCOMPARE(named(dumps.verdict()), Ranks{1});
    }
};

LOCKSTEP_TEST(tst_hangverdict, HangVerdictTest)
#include "tst_hangverdict.moc"
