// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercisecontroller.h"

#include "app/session/livesession.h"
#include "datasources/text/outputfile.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/simulation/cluster/drill.h"

#include <QDateTime>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

using namespace Qt::StringLiterals;

scoring::RealFault asReal(const sim::TrueFault& fault)
{
    return {std::string(sim::faultKindName(fault.kind)), fault.entities, fault.severity, fault.onset, fault.end, {}};
}

bool isNamedBy(const std::vector<std::string>& culprits, const sim::TrueFault& fault)
{
    return scoring::namesFault(culprits, asReal(fault), {});
}

QJsonArray asArray(const std::vector<std::string>& names)
{
    QJsonArray array;
    for (const std::string& name : names)
        array.append(QString::fromStdString(name));
    return array;
}

QJsonValue asJson(const std::optional<Duration>& delay)
{
    return delay ? QJsonValue(std::chrono::duration<double>(*delay).count()) : QJsonValue();
}

QString momentText(TimePoint time)
{
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODateWithMs);
}

/// Finds the first alert that names the faulty entity. An alert from before the fault does not count.
void findReported(std::span<const scoring::RaisedAlert> reported, ExerciseResult& result)
{
    for (const scoring::RaisedAlert& alert : reported) {
        for (const sim::TrueFault& fault : result.faults) {
            const bool isOfIt = alert.reported >= fault.onset
                && (isNamedBy(alert.last.culprits, fault) || isNamedBy(alert.first.culprits, fault));
            if (!isOfIt || (result.reported && result.reported->reported <= alert.reported))
                continue;
            result.reported = alert;
            result.isReportedRight = alert.last.kind == sim::faultKindName(fault.kind);
        }
    }
}

constexpr std::chrono::seconds followPeriod{1};

const LiveSession* liveOf(const Session& session)
{
    return qobject_cast<const LiveSession*>(&session);
}

} // namespace

ExerciseResult judgeExercise(const std::string& cause, std::span<const sim::TrueFault> truth,
                             std::optional<TimePoint> noticed, std::optional<ExerciseAnswer> answer,
                             std::span<const scoring::RaisedAlert> reported, TimePoint end)
{
    ExerciseResult result;
    std::ranges::copy_if(truth, std::back_inserter(result.faults),
                         [end](const sim::TrueFault& fault) { return fault.onset <= end; });
    result.answer = std::move(answer);
    result.noticed = noticed;
    findReported(reported, result);
    if (result.faults.empty()) {
        result.isEarly = !truth.empty();
        result.isKindRight = result.isPlaceRight = truth.empty() && result.answer && result.answer->kind.empty();
        return result;
    }
    result.cause = cause;
    const TimePoint onset = std::ranges::min(result.faults, {}, &sim::TrueFault::onset).onset;
    if (!noticed && result.answer && !result.answer->kind.empty())
        noticed = result.noticed = result.answer->at;
    result.isEarly = noticed && *noticed < onset;
    if (noticed && !result.isEarly)
        result.toNotice = *noticed - onset;
    for (const sim::TrueFault& fault : result.faults) {
        if (!result.answer || result.answer->kind != sim::faultKindName(fault.kind))
            continue;
        result.isKindRight = true;
        result.isPlaceRight = result.isPlaceRight || isNamedBy(result.answer->culprits, fault);
    }
    if (result.isRight())
        result.toCause = result.answer->at - onset;
    return result;
}

