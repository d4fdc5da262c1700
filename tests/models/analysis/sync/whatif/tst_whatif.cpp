// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/whatif.h"
#include "tests/models/analysis/sync/whatif/trainingmaker.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

/// Durations that depend on op, worker and step without a pattern, but reproducibly.
std::int64_t uneven(const TrainingOp& op)
{
    std::mt19937 random(static_cast<unsigned>(static_cast<int>(op.type) * 7919 + op.step * 104729 + op.dpRank * 1299709
                                              + op.stage * 15485863 + op.sequence * 179424673));
    return 50 + static_cast<std::int64_t>(random() % 400);
}

bool near(double a, double b, double tolerance = 1e-9)
{
    return std::abs(a - b) <= tolerance;
}

} // namespace

class WhatIfTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReplayOfObservedDurationsGivesTheRecordedStepTimes_data();
    void aReplayOfObservedDurationsGivesTheRecordedStepTimes();
    void anEvenJobHasNoLoss();
    void aSlowWorkerIsFoundAndExplainsTheLoss();
    void equallySlowWorkersAreTakenByStageThenRank();
    void aLongLastStageIsReported();
    void unevenMicroBatchesAreTheData();
    void theOrderOfOpsDoesNotMatter();
    void opsWithoutSequenceAreNumberedByStart();
    void ranksAndStagesKeepTheirNumbers();
    void missingOpsCountAsIdealAndAreReported();
    void aCutStepIsLeftOut();
    void aTransferThatIsNeverRecordedShiftsNoOther();
    void aRepeatedOpIsUsedOnce();
    void aTraceWithoutWholeStepsIsAnError();
    void anEmptyTraceIsAnError();
};

void WhatIfTest::aReplayOfObservedDurationsGivesTheRecordedStepTimes_data()
{
    QTest::addColumn<int>("dpRanks");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("microBatches");
    QTest::addColumn<bool>("separateGrads");
    QTest::newRow("one worker") << 1 << 1 << 3 << false;
    QTest::newRow("pipeline only") << 1 << 4 << 6 << false;
    QTest::newRow("data parallel only") << 4 << 1 << 2 << false;
    QTest::newRow("both") << 3 << 4 << 8 << false;
    QTest::newRow("fewer micro batches than stages") << 2 << 5 << 2 << false;
    QTest::newRow("overlapped gradients") << 2 << 3 << 4 << true;
}

void WhatIfTest::aReplayOfObservedDurationsGivesTheRecordedStepTimes()
{
    QFETCH(int, dpRanks);
    QFETCH(int, stages);
    QFETCH(int, microBatches);
    QFETCH(bool, separateGrads);
    const auto trace = makeTraining({3, dpRanks, stages, microBatches, separateGrads, uneven});
    const auto result = analyseWhatIf(trace);
    QVERIFY2(result.isOk(), result.isOk() ? "" : result.error().message.c_str());
    QCOMPARE(result.value().steps.size(), std::size_t{3});
    for (const auto& step : result.value().steps)
        QVERIFY2(near(step.seconds, stepSeconds(trace, step.step)),
                 qPrintable(QStringLiteral("step %1: replayed %2 s, recorded %3 s")
                                .arg(step.step)
                                .arg(step.seconds, 0, 'g', 12)
                                .arg(stepSeconds(trace, step.step), 0, 'g', 12)));
    QVERIFY(result.value().notes.empty());
}

void WhatIfTest::anEvenJobHasNoLoss()
{
    const auto result = analyseWhatIf(makeTraining({}));
    QVERIFY(result.isOk());
    QVERIFY(near(result.value().slowdown, 1));
    QVERIFY(std::isnan(result.value().workerShare));
    QVERIFY(result.value().verdict == WhatIfVerdict::NoStraggler);
    for (const auto& [name, slowdown] : result.value().byOpType)
        QVERIFY(near(slowdown, 1));
}

