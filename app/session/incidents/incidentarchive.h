// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/incidentexport.h"
#include "datasources/incidents/bundleimport.h"
#include "models/core/result.h"
#include "models/core/work/jobqueue.h"
#include "models/incidents/evidence.h"
#include "models/incidents/workspace/incidentworkspace.h"

#include <QObject>
#include <QTimer>
#include <deque>

#include <functional>
#include <memory>
#include <optional>
#include <string>

class QObject;

namespace lockstep {

class IncidentArchive;
class IncidentDatabase;

/// Reads all data exported for an incident, on the archive's thread. @p take receives it on the GUI thread, unless @p
/// receiver has been destroyed.
void readExportedIncident(IncidentArchive& archive, IncidentKey incident, QObject& receiver,
                          std::function<void(Result<ExportedIncident>)> take);

/// Stores a workspace's incidents in a SQLite file: writes changes, runs searches, and reads changes by other
/// dashboards once per second, all on one worker thread. Answers arrive on the GUI thread. If the file cannot be used,
/// the workspace reports it and keeps its state. GUI thread; owned by the composition; the destructor writes pending
/// changes.
class IncidentArchive : public QObject
{
    Q_OBJECT

public:
    /// @param path of the database, created if missing; ":memory:" discards everything on exit
    /// @param workspace outlives the archive
    IncidentArchive(std::string path, IncidentWorkspace& workspace, QObject* parent = nullptr);
    ~IncidentArchive() override;

    [[nodiscard]] const std::string& path() const { return m_path; }

    void putEvidence(IncidentKey incident, Evidence evidence);
    /// Imports all incidents of a bundle; bundleTaken() or bundleRefused() follows. Without a @p choice,
    /// bundleDiffers() may follow instead. In that case nothing was imported, and the user has to choose.
    void takeBundle(std::string path, std::optional<BundleChoice> choice);
    /// Runs @p work with the database on the worker after all earlier requests; for exports and imports.
    void run(std::function<void(IncidentDatabase&)> work);
    /// Reloads the workspace from the file, for example after an import.
    void reload();

Q_SIGNALS:
    void bundleTaken(const Incident& first); ///< the workspace already contains them
    void bundleRefused(const QString& why);
    void bundleDiffers(const QString& path, const lockstep::BundlePlan& plan);

private:
    using Job = std::function<void(IncidentDatabase&)>;

    void enqueue(Job job);
    void processQueue();
    void answer(std::function<void()> onGuiThread);
    void write(IncidentDatabase& file, const IncidentChange& change);
    void takeNow(IncidentDatabase& file, const std::string& path, std::optional<BundleChoice> choice);
    void sendList(IncidentDatabase& file);
    void sendOpened(IncidentDatabase& file);
    void sendAnnotations(IncidentDatabase& file);
    void reportError(const Error& error);

    const std::string m_path;
    IncidentWorkspace& m_workspace;
    QTimer m_poll;
    // Owned by the worker:
    std::unique_ptr<IncidentDatabase> m_file; ///< null: the file cannot be used
    std::deque<Job> m_waiting; ///< jobs that wait until the file can be used
    IncidentQuery m_query;
    IncidentKey m_open;
    std::uint64_t m_changesSeen = 0;
    std::int64_t m_seenVersion = 0; ///< version of changes by others
    JobQueue m_worker{JobQueue::ShutdownPolicy::Finish}; ///< last: ends before the objects that it uses
};

} // namespace lockstep
