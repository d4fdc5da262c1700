// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercisecontroller.h"

#include "app/session/exercise/exerciseroles.h"
#include "app/session/livesession.h"
#include "datasources/text/outputfile.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/incidents/incident.h"
#include "models/simulation/cluster/drill.h"

#include <QDateTime>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

using namespace Qt::StringLiterals;

scoring::RealFault asReal(const sim::TrueFault& fault)
{
    return {std::string(sim::faultKindName(fault.kind)), fault.entities, fault.severity, fault.onset, fault.end, {}};
}

bool isNamedBy(const std::vector<std::string>& culprits, const scoring::RealFault& fault)
{
    return scoring::namesFault(culprits, fault, {});
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
        for (const scoring::RealFault& fault : result.faults) {
            const bool isOfIt = alert.reported >= fault.onset
                && (isNamedBy(alert.last.culprits, fault) || isNamedBy(alert.first.culprits, fault));
            if (!isOfIt || (result.reported && result.reported->reported <= alert.reported))
                continue;
            result.reported = alert;
            result.isReportedRight = alert.last.kind == fault.kind;
        }
    }
}

constexpr std::chrono::seconds followPeriod{1};

const LiveSession* liveOf(const Session& session)
{
    return qobject_cast<const LiveSession*>(&session);
}

} // namespace

ExerciseResult judgeExercise(const std::string& cause, std::span<const scoring::RealFault> truth,
                             const ExercisePart& part, std::span<const scoring::RaisedAlert> reported, TimePoint end)
{
    ExerciseResult result;
    result.role = part.role;
    // An answer is compared with the faults that had begun by then, because the exercise may have continued.
    const TimePoint until = part.answer ? std::min(end, part.answer->at) : end;
    std::ranges::copy_if(truth, std::back_inserter(result.faults),
                         [until](const scoring::RealFault& fault) { return fault.onset <= until; });
    result.answer = part.answer;
    std::optional<TimePoint> noticed = part.noticed;
    result.noticed = noticed;
    findReported(reported, result);
    if (result.faults.empty()) {
        result.isEarly = !truth.empty();
        result.isKindRight = result.isPlaceRight = truth.empty() && result.answer && result.answer->kind.empty();
        return result;
    }
    result.cause = cause;
    const TimePoint onset = std::ranges::min(result.faults, {}, &scoring::RealFault::onset).onset;
    if (!noticed && result.answer && !result.answer->kind.empty())
        noticed = result.noticed = result.answer->at;
    result.isEarly = noticed && *noticed < onset;
    if (noticed && !result.isEarly)
        result.toNotice = *noticed - onset;
    for (const scoring::RealFault& fault : result.faults) {
        if (!result.answer || fault.kind.empty() || result.answer->kind != fault.kind)
            continue;
        result.isKindRight = true;
        result.isPlaceRight = result.isPlaceRight || isNamedBy(result.answer->culprits, fault);
    }
    if (result.isRight())
        result.toCause = result.answer->at - onset;
    return result;
}