QJsonObject exerciseAsJson(const ExerciseResult& result)
{
    QJsonArray faults;
    for (const sim::TrueFault& fault : result.faults) {
        const std::string_view kind = sim::faultKindName(fault.kind);
        faults.append(QJsonObject{{u"kind"_s, QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()))},
                                  {u"entities"_s, asArray(fault.entities)},
                                  {u"severity"_s, fault.severity},
                                  {u"onset"_s, momentText(fault.onset)}});
    }
    QJsonObject object{{u"faults"_s, faults},
                       {u"cause"_s, QString::fromStdString(result.cause)},
                       {u"kind_right"_s, result.isKindRight},
                       {u"place_right"_s, result.isPlaceRight},
                       {u"noticed_s"_s, asJson(result.toNotice)},
                       {u"cause_s"_s, asJson(result.toCause)}};
    if (result.answer) {
        object.insert(u"answer"_s,
                      QJsonObject{{u"at"_s, momentText(result.answer->at)},
                                  {u"kind"_s, QString::fromStdString(result.answer->kind)},
                                  {u"entities"_s, asArray(result.answer->culprits)}});
    }
    if (result.reported) {
        object.insert(u"reported"_s,
                      QJsonObject{{u"at"_s, momentText(result.reported->reported)},
                                  {u"kind"_s, QString::fromStdString(result.reported->last.kind)},
                                  {u"title"_s, QString::fromStdString(result.reported->title)},
                                  {u"kind_right"_s, result.isReportedRight}});
    }
    return object;
}

ExerciseController::ExerciseController(Session& session) : m_session(session), m_began(wallClockNow())
{
    connect(&m_clock, &QTimer::timeout, this, &ExerciseController::follow);
    // A session without sources can still be given an exercise.
    connect(&session, &Session::shown, this, [this] {
        if (!isActive())
            return;
        m_began = wallClockNow();
        m_clock.start(followPeriod);
        Q_EMIT changed();
    });
}

ExerciseController::~ExerciseController() = default;

bool ExerciseController::isActive() const
{
    const LiveSession* const live = liveOf(m_session);
    return live != nullptr && live->exercise() != nullptr;
}

QString ExerciseController::recording() const
{
    return m_session.path();
}

/// Old alerts are eventually dropped, so keep each one while it exists.
void ExerciseController::follow()
{
    for (const Alert& alert : m_session.alerts().at(m_session.now())) {
        auto known = std::ranges::find(m_reported, alert.key, &scoring::RaisedAlert::key);
        if (known == m_reported.end())
            known = m_reported.insert(m_reported.end(),
                                      {alert.key, alert.raisedAt, alert.onset, {alert.kind, alert.names}, {}, {}, {}});
        known->last = {alert.kind, alert.names};
        known->title = alert.title;
    }
    Q_EMIT changed();
}

std::vector<std::string> ExerciseController::namesOf(const std::vector<EntityRef>& entities) const
{
    const Topology& topology = *std::as_const(m_session).cluster().store().topology();
    std::vector<std::string> names;
    for (const EntityRef entity : entities) {
        if (topology.contains(entity))
            names.push_back(culpritName(topology, entity));
    }
    return names;
}

void ExerciseController::notice()
{
    if (!isActive() || m_result || m_noticed)
        return;
    m_noticed = wallClockNow();
    Q_EMIT changed();
}

void ExerciseController::answer(const std::string& kind, const std::vector<EntityRef>& culprits)
{
    ExerciseAnswer answer{wallClockNow(), kind, namesOf(culprits)};
    if (kind == kinds::storageContention)
        answer.culprits = {"shared storage"};
    reveal(std::move(answer));
}

void ExerciseController::giveUp()
{
    reveal(std::nullopt);
}

void ExerciseController::reveal(std::optional<ExerciseAnswer> answer)
{
    const LiveSession* const live = liveOf(m_session);
    if (!isActive() || m_result)
        return;
    m_clock.stop();
    follow();
    m_result = judgeExercise(live->exercise()->drill.cause, live->trueFaults(), m_noticed, std::move(answer),
                             m_reported, wallClockNow());
    keep();
    Q_EMIT changed();
}

void ExerciseController::keep()
{
    if (recording().isEmpty())
        return;
    const QString path = QDir(recording()).filePath(u"exercise.json"_s);
    const std::string text = QJsonDocument(exerciseAsJson(*m_result)).toJson().toStdString();
    if (const Status written = writeOutput(path.toStdString(), text, Readers::Owner); !written.isOk())
        Q_EMIT problem(tr("Cannot write the result: %1").arg(QString::fromStdString(written.error().message)));
}

} // namespace lockstep

#include "moc_exercisecontroller.cpp"
