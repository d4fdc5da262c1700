// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercisecontroller.h"
#include "app/session/exercise/exercises.h"
#include "app/session/livesession.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

/// A fault with an immediate effect.
SimulatedDrill slowGpu()
{
    SimulatedDrill exercise;
    exercise.isExercise = true;
    exercise.drill.name = "slow GPU";
    sim::DrillFault fault;
    fault.target.node = 3;
    fault.target.gpu = 2;
    fault.onsetSeconds = 0;
    exercise.drill.faults.push_back(fault);
    return exercise;
}

LiveSources playing(SimulatedDrill drill)
{
    LiveSources sources;
    sources.demo = true;
    sources.drill = std::make_shared<const SimulatedDrill>(std::move(drill));
    return sources;
}

EntityRef findGpu(const Topology& topology, const std::string& path)
{
    for (std::uint32_t gpu = 0; gpu < topology.count(EntityKind::Gpu); ++gpu) {
        if (culpritName(topology, {EntityKind::Gpu, gpu}) == path)
            return {EntityKind::Gpu, gpu};
    }
    return {};
}

} // namespace

class TestExerciseController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAnswerIsHeldAgainstWhatWasPlayed();
    void rolesAnswerForThemselvesUntilItIsRevealed();
    void theDemoIsNoExercise();
};

void TestExerciseController::anAnswerIsHeldAgainstWhatWasPlayed()
{
    const QTemporaryDir folder;
    LiveSession session(std::chrono::minutes(10), RecordFolder::named(folder.filePath(u"run"_s)), playing(slowGpu()));
    ExerciseController exercise(session);
    const QSignalSpy changes(&exercise, &ExerciseController::changed);
    session.begin();
    QVERIFY(exercise.isActive());
    const auto& store = std::as_const(session).cluster().store();
    const std::vector<sim::TrueFault> truth = session.trueFaults();
    QCOMPARE(truth.size(), std::size_t{1});
    const std::string& culprit = truth.front().entities.front();
    QTRY_VERIFY(findGpu(*store.topology(), culprit).isValid());
    const EntityRef gpu = findGpu(*store.topology(), culprit);

    exercise.notice();
    const std::optional<TimePoint> noticed = exercise.noticed();
    QVERIFY(noticed);
    exercise.notice(); // only the first call counts
    QVERIFY(exercise.noticed() == noticed);
    exercise.answer(std::string(kinds::slowGpu), {gpu});
    QVERIFY(exercise.result() && exercise.result()->isRight());
    QVERIFY(changes.size() >= 2);
    exercise.giveUp(); // it is over
    QVERIFY(exercise.result()->isRight());

    QFile kept(folder.filePath(u"run/exercise.json"_s));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QVERIFY(QJsonDocument::fromJson(kept.readAll()).object()[u"place_right"_s].toBool());
}

void TestExerciseController::rolesAnswerForThemselvesUntilItIsRevealed()
{
    const QTemporaryDir folder;
    SimulatedDrill drill = slowGpu();
    drill.roles = {ExerciseRole::Facilities, ExerciseRole::Training};
    LiveSession session(std::chrono::minutes(10), RecordFolder::named(folder.filePath(u"run"_s)), playing(drill));
    ExerciseController exercise(session);
    session.begin();
    QCOMPARE(exercise.role(), ExerciseRole::Facilities);
    const auto& store = std::as_const(session).cluster().store();
    const std::string culprit = session.trueFaults().front().entities.front();
    QTRY_VERIFY_WITH_TIMEOUT(findGpu(*store.topology(), culprit).isValid(), 20'000);
    const auto isOffered = [&store](std::string_view metric) {
        const MetricId id = store.metrics().find(metric);
        return id.isValid() && store.metrics().isOffered(id);
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOffered(metrics::gpu::temperature) && !isOffered(metrics::gpu::clockSm), 20'000);
    exercise.answer("", {}); // no fault on this side
    QVERIFY(exercise.hasAnswered() && !exercise.result());

    exercise.switchRole();
    QCOMPARE(exercise.role(), ExerciseRole::Training);
    QTRY_VERIFY_WITH_TIMEOUT(!isOffered(metrics::gpu::temperature) && isOffered(metrics::gpu::clockSm), 20'000);
    QVERIFY(!exercise.hasAnswered());
    exercise.answer(std::string(kinds::slowGpu), {findGpu(*store.topology(), culprit)});
    exercise.giveUp();
    QCOMPARE(exercise.role(), ExerciseRole::Everything);
    QVERIFY(isOffered(metrics::gpu::temperature) && isOffered(metrics::gpu::clockSm));
    QCOMPARE(exercise.results().size(), std::size_t{2});
    QVERIFY(!exercise.results()[0].isRight() && exercise.results()[1].isRight() && exercise.result()->isRight());

    QFile kept(folder.filePath(u"run/exercise.json"_s));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    const QJsonArray roles = QJsonDocument::fromJson(kept.readAll()).object()[u"roles"_s].toArray();
    QCOMPARE(roles.at(0)[u"role"_s].toString(), u"facilities"_s);
    QVERIFY(roles.at(1)[u"place_right"_s].toBool());
}

void TestExerciseController::theDemoIsNoExercise()
{
    LiveSources demo;
    demo.demo = true;
    LiveSession session(std::chrono::minutes(10), {}, demo);
    ExerciseController exercise(session);
    session.begin();
    QVERIFY(!exercise.isActive());
    exercise.notice();
    exercise.giveUp();
    QVERIFY(!exercise.noticed() && !exercise.result());
}

LOCKSTEP_TEST(tst_exercisecontroller, TestExerciseController)
#include "tests/support/waiting.h"
#include "tst_exercisecontroller.moc"
