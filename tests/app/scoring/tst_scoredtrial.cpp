// SPDX-License-Identifier: GPL-3.0-or-later
// One drill, from the simulation to its score.
#include "app/scoring/scorereport.h"
#include "app/scoring/trialplayer.h"
#include "datasources/clusterfile/simulationfile.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockstep;
using namespace lockstep::scoring;

namespace {

Stage demoStage()
{
    const std::string file = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/clusters/demo.toml";
    return {readSimulationFile(file).value(), nullptr};
}

/// Errors of a GPU that are corrected from 20 s on; the one at 50 s is uncorrectable.
Trial failingMemory()
{
    Trial trial;
    trial.name = "memory";
    trial.drill.durationSeconds = 70;
    sim::DrillFault fault;
    fault.kind = sim::FaultKind::MemoryErrors;
    fault.target.node = 12;
    fault.target.gpu = 4;
    fault.onsetSeconds = 20;
    fault.endSeconds = 50;
    fault.severity = 30;
    trial.drill.faults = {fault};
    return trial;
}

} // namespace

class TestScoredTrial : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Random failures at published rates would otherwise cause true alerts that count as false on a quiet day.
    void nothingFailsByChance()
    {
        Stage stage = demoStage();
        stage.spec.failures.isOn = true;
        stage.spec.failures.acceleration = 1e5;
        Trial quiet;
        quiet.name = "quiet";
        quiet.drill.durationSeconds = 60;
        const TrialResult result = playTrial(stage, quiet, {}, MatchRules());
        QCOMPARE(result.problem, "");
        QVERIFY(result.faults.empty());
        QVERIFY(result.alerts.empty());
    }

    void aScoreOfNothingIsReportedWithItsReason()
    {
        Stage stage = demoStage();
        stage.spec.nodes.resize(4); // the drill's node is the thirteenth
        const std::vector<TrialResult> skipped{playTrial(stage, failingMemory(), {}, MatchRules())};
        const std::string reason = reasonForNoScore(skipped);
        QVERIFY2(reason.starts_with("all 1 runs were skipped; the first: memory: "), reason.c_str());
        std::vector<TrialResult> mixed = skipped;
        mixed.emplace_back();
        QCOMPARE(reasonForNoScore(mixed), "");
    }

    void theNumbersAreThoseWorkedByHand()
    {
        const MatchRules rules;
        const TrialResult result = playTrial(demoStage(), failingMemory(), {.thresholdsAlone = true}, rules);
        QCOMPARE(result.problem, "");
        QCOMPARE(result.faults.size(), std::size_t{1});
        QCOMPARE(result.faults.front().entities, std::vector<std::string>{"node-013/gpu4"});
        // Corrected errors begin at 30 per second, so the first tick with any is sufficient.
        QCOMPARE(result.secondOf(result.faults.front().effect.value()), 21.0);
        // Plain thresholds report nothing before the XID at 50 s, which is in the tick that ends at 51 s.
        QCOMPARE(result.alerts.size(), std::size_t{1});
        QCOMPARE(result.secondOf(result.alerts.front().reported), 51.0);
        QCOMPARE(result.alerts.front().last, (Cause{"memory_errors", {"node-013/gpu4"}}));

        const Totals totals = totalsOf(std::vector{result}, rules);
        const QJsonObject score
            = QJsonDocument::fromJson(QByteArray::fromStdString(scoreAsJson(totals, std::vector{result}))).object();
        const auto number = [&](const char* key) {
            return score.value(QLatin1StringView(key)).toDouble(-1);
        };
        QCOMPARE(number("faults"), 1.0);
        QCOMPARE(number("detected"), 1.0);
        QCOMPARE(number("cause_top1"), 1.0);
        QCOMPARE(number("cause_top3"), 1.0);
        QCOMPARE(number("missed"), 0.0);
        QCOMPARE(number("false_alerts_per_day"), 0.0);
        QCOMPARE(number("median_detection_s"), 30.0);
        QCOMPARE(number("median_since_onset_s"), 31.0);
        QCOMPARE(number("alerts_per_fault"), 1.0);
        QCOMPARE(number("simulated_s_without_fault"), 20.0);
        QCOMPARE(score.value(u"trials"_qs).toArray().size(), 1);
    }

    void theSameSeedGivesTheSameAlertsInWhateverOrderTheyArrive()
    {
        Trial trial = failingMemory();
        trial.seed = 5;
        const TrialResult once = playTrial(demoStage(), trial, {.thresholdsAlone = true}, {});
        const TrialResult again = playTrial(demoStage(), trial, {.thresholdsAlone = true, .arePermuted = true}, {});
        QVERIFY(!once.alerts.empty());
        QCOMPARE(difference(once.alerts, again.alerts), "");
        std::vector<RaisedAlert> other = once.alerts;
        other.front().last.kind = "nic_down";
        QVERIFY(difference(once.alerts, other).starts_with("gone: "));
        QVERIFY(difference({}, once.alerts).starts_with("new: "));
    }

    void linksAreReportedAtTheSamePlaceInWhateverOrderRanksAreHeardOf()
    {
        if (test::isSanitized)
            QSKIP("the next test but one plays this drill as well");
        const std::string drills = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/drills/";
        Trial trial;
        trial.drill = readDrillFile(drills + "hash-polarisation.toml").value();
        trial.drill.durationSeconds = 100;
        const TrialResult once = playTrial(demoStage(), trial, {}, {});
        const TrialResult again = playTrial(demoStage(), trial, {.arePermuted = true}, {});
        QVERIFY(!once.alerts.empty());
        const std::string changed = difference(once.alerts, again.alerts);
        QVERIFY2(changed.empty(), changed.c_str());
    }

    void aFaultThatNothingShowsIsNotAskedFor()
    {
        Trial trial = failingMemory();
        trial.drill.faults.front().kind = sim::FaultKind::SlowGpu;
        trial.drill.faults.front().severity = 0;
        const TrialResult result = playTrial(demoStage(), trial, {}, {});
        QVERIFY(!result.faults.front().effect.has_value());
        QCOMPARE(totalsOf(std::vector{result}, {}).faults, std::size_t{0});
    }

    /// Each leaf's links show it faintly, and they agree.
    void aThirdOfTheFlowsPolarisedIsReported()
    {
        const std::string drills = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/drills/";
        Trial trial;
        trial.drill = readDrillFile(drills + "hash-polarisation.toml").value();
        trial.drill.durationSeconds = 100;
        trial.drill.faults.front().severity = 0.33;
        const TrialResult result = playTrial(demoStage(), trial, {}, {});
        QCOMPARE(result.alerts.size(), std::size_t{1});
        QCOMPARE(result.alerts.front().last.kind, "hash_polarisation");
        QVERIFY(result.match.faults.front().isNamedAtLast);
    }

    /// Storage that was slow before the first write cannot be distinguished from storage with that speed.
    void whatNobodyCouldHaveReportedIsSaid()
    {
        Trial trial = failingMemory();
        QVERIFY(playTrial(demoStage(), trial, {}, {}).faults.front().undetectable.empty());
        trial.drill.durationSeconds = 140;
        sim::DrillFault& fault = trial.drill.faults.front();
        fault = sim::DrillFault();
        fault.kind = sim::FaultKind::StorageContention;
        fault.onsetSeconds = 30;
        fault.severity = 0.29;
        const TrialResult result = playTrial(demoStage(), trial, {}, {});
        QVERIFY(result.faults.front().effect.has_value());
        QVERIFY2(result.faults.front().undetectable.find("before its onset") != std::string::npos,
                 result.faults.front().undetectable.c_str());
        const Totals totals = totalsOf(std::vector{result}, {});
        QCOMPARE(totals.faults, std::size_t{1});
        QCOMPARE(totals.detectable, std::size_t{0});
        QVERIFY(!totals.recallOfDetectable().has_value());
    }

    void whatAClusterLacksIsSaidAndNotScored()
    {
        Trial trial = failingMemory();
        trial.drill.faults.front().kind = sim::FaultKind::PumpDegradation;
        const Stage stage{sim::makeCluster(4, 8, *sim::findGpuModel("H100")), nullptr};
        const TrialResult result = playTrial(stage, trial, {}, {});
        QVERIFY(result.problem.find("needs a coolant loop") != std::string::npos);
        const Totals totals = totalsOf(std::vector{result}, {});
        QCOMPARE(totals.skipped, std::size_t{1});
        QCOMPARE(totals.faults, std::size_t{0});
    }
};

LOCKSTEP_TEST(tst_scoredtrial, TestScoredTrial)
#include "tst_scoredtrial.moc"