namespace {

QJsonObject asJson(const ExerciseResult& result)
{
    QJsonArray faults;
    for (const scoring::RealFault& fault : result.faults)
        faults.append(QJsonObject{{u"kind"_s, QString::fromStdString(fault.kind)},
                                  {u"entities"_s, asArray(fault.entities)},
                                  {u"severity"_s, fault.severity},
                                  {u"onset"_s, momentText(fault.onset)}});
    const std::string_view role = roleName(result.role);
    QJsonObject object{{u"role"_s, QString::fromUtf8(role.data(), static_cast<qsizetype>(role.size()))},
                       {u"faults"_s, faults},
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

} // namespace

QJsonObject exerciseAsJson(std::span<const ExerciseResult> results)
{
    QJsonObject whole = results.empty() ? QJsonObject() : asJson(results.front());
    QJsonArray roles;
    for (const ExerciseResult& result : results)
        roles.append(asJson(result));
    if (results.size() > 1)
        whole.insert(u"roles"_s, roles);
    return whole;
}

ExerciseController::ExerciseController(Session& session) : m_session(session), m_began(wallClockNow())
{
    connect(&m_clock, &QTimer::timeout, this, &ExerciseController::follow);
    // A session without sources can still be given an exercise.
    connect(&session, &Session::shown, this, [this] {
        if (const LiveSession* const live = liveOf(m_session); live != nullptr && live->exercise() != nullptr)
            begin(live->exercise()->roles, m_session.now());
    });
}

ExerciseController::~ExerciseController() = default;

bool ExerciseController::isActive() const
{
    const LiveSession* const live = liveOf(m_session);
    return m_case || (live != nullptr && live->exercise() != nullptr);
}

QString ExerciseController::recording() const
{
    return m_session.isLive() ? m_session.path() : QString(); // a recording that was opened is not written to
}

void ExerciseController::startOn(const Incident& incident, const std::vector<ExerciseRole>& roles)
{
    if (m_session.isLive() || isActive())
        return;
    Case its{incident.range, {}, incident.title};
    for (const std::string& text : {incident.summary, incident.causes})
        its.cause += text.empty() ? std::string() : "\n" + text;
    const Topology& topology = *std::as_const(m_session).cluster().store().topology();
    for (const EntityName& name : incident.entities) {
        if (const EntityRef entity = findEntity(topology, name); entity.isValid())
            its.names.push_back(culpritName(topology, entity));
    }
    m_case = std::move(its);
    constexpr Duration before = std::chrono::minutes(2);
    const TimePoint start = std::max(incident.range.from - before, m_session.time().extent().from);
    m_session.time().setRange({start - before, start});
    m_session.time().setCursor(start);
    (void)m_session.alerts().allAt(incident.range.to); // needed later, and takes a while
    begin(roles, start);
}

void ExerciseController::begin(std::vector<ExerciseRole> roles, TimePoint now)
{
    m_began = now;
    m_roles = std::move(roles);
    m_parts.assign(std::max<std::size_t>(m_roles.size(), 1), {});
    for (std::size_t at = 0; at < m_roles.size(); ++at)
        m_parts[at].role = m_roles[at];
    m_turn = 0;
    m_clock.start(followPeriod);
    showRole();
    Q_EMIT changed();
}

void ExerciseController::switchRole()
{
    if (m_result)
        return;
    m_turn = (m_turn + 1) % m_parts.size();
    showRole();
    Q_EMIT changed();
}

/// Offers the metrics of the role and shows its alerts.
void ExerciseController::showRole()
{
    ClusterModel& cluster = m_session.cluster();
    for (const MetricId metric : std::exchange(m_withheld, {})) {
        const MetricDescriptor descriptor = std::as_const(cluster).store().metrics().descriptor(metric);
        cluster.describe(metric, descriptor, true);
    }
    const ExerciseRole now = role();
    if (now == ExerciseRole::Everything) {
        m_session.alerts().setFilter(nullptr);
        return;
    }
    m_session.alerts().setFilter([now](std::vector<Alert>& alerts) { keepAlertsOf(now, alerts); });
    follow();
}

/// Keeps each alert while it exists, because old alerts are dropped. Also withholds metrics that have appeared.
void ExerciseController::follow()
{
    for (const Alert& alert : m_session.alerts().allAt(m_session.now())) {
        auto known = std::ranges::find(m_reported, alert.key, &scoring::RaisedAlert::key);
        if (known == m_reported.end())
            known = m_reported.insert(m_reported.end(),
                                      {alert.key, alert.raisedAt, alert.onset, {alert.kind, alert.names}, {}, {}, {}});
        known->last = {alert.kind, alert.names};
        known->title = alert.title;
    }
    ClusterModel& cluster = m_session.cluster();
    const MetricTable& metrics = std::as_const(cluster).store().metrics();
    for (std::uint32_t id = 0; id < metrics.size(); ++id) {
        const MetricDescriptor descriptor = metrics.descriptor(MetricId{id});
        if (!metrics.isOffered(MetricId{id}) || seesMetric(role(), descriptor.name))
            continue;
        cluster.describe(MetricId{id}, descriptor, false);
        m_withheld.push_back(MetricId{id});
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
    if (!isActive() || m_result || part().noticed)
        return;
    part().noticed = m_session.now();
    Q_EMIT changed();
}

void ExerciseController::answer(const std::string& kind, const std::vector<EntityRef>& culprits)
{
    if (!isActive() || m_result)
        return;
    part().answer = ExerciseAnswer{m_session.now(), kind, namesOf(culprits)};
    if (kind == kinds::storageContention)
        part().answer->culprits = {"shared storage"};
    if (m_roles.empty())
        reveal();
    else
        Q_EMIT changed();
}

void ExerciseController::giveUp()
{
    if (isActive() && !m_result)
        reveal();
}

std::vector<scoring::RealFault> ExerciseController::truth() const
{
    std::vector<scoring::RealFault> faults;
    if (!m_case) {
        for (const sim::TrueFault& fault : liveOf(m_session)->trueFaults())
            faults.push_back(asReal(fault));
        return faults;
    }
    for (const Alert& alert : m_session.alerts().allAt(m_case->range.to)) {
        const scoring::RealFault fault{alert.kind, alert.names, 0, alert.onset, alert.end.value_or(TimePoint::max()),
                                       {}};
        const bool isInTime = fault.onset <= m_case->range.to && fault.end >= m_case->range.from;
        if (isInTime && (m_case->names.empty() || isNamedBy(m_case->names, fault)))
            faults.push_back(fault);
    }
    if (faults.empty()) // people compare the answers with the incident's own text
        faults.push_back({{}, m_case->names, 0, m_case->range.from, m_case->range.to, {}});
    return faults;
}

void ExerciseController::reveal()
{
    m_clock.stop();
    follow();
    const std::vector<scoring::RealFault> faults = truth();
    const std::string& cause = m_case ? m_case->cause : liveOf(m_session)->exercise()->drill.cause;
    for (const ExercisePart& each : m_parts)
        m_results.push_back(judgeExercise(cause, faults, each, m_reported, m_session.now()));
    m_result = std::ranges::max(m_results, {}, [](const ExerciseResult& result) {
        return std::tuple(result.isRight(), result.isKindRight, result.answer.has_value());
    });
    keep();
    showRole();
    Q_EMIT changed();
}

void ExerciseController::keep()
{
    if (recording().isEmpty())
        return;
    const QString path = QDir(recording()).filePath(u"exercise.json"_s);
    const std::string text = QJsonDocument(exerciseAsJson(m_results)).toJson().toStdString();
    if (const Status written = writeOutput(path.toStdString(), text, Readers::Owner); !written.isOk())
        Q_EMIT problem(
            tr("Cannot save the result of the exercise: %1").arg(QString::fromStdString(written.error().message)));
}

} // namespace lockstep

#include "moc_exercisecontroller.cpp"
