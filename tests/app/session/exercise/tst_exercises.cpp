// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercisecontroller.h"
#include "app/session/exercise/exercises.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "models/simulation/simulation.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 11 / 23)};

TimePoint after(int seconds)
{
    return begin + std::chrono::seconds(seconds);
}

scoring::RealFault pumpFault()
{
    return {"pump_degradation", {"cdu-1"}, 0.8, after(60), TimePoint::max(), {}};
}

ExerciseResult judge(const std::vector<scoring::RealFault>& truth, std::optional<TimePoint> noticed,
                     std::optional<ExerciseAnswer> answer, const std::vector<scoring::RaisedAlert>& reported,
                     TimePoint end)
{
    return judgeExercise("A pump wears out.", truth, {ExerciseRole::Everything, noticed, std::move(answer)}, reported,
                         end);
}

scoring::RaisedAlert raisedAt(int seconds, std::string kind, std::string culprit)
{
    const scoring::Cause cause{std::move(kind), {std::move(culprit)}};
    return {"key", after(seconds), after(60), cause, cause, {}, "cdu-1: flow fell"};
}

sim::ClusterSpec demoCluster()
{
    const QString path = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/clusters/demo.toml"_s;
    Result<sim::ClusterSpec> spec = readSimulationFile(path.toStdString());
    return spec.isOk() ? spec.value() : sim::ClusterSpec();
}

} // namespace

class TestExercises : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyDrillPlaysAtAnyPlaceOfTheDemo();
    void everyHallOfAFileIsPlayable_data();
    void everyHallOfAFileIsPlayable();
    void aHallLikeAClusterHasItsParts();
    void aDrillThatFindsNoTargetIsRefused();
    void anExerciseIsTheSameForTheSameNumber();
    void surprisesAreOfAllKinds();
    void theRightCauseAtTheRightPlaceIsRight();
    void theRightCauseElsewhereIsNot();
    void nothingIsRightOnAQuietDayOnly();
    void whoSeesSomethingBeforeThereWasAnythingIsEarly();
    void whatWasReportedBesideIsNotTheFault();
    void whatHadNotBegunTakesNoPart();
};

void TestExercises::everyDrillPlaysAtAnyPlaceOfTheDemo()
{
    const Result<std::vector<sim::Drill>> drills = builtInDrills();
    QVERIFY2(drills.isOk(), drills.isOk() ? "" : drills.error().message.c_str());
    QVERIFY(drills.value().size() >= 17);
    const sim::ClusterSpec spec = demoCluster();
    for (const sim::Drill& drill : drills.value()) {
        for (const std::uint64_t number : {1U, 2U, 3U}) {
            const SimulatedDrill exercise = exerciseOf(drill, 1, number);
            QVERIFY(exercise.isExercise);
            const auto simulation = sim::Simulation::create(spec, exercise.drill, exercise.seed, begin);
            QVERIFY2(simulation.isOk(), drill.name.c_str());
            QCOMPARE(simulation.value()->truth().faults.size(), drill.faults.size());
            for (const sim::TrueFault& fault : simulation.value()->truth().faults)
                QVERIFY2(fault.onset >= after(30), drill.name.c_str()); // normal operation comes first
        }
    }
}

void TestExercises::everyHallOfAFileIsPlayable_data()
{
    QTest::addColumn<QString>("file");
    for (const char* const name : {"demo", "example", "site", "nvl72-hall", "selene"})
        QTest::newRow(name) << qEnvironmentVariable("LOCKSTEP_SOURCE_DIR")
                + u"/resources/clusters/%1.toml"_s.arg(QString::fromLatin1(name));
}

void TestExercises::everyHallOfAFileIsPlayable()
{
    QFETCH(QString, file);
    const Result<HallPtr> hall = hallOfFile(file.toStdString());
    QVERIFY2(hall.isOk(), hall.isOk() ? "" : hall.error().message.c_str());
    const Result<SimulatedDrill> drawn = surpriseExercise(1, 3, hall.value());
    QVERIFY2(drawn.isOk(), drawn.isOk() ? "" : drawn.error().message.c_str());
    QVERIFY(drawn.value().hall == hall.value());
    const auto simulation = sim::Simulation::create(hall.value()->spec, drawn.value().drill, drawn.value().seed, begin);
    QVERIFY2(simulation.isOk(), simulation.isOk() ? "" : simulation.error().message.c_str());
}

