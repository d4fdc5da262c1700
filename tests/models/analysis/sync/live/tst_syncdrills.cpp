// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict names the simulated fault, and all displayed values agree with it.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr int look = 10; ///< s between looks

/// A drill in the demo's cluster, with the wait analysis running.
struct Played
{
    explicit Played(const std::string& drill) : Played(readDrillFile(resourceFile("drills/" + drill + ".toml")).value())
    { }
    explicit Played(const sim::Drill& drill)
        : world(readSimulationFile(resourceFile("clusters/demo.toml")).value(), drill)
    {
        world.add(std::make_unique<SyncAnalysis>(syncResults));
    }

    [[nodiscard]] const JobSync* job(const std::string& name) const
    {
        for (const auto& job : syncResults.snapshot()->jobs) {
            if (job->name == name)
                return job.get();
        }
        return nullptr;
    }
    [[nodiscard]] std::string text(const JobSync& job) const
    {
        return (verdictText(job, world.store()) + QLatin1Char(' ') + verdictEvidence(job)).toStdString();
    }
    [[nodiscard]] bool isNamed(const JobSync& job, std::uint32_t rank) const
    {
        return std::ranges::any_of(job.verdict.lanes, [&](std::uint32_t lane) { return job.ranks[lane] == rank; });
    }

    SimulatedWorld world;
    SyncResults syncResults;
};

/// Checks that all displayed values of a job are consistent.
void holdTogether(const JobSync& job, const std::string& text)
{
    const JobVerdict& verdict = job.verdict;
    QVERIFY2(verdict.kind != VerdictKind::CannotJudge, text.c_str());
    QVERIFY2(!(verdict.stepSecondsWithout > verdict.stepSeconds), text.c_str());
    if (verdict.kind == VerdictKind::Ranks) {
        QVERIFY(!verdict.lanes.empty());
        QVERIFY2(verdict.stepSecondsWithout < verdict.stepSeconds, text.c_str());
        // The rank that others wait for most is among the named ones.
        const CulpritRow& worst = job.culprits.front();
        QCOMPARE(static_cast<int>(worst.culprit.kind), static_cast<int>(CulpritKind::Lane));
        QVERIFY2(std::ranges::find(verdict.lanes, worst.culprit.index) != verdict.lanes.end(), text.c_str());
    }
    if (job.whatIf) {
        for (const WhatIfWorker& worker : job.whatIf->result.workers) {
            // Making an average worker average changes nothing except rounding.
            if (!std::isnan(worker.stepSecondsWithout))
                QVERIFY2(worker.stepSecondsWithout < worker.stepSecondsWith * 1.02, text.c_str());
        }
    }
    double blamed = 0;
    for (const CulpritRow& row : job.culprits)
        blamed += row.share;
    QVERIFY(blamed <= job.waitGpuSeconds / job.gpuSeconds + 0.05);
}

} // namespace

