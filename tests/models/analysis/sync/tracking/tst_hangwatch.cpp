// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/hangwatch.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;

/// Ranks that are missing from collectives in which others wait, according to the ranks' reports.
class TestHangWatch : public QObject
{
    Q_OBJECT

    static constexpr std::uint32_t group = 7;
    static constexpr std::uint32_t ranks = 4;

    /// Ranks that have completed one collective together, which ended at 10 s.
    class Ranks
    {
    public:
        Ranks()
        {
            for (std::uint32_t lane = 0; lane < ranks; ++lane) {
                m_watch.addLane();
                m_watch.add(span(SpanKind::Collective, lane, 9.9, 10, 0));
            }
        }
        /// Reports that it waits in the next collective.
        void wait(std::uint32_t lane, double at, RankMarker word = RankMarker::None)
        {
            SyncSpan marker = span(SpanKind::Marker, lane, at, at, 1);
            marker.rankMarker = word;
            m_watch.add(marker);
        }
        void goOn(std::uint32_t lane, double at) { tell(lane, at, RankMarker::Active); }
        /// Reports the state of its process.
        void tell(std::uint32_t lane, double at, RankMarker word)
        {
            SyncSpan marker = span(SpanKind::Marker, lane, at, at, 0);
            marker.communicator = SyncSpan::none;
            marker.rankMarker = word;
            m_watch.add(marker);
        }
        void compute(std::uint32_t lane, double from, double to)
        {
            SyncSpan work = span(SpanKind::Compute, lane, from, to, 0);
            work.communicator = SyncSpan::none;
            m_watch.add(work);
        }
        [[nodiscard]] std::vector<std::uint32_t> missing() const
        {
            std::vector<std::uint32_t> lanes;
            for (const MissingRank& rank : m_watch.missing())
                lanes.push_back(rank.lane);
            return lanes;
        }
        [[nodiscard]] bool isStuck() const { return !m_watch.stuck().empty(); }
        /// Whether the finding is a hang, not an unusually long wait.
        [[nodiscard]] bool isHang() const
        {
            const auto isSure = [](const auto& found) {
                return found.isHang;
            };
            return std::ranges::any_of(m_watch.missing(), isSure) || std::ranges::any_of(m_watch.stuck(), isSure);
        }

    private:
        static SyncSpan span(SpanKind kind, std::uint32_t lane, double from, double to, std::uint32_t sequence)
        {
            SyncSpan made;
            made.kind = kind;
            made.lane = lane;
            made.startNs = static_cast<std::int64_t>(from * 1e9);
            made.endNs = static_cast<std::int64_t>(to * 1e9);
            made.communicator = group;
            made.sequence = sequence;
            return made;
        }

        HangWatch m_watch;
    };
    using Lanes = std::vector<std::uint32_t>;

private Q_SLOTS:
    void whoIsSilentWhileOthersWaitIsMissing()
    {
        Ranks job;
        for (const std::uint32_t lane : {0U, 1U, 3U})
            job.wait(lane, 12);
        QVERIFY(job.missing() == Lanes{2});
    }

    /// Only one of the nodes has observed the long waits of checkpoints. The other one immediately reports a wait as
    /// too long, although all other ranks are in the collective too.
    void whoWaitsAsUsualIsNotMissing()
    {
        Ranks job;
        job.wait(1, 12, RankMarker::WaitsNormally);
        job.wait(3, 12, RankMarker::WaitsNormally);
        QVERIFY(job.missing().empty());
        QVERIFY(!job.isStuck());
        job.wait(0, 12);
        QVERIFY(job.missing() == Lanes{2});
    }

    void allThatWaitAsUsualAreNotStuck()
    {
        Ranks job;
        for (std::uint32_t lane = 0; lane < ranks; ++lane)
            job.wait(lane, 12, RankMarker::WaitsNormally);
        QVERIFY(!job.isStuck());
        job.wait(2, 13);
        QVERIFY(job.isStuck());
    }

