// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that slow down are detected relative to their own past and reported until they recover. Noise and the start of a
// job are not reported.
#include "models/analysis/sync/live/jobwatch.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lockstep;

namespace {

constexpr std::uint32_t usualRanks = 8;

/// Jobs with steps and checkpoints, as JobWatch observes them.
struct WatchedJobs
{
    struct Running
    {
        double now = 0; ///< s
        std::uint32_t step = 0;
        double lastEnd = 0;
    };

    void stepOf(std::uint32_t job, double seconds, double waitShare = 0.02)
    {
        Running& running = jobs[job];
        std::normal_distribution<double> noise(1, 0.004);
        const double length = seconds * noise(random);
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            tell(job, SpanKind::Step, running.now, running.now + length);
        running.now += length;
        watch.closeStep(job,
                        {running.step, waitShare * noise(random) * length * ranks, length * ranks,
                         TimePoint(std::chrono::milliseconds(static_cast<std::int64_t>(running.now * 1e3)))},
                        {"train-" + std::to_string(job), {EntityKind::Node, job}}, reported);
        ++running.step;
    }
    void write(std::uint32_t job, double seconds)
    {
        Running& running = jobs[job];
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            tell(job, SpanKind::Checkpoint, running.now, running.now + seconds - 0.01 * rank);
        running.now += seconds;
    }
    void tell(std::uint32_t job, SpanKind kind, double from, double to)
    {
        SyncSpan span;
        span.startNs = static_cast<std::int64_t>((1000 + from) * 1e9);
        span.endNs = static_cast<std::int64_t>((1000 + to) * 1e9);
        span.kind = kind;
        span.step = jobs[job].step;
        watch.add(job, span);
    }

    std::uint32_t ranks = usualRanks;
    JobWatch watch;
    Derived reported;
    std::map<std::uint32_t, Running> jobs;
    std::mt19937 random{1};
};

} // namespace

class TestJobWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsThatTakeLongerAreReportedAndAreOver();
    void aSlowStepNowAndThenIsNoChange();
    void shortStepsAreJudgedBySeconds();
    void ofAnotherSizeItIsAnotherRun();
    void moreWaitingIsReported();
    void aSlowCheckpointIsReportedAgainstTheJobsOwn();
    void jobsThatWriteAtTheSameTimeAreNobodysFault();
    void withoutAHistoryALargeShareIsSlow();
    void aJobThatHasRunForLongMayHaveGoneWithoutForLong();
    void ofAJobThatEndsAllIsOver();
    void aPaceOutlivesARestartOfWhoeverWatches();
    void anotherRunOfThatNameHasAPaceOfItsOwn();
};

/// The baseline that a watch learns from earlier steps if it starts in the middle of a fault.
void TestJobWatch::aPaceOutlivesARestartOfWhoeverWatches()
{
    WatchedJobs before;
    for (int step = 0; step < 12; ++step)
        before.stepOf(1, 5);
    const std::vector<float> kept = before.watch.values(1);
    QVERIFY(!kept.empty());
    QVERIFY(std::abs(before.watch.ranges(1).front().usual - 5) < 0.05F);

    WatchedJobs without;
    WatchedJobs with;
    for (WatchedJobs* world : {&without, &with}) {
        world->jobs[1].step = 40; // it progressed meanwhile
        for (std::uint32_t rank = 0; rank < usualRanks; ++rank)
            world->tell(1, SpanKind::Step, 0, 5.3);
    }
    QVERIFY(with.watch.restore(1, 40, kept));
    for (WatchedJobs* world : {&without, &with}) {
        for (int step = 0; step < 10; ++step)
            world->stepOf(1, 5.3);
    }
    QVERIFY(without.reported.events.empty()); // takes its first observations as normal
    QVERIFY(!with.reported.events.empty());
    QVERIFY2(with.reported.events.front().event.text.find("longer than the baseline") != std::string::npos,
             test::sentences(with.reported).c_str());
}

void TestJobWatch::anotherRunOfThatNameHasAPaceOfItsOwn()
{
    WatchedJobs before;
    for (int step = 0; step < 12; ++step)
        before.stepOf(1, 5);
    const std::vector<float> kept = before.watch.values(1);
    const auto takes = [&](std::uint32_t step, std::uint32_t count, const std::vector<float>& values) {
        WatchedJobs after;
        after.jobs[1].step = step;
        for (std::uint32_t rank = 0; rank < count; ++rank)
            after.tell(1, SpanKind::Step, 0, 5);
        return after.watch.restore(1, step, values);
    };
    QVERIFY(takes(40, usualRanks, kept));
    QVERIFY(!takes(3, usualRanks, kept)); // starts over
    QVERIFY(!takes(40, usualRanks / 2, kept)); // of another size
    QVERIFY(!takes(40, usualRanks, {}));
    std::vector<float> damaged = kept;
    damaged.back() = -1e30F;
    damaged[0] = 1e9F;
    QVERIFY(!takes(40, usualRanks, damaged));
}

/// A job restarted with other ranks under the same name: longer steps are no finding.
void TestJobWatch::ofAnotherSizeItIsAnotherRun()
{
    WatchedJobs world;
    for (int step = 0; step < 20; ++step)
        world.stepOf(1, 5);
    world.jobs[1].step = 1;
    world.ranks = 2;
    for (int step = 0; step < 20; ++step)
        world.stepOf(1, 8);
    QVERIFY2(world.reported.events.empty(), test::sentences(world.reported).c_str());
}

