// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobeventcollector.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

/// Names of lanes if several jobs run on one node. Uses simulated time.
class TestLaneNames : public QObject
{
    Q_OBJECT

    static constexpr TimePoint begin{std::chrono::hours(500'000)};

    static JobInbox::Post post(const std::string& job, pid_t process, const std::string& lane = "rank 0")
    {
        JobInbox::Post made;
        made.process = process;
        made.event.job = job;
        made.event.lane = lane;
        return made;
    }

private Q_SLOTS:
    void jobsBesideEachOtherHaveLanesOfTheirOwn()
    {
        LaneNames names([](pid_t) { return ProcessState::Runs; });
        for (Duration at = 0s; at < 5min; at += 10s) {
            QCOMPARE(names.nameOf(post("llama", 1), 0, begin + at), std::string("rank 0"));
            QCOMPARE(names.nameOf(post("gpt", 2), 0, begin + at), std::string("rank 0, gpt"));
            QCOMPARE(names.nameOf(post("gpt", 2), 1, begin + at), std::string("rank 0")); // on another GPU
            QCOMPARE(names.nameOf(post("gpt", 2, "rank 1"), 0, begin + at), std::string("rank 1"));
        }
    }

    void theNextJobHasTheNamesOfTheOneBefore_data()
    {
        QTest::addColumn<bool>("isGone");
        QTest::addColumn<int>("secondsLater");
        QTest::newRow("its process has ended") << true << 1;
        QTest::newRow("it says nothing any more") << false << 90;
    }

    void theNextJobHasTheNamesOfTheOneBefore()
    {
        QFETCH(bool, isGone);
        QFETCH(int, secondsLater);
        LaneNames names(
            [isGone](pid_t process) { return isGone && process == 1 ? ProcessState::Gone : ProcessState::Runs; });
        QCOMPARE(names.nameOf(post("llama", 1), 0, begin), std::string("rank 0"));
        const TimePoint later = begin + std::chrono::seconds(secondsLater);
        QCOMPARE(names.nameOf(post("gpt", 2), 0, later), std::string("rank 0"));
        // It returns after its number was reused.
        QCOMPARE(names.nameOf(post("llama", 3), 0, later), std::string("rank 0, llama"));
        QCOMPARE(names.nameOf(post("gpt", 2), 0, later), std::string("rank 0"));
    }

    void aJobKeepsTheNameThatItHas()
    {
        bool isGone = false;
        LaneNames names(
            [&isGone](pid_t process) { return isGone && process == 1 ? ProcessState::Gone : ProcessState::Runs; });
        static_cast<void>(names.nameOf(post("llama", 1), 0, begin));
        QCOMPARE(names.nameOf(post("gpt", 2), 0, begin), std::string("rank 0, gpt"));
        isGone = true;
        QCOMPARE(names.nameOf(post("gpt", 2), 0, begin + 1s), std::string("rank 0, gpt"));
    }

    void lanesThatAreInventedAreBounded()
    {
        LaneNames names([](pid_t) { return ProcessState::Runs; });
        for (int lane = 0; lane < 50'000; ++lane)
            QCOMPARE(names.nameOf(post("llama", 1, std::to_string(lane)), 0, begin), std::to_string(lane));
        const std::string longest(250, 'x');
        static_cast<void>(names.nameOf(post("llama", 1, longest), 0, begin));
        QCOMPARE(names.nameOf(post("gpt", 2, longest), 0, begin).size(), std::size_t{255});
        QCOMPARE(names.nameOf(post("another", 2, longest), 0, begin), longest);
    }
};

LOCKSTEP_TEST(tst_lanenames, TestLaneNames)
#include "tst_lanenames.moc"
