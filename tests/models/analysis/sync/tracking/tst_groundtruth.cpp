// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis names the simulated fault.
#include "tests/models/analysis/sync/tracking/simulatedspans.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

/// $LOCKSTEP_TRUTH_NODES of them where it is set: minutes at 2,048.
std::uint32_t nodeCount()
{
    const int wanted = qEnvironmentVariableIntValue("LOCKSTEP_TRUTH_NODES");
    return wanted > 0 ? static_cast<std::uint32_t>(wanted) : 32;
}

const std::uint32_t nodes = nodeCount();
constexpr double onset = 40;

Drill drillWith(DrillFault fault)
{
    fault.onsetSeconds = onset;
    Drill drill;
    drill.faults.push_back(fault);
    return drill;
}

DrillFault onGpu(FaultKind kind, double severity)
{
    DrillFault fault;
    fault.kind = kind;
    fault.target.node = 9;
    fault.target.gpu = 2;
    fault.severity = severity;
    return fault;
}

/// Steps from the first one that the fault had any part in to the first with @p isTrue of its worst culprit.
template <class Predicate>
int stepsUntil(SimulatedSpans& spans, Predicate isTrue, int seconds = 90)
{
    spans.run(static_cast<int>(onset));
    const std::size_t before = spans.job()->steps.size();
    for (int second = 0; second < seconds; ++second) {
        spans.run(1);
        const auto job = spans.job();
        if (!job->culprits.empty() && isTrue(*job))
            return static_cast<int>(job->steps.size() - before);
    }
    return -1;
}

/// Time from the end of the last common collective to the first check at which @p isNamed holds; negative: never.
template <class Predicate>
double secondsUntil(SimulatedSpans& spans, Predicate isNamed)
{
    std::int64_t lastMoveNs = 0;
    for (int second = 0; second < static_cast<int>(onset) + 20; ++second) {
        const auto& news = spans.advance();
        for (const SyncSpan& span : news)
            lastMoveNs = span.isCollective() && span.kind == SpanKind::Collective ? std::max(lastMoveNs, span.endNs)
                                                                                  : lastMoveNs;
        spans.tracker().add(news);
        static_cast<void>(spans.tracker().closeWhole());
        if (isNamed(*spans.job()))
            return static_cast<double>(spans.simulation().now().time_since_epoch().count() - lastMoveNs) * 1e-9;
    }
    return -1;
}

/// The worst of the newest step.
CulpritRow worstOfLastStep(const JobSync& job)
{
    return *std::ranges::max_element(job.culprits, {}, &CulpritRow::lastStepGpuSeconds);
}

std::string textOf(const SimulatedSpans& spans)
{
    std::string text;
    const auto job = spans.job();
    for (std::size_t at = 0; at < std::min<std::size_t>(job->culprits.size(), 5); ++at) {
        const CulpritRow& row = job->culprits[at];
        const auto kind = row.culprit.kind;
        text += kind == CulpritKind::Storage    ? "storage"
            : kind == CulpritKind::Communicator ? spans.communicatorName(row.culprit.index)
                                                : "rank " + std::to_string(job->ranks[row.culprit.index]);
        text += " " + std::to_string(row.gpuSeconds) + " (last " + std::to_string(row.lastStepGpuSeconds) + ", pattern "
            + std::to_string(static_cast<int>(row.pattern)) + " " + row.evidence + "); ";
    }
    return text;
}

} // namespace

class GroundTruthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSlowGpuIsFirstInBlame_data()
    {
        QTest::addColumn<int>("pipeline");
        QTest::newRow("two stages") << 2;
        if (test::isSanitized)
            return;
        QTest::newRow("no pipeline") << 1;
        QTest::newRow("four stages") << 4;
    }

    void aSlowGpuIsFirstInBlame()
    {
        QFETCH(int, pipeline);
        SimulatedSpans spans(nodes, drillWith(onGpu(FaultKind::SlowGpu, 0.16)), static_cast<std::uint32_t>(pipeline));
        const auto isTrue = [&](const JobSync& job) {
            if (job.culprits.front().culprit.kind != CulpritKind::Lane)
                return false;
            const StepTruth& truth = spans.simulation().truth().steps.back();
            return truth.cause == StepCause::SlowRank
                && job.ranks[job.culprits.front().culprit.index] == truth.culpritRank;
        };
        const int steps = stepsUntil(spans, isTrue);
        qInfo("first in blame after %d steps: %s", steps, textOf(spans).c_str());
        QVERIFY2(steps > 0 && steps <= 3, textOf(spans).c_str());
        spans.run(30);
        QVERIFY2(isTrue(*spans.job()), textOf(spans).c_str());
        QCOMPARE(static_cast<int>(spans.job()->culprits.front().pattern), static_cast<int>(StragglerPattern::Systemic));
    }

    void withoutTheSlowGpusWorkerStepsWouldBeShort_data() { aSlowGpuIsFirstInBlame_data(); }

    void withoutTheSlowGpusWorkerStepsWouldBeShort()
    {
        QFETCH(int, pipeline);
        SimulatedSpans spans(nodes, drillWith(onGpu(FaultKind::SlowGpu, 0.16)), static_cast<std::uint32_t>(pipeline));
        spans.run(static_cast<int>(onset) + 150);
        const auto job = spans.job();
        QVERIFY(job->whatIf != nullptr);
        const WhatIf& result = job->whatIf->result;
        qInfo("S %.3f, M_W %.3f, M_S %.3f over %zu steps", result.slowdown, result.workerShare, result.lastStageShare,
              result.steps.size());
        QCOMPARE(whatIfVerdictName(result.verdict), std::string_view("one worker"));
        QVERIFY(result.slowdown > 1.12 && result.slowdown < 1.2); // its kernels take 16 % longer
        QVERIFY(result.workerShare > 0.85);
        const double real = std::chrono::duration<double>(job->steps.back()->range.length()).count();
        QVERIFY(std::abs(result.steps.back().seconds - real) < 0.02 * real);
        const StepTruth& truth = spans.simulation().truth().steps.back();
        const WhatIfWorker& slowest = result.workers.front();
        const std::uint32_t stands = job->whatIf->rankOf(slowest.dpRank, slowest.stage).value_or(99999);
        QCOMPARE(stands / 8, truth.culpritRank / 8); // a worker is the eight tensor ranks of a node
        QVERIFY(slowest.stepSecondsWithout
                < result.stepSeconds - 0.85 * (result.stepSeconds - result.idealStepSeconds));
    }

    void aSlowLinkPutsItsGroupFirst()
    {
        DrillFault fault;
        fault.kind = FaultKind::HashPolarisation;
        fault.target.rail = 1;
        fault.severity = 1;
        SimulatedSpans spans(nodes, drillWith(fault), 2);
        const auto isTrue = [&](const JobSync& job) {
            const CulpritRow worst = worstOfLastStep(job);
            const StepTruth& truth = spans.simulation().truth().steps.back();
            if (worst.culprit.kind != CulpritKind::Communicator || truth.cause != StepCause::SlowLink)
                return false;
            // The culprit's rank is one of the group whose links are slow.
            const std::string name = spans.communicatorName(worst.culprit.index);
            return name == "train/dp" + std::to_string(truth.culpritRank % 8 + 8 * (truth.culpritRank / (nodes * 4)));
        };
        const int steps = stepsUntil(spans, isTrue);
        qInfo("first in blame after %d steps: %s", steps, textOf(spans).c_str());
        QVERIFY2(steps > 0, textOf(spans).c_str());
    }

    void storageContentionIsFirstInBlame()
    {
        DrillFault fault;
        fault.kind = FaultKind::StorageContention;
        fault.severity = 0.88;
        SimulatedSpans spans(nodes, drillWith(fault), 2, 6);
        const auto isTrue = [&](const JobSync& job) {
            return job.culprits.front().culprit.kind == CulpritKind::Storage;
        };
        const int steps = stepsUntil(spans, isTrue, 160);
        qInfo("first in blame after %d steps: %s", steps, textOf(spans).c_str());
        QVERIFY2(steps > 0, textOf(spans).c_str());
    }

    void aThrottledGpuIsFirstInBlame()
    {
        // A blocked cold plate: the GPU heats up and lowers its clock.
        SimulatedSpans spans(nodes, drillWith(onGpu(FaultKind::BlockedColdPlate, 4)), 2);
        const auto isTrue = [&](const JobSync& job) {
            const CulpritRow worst = worstOfLastStep(job);
            const StepTruth& truth = spans.simulation().truth().steps.back();
            return truth.cause == StepCause::SlowRank && worst.culprit.kind == CulpritKind::Lane
                && job.ranks[worst.culprit.index] == truth.culpritRank;
        };
        const int steps = stepsUntil(spans, isTrue, 400);
        qInfo("first in blame after %d steps: %s", steps, textOf(spans).c_str());
        QVERIFY2(steps > 0, textOf(spans).c_str());
    }

    void aRankThatFellSilentIsNamedWithinThreeSeconds()
    {
        SimulatedSpans spans(nodes, drillWith(onGpu(FaultKind::GpuOffBus, 1)), 2);
        const double seconds = secondsUntil(spans, [](const JobSync& job) { return !job.missing.empty(); });
        const auto job = spans.job();
        QCOMPARE(job->missing.size(), std::size_t{1});
        QCOMPARE(spans.nodeOf(job->missing.front().lane), std::size_t{9});
        QCOMPARE(job->ranks[job->missing.front().lane] % 8, 2U);
        QVERIFY(job->missing.front().waiting > 0);
        QVERIFY(job->stuck.empty());
        qInfo("named %.1f s after the last collective that ended", seconds);
        QVERIFY(seconds > 0 && seconds <= 3);
    }

    void aGroupThatNoLongerReachesItselfIsNamedWithinThreeSeconds()
    {
        DrillFault fault;
        fault.kind = FaultKind::NicDown;
        fault.target.node = 7;
        fault.target.rail = 4;
        SimulatedSpans spans(nodes, drillWith(fault), 2);
        const double seconds = secondsUntil(spans, [](const JobSync& job) { return !job.stuck.empty(); });
        const auto job = spans.job();
        QCOMPARE(job->stuck.size(), std::size_t{1});
        QVERIFY(job->missing.empty());
        // The two stages that cannot reach each other, among all that wait at the end.
        const std::string name = spans.communicatorName(job->stuck.front().communicator);
        QVERIFY2(name.starts_with("train/pp"), name.c_str());
        QCOMPARE(job->ranks[job->stuck.front().lane] % 8, 4U);
        QCOMPARE(job->stuck.front().waiting, 2U);
        qInfo("%s named %.1f s after the last collective that ended", name.c_str(), seconds);
        QVERIFY(seconds > 0 && seconds <= 3);
    }

    void timeIsConserved()
    {
        SimulatedSpans spans(8, drillWith(onGpu(FaultKind::SlowGpu, 0.3)), 2);
        spans.run(80);
        const auto job = spans.job();
        QVERIFY(job->steps.size() > 8);
        for (const TimeClasses& classes : job->classes) {
            std::int64_t sum = 0;
            for (std::size_t at = 0; at < timeClassCount; ++at)
                sum += classes.ns(static_cast<TimeClass>(at));
            QCOMPARE(sum, classes.wallNs());
            QVERIFY(classes.seconds(TimeClass::Compute) > 20);
            QVERIFY(classes.seconds(TimeClass::Unknown) < 0.02 * static_cast<double>(classes.wallNs()) * 1e-9);
        }
    }

    void aQuietDayHasNoStraggler()
    {
        SimulatedSpans spans(nodes, Drill{}, 2);
        spans.run(test::isSanitized ? 40 : 120);
        const auto job = spans.job();
        for (const CulpritRow& row : job->culprits)
            QVERIFY2(row.pattern != StragglerPattern::Systemic, textOf(spans).c_str());
        QVERIFY(job->missing.empty());
    }
};

LOCKSTEP_TEST(tst_groundtruth, GroundTruthTest)
#include "tst_groundtruth.moc"
