// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep;

/// Fairness between users who post at the same time.
class TestJobInbox : public QObject
{
    Q_OBJECT

private:
    static constexpr SenderId honest = 1000;
    static constexpr SenderId flooder = 65534;
    const JobInbox::Time m_start = std::chrono::steady_clock::now();

    static JobEvent event(std::string job, std::string lane = "rank 0")
    {
        JobEvent made;
        made.job = std::move(job);
        made.lane = std::move(lane);
        return made;
    }

    static std::size_t countOf(const std::vector<JobInbox::Post>& posts, SenderId sender)
    {
        return static_cast<std::size_t>(std::ranges::count(posts, sender, &JobInbox::Post::sender));
    }

    static JobLosses lossesOf(const std::vector<JobInbox::Loss>& losses, SenderId sender)
    {
        const auto found = std::ranges::find(losses, sender, &JobInbox::Loss::sender);
        return found == losses.end() ? JobLosses() : found->losses;
    }

private Q_SLOTS:
    void aFloodLosesOnlyOfItsOwn()
    {
        JobInbox::Limits limits;
        limits.waitingBytes = 1 << 20;
        JobInbox inbox(limits);
        for (int at = 0; at < 100'000; ++at)
            inbox.add(flooder, 0, event("flood", "rank 9"), m_start);
        for (int at = 0; at < 500; ++at)
            inbox.add(honest, 0, event("llama"), m_start);
        const auto taken = inbox.take(600);
        QCOMPARE(taken.size(), std::size_t(600));
        QVERIFY(countOf(taken, honest) >= 300);
        const auto rest = inbox.take(1'000'000);
        QCOMPARE(countOf(taken, honest) + countOf(rest, honest), std::size_t(500));
        QCOMPARE(inbox.waiting(), std::size_t(0));
        const auto losses = inbox.takeLosses();
        QVERIFY(lossesOf(losses, honest).isNone());
        const JobLosses flood = lossesOf(losses, flooder);
        QCOMPARE(flood.dropped + countOf(taken, flooder) + countOf(rest, flooder), std::uint64_t(100'000));
        QVERIFY2(flood.dropReason.find("until the next tick") != std::string::npos, flood.dropReason.c_str());
        QVERIFY(inbox.takeLosses().empty());
    }

    void whatIsBeyondTheRateIsNotEvenRead()
    {
        JobInbox::Limits limits;
        limits.linesPerSecond = 10;
        limits.lineBurst = 20;
        JobInbox inbox(limits);
        int read = 0;
        for (int at = 0; at < 1000; ++at) {
            const auto now = m_start + std::chrono::milliseconds(at);
            if (inbox.admit(flooder, "{}\n{}\n{}", now)) {
                ++read;
                for (int one = 0; one < 3; ++one)
                    inbox.addMalformed(flooder, "nonsense", now);
            }
            QVERIFY(at % 500 != 0 || inbox.admit(honest, "{}", now));
        }
        QVERIFY2(read >= 7 && read <= 12, qPrintable(QString::number(read)));
        const JobLosses flood = lossesOf(inbox.takeLosses(), flooder);
        QCOMPARE(flood.malformed, std::uint64_t(3) * static_cast<std::uint64_t>(read));
        QCOMPARE(flood.malformed + flood.dropped, std::uint64_t(3000));
        QCOMPARE(flood.malformedReason, std::string("nonsense"));
    }

    void manyUsersCannotCrowdOutOneWhoIsThere()
    {
        JobInbox inbox;
        inbox.add(honest, 0, event("llama"), m_start);
        for (SenderId user = 2000; user < 4000; ++user) {
            for (int at = 0; at < 20; ++at)
                inbox.add(user, 0, event(fmt::format("job of {}", user), fmt::format("rank {}", user)), m_start);
        }
        for (int at = 0; at < 50; ++at)
            inbox.add(honest, 0, event("llama"), m_start);
        QCOMPARE(countOf(inbox.take(2000), honest), std::size_t(51)); // of 64 places, he needs no more
        QVERIFY(lossesOf(inbox.takeLosses(), honest).isNone());
    }

    void aJobAndItsLanesAreTheFirstOnesWhoReportsThem()
    {
        JobInbox inbox;
        inbox.add(honest, 0, event("llama"), m_start);
        inbox.add(flooder, 0, event("llama", "rank 7"), m_start); // another's job
        inbox.add(flooder, 0, event("mine", "rank 0"), m_start); // another's lane
        inbox.add(flooder, 0, event("mine", "rank 1"), m_start);
        inbox.add(0, 0, event("llama"), m_start); // the scheduler vouches for its owner
        const auto posts = inbox.take(10);
        QCOMPARE(posts.size(), std::size_t(3));
        QCOMPARE(countOf(posts, flooder), std::size_t(1));
        QCOMPARE(std::ranges::count(posts, true, &JobInbox::Post::isNewJob), std::ptrdiff_t(2));
        const JobLosses losses = lossesOf(inbox.takeLosses(), flooder);
        QCOMPARE(losses.refused, std::uint64_t(2));
        QCOMPARE(losses.rejectionReason, std::string("job \"llama\" is already reported by user 1000"));
    }

    void rootTakesNoJobFromWhoWillRunIt()
    {
        JobInbox inbox;
        inbox.add(0, 0, event("llama"), m_start);
        inbox.add(honest, 0, event("llama"), m_start);
        QCOMPARE(inbox.take(10).size(), std::size_t(2));
    }

    void aJobThatHangsStaysItsOwners()
    {
        constexpr pid_t hanging = 77;
        bool lives = true;
        JobInbox inbox({}, [&](pid_t process) { return process == hanging && lives; });
        inbox.add(honest, hanging, event("llama"), m_start);
        inbox.add(flooder, 78, event("llama"), m_start + std::chrono::minutes(55));
        QCOMPARE(inbox.take(10).size(), std::size_t(1));
        lives = false;
        inbox.add(flooder, 78, event("llama"), m_start + std::chrono::minutes(56));
        QCOMPARE(countOf(inbox.take(10), flooder), std::size_t(1));
    }

    void whoHasTheNodeNextHasTheSameNames()
    {
        constexpr SenderId next = 1001;
        JobInbox inbox({}, [](pid_t) { return false; });
        inbox.add(honest, 77, event("train"), m_start);
        inbox.add(next, 99, event("train"), m_start + std::chrono::seconds(30)); // may be a script's next event
        inbox.add(next, 99, event("train"), m_start + std::chrono::seconds(61));
        inbox.add(next, 99, event("train", "rank 1"), m_start + std::chrono::seconds(61));
        QCOMPARE(countOf(inbox.take(10), next), std::size_t(2));
        QCOMPARE(lossesOf(inbox.takeLosses(), next).refused, std::uint64_t(1));
    }

    void whoInventsJobsLeavesRoomForOthers()
    {
        JobInbox inbox;
        for (int at = 0; at < 50'000; ++at)
            inbox.add(flooder, 0, event(fmt::format("job {}", at), fmt::format("lane {}", at)), m_start);
        QVERIFY(inbox.take(100'000).size() <= JobClaims::capacity / 2);
        QVERIFY(lossesOf(inbox.takeLosses(), flooder).refused > 40'000);
        inbox.add(honest, 0, event("llama"), m_start);
        QCOMPARE(countOf(inbox.take(10), honest), std::size_t(1));
    }
};

LOCKSTEP_TEST(tst_jobinbox, TestJobInbox)
#include "tst_jobinbox.moc"
