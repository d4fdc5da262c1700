// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"

#include "app/export/userfiles.h"
#include "app/session/livesession.h"
#include "app/session/opening/startoptions.h"
#include "app/session/past/columns/recordedpast.h"
#include "datasources/sqlite/privatefile.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"

#include <QFileInfo>
#include <fmt/format.h>

#include <pwd.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

/// Sources connect one after the other, and the first may lack the most important metric.
constexpr std::chrono::seconds introductions{10};

} // namespace

FirstMetric::FirstMetric(const ClusterModel& cluster, Selection& selection, QObject* parent)
    : QObject(parent), m_cluster(cluster), m_selection(selection)
{
    connect(&cluster, &ClusterModel::changed, this, &FirstMetric::choose);
}

void FirstMetric::choose()
{
    const MetricTable& metrics = m_cluster.store().metrics();
    if (metrics.size() == 0)
        return;
    if (m_selection.metric() != m_chosen || m_end.hasExpired()) {
        disconnect(&m_cluster, &ClusterModel::changed, this, &FirstMetric::choose);
        return;
    }
    if (m_end.isForever())
        m_end.setRemainingTime(introductions);
    m_chosen = MetricId{0};
    for (const char* name : {metrics::gpu::temperature, metrics::core::utilisation, metrics::node::cpuUtilisation}) {
        if (const MetricId metric = metrics.find(name); metric.isValid()) {
            m_chosen = metric;
            break;
        }
    }
    m_selection.setMetric(m_chosen);
}

namespace {

/// The file given by the options, otherwise the user's file; in memory if the run must not leave traces.
std::string databasePath(const StartOptions& options)
{
    if (!options.incidentsFile.isEmpty())
        return options.incidentsFile.toStdString();
    if (options.freshSettings || !options.screenshotFile.isEmpty())
        return ":memory:";
    const std::string path = userIncidentsFile();
    // If the folder cannot be created, opening the file reports it.
    (void)makePrivateFolder(QFileInfo(QString::fromStdString(path)).path().toStdString());
    return path;
}

/// From the account if the environment does not contain it.
std::string userName()
{
    if (const QString name = qEnvironmentVariable("USER"); !name.isEmpty())
        return name.toStdString();
    const passwd* const account = getpwuid(geteuid());
    return account == nullptr ? fmt::format("user {}", geteuid()) : std::string(account->pw_name);
}

} // namespace

IncidentController::IncidentController(const StartOptions& options, const ClusterModel& cluster)
    : m_workspace(userName()), m_archive(databasePath(options), m_workspace), m_evidence(cluster)
{ }

namespace {

/// Mutes to apply: those of a file from elsewhere are ignored.
std::vector<Mute> mutesIn(const Judgements& judgements)
{
    std::vector<Mute> mutes;
    for (const auto& [key, each] : judgements) {
        if (each.verdict == Judgement::Verdict::Muted && !each.isForeign())
            mutes.push_back({each.kind, each.place, {each.made, each.until.value_or(TimePoint::max())}});
    }
    return mutes;
}

} // namespace

Composition::Composition(const StartOptions& options)
    : Composition(options, std::make_unique<LiveSession>(options.history, options.record))
{
    m_session->begin();
}

Composition::Composition(const StartOptions& options, std::unique_ptr<Session> session)
    : m_session(std::move(session)),
      m_runbooks(Runbooks::standard(options.runbooks.toStdString())),
      m_firstMetric(m_session->cluster(), m_selection),
      m_incidents(options, m_session->cluster()),
      m_compare(*m_session, m_selection),
      m_exercise(*m_session),
      m_opener(options.credentials(), options.engine()),
      m_bundleChoice(options.bundleChoice)
{
    connectParts();
}

Composition::~Composition() = default;

