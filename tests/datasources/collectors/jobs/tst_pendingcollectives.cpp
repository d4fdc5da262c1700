// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/pendingcollectives.h"
#include "tests/support/testentry.h"

#include <QProcess>
#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace std::chrono_literals;

/// Who has entered a collective and not left it, on made-up time.
class TestPendingCollectives : public QObject
{
    Q_OBJECT

    static constexpr TimePoint begin{std::chrono::hours(500'000)};

    static JobInbox::Post post(SpanKind kind, Duration start, Duration end, std::uint64_t sequence,
                               const std::string& communicator = "dp", const std::string& lane = "rank 3")
    {
        JobInbox::Post made;
        made.process = 42;
        made.event.kind = kind;
        made.event.start = begin + start;
        made.event.end = begin + end;
        made.event.communicator = communicator;
        made.event.sequence = sequence;
        made.event.lane = lane;
        made.event.job = "llama";
        return made;
    }
    static JobInbox::Post entry(Duration at, std::uint64_t sequence, const std::string& lane = "rank 3")
    {
        return post(SpanKind::Marker, at, at, sequence, "dp", lane);
    }

private Q_SLOTS:
    void oneThatStaysIsToldAfterASecondAndAgain()
    {
        PendingCollectives pending;
        QVERIFY(pending.take(entry(0s, 7)));
        QVERIFY(pending.overdue(begin + 900ms).empty());
        for (const Duration later : {Duration(1100ms), Duration(2100ms)}) {
            const auto overdue = pending.overdue(begin + later);
            QCOMPARE(overdue.size(), std::size_t(1));
            QCOMPARE(overdue[0].post.event.sequence, std::uint64_t{7});
            QVERIFY(overdue[0].post.event.end == begin + later);
            QVERIFY(!overdue[0].isNews);
        }
    }

    void anythingDoneSinceSaysThatItGoesOn_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("sequence");
        QTest::addColumn<bool>("goesOn");
        QTest::newRow("the collective itself") << static_cast<int>(SpanKind::Collective) << 7 << true;
        QTest::newRow("a step") << static_cast<int>(SpanKind::Step) << 0 << true;
        QTest::newRow("another lane's work") << -1 << 7 << false;
    }

    void anythingDoneSinceSaysThatItGoesOn()
    {
        QFETCH(int, kind);
        QFETCH(int, sequence);
        QFETCH(bool, goesOn);
        PendingCollectives pending;
        QVERIFY(pending.take(entry(0s, 7)));
        const auto what = kind < 0 ? SpanKind::Compute : static_cast<SpanKind>(kind);
        QVERIFY(!pending.take(post(what, 100ms, 300ms, static_cast<std::uint64_t>(sequence), kind < 0 ? "" : "dp",
                                   kind < 0 ? "rank 4" : "rank 3")));
        QCOMPARE(pending.overdue(begin + 1500ms).empty(), goesOn);
    }

    void whatEndedBeforeItEnteredSaysNothing()
    {
        PendingCollectives pending;
        QVERIFY(pending.take(entry(1s, 7)));
        QVERIFY(!pending.take(post(SpanKind::Compute, 0s, 900ms, 0, "")));
        QCOMPARE(pending.overdue(begin + 3s).size(), std::size_t(1));
    }

    void leavingIsSaidByAMarkerToo()
    {
        PendingCollectives pending;
        QVERIFY(pending.take(entry(0s, 7)));
        JobInbox::Post left = entry(0s, 8);
        left.event.hasLeft = true;
        QVERIFY(pending.take(left)); // of another one
        QCOMPARE(pending.overdue(begin + 3s).size(), std::size_t(1));
        left.event.sequence = 7;
        QVERIFY(pending.take(left));
        QVERIFY(pending.overdue(begin + 3s).empty());
    }

    /// In some communicators all wait for a minute whenever the first rank writes a checkpoint.
    void patienceFollowsWhatIsUsual()
    {
        PendingCollectives pending;
        QVERIFY(!pending.take(post(SpanKind::Collective, 0s, 40s, 1)));
        QVERIFY(pending.take(entry(50s, 2)));
        QVERIFY(pending.overdue(begin + 100s).empty());
        QCOMPARE(pending.overdue(begin + 115s).size(), std::size_t(1));
    }

    void aProcessThatIsStoppedOrGoneIsSaidOnce()
    {
        ProcessState state = ProcessState::Stopped;
        PendingCollectives pending([&state](pid_t) { return state; });
        QVERIFY(pending.take(entry(0s, 7)));
        auto overdue = pending.overdue(begin + 2s);
        QCOMPARE(overdue.size(), std::size_t(1));
        QVERIFY(overdue[0].isNews && overdue[0].process == ProcessState::Stopped);
        QVERIFY(!pending.overdue(begin + 3s)[0].isNews);
        state = ProcessState::Runs;
        overdue = pending.overdue(begin + 4s);
        QVERIFY(overdue[0].isNews && overdue[0].process == ProcessState::Runs);
    }

    void otherMarkersAreNoneOfItsBusiness()
    {
        PendingCollectives pending;
        QVERIFY(!pending.take(post(SpanKind::Marker, 0s, 0s, 0, "")));
        QVERIFY(pending.overdue(begin + 9s).empty());
    }

    void lanesThatAreInventedCostNoMoreThanTheirShare()
    {
        PendingCollectives pending;
        for (int lane = 0; lane < 10'000; ++lane) {
            for (std::uint64_t sequence = 0; sequence < 3; ++sequence)
                QVERIFY(pending.take(entry(0s, sequence, std::to_string(lane))));
        }
        QCOMPARE(pending.overdue(begin + 2s).size(), std::size_t(4096));
        QVERIFY(pending.overdue(begin + 48h).empty()); // and not for ever
    }

    void theStateOfARealProcessIsRead()
    {
        QProcess sleeper;
        sleeper.start(QStringLiteral("sleep"), {QStringLiteral("60")});
        QVERIFY(sleeper.waitForStarted());
        const auto process = static_cast<pid_t>(sleeper.processId());
        QVERIFY(processStateOf(process) == ProcessState::Runs);
        ::kill(process, SIGSTOP);
        QTRY_VERIFY(processStateOf(process) == ProcessState::Stopped);
        ::kill(process, SIGCONT);
        QTRY_VERIFY(processStateOf(process) == ProcessState::Runs);
        sleeper.kill();
        QVERIFY(sleeper.waitForFinished());
        QVERIFY(processStateOf(process) == ProcessState::Gone);
        QVERIFY(processStateOf(0) == ProcessState::Runs);
    }
};

LOCKSTEP_TEST(tst_pendingcollectives, TestPendingCollectives)
#include "tst_pendingcollectives.moc"