void TestExercises::aHallLikeAClusterHasItsParts()
{
    SitePlan plan;
    plan.name = "own";
    plan.racks = {{"R1", {}}, {"R2", {}}};
    for (int node = 0; node < 8; ++node)
        plan.nodes.push_back({"n" + std::to_string(node), node < 4 ? "R1" : "R2", {}, {}, "NVIDIA H200 SXM", 4});
    PlannedLoop loop;
    loop.name = "pump-7";
    loop.flowLpm = 55;
    loop.racks = {"R1"};
    plan.loops = {loop};
    TopologyBuilder builder;
    builder.addPlan(std::make_shared<const SitePlan>(plan));
    const Result<HallPtr> hall = hallLike(*builder.build());
    QVERIFY2(hall.isOk(), hall.isOk() ? "" : hall.error().message.c_str());
    const sim::ClusterSpec& spec = hall.value()->spec;
    QCOMPARE(spec.nodes.size(), std::size_t{8});
    QCOMPARE(spec.gpusPerNode, 4U);
    QCOMPARE(QString::fromUtf8(spec.gpu.name.data(), static_cast<qsizetype>(spec.gpu.name.size())), u"H200"_s);
    QCOMPARE(spec.loops.size(), std::size_t{1});
    QCOMPARE(spec.loops.front().ratedFlowLpm, 55.0);
    const auto drills = builtInDrills().value();
    const auto pump = std::ranges::find_if(drills, [](const sim::Drill& drill) {
        return !drill.faults.empty() && drill.faults.front().kind == sim::FaultKind::PumpDegradation;
    });
    const auto simulation = sim::Simulation::create(spec, exerciseOf(*pump, 1, 5, hall.value()).drill, 5, begin);
    QVERIFY(simulation.isOk());
    QCOMPARE(simulation.value()->truth().faults.front().entities, std::vector<std::string>{"pump-7"});
    QVERIFY(hall.value()->layout->find(EntityKind::Node, {}, "n3").isValid()
            || hall.value()->layout->count(EntityKind::Node) == 8);
}

void TestExercises::aDrillThatFindsNoTargetIsRefused()
{
    SitePlan plan;
    plan.racks = {{"R1", {}}};
    for (int node = 0; node < 4; ++node)
        plan.nodes.push_back({"n" + std::to_string(node), "R1", {}, {}, {}, 8});
    TopologyBuilder builder;
    builder.addPlan(std::make_shared<const SitePlan>(plan));
    const HallPtr hall = hallLike(*builder.build()).value();
    const Status playable = isPlayable(findDrill("pump-degradation").value(), hall);
    QVERIFY(!playable.isOk());
    QVERIFY2(playable.error().message.find("needs a coolant loop") != std::string::npos,
             playable.error().message.c_str());
    QVERIFY(isPlayable(findDrill("slow-gpu").value(), hall).isOk());
    QVERIFY(findDrill("no-such").error().message.find("slow-gpu") != std::string::npos);
}

void TestExercises::anExerciseIsTheSameForTheSameNumber()
{
    const auto onsetOf = [](std::uint64_t number) {
        const SimulatedDrill drill = surpriseExercise(1, number).value();
        return std::pair(drill.drill.name, drill.drill.faults.empty() ? 0 : drill.drill.faults.front().onsetSeconds);
    };
    QCOMPARE(onsetOf(7), onsetOf(7));
    QVERIFY(onsetOf(7) != onsetOf(8) || onsetOf(7) != onsetOf(9));
}

void TestExercises::surprisesAreOfAllKinds()
{
    std::set<std::string> names;
    for (std::uint64_t number = 0; number < 400; ++number)
        names.insert(surpriseExercise(1, number).value().drill.name);
    QCOMPARE(names.size(), builtInDrills().value().size());
}