void Composition::connectParts()
{
    if (auto* const live = qobject_cast<LiveSession*>(m_session.get()))
        live->setRunbooks(m_runbooks);
    connect(m_session.get(), &Session::problem, this, &Composition::failed);
    for (const auto signal : {&Session::note, &Session::cannotStep})
        connect(m_session.get(), signal, this, &Composition::noted);
    connect(&m_incidents.workspace(), &IncidentWorkspace::judgementsChanged, this,
            [this] { m_session->alerts().setMutes(mutesIn(m_incidents.workspace().records().judgements())); });
    connect(&m_incidents.workspace(), &IncidentWorkspace::responded, m_session.get(), &Session::respond);
    m_incidents.evidence().setOrigin({[this] { return m_session->origin(); },
                                      [this] {
                                          return m_session->path().toStdString();
                                      }});
    connect(&m_incidents.archive(), &IncidentArchive::bundleTaken, this, &Composition::showBundle);
    connect(&m_incidents.archive(), &IncidentArchive::bundleRefused, this, &Composition::failed);
    connect(&m_incidents.archive(), &IncidentArchive::bundleDiffers, this, &Composition::bundleDiffers);
    connect(&m_compare, &ComparisonController::problem, this, &Composition::failed);
    connect(&m_compare, &ComparisonController::refused, this, &Composition::noted);
    connect(&m_compare, &ComparisonController::swapWanted, this, &Composition::swapRecordings);
    connect(&m_exercise, &ExerciseController::problem, this, &Composition::failed);
    connect(&m_opener, &SessionOpener::failed, this, &Composition::failed);
    connect(&m_opener, &SessionOpener::opened, this, &Composition::take);
    connect(&m_opener, &SessionOpener::incidentsFound, this,
            [this](const QString& path) { m_incidents.archive().takeBundle(path.toStdString(), m_bundleChoice); });
}

/// A live session without sources can get some; anything else needs a new composition.
void Composition::take(const std::shared_ptr<Opening>& opening)
{
    auto* const live = qobject_cast<LiveSession*>(m_session.get());
    const auto* const sources = std::get_if<LiveSources>(&opening->what);
    if (live == nullptr || sources == nullptr || !live->canWatch(*sources)) {
        Q_EMIT replaced(opening);
        return;
    }
    live->watch(*sources);
    showPlace(opening->place);
    if (!opening->compareWith.isEmpty())
        m_compare.withRecording(opening->compareWith);
}

void Composition::showPlace(const std::optional<TimeWindow::Place>& place)
{
    if (!place)
        return;
    m_session->time().setRange(place->range);
    m_session->time().setCursor(place->cursor);
}

void Composition::begin(const Opening& opening)
{
    m_session->begin();
    showPlace(opening.place);
    if (!opening.compareWith.isEmpty())
        m_compare.withRecording(opening.compareWith, opening.shift);
    if (!opening.bundle.isEmpty())
        m_incidents.archive().takeBundle(opening.bundle.toStdString(), m_bundleChoice);
}

void Composition::takeBundle(const QString& path, BundleChoice choice)
{
    m_incidents.archive().takeBundle(path.toStdString(), choice);
}

void Composition::close()
{
    if (!m_session->isEmpty())
        Q_EMIT replaced(std::make_shared<Opening>());
}

void Composition::reconnect()
{
    if (auto* const live = qobject_cast<LiveSession*>(m_session.get()))
        live->reconnect();
}

void Composition::showBundle(const Incident& first)
{
    m_incidents.workspace().open(first.key);
    if (!m_session->isLive()) {
        const TimeRange range = first.range;
        const Duration margin = std::max<Duration>(std::chrono::seconds(30), range.length() / 4);
        m_session->time().setRange({range.from - margin, range.to + margin});
        m_session->time().setCursor(range.from);
        std::vector<EntityRef> concerned;
        for (const EntityName& name : first.entities) {
            const EntityRef entity = findEntity(*cluster().store().topology(), name);
            if (entity.isValid())
                concerned.push_back(entity);
        }
        m_selection.setSelected(std::move(concerned));
    }
    Q_EMIT bundleOpened();
}

void Composition::swapRecordings(const QString& path, qint64 shift)
{
    const Duration by = shift * cluster().store().tickPeriod();
    TimeWindow::Place place = m_session->time().target(); // the destination of the window, if it is still moving
    place.range = {place.range.from + by, place.range.to + by};
    place.cursor += by;
    m_opener.openRecordingAt(path, place, m_session->path(), shift);
}

} // namespace lockstep

#include "moc_composition.cpp"
