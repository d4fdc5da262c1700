// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/rankprocesses.h"
#include "models/core/rankmarkers.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace lockstep;
using namespace std::chrono_literals;

/// Activity of processes whose ranks are in no collective, with simulated time and with real processes.
class TestRankProcesses : public QObject
{
    Q_OBJECT

    static constexpr TimePoint begin{std::chrono::hours(500'000)};
    static constexpr pid_t trainer = 42;

    /// A rank's process controlled by the test.
    class Rank
    {
    public:
        void takesPart(Duration at, const std::string& lane = "rank 3", SenderId sender = 7, pid_t process = trainer)
        {
            JobInbox::Post post;
            post.sender = sender;
            post.process = process;
            post.event.kind = SpanKind::Collective;
            post.event.start = post.event.end = begin + at;
            post.event.job = "llama";
            post.event.lane = lane;
            post.event.rank = 3;
            post.event.communicator = "dp";
            m_processes.take(post);
        }
        [[nodiscard]] std::vector<JobInbox::Post> tell(Duration at)
        {
            return m_processes.tell(begin + at, [this](const JobEvent&) { return isIn; });
        }
        /// Words reported in that many seconds, one check per second.
        [[nodiscard]] std::vector<std::string> wordsOf(int seconds)
        {
            std::vector<std::string> words;
            for (int second = 0; second < seconds; ++second) {
                now += 1s;
                work.computed += computes;
                work.bytes += writes;
                for (const JobInbox::Post& post : tell(now))
                    words.push_back(post.event.op);
            }
            return words;
        }

        ProcessState state = ProcessState::Runs;
        ProcessWork work;
        Duration computes{}; ///< a second
        std::uint64_t writes = 0; ///< a second
        bool isIn = false;
        bool isHidden = false;
        Duration now = 0s;

    private:
        RankProcesses m_processes{[this](pid_t) { return state; },
                                  [this](pid_t) {
                                      return isHidden ? std::nullopt : std::optional(work);
                                  }};
    };
    using Words = std::vector<std::string>;

private Q_SLOTS:
    void whoDoesNothingForLongIsReportedAndAgainAndThatItIsOver()
    {
        Rank rank;
        rank.takesPart(0s);
        rank.computes = 1ms; // looks around
        QVERIFY(rank.wordsOf(10).empty());
        QVERIFY(rank.wordsOf(12) == Words(2, std::string(processIdleWord)));
        rank.computes = 300ms;
        QVERIFY(rank.wordsOf(5) == Words{std::string(processRunsWord)});
    }

    void whoDoesSomethingIsNotIdle_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("computes") << 0;
        QTest::newRow("writes") << 1;
        QTest::newRow("waits for a disk") << 2;
        QTest::newRow("is in a collective") << 3;
        QTest::newRow("may not be looked at") << 4;
        QTest::newRow("starts and ends others") << 5;
    }

    void whoDoesSomethingIsNotIdle()
    {
        QFETCH(int, what);
        Rank rank;
        rank.takesPart(0s);
        rank.computes = what == 0 ? Duration(100ms) : 0ms;
        rank.writes = what == 1 ? 2 << 20U : 0;
        rank.work.waitsForDisk = what == 2;
        rank.isIn = what == 3;
        rank.isHidden = what == 4;
        rank.work.computed = what == 5 ? Duration(100s) : 0s;
        rank.computes = what == 5 ? Duration(-1s) : rank.computes;
        QVERIFY(rank.wordsOf(60).empty());
    }

    void aProcessThatIsStoppedIsReportedAtOnceInACollectiveToo()
    {
        for (const bool isIn : {false, true}) {
            Rank rank;
            rank.isIn = isIn;
            rank.takesPart(0s);
            QVERIFY(rank.wordsOf(1).empty());
            rank.state = ProcessState::Stopped;
            QVERIFY(rank.wordsOf(1) == Words{std::string(processStoppedWord)});
            QVERIFY(rank.wordsOf(5).empty());
            rank.state = ProcessState::Runs;
            QVERIFY(rank.wordsOf(1) == Words{std::string(processRunsWord)});
        }
    }

    void aProcessThatEndsIsReportedOnceUnlessItOnlyEverPosted()
    {
        for (const bool hasRun : {false, true}) {
            Rank rank;
            rank.takesPart(0s);
            rank.state = hasRun ? ProcessState::Runs : ProcessState::Gone;
            QVERIFY(rank.wordsOf(1).empty());
            rank.state = ProcessState::Gone;
            QVERIFY(rank.wordsOf(60) == (hasRun ? Words{std::string(processEndedWord)} : Words{}));
        }
    }

    void takingPartAgainNeedsNoWord()
    {
        Rank rank;
        rank.takesPart(0s);
        QCOMPARE(rank.wordsOf(12).size(), std::size_t(1));
        rank.takesPart(rank.now);
        QVERIFY(rank.wordsOf(5).empty());
    }

    void markersAreTheRanksOwn()
    {
        Rank rank;
        rank.takesPart(0s);
        QVERIFY(rank.tell(1s).empty());
        rank.state = ProcessState::Stopped;
        const auto reported = rank.tell(2s);
        QCOMPARE(reported.size(), std::size_t(1));
        const JobEvent& event = reported[0].event;
        QVERIFY(reported[0].sender == 7 && event.kind == SpanKind::Marker && event.job == "llama"
                && event.lane == "rank 3");
        QVERIFY(event.communicator.empty() && event.rank == 3 && event.end == begin + 2s);
    }

    /// An idle server of a model may do nothing for days.
    void whatIsIdleForLongIsForgotten()
    {
        Rank rank;
        rank.takesPart(0s);
        QVERIFY(!rank.wordsOf(610).empty());
        QVERIFY(rank.wordsOf(600).empty());
    }

    void lanesThatAreInventedLeaveSomeToOthers()
    {
        Rank rank;
        for (int lane = 0; lane < 10'000; ++lane)
            rank.takesPart(0s, std::to_string(lane), 1000);
        rank.takesPart(0s, "rank 3", 7);
        static_cast<void>(rank.wordsOf(1));
        rank.state = ProcessState::Stopped;
        const auto reported = rank.tell(2s);
        QCOMPARE(reported.size(), std::size_t(1025));
        QVERIFY(std::ranges::any_of(reported, [](const JobInbox::Post& post) { return post.event.lane == "rank 3"; }));
    }

    /// If there are more processes than are checked at once, they take turns.
    void eachOfManyProcessesHasItsTurn()
    {
        Rank rank;
        for (int lane = 0; lane < 100; ++lane)
            rank.takesPart(0s, std::to_string(lane), 7, trainer + lane);
        QVERIFY(rank.wordsOf(30).size() >= 100);
    }

    void realProcessesThatWorkAndThatDoNot()
    {
        class Shell
        {
        public:
            explicit Shell(const char* script)
            {
                m_shell.setChildProcessModifier([] { ::setpgid(0, 0); });
                m_shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromLatin1(script)});
                if (!m_shell.waitForStarted() || !m_shell.waitForReadyRead())
                    qFatal("no shell");
            }
            ~Shell()
            {
                ::kill(-process(), SIGKILL);
                m_shell.waitForFinished();
            }
            [[nodiscard]] pid_t process() const { return static_cast<pid_t>(m_shell.processId()); }
            /// Whether it uses that much CPU time. Its startup uses less.
            [[nodiscard]] bool works() const
            {
                const auto before = processWorkOf(process());
                return before && test::waitFor([&] {
                           const auto now = processWorkOf(process());
                           return now && now->isActiveSince(*before, 20s); // more than 0.4 s of CPU time
                       });
            }
            /// Whether it does nothing for half a second. Its startup is activity.
            [[nodiscard]] bool comesToRest() const
            {
                auto before = processWorkOf(process());
                QElapsedTimer quiet;
                quiet.start();
                return test::waitFor([&] {
                    const auto now = processWorkOf(process());
                    if (!before || !now || now->isActiveSince(*before, 0s)) {
                        before = now;
                        quiet.restart();
                    }
                    return before && quiet.elapsed() > 500;
                });
            }

        private:
            QProcess m_shell;
        };
        QVERIFY(Shell("echo; sleep 600; :").comesToRest());
        QVERIFY(Shell("echo; while :; do :; done").works());
        // A child does it, as the workers of a data loader do.
        QVERIFY(Shell("echo; sh -c 'while :; do :; done' & wait").works());
        QVERIFY(!processWorkOf(0) && !processWorkOf(-1));
    }
};

LOCKSTEP_TEST(tst_rankprocesses, TestRankProcesses)
#include "tst_rankprocesses.moc"