void TestExercises::theRightCauseAtTheRightPlaceIsRight()
{
    const std::vector<scoring::RealFault> truth{pumpFault()};
    const std::vector<scoring::RaisedAlert> reported{raisedAt(71, "pump_degradation", "cdu-1")};
    const ExerciseResult result
        = judge(truth, after(75), ExerciseAnswer{after(90), "pump_degradation", {"cdu-1"}}, reported, after(90));
    QVERIFY(result.isRight());
    QVERIFY(result.toNotice == std::chrono::seconds(15));
    QVERIFY(result.toCause == std::chrono::seconds(30));
    QVERIFY(result.reported && result.isReportedRight);
    const QJsonObject json = exerciseAsJson(std::span(&result, 1));
    QCOMPARE(json[u"noticed_s"_s].toDouble(), 15.0);
    QCOMPARE(json[u"cause_s"_s].toDouble(), 30.0);
    QCOMPARE(json[u"faults"_s].toArray().at(0)[u"onset"_s].toString(), u"2026-11-23T00:01:00.000Z"_s);
    QVERIFY(json[u"reported"_s][u"kind_right"_s].toBool());
}

void TestExercises::theRightCauseElsewhereIsNot()
{
    const std::vector<scoring::RealFault> truth{pumpFault()};
    const ExerciseResult result
        = judge(truth, {}, ExerciseAnswer{after(90), "pump_degradation", {"cdu-2"}}, {}, after(90));
    QVERIFY(result.isKindRight && !result.isPlaceRight && !result.isRight());
    QVERIFY(!result.toCause);
    QVERIFY(result.toNotice == std::chrono::seconds(30)); // a diagnosis implies having noticed it
    QVERIFY(exerciseAsJson(std::span(&result, 1))[u"cause_s"_s].isNull());
}

void TestExercises::nothingIsRightOnAQuietDayOnly()
{
    const ExerciseAnswer nothing{after(200), "", {}};
    QVERIFY(judge({}, {}, nothing, {}, after(200)).isRight());
    const std::vector<scoring::RealFault> truth{pumpFault()};
    QVERIFY(!judge(truth, {}, nothing, {}, after(200)).isRight());
    QVERIFY(!judge({}, {}, ExerciseAnswer{after(200), "slow_gpu", {"node-0001/gpu1"}}, {}, after(200)).isRight());
    QVERIFY(!judge({}, {}, std::nullopt, {}, after(200)).isRight()); // given up
}

void TestExercises::whoSeesSomethingBeforeThereWasAnythingIsEarly()
{
    const std::vector<scoring::RealFault> truth{pumpFault()};
    const ExerciseResult result
        = judge(truth, after(20), ExerciseAnswer{after(90), "pump_degradation", {"cdu-1"}}, {}, after(90));
    QVERIFY(result.isEarly && result.isRight());
    QVERIFY(!result.toNotice);
}

void TestExercises::whatWasReportedBesideIsNotTheFault()
{
    const std::vector<scoring::RealFault> truth{pumpFault()};
    const std::vector<scoring::RaisedAlert> reported{raisedAt(30, "pump_degradation", "cdu-1"), // before it began
                                                     raisedAt(70, "slow_gpu", "node-0001/gpu1"),
                                                     raisedAt(80, "loop_fault", "cdu-1")};
    const ExerciseResult result = judge(truth, {}, std::nullopt, reported, after(90));
    QVERIFY(result.reported && result.reported->reported == after(80) && !result.isReportedRight);
}

void TestExercises::whatHadNotBegunTakesNoPart()
{
    const std::vector<scoring::RealFault> truth{pumpFault()};
    const ExerciseResult result = judge(truth, {}, ExerciseAnswer{after(30), "", {}}, {}, after(30));
    QVERIFY(result.faults.empty());
    QVERIFY(result.isEarly && !result.isRight());
    // Giving up that early does not reveal that it was a quiet day.
    QVERIFY(judge(truth, {}, std::nullopt, {}, after(30)).isEarly);
    QVERIFY(!judge({}, {}, std::nullopt, {}, after(30)).isEarly);
}

LOCKSTEP_TEST(tst_exercises, TestExercises)
#include "tst_exercises.moc"