/// At a hundred steps per second a loader stalls every few seconds: normal variation of the steps.
void TestJobWatch::shortStepsAreJudgedBySeconds()
{
    WatchedJobs world;
    for (int second = 0; second < 60; ++second) {
        const double length = 0.02 + 0.001 * (second % 3);
        for (int step = 0; step < 40; ++step)
            world.stepOf(1, length);
    }
    QVERIFY2(world.reported.events.empty(), test::sentences(world.reported).c_str());
    for (int step = 0; step < 400; ++step)
        world.stepOf(1, 0.03);
    QVERIFY(!world.reported.events.empty());
}

void TestJobWatch::stepsThatTakeLongerAreReportedAndAreOver()
{
    WatchedJobs world;
    for (int step = 0; step < 12; ++step)
        world.stepOf(1, 5);
    QVERIFY2(world.reported.events.empty(), test::sentences(world.reported).c_str());
    const double onset = world.jobs[1].now;
    for (int step = 0; step < 8; ++step)
        world.stepOf(1, 5.3);
    QCOMPARE(world.reported.events.size(), std::size_t{1});
    QCOMPARE(world.reported.events[0].event.code, std::string("job.step_time"));
    QVERIFY2(world.reported.events[0].event.text.starts_with("train-1: steps take 5.2"),
             test::sentences(world.reported).c_str());
    const double since
        = std::chrono::duration<double>(world.reported.events[0].event.onset().time_since_epoch()).count();
    QVERIFY(since > onset && since < onset + 12);
    for (int step = 0; step < 40; ++step)
        world.stepOf(1, 5);
    QCOMPARE(world.reported.events.size(), std::size_t{2});
    QCOMPARE(world.reported.events[1].event.severity, Severity::Information);
    QCOMPARE(world.reported.events[1].entity, world.reported.events[0].entity);
}

void TestJobWatch::aSlowStepNowAndThenIsNoChange()
{
    WatchedJobs world;
    for (int step = 0; step < 2000; ++step)
        world.stepOf(1, step % 23 == 22 ? 9 : step % 31 == 0 ? 5.3 : 5, step % 23 == 22 ? 0.4 : 0.02);
    QVERIFY2(world.reported.events.empty(), test::sentences(world.reported).c_str());
}

void TestJobWatch::moreWaitingIsReported()
{
    WatchedJobs world;
    for (int step = 0; step < 40; ++step)
        world.stepOf(1, 5, step < 20 ? 0.02 : 0.15);
    QCOMPARE(world.reported.events.size(), std::size_t{1});
    QVERIFY2(world.reported.events[0].event.text.starts_with("train-1: wait loss 15 % of GPU time, baseline 2 %"),
             test::sentences(world.reported).c_str());
}

void TestJobWatch::aSlowCheckpointIsReportedAgainstTheJobsOwn()
{
    WatchedJobs world;
    const auto round = [&](double seconds) {
        for (int step = 0; step < 20; ++step)
            world.stepOf(1, 5);
        world.write(1, seconds);
    };
    for (const double seconds : {8.0, 8.2, 7.9, 8.1})
        round(seconds);
    world.stepOf(1, 5);
    QVERIFY2(world.reported.events.empty(), test::sentences(world.reported).c_str());
    round(11);
    round(12);
    world.stepOf(1, 5);
    QCOMPARE(world.reported.events.size(), std::size_t{1});
    QCOMPARE(world.reported.events[0].event.code, std::string("storage.slow"));
    round(8);
    world.stepOf(1, 5);
    QCOMPARE(world.reported.events.size(), std::size_t{2});
    QCOMPARE(world.reported.events[1].event.severity, Severity::Information);
}

void TestJobWatch::jobsThatWriteAtTheSameTimeAreNobodysFault()
{
    WatchedJobs world;
    for (int round = 0; round < 8; ++round) {
        const bool collide = round >= 5;
        for (const std::uint32_t job : {1U, 2U}) {
            world.jobs[job].now = round * 200.0 + (job == 2 && !collide ? 50 : 0);
            for (int step = 0; step < 20; ++step)
                world.stepOf(job, 5);
        }
        for (const std::uint32_t job : {1U, 2U})
            world.write(job, collide ? 16 : 8);
        for (const std::uint32_t job : {2U, 1U})
            world.stepOf(job, 5);
    }
    QVERIFY2(test::ofCode(world.reported, "storage.slow").empty(), test::sentences(world.reported).c_str());
}

void TestJobWatch::withoutAHistoryALargeShareIsSlow()
{
    WatchedJobs world;
    for (int step = 0; step < 20; ++step)
        world.stepOf(1, 5);
    world.write(1, 70);
    world.stepOf(1, 5);
    QCOMPARE(world.reported.events.size(), std::size_t{1});
    QVERIFY2(world.reported.events[0].event.text.find("% of the job's time") != std::string::npos,
             test::sentences(world.reported).c_str());
}

void TestJobWatch::aJobThatHasRunForLongMayHaveGoneWithoutForLong()
{
    WatchedJobs world;
    world.jobs[1].step = 5000;
    world.stepOf(1, 5);
    world.write(1, 70);
    world.stepOf(1, 5);
    QVERIFY2(world.reported.events.empty(), test::sentences(world.reported).c_str());
}

void TestJobWatch::ofAJobThatEndsAllIsOver()
{
    WatchedJobs world;
    for (int step = 0; step < 40; ++step)
        world.stepOf(1, step < 20 ? 5 : 6);
    QCOMPARE(world.reported.events.size(), std::size_t{1});
    world.watch.forget(1, TimePoint(std::chrono::seconds(2000)), "train-1", world.reported);
    QCOMPARE(world.reported.events.size(), std::size_t{2});
    QCOMPARE(world.reported.events[1].event.severity, Severity::Information);
    QCOMPARE(world.reported.events[1].entity, world.reported.events[0].entity);
}

LOCKSTEP_TEST(tst_jobwatch, TestJobWatch)
#include "tst_jobwatch.moc"
