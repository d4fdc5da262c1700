// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/jobqueue.h"
#include "models/core/work/latestrequest.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <vector>

using namespace lockstep;

namespace {

void untilStopped(const std::stop_token& stop)
{
    while (!stop.stop_requested())
        std::this_thread::yield();
}

} // namespace

class TestJobQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jobsRunInOrder();
    void atItsEndItDropsWhatWaits();
    void atItsEndItFinishesWhatMayNotBeLost();
    void whatIsCancelledStopsAndTheNextRuns();
    void theNewestRequestWins();
};

void TestJobQueue::jobsRunInOrder()
{
    std::vector<int> ran;
    std::atomic<int> count = 0;
    {
        JobQueue queue;
        for (int number = 0; number < 100; ++number)
            queue.add([&ran, &count, number](const std::stop_token&) {
                ran.push_back(number);
                ++count;
            });
        QTRY_COMPARE(count.load(), 100);
    }
    for (int number = 0; number < 100; ++number)
        QCOMPARE(ran.at(static_cast<std::size_t>(number)), number);
}

void TestJobQueue::atItsEndItDropsWhatWaits()
{
    std::atomic<int> ran = 0;
    const auto held = std::make_shared<int>();
    {
        JobQueue queue;
        std::atomic<bool> isRunning = false;
        queue.add([&](const std::stop_token& stop) {
            isRunning = true;
            untilStopped(stop);
            ++ran;
        });
        queue.add([&, held](const std::stop_token&) { ++ran; });
        QTRY_VERIFY(isRunning);
    }
    QCOMPARE(ran.load(), 1);
    QCOMPARE(held.use_count(), 1L);
}

void TestJobQueue::atItsEndItFinishesWhatMayNotBeLost()
{
    std::atomic<int> ran = 0;
    std::atomic<bool> isAskedToStop = true;
    {
        JobQueue queue(JobQueue::ShutdownPolicy::Finish);
        std::atomic<bool> isRunning = false;
        queue.add([&](const std::stop_token& stop) {
            isRunning = true;
            untilStopped(stop);
            ++ran;
        });
        for (int number = 0; number < 3; ++number)
            queue.add([&](const std::stop_token& stop) {
                isAskedToStop = isAskedToStop && stop.stop_requested();
                ++ran;
            });
        QTRY_VERIFY(isRunning);
    }
    QCOMPARE(ran.load(), 4);
    QVERIFY(isAskedToStop);
}

void TestJobQueue::whatIsCancelledStopsAndTheNextRuns()
{
    JobQueue queue;
    std::atomic<int> begun = 0;
    std::atomic<int> stopped = 0;
    const auto job = [&](const std::stop_token& stop) {
        ++begun;
        untilStopped(stop);
        ++stopped;
    };
    queue.add(job);
    queue.add(job);
    QTRY_COMPARE(begun.load(), 1);
    queue.cancel();
    QTRY_COMPARE(stopped.load(), 1);
    queue.add([&](const std::stop_token& stop) { begun = stop.stop_requested() ? -1 : 10; });
    QTRY_COMPARE(begun.load(), 10);
    QVERIFY(!queue.endToken().stop_requested());
}

void TestJobQueue::theNewestRequestWins()
{
    LatestRequest worker;
    std::atomic<int> begun = 0;
    std::atomic<int> answer = 0;
    worker.ask([&](const std::stop_token& stop) {
        ++begun;
        untilStopped(stop);
    });
    QTRY_COMPARE(begun.load(), 1);
    for (int number = 1; number <= 100; ++number)
        worker.ask([&, number](const std::stop_token& stop) {
            if (!stop.stop_requested())
                answer = number;
        });
    QTRY_COMPARE(answer.load(), 100);
}

LOCKSTEP_TEST(tst_jobqueue, TestJobQueue)
#include "tst_jobqueue.moc"