class TestSyncDrills : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aVerdictNamesTheCulpritAndItsCause_data()
    {
        QTest::addColumn<QString>("drill");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("cause");
        const auto add = [](const char* drill, int seconds, VerdictKind kind, RankCause cause = RankCause::Unknown) {
            QTest::newRow(drill) << QString::fromLatin1(drill) << seconds << static_cast<int>(kind)
                                 << static_cast<int>(cause);
        };
        add("slow-gpu", 120, VerdictKind::Ranks);
        add("hash-polarisation", 120, VerdictKind::Links);
        if (test::isSanitized)
            return;
        add("pump-degradation", 240, VerdictKind::Ranks, RankCause::Heat);
        add("blocked-cold-plate", 240, VerdictKind::Ranks, RankCause::Heat);
        add("power-capped-rack", 120, VerdictKind::Ranks, RankCause::Power);
        add("congested-spine", 120, VerdictKind::Links);
        add("flapping-link", 120, VerdictKind::Links);
        add("quiet-day", 240, VerdictKind::NoStraggler);
        add("clock-drift", 240, VerdictKind::NoStraggler);
    }

    void aVerdictNamesTheCulpritAndItsCause()
    {
        QFETCH(QString, drill);
        QFETCH(int, seconds);
        QFETCH(int, kind);
        QFETCH(int, cause);
        Played played(drill.toStdString());
        played.world.run(seconds);
        const JobSync* job = played.job("train-a");
        QVERIFY(job != nullptr);
        const std::string text = played.text(*job);
        qInfo("%s", text.c_str());
        QVERIFY2(static_cast<int>(job->verdict.kind) == kind, text.c_str());
        QVERIFY2(static_cast<int>(job->verdict.cause) == cause, text.c_str());
        if (job->verdict.kind != VerdictKind::Ranks)
            return;
        const auto& steps = played.world.simulation().truth().steps;
        const auto slowed = std::find_if(steps.rbegin(), steps.rend(), [](const sim::StepTruth& step) {
            return step.job == 0 && step.cause == sim::StepCause::SlowRank;
        });
        QVERIFY(slowed != steps.rend());
        QVERIFY2(played.isNamed(*job, slowed->culpritRank), text.c_str());
    }

    void aHangIsNamedWithWhomItWaitsFor()
    {
        Played played("gpu-off-the-bus");
        played.world.run(60); // off since 50 s
        const JobSync* job = played.job("train-a");
        QVERIFY(job != nullptr);
        const std::string text = played.text(*job);
        QCOMPARE(static_cast<int>(job->verdict.kind), static_cast<int>(VerdictKind::Hang));
        QCOMPARE(job->verdict.lanes.size(), std::size_t{1});
        QVERIFY2(text.starts_with("train-a hangs: ") && text.find("has not entered") != std::string::npos,
                 text.c_str());
        const ClusterStore& store = played.world.store();
        const EntityRef gpu = store.spans().lanes()[job->lanes[job->verdict.lanes.front()]].entity;
        QVERIFY2(store.topology()->path(gpu).ends_with("node-012 / gpu5"), store.topology()->path(gpu).c_str());
        QCOMPARE(played.syncResults.snapshot()->worstFirst().front()->name, std::string("train-a"));
    }

    /// All the way, not at chosen moments alone.
    void whatIsShownNeverContradictsItself_data()
    {
        QTest::addColumn<QString>("drill");
        QTest::newRow("slow-gpu") << QStringLiteral("slow-gpu");
        if (test::isSanitized)
            return;
        for (const char* drill : {"pump-degradation", "blocked-cold-plate", "power-capped-rack", "quiet-day"})
            QTest::newRow(drill) << QString::fromLatin1(drill);
    }

    void whatIsShownNeverContradictsItself()
    {
        QFETCH(QString, drill);
        Played played(drill.toStdString());
        played.world.run(60);
        for (int now = 60; now < (test::isSanitized ? 120 : 330); now += look) {
            for (const auto& [name, workers] : {std::pair("train-a", 40U), std::pair("train-b", 16U)}) {
                const JobSync* job = played.job(name);
                QVERIFY(job != nullptr);
                const std::string text = std::to_string(now) + " s: " + played.text(*job);
                holdTogether(*job, text);
                if (QTest::currentTestFailed())
                    return;
                QVERIFY2(job->whatIf != nullptr, text.c_str());
                QCOMPARE(job->whatIf->result.workers.size(), std::size_t{workers}); // of the job, at any time
                QCOMPARE(job->judgedSteps, std::min<std::size_t>(16, job->steps.size()));
            }
            played.world.run(look);
        }
    }

    void oneNumberOfWhatIsLostInWaits()
    {
        Played played("power-capped-rack");
        played.world.run(150);
        double waited = 0;
        double all = 0;
        for (const auto& job : played.syncResults.snapshot()->jobs) {
            for (const TimeSpent& spent : job->recent) {
                waited += spent[static_cast<std::size_t>(TimeClass::Wait)];
                for (const double seconds : spent)
                    all += seconds;
            }
        }
        QCOMPARE(played.syncResults.snapshot()->lostInWaits(), waited / all);
        // Equals the sum over the steps, which the heatmaps show.
        for (const auto& job : played.syncResults.snapshot()->jobs) {
            double inSteps = 0;
            double length = 0;
            for (std::size_t at = job->steps.size() - job->judgedSteps; at < job->steps.size(); ++at) {
                inSteps += job->steps[at]->waitGpuSeconds;
                length += std::chrono::duration<double>(job->steps[at]->range.length()).count();
            }
            const double share = inSteps / (length * static_cast<double>(job->ranks.size()));
            QVERIFY(std::abs(share - job->waitGpuSeconds / job->gpuSeconds) < 0.002);
        }
    }
};

LOCKSTEP_TEST(tst_syncdrills, TestSyncDrills)
#include "tst_syncdrills.moc"
