// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of a job's checkpoints and restarts.
#include "models/analysis/sync/live/checkpointwatch.h"
#include "models/analysis/sync/live/restartwatch.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Jobs that compute steps of five seconds and write a checkpoint now and again, which all ranks begin a little apart.
class Jobs
{
public:
    std::optional<CheckpointWatch::News> checkpoint(std::uint32_t job, std::uint32_t afterSteps, std::int64_t seconds)
    {
        for (std::uint32_t step = 0; step < afterSteps; ++step) {
            m_now += 5 * second;
            watch.step(job, 5 * second);
            if (const auto news = watch.goOn(job, m_now))
                return news;
        }
        m_step += afterSteps;
        for (std::int64_t rank = 0; rank < 3; ++rank)
            watch.write(job, m_step, m_now + rank * 1'000'000, m_now + seconds * second);
        m_now += seconds * second;
        if (const auto early = watch.goOn(job, m_now))
            return News{Severity::Critical, "too early: " + early->text};
        m_now += 5 * second;
        return watch.goOn(job, m_now);
    }

    using News = CheckpointWatch::News;
    CheckpointWatch watch;

private:
    std::int64_t m_now = 0;
    std::uint32_t m_step = 0;
};

} // namespace

class TestJobWatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCheckpointAsUsualIsNothing()
    {
        Jobs jobs;
        for (int time = 0; time < 10; ++time)
            QVERIFY(!jobs.checkpoint(1, 24, 7 + time % 2));
    }

    void oneMuchLongerThanThoseBeforeIsTold()
    {
        Jobs jobs;
        for (int time = 0; time < 3; ++time)
            QVERIFY(!jobs.checkpoint(1, 24, 7));
        const auto news = jobs.checkpoint(1, 24, 14);
        QVERIFY(news);
        QCOMPARE(news->severity, std::optional(Severity::Warning));
        QVERIFY2(news->text.find("took 14") != std::string::npos, news->text.c_str());
        QVERIFY2(news->text.find("usually 7") != std::string::npos, news->text.c_str());
        // The same again is not news, and does not become what is usual.
        QVERIFY(!jobs.checkpoint(1, 24, 14));
        const auto over = jobs.checkpoint(1, 24, 7);
        QVERIFY(over);
        QVERIFY(!over->severity);
        QVERIFY(jobs.checkpoint(1, 24, 14));
    }

    void jobsThatWriteAtOnceShareTheStorage()
    {
        Jobs jobs;
        for (int time = 0; time < 3; ++time) {
            QVERIFY(!jobs.checkpoint(1, 24, 7));
            QVERIFY(!jobs.checkpoint(2, 24, 7));
        }
        QVERIFY(!jobs.checkpoint(1, 24, 14));
        QVERIFY(jobs.checkpoint(1, 24, 28));
    }

    void aFewSecondsMoreAreNothing()
    {
        Jobs jobs;
        for (int time = 0; time < 3; ++time)
            QVERIFY(!jobs.checkpoint(1, 24, 1));
        QVERIFY(!jobs.checkpoint(1, 24, 3));
    }

    void aLargePartOfTheTimeNeedsNoPast()
    {
        Jobs jobs;
        // 24 steps of 5 s: 40 s of 160 s.
        const auto news = jobs.checkpoint(1, 24, 40);
        QVERIFY(news);
        QCOMPARE(news->severity, std::optional(Severity::Warning));
        QVERIFY2(news->text.find("24.2") != std::string::npos, news->text.c_str());
        const auto worse = jobs.checkpoint(1, 24, 200);
        QVERIFY(worse);
        QCOMPARE(worse->severity, std::optional(Severity::Critical));
    }

    void aJobThatHasRunForLongMayHaveGoneWithoutForLong()
    {
        Jobs jobs;
        jobs.watch.step(1, 5 * second);
        jobs.watch.write(1, 100'000, 0, 60 * second);
        QVERIFY(!jobs.watch.goOn(1, 70 * second));
    }

    void twoRestartsWithinAQuarterOfAnHourAreTold()
    {
        RestartWatch watch;
        const std::int64_t minute = 60 * second;
        for (int rank = 0; rank < 3; ++rank)
            QVERIFY(!watch.restart(1, 0, 30 * second));
        QVERIFY(!watch.restart(2, 5 * minute, 6 * minute));
        const auto news = watch.restart(1, 10 * minute, 11 * minute);
        QVERIFY(news);
        QVERIFY2(news->text.find("2 times") != std::string::npos, news->text.c_str());
        QVERIFY(!watch.restart(1, 10 * minute, 11 * minute));
        QVERIFY(!watch.restart(1, 12 * minute, 13 * minute));
        QVERIFY(!watch.goOn(1, 20 * minute));
        const auto over = watch.goOn(1, 28 * minute);
        QVERIFY(over && over->isOver);
        QVERIFY(!watch.goOn(1, 29 * minute));
    }

    void restartsFarApartAreWhatFailuresCost()
    {
        RestartWatch watch;
        for (std::int64_t hour = 0; hour < 10; ++hour)
            QVERIFY(!watch.restart(1, hour * 3600 * second, (hour * 3600 + 60) * second));
    }
};

LOCKSTEP_TEST(tst_jobwatches, TestJobWatches)
#include "tst_jobwatches.moc"
