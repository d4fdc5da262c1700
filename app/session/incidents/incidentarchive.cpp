// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentarchive.h"

#include "datasources/incidents/incidentdatabase.h"

#include <QPointer>

#include <chrono>
#include <utility>

namespace lockstep {

/// The receiver may be destroyed while the thread reads, so the answer goes through the archive, which outlives it.
void readExportedIncident(IncidentArchive& archive, IncidentKey incident, QObject& receiver,
                          std::function<void(Result<ExportedIncident>)> take)
{
    archive.run([&archive, incident, lives = QPointer(&receiver), take = std::move(take)](IncidentDatabase& file) {
        auto read = std::make_shared<Result<ExportedIncident>>(loadExportedIncident(file, incident));
        QMetaObject::invokeMethod(
            &archive,
            [lives, take, read] {
                if (lives)
                    take(std::move(*read));
            },
            Qt::QueuedConnection);
    });
}

namespace {

constexpr std::chrono::seconds pollInterval{1};

} // namespace

IncidentArchive::IncidentArchive(std::string path, IncidentWorkspace& workspace, QObject* parent)
    : QObject(parent), m_path(std::move(path)), m_workspace(workspace)
{
    connect(&workspace, &IncidentWorkspace::changeMade, this, [this](const IncidentChange& change) {
        enqueue([this, change](IncidentDatabase& file) { write(file, change); });
    });
    connect(&workspace, &IncidentWorkspace::searchRequested, this, [this](const IncidentQuery& query) {
        enqueue([this, query](IncidentDatabase& file) {
            m_query = query;
            sendList(file);
        });
    });
    connect(&workspace, &IncidentWorkspace::openRequested, this, [this](IncidentKey key) {
        enqueue([this, key](IncidentDatabase& file) {
            m_open = key;
            sendOpened(file);
        });
    });
    connect(&m_poll, &QTimer::timeout, this,
            [this] { m_worker.add([this](const std::stop_token&) { processQueue(); }); });
    m_poll.start(pollInterval);
    reload();
}

IncidentArchive::~IncidentArchive() = default;

void IncidentArchive::reload()
{
    enqueue([this](IncidentDatabase& file) {
        sendAnnotations(file);
        sendOpened(file);
        sendList(file);
    });
}

void IncidentArchive::putEvidence(IncidentKey incident, Evidence evidence)
{
    auto shared = std::make_shared<const Evidence>(std::move(evidence));
    enqueue([this, incident, shared](IncidentDatabase& file) {
        if (const Status written = file.putEvidence(incident, *shared); !written.isOk())
            return reportError(written.error());
        sendOpened(file);
    });
}

void IncidentArchive::takeBundle(std::string path, std::optional<BundleChoice> choice)
{
    enqueue([this, path = std::move(path), choice](IncidentDatabase& file) { takeNow(file, path, choice); });
}

void IncidentArchive::takeNow(IncidentDatabase& file, const std::string& path, std::optional<BundleChoice> choice)
{
    const auto refuse = [this](const std::string& why) {
        answer([this, why] { Q_EMIT bundleRefused(QString::fromStdString(why)); });
    };
    // Writes to the own file always complete; reading another file is cancelled on exit.
    const std::stop_token stop = m_worker.endToken();
    if (!choice) {
        const Result<BundlePlan> plan = planImport(path, file, stop);
        if (!plan.isOk())
            return refuse(plan.error().message);
        if (!plan.value().differing.empty())
            return answer(
                [this, path, found = plan.value()] { Q_EMIT bundleDiffers(QString::fromStdString(path), found); });
    }
    // The file may have changed since the check, so existing incidents are only changed after asking.
    const BundleImport how{m_workspace.author(), wallClockNow(), choice.value_or(BundleChoice::Mine),
                           "SHA-256 " + fileHash(path).substr(0, 16), stop};
    const Result<std::vector<IncidentKey>> taken = importBundle(path, file, how);
    if (!taken.isOk() || taken.value().empty())
        return refuse(taken.isOk() ? path + " contains no incidents" : taken.error().message);
    sendAnnotations(file);
    sendOpened(file);
    sendList(file);
    const Result<std::optional<Incident>> incident = file.incident(taken.value().front());
    if (incident.isOk() && incident.value())
        answer([this, first = *incident.value()] { Q_EMIT bundleTaken(first); });
}

void IncidentArchive::run(std::function<void(IncidentDatabase&)> work)
{
    enqueue(std::move(work));
}

void IncidentArchive::enqueue(Job job)
{
    m_worker.add([this, job = std::move(job)](const std::stop_token&) {
        m_waiting.push_back(job);
        processQueue();
    });
}

/// Opens the file on the worker, because creating tables on a slow disk must not block the window. Requests wait until
/// then.
void IncidentArchive::processQueue()
{
    if (!m_file) {
        Result<IncidentDatabase> opened = IncidentDatabase::open(m_path);
        if (!opened.isOk())
            return reportError(opened.error());
        m_file = std::make_unique<IncidentDatabase>(std::move(opened).value());
        answer([this] { m_workspace.setProblem({}); });
    }
    for (; !m_waiting.empty(); m_waiting.pop_front())
        m_waiting.front()(*m_file);
    const Result<std::int64_t> version = m_file->dataVersion();
    if (version.isOk() && std::exchange(m_seenVersion, version.value()) != version.value()) {
        sendAnnotations(*m_file);
        sendOpened(*m_file);
        sendList(*m_file);
    }
}

void IncidentArchive::answer(std::function<void()> onGuiThread)
{
    QMetaObject::invokeMethod(this, std::move(onGuiThread), Qt::QueuedConnection);
}

void IncidentArchive::reportError(const Error& error)
{
    answer([this, text = "Cannot save incidents: " + error.message] { m_workspace.setProblem(text); });
}

void IncidentArchive::write(IncidentDatabase& file, const IncidentChange& change)
{
    if (change.responses.empty()) { // responses are recorded as events of the cluster
        const Result<IncidentChange> done = file.apply(change, m_workspace.author(), wallClockNow());
        if (!done.isOk())
            return reportError(done.error());
    }
    ++m_changesSeen;
    answer([this] { m_workspace.setProblem({}); });
    sendOpened(file);
    sendList(file);
}

void IncidentArchive::sendList(IncidentDatabase& file)
{
    Result<IncidentList> list = file.search(m_query);
    if (!list.isOk())
        return reportError(list.error());
    answer([this, found = std::move(list).value()] { m_workspace.setList(found); });
}

void IncidentArchive::sendOpened(IncidentDatabase& file)
{
    if (!m_open.isValid())
        return;
    OpenedIncident opened;
    Result<std::optional<Incident>> incident = file.incident(m_open);
    Result<std::vector<HistoryEntry>> history = file.history(m_open);
    Result<std::vector<Attachment>> attachments = file.attachments(m_open, false);
    const Result<bool> evidence = file.hasEvidence(m_open);
    if (!incident.isOk())
        return reportError(incident.error());
    if (!history.isOk())
        return reportError(history.error());
    if (!attachments.isOk())
        return reportError(attachments.error());
    opened.incident = std::move(incident).value();
    opened.history = std::move(history).value();
    opened.attachments = std::move(attachments).value();
    opened.hasEvidence = evidence.isOk() && evidence.value();
    answer([this, key = m_open, opened = std::move(opened), seen = m_changesSeen] {
        m_workspace.setOpened(key, opened, seen);
    });
}

void IncidentArchive::sendAnnotations(IncidentDatabase& file)
{
    Result<std::vector<Annotation>> annotations = file.annotations(std::nullopt);
    if (!annotations.isOk())
        return reportError(annotations.error());
    Result<std::vector<AnnotationLink>> links = file.links(std::nullopt);
    if (!links.isOk())
        return reportError(links.error());
    Result<std::vector<Judgement>> judgements = file.judgements();
    if (!judgements.isOk())
        return reportError(judgements.error());
    answer([this, notes = std::move(annotations).value(), joins = std::move(links).value(),
            judged = std::move(judgements).value(),
            seen = m_changesSeen] { m_workspace.setAnnotations(notes, joins, judged, seen); });
}

} // namespace lockstep

#include "moc_incidentarchive.cpp"