void WhatIfTest::aSlowWorkerIsFoundAndExplainsTheLoss()
{
    TrainingPlan plan{3, 4, 4, 8, false, [](const TrainingOp& op) -> std::int64_t {
                          const bool isCompute
                              = op.type == OpType::ForwardCompute || op.type == OpType::BackwardCompute;
                          return !isCompute ? 10 : op.dpRank == 2 && op.stage == 1 ? 1000 : 300;
                      }};
    const auto result = analyseWhatIf(makeTraining(plan));
    QVERIFY(result.isOk());
    QVERIFY(result.value().slowdown > 1.5);
    QVERIFY(result.value().workerShare > 0.9);
    QVERIFY(result.value().lastStageShare < 0.1);
    QVERIFY(result.value().verdict == WhatIfVerdict::OneWorker);
    QCOMPARE(result.value().workers.front().dpRank, 2);
    QCOMPARE(result.value().workers.front().stage, 1);
    QCOMPARE(result.value().replacedWorkers, std::size_t{1}); // 3 % of 16, rounded up
}

/// The published M_W takes ties in order of the job's ranks, which count all of one stage before the next.
void WhatIfTest::equallySlowWorkersAreTakenByStageThenRank()
{
    WhatIf result;
    result.byDpRank = {{0, 1.2}, {1, 1.2}};
    result.byStage = {{0, 1.5}, {1, 1.5}, {2, 1.1}};
    rankWorkers(result);
    std::vector<std::pair<std::int32_t, std::int32_t>> order;
    for (const auto& worker : result.workers)
        order.emplace_back(worker.dpRank, worker.stage);
    const std::vector<std::pair<std::int32_t, std::int32_t>> expected{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}};
    QCOMPARE(order, expected);
}

void WhatIfTest::aLongLastStageIsReported()
{
    TrainingPlan plan{2, 4, 4, 8, false, [](const TrainingOp& op) -> std::int64_t {
                          const bool isCompute
                              = op.type == OpType::ForwardCompute || op.type == OpType::BackwardCompute;
                          return !isCompute ? 10 : op.stage == 3 ? 600 : 300;
                      }};
    const auto result = analyseWhatIf(makeTraining(plan));
    QVERIFY(result.isOk());
    QVERIFY(result.value().lastStageShare > 0.5);
    QVERIFY(result.value().verdict == WhatIfVerdict::LastStage);
}

void WhatIfTest::unevenMicroBatchesAreTheData()
{
    // Each micro batch of each rank has its own length, the same on all stages, as sequences have.
    TrainingPlan plan{3, 4, 4, 8, false, [](const TrainingOp& op) -> std::int64_t {
                          if (op.type != OpType::ForwardCompute && op.type != OpType::BackwardCompute)
                              return 10;
                          std::mt19937 random(
                              static_cast<unsigned>(op.step * 7919 + op.dpRank * 104729 + op.sequence * 1299709));
                          return 100 + static_cast<std::int64_t>(random() % 900);
                      }};
    const auto result = analyseWhatIf(makeTraining(plan));
    QVERIFY(result.isOk());
    QVERIFY(result.value().slowdown > 1.1);
    QVERIFY(result.value().verdict == WhatIfVerdict::Data);
}

void WhatIfTest::theOrderOfOpsDoesNotMatter()
{
    auto trace = makeTraining({3, 3, 3, 5, false, uneven});
    const auto before = analyseWhatIf(trace);
    std::ranges::shuffle(trace.ops, std::mt19937(42));
    const auto after = analyseWhatIf(trace);
    QVERIFY(before.isOk() && after.isOk());
    QCOMPARE(after.value().slowdown, before.value().slowdown);
    QCOMPARE(after.value().workerShare, before.value().workerShare);
    QCOMPARE(after.value().lastStageShare, before.value().lastStageShare);
    QVERIFY(after.value().byDpRank == before.value().byDpRank);
    QVERIFY(after.value().byStage == before.value().byStage);
    QVERIFY(after.value().byOpType == before.value().byOpType);
}

void WhatIfTest::opsWithoutSequenceAreNumberedByStart()
{
    auto trace = makeTraining({2, 2, 3, 5, false, uneven});
    const auto numbered = analyseWhatIf(trace);
    for (auto& op : trace.ops)
        op.sequence = TrainingOp::unknown;
    std::ranges::shuffle(trace.ops, std::mt19937(7));
    const auto unnumbered = analyseWhatIf(trace);
    QVERIFY(numbered.isOk() && unnumbered.isOk());
    QCOMPARE(unnumbered.value().slowdown, numbered.value().slowdown);
    QVERIFY(unnumbered.value().byOpType == numbered.value().byOpType);
}

