// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/waitsplit.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr Duration transferTime = 50us;

/// All-reduces that every rank leaves at the same moment, as with synchronising collectives.
struct Cluster
{
    explicit Cluster(std::uint32_t rankCount) : offsets(rankCount)
    {
        for (std::uint32_t rank = 0; rank < rankCount; ++rank)
            trace.participants.push_back({static_cast<std::int32_t>(rank), "file", true, {}, 0});
        trace.communicators.push_back({"world", rankCount, {}, true, false});
    }

    void collective(const std::vector<Duration>& arrivals)
    {
        const auto end = *std::ranges::max_element(arrivals) + transferTime;
        for (std::uint32_t rank = 0; rank < arrivals.size(); ++rank) {
            CollectiveOp op;
            op.participant = rank;
            op.member = static_cast<std::int32_t>(rank);
            op.kind = CollectiveKind::AllReduce;
            op.sequence = sequence;
            op.start = TimePoint(time + arrivals[rank] + offsets[rank]);
            op.duration = end - arrivals[rank];
            op.bytes = 1'000'000;
            trace.ops.push_back(op);
        }
        ++sequence;
        time += end + 1ms;
    }

    [[nodiscard]] WaitAnalysis analyse() const { return analyseWaits(trace, matchCollectives(trace)); }

    CollectiveTrace trace;
    std::vector<Duration> offsets; ///< of each rank's clock
    std::int64_t sequence = 0;
    Duration time = 1s;
};

Cluster withStraggler(std::uint32_t rankCount, std::uint32_t straggler, int collectives)
{
    Cluster cluster(rankCount);
    std::mt19937 random(11);
    for (int i = 0; i < collectives; ++i) {
        std::vector<Duration> arrivals;
        for (std::uint32_t rank = 0; rank < rankCount; ++rank)
            arrivals.push_back(std::chrono::microseconds(random() % 100 + (rank == straggler ? 500 : 0)));
        cluster.collective(arrivals);
    }
    return cluster;
}

} // namespace

class WaitSplitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLastToArriveIsNotTheLongestInside();
    void waitAndTransferAddUpToTheDuration();
    void theStragglerIsNamed();
    void clocksApartDoNotChangeWhoCameLast();
    void withoutStartsTheShortestDurationTells();
    void chanceAloneNamesNobody();
    void loneRanksHaveNoWait();
    void bandwidthComesFromTheTransfer();
    void partsThatNeverMetAreNotOneCollective();
    void theOrderOfOpsDoesNotMatter();
};

void WaitSplitTest::theLastToArriveIsNotTheLongestInside()
{
    Cluster cluster(3);
    cluster.collective({0us, 10us, 400us});
    const auto waits = cluster.analyse();
    QCOMPARE(waits.collectives.size(), std::size_t{1});
    QCOMPARE(waits.collectives[0].last, 2U);
    QCOMPARE(waits.collectives[0].transfer, transferTime);
    QCOMPARE(waits.participants[0].wait.count(), 400.0);
    QCOMPARE(waits.participants[2].wait.count(), 0.0);
    QCOMPARE(waits.participants[2].caused.count(), 790.0);
    QVERIFY(waits.collectives[0].byClock);
}

void WaitSplitTest::waitAndTransferAddUpToTheDuration()
{
    const auto cluster = withStraggler(5, 1, 40);
    const auto waits = cluster.analyse();
    double transfer = 0;
    for (const auto& collective : waits.collectives)
        transfer += Microseconds(collective.transfer).count();
    for (const auto& participant : waits.participants)
        QCOMPARE(participant.wait.count() + transfer, participant.collective.count());
    double caused = 0;
    double waited = 0;
    std::uint64_t last = 0;
    for (const auto& participant : waits.participants) {
        caused += participant.caused.count();
        waited += participant.wait.count();
        last += participant.lastArrivals;
    }
    QCOMPARE(caused, waited);
    QCOMPARE(last, std::uint64_t{40});
}

void WaitSplitTest::theStragglerIsNamed()
{
    const auto waits = withStraggler(8, 6, 50).analyse();
    QCOMPARE(waits.stragglers, std::vector<std::uint32_t>{6});
    QCOMPARE(withStraggler(2, 1, 50).analyse().stragglers, std::vector<std::uint32_t>{1});
}

