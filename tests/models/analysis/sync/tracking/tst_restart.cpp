// SPDX-License-Identifier: GPL-3.0-or-later
// A new run of a job on the same lanes is not mistaken for the previous run.
#include "tests/models/analysis/sync/tracking/smalljob.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace lockstep;

namespace {

double slow(std::uint32_t)
{
    return 1.3;
}

constexpr std::int64_t oneSecond = 1'000'000'000;

} // namespace

class RestartTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRestartedJobIsJudgedAnew_data()
    {
        QTest::addColumn<std::uint32_t>("from");
        QTest::newRow("from nothing") << 0U;
        QTest::newRow("from a checkpoint") << 30U;
    }

    void aRestartedJobIsJudgedAnew()
    {
        QFETCH(std::uint32_t, from);
        SmallJob job;
        job.run(0, 40, 5, slow);
        QCOMPARE(static_cast<int>(SmallJob::rowOf(*job.job(), 5)->pattern),
                 static_cast<int>(StragglerPattern::Systemic));
        job.rest(30 * oneSecond);
        job.run(from, from + 10, 2, slow);
        QCOMPARE(job.tracker().jobs().at(1).restarts(), 1U);
        const auto now = job.job();
        const CulpritRow& worst = now->culprits.front();
        QCOMPARE(now->ranks[worst.culprit.index], 2U);
        QCOMPARE(static_cast<int>(worst.pattern), static_cast<int>(StragglerPattern::Systemic));
        const CulpritRow* before = SmallJob::rowOf(*now, 5);
        QVERIFY(before == nullptr || before->pattern == StragglerPattern::None);
        QVERIFY(worst.share > 0.1); // of the ten steps of this run, not of the fifty
        QCOMPARE(now->driftCurve.front()->firstStep, from);
    }

    void whatPassedMeanwhileIsRestart()
    {
        SmallJob job;
        job.run(0, 40, 5, slow);
        job.rest(30 * oneSecond);
        job.run(0, 10, 5, slow);
        const auto now = job.job();
        for (const TimeClasses& classes : now->classes) {
            QVERIFY(std::abs(classes.seconds(TimeClass::Restart) - 30) < 0.2);
            std::int64_t sum = 0;
            for (std::size_t at = 0; at < timeClassCount; ++at)
                sum += classes.ns(static_cast<TimeClass>(at));
            QCOMPARE(sum, classes.wallNs());
        }
    }

    /// The accounts of a job's steps follow each other without a gap, and each adds up.
    void allTimeIsAccountedFor()
    {
        SmallJob job;
        job.run(0, 10, 5, slow);
        job.rest(2 * oneSecond);
        job.run(10, 20, 5, slow);
        job.rest(30 * oneSecond);
        job.run(5, 15, 5, slow);
        const auto steps = job.job()->steps;
        QCOMPARE(steps.size(), std::size_t{30});
        TimeSpent all{};
        for (std::size_t at = 0; at < steps.size(); ++at) {
            const StepAccount& account = steps[at]->account;
            QCOMPARE(account.ranks, std::size_t{SmallJob::ranks});
            if (at > 0)
                QCOMPARE(account.wall.from, steps[at - 1]->account.wall.to);
            const double wall = std::chrono::duration<double>(account.wall.length()).count();
            QVERIFY(std::abs(std::accumulate(account.gpuSeconds.begin(), account.gpuSeconds.end(), 0.0)
                             - wall * SmallJob::ranks)
                    < 1e-9);
            for (std::size_t each = 0; each < timeClassCount; ++each)
                all[each] += account.gpuSeconds[each];
            QCOMPARE(steps[at]->run, at < 20 ? 0U : 1U);
        }
        // A pause without any report is unknown; one before a lower step number is a restart.
        QVERIFY(std::abs(all[static_cast<std::size_t>(TimeClass::Unknown)] - 2.0 * SmallJob::ranks) < 0.5);
        QVERIFY(std::abs(all[static_cast<std::size_t>(TimeClass::Restart)] - 30.0 * SmallJob::ranks) < 0.5);
    }

    void aRankThatSaysNothingIsUnknownTime()
    {
        SmallJob job;
        job.tracker().addLane({SmallJob::ranks, 1});
        job.run(0, 40, 5, slow);
        QCOMPARE(job.job()->steps.back()->account.ranks, std::size_t{SmallJob::ranks}); // it is not waited for any more
        const StepAccount account = job.job()->steps[1]->account;
        const double wall = std::chrono::duration<double>(account.wall.length()).count();
        QCOMPARE(account.ranks, std::size_t{SmallJob::ranks + 1});
        QVERIFY(std::abs(account.of(TimeClass::Unknown) - wall) < wall * 0.01);
    }

    void ofAJobThatWasAwayForLongNothingIsCounted()
    {
        SmallJob job;
        job.run(0, 10, 5, slow);
        job.rest(16 * 60 * oneSecond);
        job.run(10, 12, 5, slow);
        const auto steps = job.job()->steps;
        QVERIFY(steps[10]->account.wall.from > steps[9]->account.wall.to + std::chrono::minutes(15));
        QVERIFY(steps[10]->account.wall.length() < std::chrono::seconds(1));
    }

    void aPauseIsNoRestart()
    {
        SmallJob job;
        job.run(0, 40, 5, slow);
        job.rest(30 * oneSecond);
        job.run(40, 50, 5, slow);
        QCOMPARE(job.tracker().jobs().at(1).restarts(), 0U);
        QCOMPARE(job.job()->classes.front().ns(TimeClass::Restart), std::int64_t{0});
    }

    void anotherJobOnTheSameLanesIsAnother()
    {
        SmallJob job;
        job.run(0, 40, 5, slow);
        job.become(7);
        job.run(0, 40, 2, slow);
        QCOMPARE(job.tracker().jobs().size(), std::size_t{2});
        const auto now = job.job();
        QCOMPARE(now->job, 7U);
        QCOMPARE(now->ranks.size(), std::size_t{SmallJob::ranks});
        QCOMPARE(now->ranks[now->culprits.front().culprit.index], 2U);
        QVERIFY(now->steps.size() >= 10);
        // The first run is kept for a while, because spans may still arrive.
        QVERIFY(job.tracker().endedJobs().empty());
        job.rest(20 * oneSecond);
        job.run(40, 42, 2, slow);
        QCOMPARE(job.tracker().endedJobs(), std::vector<std::uint32_t>{1});
        job.tracker().forget(1);
        job.run(42, 44, 2, slow);
        QCOMPARE(job.tracker().jobs().size(), std::size_t{1});
    }

    void aLaneThatReturnsToItsJobIsTheSameLane()
    {
        SmallJob job;
        job.run(0, 40, 5, slow);
        job.become(7);
        job.run(0, 30, 2, slow);
        job.become(1);
        job.run(40, 80, 5, slow);
        const auto now = job.job();
        QCOMPARE(now->job, 1U);
        QCOMPARE(now->lanes.size(), std::size_t{SmallJob::ranks});
        QCOMPARE(now->ranks[now->culprits.front().culprit.index], 5U);
    }
};

LOCKSTEP_TEST(tst_restart, RestartTest)
#include "tst_restart.moc"
