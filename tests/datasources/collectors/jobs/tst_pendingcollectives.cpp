// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/pendingcollectives.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace std::chrono_literals;

/// Ranks that have entered a collective and not left it, with simulated time.
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

    /// Ranks that have waited for too long, or whose process does not run.
    static std::vector<PendingCollectives::Waiting> overdue(PendingCollectives& pending, TimePoint now)
    {
        auto waiting = pending.waiting(now);
        std::erase_if(waiting, [](const auto& each) { return each.isNormal && each.process == ProcessState::Runs; });
        return waiting;
    }
    /// Lanes of the job have a pace by their steps.
    static void takeSteps(PendingCollectives& pending, const std::string& lane = "rank 3", pid_t process = 42)
    {
        for (std::uint32_t step = 0; step < JobPace::stepsOfPace; ++step) {
            JobInbox::Post made = post(SpanKind::Step, -2s, -1s, 0, "", lane);
            made.process = process;
            QVERIFY(!pending.take(made));
        }
    }

private Q_SLOTS:
    /// It may compile, load data or initialise: the duration is not known yet.
    void aFirstVeryLongWaitIsNoHang()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        QVERIFY(pending.take(entry(0s, 1)));
        QVERIFY(overdue(pending, begin + 9min).empty());
        QCOMPARE(overdue(pending, begin + 11min).size(), std::size_t(1)); // as a watchdog would
        QVERIFY(!pending.take(post(SpanKind::Collective, 0s, 11min, 1)));
        QVERIFY(pending.take(entry(11min, 2)));
        QVERIFY(overdue(pending, begin + 15min).empty()); // nor is the second one
    }

    /// A job that does not report long activities: an unusual wait may be its first checkpoint.
    void anUnusualWaitOfAJobThatExplainsNoneIsNotTooLongAtOnce_data()
    {
        QTest::addColumn<bool>("hasSteps");
        QTest::addColumn<bool>("explains");
        QTest::newRow("the plugin alone") << false << false;
        QTest::newRow("steps posted by hand") << true << false;
        QTest::newRow("lockstep.py") << true << true;
    }

    void anUnusualWaitOfAJobThatExplainsNoneIsNotTooLongAtOnce()
    {
        QFETCH(bool, hasSteps);
        QFETCH(bool, explains);
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        for (int each = 0; each < 100; ++each) {
            const Duration at = std::chrono::milliseconds(500 * each);
            QVERIFY(!pending.take(post(SpanKind::Collective, at, at + 1ms, static_cast<std::uint64_t>(each))));
            JobInbox::Post step = post(SpanKind::Step, at, at + 2ms, 0, "");
            step.event.explainsWaits = explains;
            if (hasSteps)
                QVERIFY(!pending.take(step));
        }
        QVERIFY(pending.take(entry(50s, 100)));
        const auto soon = pending.waiting(begin + 52s);
        QVERIFY(soon.size() == 1 && !soon[0].isNormal);
        QCOMPARE(soon[0].isTooLong, explains);
        const auto late = pending.waiting(begin + 50s + 11min);
        QVERIFY(late.size() == 1 && late[0].isTooLong);
    }

    void aProcessThatIsStoppedIsReportedBeforeThereIsAPace()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Stopped; });
        QVERIFY(pending.take(entry(0s, 1)));
        QVERIFY(overdue(pending, begin + 900ms).empty());
        const auto reported = overdue(pending, begin + 2s);
        QCOMPARE(reported.size(), std::size_t(1));
        QVERIFY(reported[0].isNews && reported[0].process == ProcessState::Stopped);
    }

    void collectivesThatComeAgainAndAgainAreAPaceToo_data()
    {
        QTest::addColumn<int>("apartMs");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("pauseMs");
        QTest::addColumn<bool>("hasPace");
        QTest::newRow("40 s of them") << 500 << 80 << 0 << true;
        QTest::newRow("a burst") << 1 << 1000 << 0 << false;
        QTest::newRow("few") << 2000 << 30 << 0 << false;
        QTest::newRow("a burst, a long pause, a burst") << 10 << 1000 << 30'000 << false;
    }

    void collectivesThatComeAgainAndAgainAreAPaceToo()
    {
        QFETCH(int, apartMs);
        QFETCH(int, count);
        QFETCH(int, pauseMs);
        QFETCH(bool, hasPace);
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        Duration at = 0s;
        for (int each = 0; each < count; ++each) {
            at += std::chrono::milliseconds(apartMs + (each == count / 2 ? pauseMs : 0));
            QVERIFY(!pending.take(post(SpanKind::Collective, at, at + 1ms, static_cast<std::uint64_t>(each))));
        }
        QVERIFY(pending.take(entry(at + 2ms, 9999)));
        QCOMPARE(!overdue(pending, begin + at + 2s).empty(), hasPace);
    }

    void theNextRunOfAJobBeginsAnew()
    {
        bool isGone = false;
        PendingCollectives pending(
            [&isGone](pid_t process) { return isGone && process == 41 ? ProcessState::Gone : ProcessState::Runs; });
        takeSteps(pending, "rank 3", 41);
        JobInbox::Post other = entry(0s, 7);
        QVERIFY(pending.take(other)); // process 42 while 41 is there: the same run
        QCOMPARE(overdue(pending, begin + 2s).size(), std::size_t(1));
        takeSteps(pending, "rank 3", 41);
        isGone = true;
        other.event.start = other.event.end = begin + 10s;
        other.event.sequence = 8;
        QVERIFY(pending.take(other));
        QVERIFY(overdue(pending, begin + 60s).empty());
    }

    void oneThatStaysIsReportedSoonAndAgain()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        takeSteps(pending);
        QVERIFY(pending.take(entry(0s, 7)));
        QVERIFY(overdue(pending, begin + 1400ms).empty());
        for (const Duration later : {Duration(1600ms), Duration(2600ms)}) {
            const auto reported = overdue(pending, begin + later);
            QCOMPARE(reported.size(), std::size_t(1));
            QCOMPARE(reported[0].post.event.sequence, std::uint64_t{7});
            QVERIFY(reported[0].post.event.end == begin + later);
            QVERIFY(!reported[0].isNews);
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
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        takeSteps(pending);
        QVERIFY(pending.take(entry(0s, 7)));
        const auto what = kind < 0 ? SpanKind::Compute : static_cast<SpanKind>(kind);
        QVERIFY(!pending.take(post(what, 100ms, 300ms, static_cast<std::uint64_t>(sequence), kind < 0 ? "" : "dp",
                                   kind < 0 ? "rank 4" : "rank 3")));
        QCOMPARE(overdue(pending, begin + 1600ms).empty(), goesOn);
    }

    void whatEndedBeforeItEnteredSaysNothing()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        takeSteps(pending);
        QVERIFY(pending.take(entry(1s, 7)));
        QVERIFY(!pending.take(post(SpanKind::Compute, 0s, 900ms, 0, "")));
        QCOMPARE(overdue(pending, begin + 3s).size(), std::size_t(1));
    }

    void leavingIsSaidByAMarkerToo()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        takeSteps(pending);
        QVERIFY(pending.take(entry(0s, 7)));
        JobInbox::Post left = entry(0s, 8);
        left.event.hasLeft = true;
        QVERIFY(pending.take(left)); // of another one
        QCOMPARE(overdue(pending, begin + 3s).size(), std::size_t(1));
        left.event.sequence = 7;
        QVERIFY(pending.take(left));
        QVERIFY(overdue(pending, begin + 3s).empty());
    }

    /// In some communicators, all ranks wait for a minute whenever the first rank writes a checkpoint.
    void patienceFollowsWhatIsUsual()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        takeSteps(pending);
        QVERIFY(!pending.take(post(SpanKind::Collective, 0s, 40s, 1)));
        QVERIFY(pending.take(entry(50s, 2)));
        QVERIFY(overdue(pending, begin + 100s).empty());
        QCOMPARE(overdue(pending, begin + 115s).size(), std::size_t(1));
    }

    /// If a job reports reasons for waits, its checkpoints do not delay the detection of a hang.
    void waitsThatAreExplainedAreNotTheUsualOnes_data()
    {
        QTest::addColumn<bool>("explains");
        QTest::addColumn<bool>("isReportedAtOnce");
        QTest::newRow("explained") << true << true;
        QTest::newRow("not explained") << false << false;
    }

    void waitsThatAreExplainedAreNotTheUsualOnes()
    {
        QFETCH(bool, explains);
        QFETCH(bool, isReportedAtOnce);
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        for (int step = 0; step < 100; ++step) {
            const Duration at = std::chrono::seconds(60 * step);
            for (const char* lane : {"rank 2", "rank 3"}) {
                const Duration length = step % 30 == 10 ? Duration(40s) : Duration(100ms);
                QVERIFY(!pending.take(
                    post(SpanKind::Collective, at, at + length, static_cast<std::uint64_t>(step), "dp", lane)));
                JobInbox::Post done = post(SpanKind::Step, at, at + length, 0, "", lane);
                done.event.explainsWaits = explains;
                QVERIFY(!pending.take(done));
            }
        }
        QVERIFY(pending.take(entry(6000s, 100)));
        QCOMPARE(overdue(pending, begin + 6002s).size(), std::size_t(isReportedAtOnce ? 1 : 0));
        QCOMPARE(overdue(pending, begin + 6061s).size(), std::size_t(1));
    }

    void aProcessThatIsStoppedOrGoneIsSaidOnce()
    {
        ProcessState state = ProcessState::Stopped;
        PendingCollectives pending([&state](pid_t) { return state; });
        QVERIFY(pending.take(entry(0s, 7)));
        auto reported = pending.waiting(begin + 2s);
        QCOMPARE(reported.size(), std::size_t(1));
        QVERIFY(reported[0].isNews && reported[0].process == ProcessState::Stopped);
        QVERIFY(!pending.waiting(begin + 3s)[0].isNews);
        state = ProcessState::Runs;
        reported = pending.waiting(begin + 4s);
        QVERIFY(reported[0].isNews && reported[0].process == ProcessState::Runs && reported[0].isNormal);
    }

    /// Hang detection treats ranks that are not reported as missing.
    void whoWaitsAsUsualIsReportedToo()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        QVERIFY(pending.take(entry(0s, 7)));
        QVERIFY(pending.waiting(begin + 900ms).empty());
        QCOMPARE(pending.waiting(begin + 2s).size(), std::size_t(1));
        QVERIFY(pending.waiting(begin + 2s)[0].isNormal);
    }

    void otherMarkersAreNoneOfItsBusiness()
    {
        PendingCollectives pending;
        QVERIFY(!pending.take(post(SpanKind::Marker, 0s, 0s, 0, "")));
        QVERIFY(overdue(pending, begin + 9s).empty());
    }

    void lanesThatAreInventedCostNoMoreThanTheirShare()
    {
        PendingCollectives pending([](pid_t) { return ProcessState::Runs; });
        for (int lane = 0; lane < 10'000; ++lane) {
            for (std::uint64_t sequence = 0; sequence < 3; ++sequence)
                QVERIFY(pending.take(entry(0s, sequence, std::to_string(lane))));
        }
        QCOMPARE(overdue(pending, begin + 11min).size(), std::size_t(4096));
        QVERIFY(overdue(pending, begin + 48h).empty()); // and not indefinitely
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