void WhatIfTest::ranksAndStagesKeepTheirNumbers()
{
    auto trace = makeTraining({2, 2, 2, 3, false, uneven});
    for (auto& op : trace.ops) {
        op.dpRank = op.dpRank * 5 + 3;
        op.stage = op.stage * 2 + 1;
        op.step += 1000;
    }
    const auto result = analyseWhatIf(trace);
    QVERIFY(result.isOk());
    QCOMPARE(result.value().byDpRank[1].first, 8);
    QCOMPARE(result.value().byStage[1].first, 3);
    QCOMPARE(result.value().steps.front().step, 1000);
}

void WhatIfTest::missingOpsCountAsIdealAndAreReported()
{
    auto trace = makeTraining({8, 2, 3, 8, false, uneven});
    const auto whole = analyseWhatIf(trace);
    std::mt19937 random(1);
    std::erase_if(trace.ops, [&](const auto&) { return random() % 100 == 0; });
    const auto holed = analyseWhatIf(trace);
    QVERIFY(whole.isOk());
    QVERIFY2(holed.isOk(), holed.isOk() ? "" : holed.error().message.c_str());
    QVERIFY(!holed.value().notes.empty());
    QVERIFY(near(holed.value().slowdown, whole.value().slowdown, 0.05 * whole.value().slowdown));
    QCOMPARE(holed.value().steps.size(), std::size_t{8});
}

void WhatIfTest::aCutStepIsLeftOut()
{
    auto trace = makeTraining({4, 2, 3, 8, false, uneven});
    const auto cut = TimePoint(std::chrono::seconds(30) + std::chrono::milliseconds(2));
    std::erase_if(trace.ops, [&](const auto& op) { return op.start > cut; });
    const auto result = analyseWhatIf(trace);
    QVERIFY(result.isOk());
    QCOMPARE(result.value().steps.size(), std::size_t{3});
    QCOMPARE(result.value().notes.size(), std::size_t{1});
    QVERIFY(result.value().notes.front().find("step 3 ignored") != std::string::npos);
}

void WhatIfTest::aTransferThatIsNeverRecordedShiftsNoOther()
{
    auto trace = makeTraining({3, 2, 4, 8, false, uneven});
    const auto whole = analyseWhatIf(trace);
    // As at the open end of an interleaved pipeline: fewer transfers than computes, the same on all ranks.
    std::erase_if(trace.ops, [](const auto& op) {
        const bool isForward = op.type == OpType::ForwardSend || op.type == OpType::ForwardRecv;
        return isForward && op.sequence == 2;
    });
    const auto gapped = analyseWhatIf(trace);
    QVERIFY(whole.isOk());
    QVERIFY2(gapped.isOk(), gapped.isOk() ? "" : gapped.error().message.c_str());
    QVERIFY(near(gapped.value().slowdown, whole.value().slowdown, 0.02 * whole.value().slowdown));
}

void WhatIfTest::aRepeatedOpIsUsedOnce()
{
    auto trace = makeTraining({2, 2, 2, 3, false, uneven});
    const auto once = analyseWhatIf(trace);
    trace.ops.push_back(trace.ops[5]);
    trace.ops.back().start += std::chrono::milliseconds(1);
    const auto twice = analyseWhatIf(trace);
    QVERIFY(once.isOk() && twice.isOk());
    QCOMPARE(twice.value().slowdown, once.value().slowdown);
    QVERIFY(!twice.value().notes.empty());
}

void WhatIfTest::aTraceWithoutWholeStepsIsAnError()
{
    auto trace = makeTraining({1, 2, 2, 3, false, uneven});
    // One rank has no data of a stage: no step can be judged.
    std::erase_if(trace.ops, [](const auto& op) { return op.dpRank == 1 && op.stage == 0; });
    const auto result = analyseWhatIf(trace);
    QVERIFY(!result.isOk());
    QVERIFY(result.error().message.find("complete step") != std::string::npos);
}

void WhatIfTest::anEmptyTraceIsAnError()
{
    QVERIFY(!analyseWhatIf({}).isOk());
}

LOCKSTEP_TEST(tst_whatif, WhatIfTest)
#include "tst_whatif.moc"