void WaitSplitTest::clocksApartDoNotChangeWhoCameLast()
{
    auto apart = Cluster(4);
    apart.offsets = {0ms, 70ms, -30ms, 5ms};
    std::mt19937 random(5);
    for (int i = 0; i < 30; ++i)
        apart.collective(
            {0us, std::chrono::microseconds(random() % 200), 600us, std::chrono::microseconds(random() % 100)});
    const auto waits = apart.analyse();
    QVERIFY(waits.clocks.quality == ClockOffsets::Quality::Corrected);
    QCOMPARE(waits.participants[2].lastArrivals, std::uint64_t{30});
    QCOMPARE(waits.stragglers, std::vector<std::uint32_t>{2});
    QCOMPARE(waits.clocks.offset[1] - waits.clocks.offset[0], Duration(70ms));
}

void WaitSplitTest::withoutStartsTheShortestDurationTells()
{
    auto cluster = withStraggler(4, 3, 20);
    const auto withStarts = cluster.analyse();
    for (auto& op : cluster.trace.ops)
        op.start.reset();
    const auto without = cluster.analyse();
    QVERIFY(without.clocks.quality == ClockOffsets::Quality::Unknown);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        QCOMPARE(without.participants[rank].lastArrivals, withStarts.participants[rank].lastArrivals);
        QCOMPARE(without.participants[rank].wait.count(), withStarts.participants[rank].wait.count());
    }
    QVERIFY(!without.collectives[0].byClock);
}

void WaitSplitTest::chanceAloneNamesNobody()
{
    Cluster cluster(8);
    std::mt19937 random(99);
    for (int i = 0; i < 400; ++i) {
        std::vector<Duration> arrivals;
        for (int rank = 0; rank < 8; ++rank)
            arrivals.push_back(std::chrono::microseconds(random() % 1000));
        cluster.collective(arrivals);
    }
    QVERIFY(cluster.analyse().stragglers.empty());
}

void WaitSplitTest::loneRanksHaveNoWait()
{
    auto cluster = withStraggler(2, 1, 10);
    std::erase_if(cluster.trace.ops, [](const auto& op) { return op.participant == 1; });
    const auto waits = cluster.analyse();
    QVERIFY(waits.collectives.empty());
    QCOMPARE(waits.participants[0].matched, std::uint64_t{0});
    QVERIFY(waits.participants[0].collective.count() > 0);
    QVERIFY(waits.isBandwidthOfSingleRanks);
}

void WaitSplitTest::bandwidthComesFromTheTransfer()
{
    Cluster cluster(2);
    cluster.collective({0us, 300us});
    const auto waits = cluster.analyse();
    QVERIFY(waits.busBandwidth.has_value());
    QCOMPARE(*waits.busBandwidth, 1e6 / 50e-6); // factor 2 (n - 1) / n is 1 for two ranks
}

void WaitSplitTest::partsThatNeverMetAreNotOneCollective()
{
    auto cluster = withStraggler(2, 1, 20);
    // Rank 1's record of one is lost. By order alone, it would be matched with the next one.
    std::erase_if(cluster.trace.ops, [](const auto& op) { return op.participant == 1 && op.sequence == 15; });
    for (auto& op : cluster.trace.ops)
        op.sequence = CollectiveOp::noSequence;
    cluster.trace.communicators[0].isInferred = true;
    const auto waits = cluster.analyse();
    QCOMPARE(waits.collectives.size(), std::size_t{15});
    QCOMPARE(waits.doubtful, std::uint64_t{4});
}

void WaitSplitTest::theOrderOfOpsDoesNotMatter()
{
    auto cluster = withStraggler(6, 2, 60);
    const auto before = cluster.analyse();
    std::ranges::shuffle(cluster.trace.ops, std::mt19937(8));
    const auto after = cluster.analyse();
    for (std::size_t rank = 0; rank < 6; ++rank) {
        QCOMPARE(after.participants[rank].wait.count(), before.participants[rank].wait.count());
        QCOMPARE(after.participants[rank].lastArrivals, before.participants[rank].lastArrivals);
    }
    QCOMPARE(after.stragglers, before.stragglers);
}

LOCKSTEP_TEST(tst_waitsplit, WaitSplitTest)
#include "tst_waitsplit.moc"