    /// A checkpoint that the first rank writes.
    void whoSaysThatItGoesOnIsWaitedFor()
    {
        Ranks job;
        double at = 12;
        for (; at < 60; at += 1) {
            job.goOn(0, at + 0.3);
            for (const std::uint32_t lane : {1U, 2U, 3U})
                job.wait(lane, at);
            QVERIFY(job.missing().empty());
        }
        // No longer reported.
        for (const std::uint32_t lane : {1U, 2U, 3U})
            job.wait(lane, at + 3);
        QVERIFY(job.missing() == Lanes{0});
    }

    /// It may be writing its first checkpoint, which is not reported.
    void anUnusualWaitIsNoHangUntilThereIsMoreToIt_data()
    {
        QTest::addColumn<int>("word");
        QTest::addColumn<bool>("isHang");
        QTest::newRow("nothing is known") << static_cast<int>(RankMarker::None) << false;
        QTest::newRow("its process is idle") << static_cast<int>(RankMarker::ProcessIdle) << true;
        QTest::newRow("its process is stopped") << static_cast<int>(RankMarker::ProcessStopped) << true;
        QTest::newRow("it runs again") << static_cast<int>(RankMarker::ProcessResumed) << false;
    }

    void anUnusualWaitIsNoHangUntilThereIsMoreToIt()
    {
        QFETCH(int, word);
        QFETCH(bool, isHang);
        Ranks job;
        for (const std::uint32_t lane : {0U, 1U, 3U})
            job.wait(lane, 12, RankMarker::WaitsLong);
        QVERIFY(job.missing() == Lanes{2}); // it is named nevertheless
        QVERIFY(!job.isHang());
        if (static_cast<RankMarker>(word) == RankMarker::ProcessResumed)
            job.tell(2, 12.5, RankMarker::ProcessStopped);
        if (static_cast<RankMarker>(word) != RankMarker::None)
            job.tell(2, 13, static_cast<RankMarker>(word));
        QVERIFY(job.missing() == Lanes{2});
        QCOMPARE(job.isHang(), isHang);
        job.wait(0, 14); // too long for any reason by now
        QVERIFY(job.isHang());
    }

    /// A stopped process does not recover by itself, whatever the usual waits are.
    void whoseProcessIsStoppedIsMissingFromWaitsThatAreUsual()
    {
        Ranks job;
        for (const std::uint32_t lane : {0U, 1U, 3U})
            job.wait(lane, 12, RankMarker::WaitsNormally);
        job.tell(2, 12, RankMarker::ProcessIdle); // it may wait for its data, as usual
        QVERIFY(job.missing().empty());
        job.tell(2, 13, RankMarker::ProcessStopped);
        QVERIFY(job.missing() == Lanes{2});
        QVERIFY(job.isHang());
        job.compute(2, 13, 14);
        QVERIFY(job.missing().empty());
    }

    /// It may be queued behind long work on the GPU, but not indefinitely.
    void whatAllAreInIsAHangAfterAWhile()
    {
        Ranks job;
        for (double at = 12; at < 30; at += 1) {
            for (std::uint32_t lane = 0; lane < ranks; ++lane)
                job.wait(lane, at, RankMarker::WaitsLong);
            QVERIFY(job.isStuck());
            QCOMPARE(job.isHang(), at >= 22);
        }
    }

    /// It was active after the others had begun to wait, and then stopped.
    void whoStopsLaterThanTheOthersBeganToWaitIsMissingToo()
    {
        Ranks job;
        for (const std::uint32_t lane : {0U, 1U, 3U})
            job.wait(lane, 12);
        job.compute(2, 11, 12.5);
        QVERIFY(job.missing().empty());
        for (const std::uint32_t lane : {0U, 1U, 3U})
            job.wait(lane, 13);
        QVERIFY(job.missing().empty());
        for (const std::uint32_t lane : {0U, 1U, 3U})
            job.wait(lane, 14);
        QVERIFY(job.missing() == Lanes{2});
    }
};

LOCKSTEP_TEST(tst_hangwatch, TestHangWatch)
#include "tst_hangwatch.moc"
