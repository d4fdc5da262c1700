// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict on traces of real clusters. They are beside the checkout or in $LOCKSTEP_DATA_DIR; otherwise this test is
// skipped.
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/batch.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lockstep;

namespace {

constexpr SourceId source{0};

QString realData(const QString& relative)
{
    const QString given = qEnvironmentVariable("LOCKSTEP_DATA_DIR");
    const QDir root(given.isEmpty() ? qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data")
                                    : given);
    return root.exists(relative) ? root.filePath(relative) : QString();
}

/// Results that the window also computes from a training trace.
std::shared_ptr<JobWhatIf> whatIfOf(const TrainingTrace& trace)
{
    if (trace.ops.empty())
        return nullptr;
    auto whatIf = std::make_shared<JobWhatIf>();
    whatIf->job = "trace";
    whatIf->result = analyseWhatIf(trace).value();
    std::set<std::pair<std::int32_t, std::int32_t>> workers;
    for (const TrainingOp& op : trace.ops)
        workers.insert({op.dpRank, op.stage});
    for (const auto& [dpRank, stage] : workers)
        whatIf->workers.push_back({dpRank, stage, static_cast<std::uint32_t>(whatIf->workers.size())});
    return whatIf;
}

/// A trace as the window opens it.
struct Opened
{
    explicit Opened(const std::vector<QString>& paths) : host(cluster)
    {
        std::vector<TraceInput> inputs;
        for (const QString& path : paths)
            std::ranges::move(traceInputs(path.toStdString()).value(), std::back_inserter(inputs));
        auto read = readTraces(inputs, {}, TraceDetail::Everything);
        if (!read.isOk())
            qFatal("%s", read.error().message.c_str());
        const TraceSpans spans = spansOfTraces(read.value(), "trace");
        auto batches = batchesOfTrace(spans, source, std::chrono::seconds(1));
        auto closing = std::make_shared<Batch>();
        closing->source = source;
        closing->status = SourceStatus{SourceState::Closed, "trace", "", std::nullopt, 0};
        batches.push_back(closing);
        syncResults.publishTraceWhatIf(whatIfOf(read.value().training));
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        for (const BatchPtr& batch : batches)
            cluster.apply({&batch, 1}, batch->received);
    }

    void wait()
    {
        QVERIFY(test::waitFor([this] { return !host.isBusy(); }));
    }

    [[nodiscard]] const JobSync& job() const { return *syncResults.snapshot()->jobs.front(); }
    [[nodiscard]] std::set<std::uint32_t> ranks() const
    {
        std::set<std::uint32_t> ranks;
        for (const std::uint32_t lane : job().verdict.lanes)
            ranks.insert(job().ranks[lane]);
        return ranks;
    }
    [[nodiscard]] std::uint32_t maxBlamed() const { return job().ranks[job().culprits.front().culprit.index]; }
    [[nodiscard]] QString text() const
    {
        return verdictText(job(), cluster.store()) + QLatin1Char(' ') + verdictEvidence(job());
    }

    ClusterModel cluster;
    SyncResults syncResults;
    AnalysisHost host;
};

} // namespace

class TestSyncTraces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Kernels take equally long on all eight ranks, but ranks 0 and 6 launch theirs late. The others spend 58 % of the
    /// time waiting in their collectives.
    void ranksThatLaunchLateAreNamed()
    {
        const QString path = realData(QStringLiteral("kineto_megatron_tp8_a100"));
        if (path.isEmpty())
            QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
        Opened opened({path});
        opened.wait();
        qInfo("%s", qPrintable(opened.text()));
        const JobVerdict& verdict = opened.job().verdict;
        QCOMPARE(opened.ranks(), (std::set<std::uint32_t>{0, 6}));
        QCOMPARE(static_cast<int>(verdict.cause), static_cast<int>(RankCause::LateLaunches));
        QVERIFY(opened.ranks().contains(opened.maxBlamed()));
        const double measured = std::chrono::duration<double>(opened.job().steps.front()->range.length()).count();
        // Close to the measured time, not 184 ms less.
        QVERIFY(std::abs(verdict.stepSeconds - measured) < 0.1 * measured);
        QVERIFY(verdict.stepSecondsWithout < 0.7 * verdict.stepSeconds);
        QVERIFY(std::abs(opened.syncResults.snapshot()->lostInWaits() - 0.583) < 0.005);
    }

    /// The answers that its authors published: data-parallel rank 0, stage 0.
    void theSlowedWorkerIsNamedByAll()
    {
        const QString path = realData(QStringLiteral("straggler/timeline-AR.json.gz"));
        if (path.isEmpty())
            QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
        Opened opened({path});
        opened.wait();
        qInfo("%s", qPrintable(opened.text()));
        QCOMPARE(opened.ranks(), std::set<std::uint32_t>{0});
        QCOMPARE(opened.maxBlamed(), 0U);
        QVERIFY(opened.job().whatIf == opened.syncResults.traceWhatIf());
        QVERIFY(opened.job().verdict.stepSecondsWithout < 0.52 * opened.job().verdict.stepSeconds); // S is 1.97
    }

    void theLongLastStageIsNamed()
    {
        const QString path = realData(QStringLiteral("straggler/timeline-ST.json.gz"));
        if (path.isEmpty())
            QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
        Opened opened({path});
        opened.wait();
        qInfo("%s", qPrintable(opened.text()));
        QCOMPARE(static_cast<int>(opened.job().verdict.kind), static_cast<int>(VerdictKind::LastStage));
        QCOMPARE(opened.ranks(), (std::set<std::uint32_t>{3, 7}));
    }

    void oneRankAloneIsNoAllClear()
    {
        const QString path = realData(QStringLiteral("kineto_hta/nccl_data.json.gz"));
        if (path.isEmpty())
            QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
        Opened opened({path});
        opened.wait();
        QCOMPARE(
            opened.text(),
            QStringLiteral("Cannot determine the straggler of trace: only one rank is known; waits are visible only "
                           "between ranks. "));
    }

    /// Two ranks of 128, with few kernels: most of their time is unknown.
    void twoRanksOfManyAreJudgedOnlyByWhatTheySay()
    {
        const QString first = realData(QStringLiteral("kineto_hta/sampled_rank-0.json.gz"));
        if (first.isEmpty())
            QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
        Opened opened({first, realData(QStringLiteral("kineto_hta/sampled_rank-1.json.gz"))});
        opened.wait();
        qInfo("%s", qPrintable(opened.text()));
        QVERIFY(opened.job().verdict.kind != VerdictKind::NoStraggler);
    }
};

LOCKSTEP_TEST(tst_synctraces, TestSyncTraces)
#include "tst_synctraces.moc"
