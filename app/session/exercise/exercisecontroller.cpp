// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercisecontroller.h"

#include "app/session/livesession.h"
#include "datasources/text/outputfile.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"

#include <QDir>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds followPeriod{1};

const LiveSession* liveOf(const Session& session)
{
    return qobject_cast<const LiveSession*>(&session);
}

} // namespace

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
