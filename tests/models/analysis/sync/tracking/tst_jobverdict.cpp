// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/jobverdict.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "tests/models/analysis/sync/tracking/smalljob.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;

namespace {

/// Eight ranks and a step of 10 s, in which they waited half of the time.
JobSync job()
{
    JobSync job;
    job.name = "job";
    for (std::uint32_t rank = 0; rank < 8; ++rank) {
        job.lanes.push_back(rank);
        job.ranks.push_back(rank);
        TimeSpent spent{};
        spent[static_cast<std::size_t>(TimeClass::Compute)] = 5;
        spent[static_cast<std::size_t>(TimeClass::Wait)] = 5;
        job.recent.push_back(spent);
    }
    auto step = std::make_shared<SyncStep>();
    step->range = {TimePoint(std::chrono::seconds(0)), TimePoint(std::chrono::seconds(10))};
    step->blame.assign(8, 0);
    step->slowdown.assign(8, 1);
    job.steps.push_back(step);
    job.judgedSteps = 1;
    job.gpuSeconds = 80;
    job.waitGpuSeconds = 40;
    return job;
}

void blame(JobSync& job, Culprit culprit, double share)
{
    CulpritRow row;
    row.culprit = culprit;
    row.share = share;
    row.gpuSeconds = share * job.gpuSeconds;
    job.culprits.push_back(row);
}

/// Replays with the given actual and ideal durations.
std::shared_ptr<JobWhatIf> replays(double seconds, double ideal, double measured)
{
    auto whatIf = std::make_shared<JobWhatIf>();
    whatIf->result.stepSeconds = seconds;
    whatIf->result.idealStepSeconds = ideal;
    whatIf->result.slowdown = seconds / ideal;
    whatIf->measuredStepSeconds = measured;
    whatIf->stepSecondsWithoutSlow = seconds;
    return whatIf;
}

int kindOf(const JobSync& job)
{
    return static_cast<int>(judgeJob(job).kind);
}

} // namespace

class JobVerdictTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCannotBeJudgedSaysWhy()
    {
        JobSync none;
        none.ranks = {0, 1};
        QCOMPARE(judgeJob(none).because, std::string("no complete step yet"));
        JobSync alone = job();
        alone.ranks.resize(1);
        QVERIFY(judgeJob(alone).because.starts_with("only one rank is known"));
        alone.completeness.expected = 64;
        QVERIFY(judgeJob(alone).because.starts_with("data from only one rank of 64"));
        JobSync dark = job();
        for (TimeSpent& spent : dark.recent)
            spent = {0, 1, 0, 0, 0, 0, 9};
        QVERIFY2(judgeJob(dark).because.starts_with("90"), judgeJob(dark).because.c_str());
        JobSync spread = job(); // replays of 184 ms of steps that take 440, and blame on all
        spread.whatIf = replays(0.184, 0.18, 0.44);
        for (std::uint32_t lane = 0; lane < 8; ++lane)
            blame(spread, {CulpritKind::Lane, lane}, 0.05);
        QCOMPARE(kindOf(spread), static_cast<int>(VerdictKind::CannotJudge));
        QVERIFY2(judgeJob(spread).because.find("440") != std::string::npos
                     && judgeJob(spread).because.find("184") != std::string::npos,
                 judgeJob(spread).because.c_str());
    }

    void waitingForNobodyIsNoAllClear()
    {
        JobSync waiting = job();
        QCOMPARE(kindOf(waiting), static_cast<int>(VerdictKind::CannotJudge));
        QVERIFY(judgeJob(waiting).because.starts_with("ranks wait 50"));
        waiting.whatIf
            = replays(10, 9.9, 10); // steps would take nearly as long if all ranks were equal, because of the pipeline
        QCOMPARE(kindOf(waiting), static_cast<int>(VerdictKind::NoStraggler));
    }

    void whereReplaysAreNotTrueBlameAloneNamesTheFew()
    {
        JobSync blamed = job();
        blamed.whatIf = replays(0.184, 0.18, 0.44);
        blame(blamed, {CulpritKind::Lane, 3}, 0.3);
        blame(blamed, {CulpritKind::Lane, 6}, 0.2);
        blame(blamed, {CulpritKind::Lane, 1}, 0.02);
        const JobVerdict verdict = judgeJob(blamed);
        QCOMPARE(static_cast<int>(verdict.kind), static_cast<int>(VerdictKind::Ranks));
        QCOMPARE(verdict.lanes, (std::vector<std::uint32_t>{3, 6}));
        QVERIFY(std::isnan(verdict.stepSeconds)); // implausible values are not shown
        QVERIFY(std::abs(verdict.share - 0.5) < 1e-9);
    }

    void whatIsSharedByAllIsNamedByBlame()
    {
        JobSync storage = job();
        storage.whatIf = replays(10, 8, 10);
        blame(storage, {CulpritKind::Storage, 0}, 0.2);
        blame(storage, {CulpritKind::Lane, 2}, 0.05);
        QCOMPARE(kindOf(storage), static_cast<int>(VerdictKind::Storage));
        QVERIFY(judgeJob(storage).names({CulpritKind::Storage, 0}));
        QVERIFY(!judgeJob(storage).names({CulpritKind::Lane, 2}));
        JobSync links = job();
        blame(links, {CulpritKind::Communicator, 7}, 0.2);
        blame(links, {CulpritKind::Lane, 2}, 0.05);
        QCOMPARE(kindOf(links), static_cast<int>(VerdictKind::Links));
        QCOMPARE(judgeJob(links).communicator, 7U);
    }

    void ranksThatAreBlamedButWithoutWhichNothingIsGainedAreNotNamed()
    {
        JobSync contrary = job();
        contrary.whatIf = replays(10, 8, 10);
        contrary.whatIf = [] {
            auto whatIf = replays(10, 8, 10);
            whatIf->slow = {{2, 1.05, 0}};
            whatIf->slowShare = 0.02;
            return whatIf;
        }();
        blame(contrary, {CulpritKind::Lane, 2}, 0.3);
        const JobVerdict verdict = judgeJob(contrary);
        QCOMPARE(static_cast<int>(verdict.kind), static_cast<int>(VerdictKind::CannotJudge));
        QVERIFY2(verdict.because.find("no faster") != std::string::npos, verdict.because.c_str());
    }

    void ranksThatTakeTurnsAreUnevenWork()
    {
        SmallJob small;
        std::mt19937 random(3);
        for (std::uint32_t step = 0; step < 40; ++step)
            small.run(step, step + 1, static_cast<std::uint32_t>(random() % SmallJob::ranks),
                      [](std::uint32_t) { return 1.4; });
        const auto sync = small.job();
        QVERIFY2(sync->verdict.kind == VerdictKind::Uneven, std::to_string(sync->whatIf->slowShare).c_str());
        QVERIFY(sync->verdict.turns >= 4);
        QVERIFY(sync->verdict.lanes.empty());
        QVERIFY(sync->verdict.stepSecondsWithout < sync->verdict.stepSeconds);
    }

    void oneThatIsAlwaysSlowIsNotUnevenWork()
    {
        SmallJob small;
        small.run(0, 40, 6, [](std::uint32_t) { return 1.4; });
        const auto sync = small.job();
        QCOMPARE(static_cast<int>(sync->verdict.kind), static_cast<int>(VerdictKind::Ranks));
        QCOMPARE(sync->verdict.lanes, std::vector<std::uint32_t>{6});
        QVERIFY(std::abs(sync->verdict.slowdown - 1.4) < 0.05);
        QCOMPARE(sync->judgedSteps, JobTracker::judgedSteps);
    }
};

LOCKSTEP_TEST(tst_jobverdict, JobVerdictTest)
#include "tst_jobverdict.moc"
