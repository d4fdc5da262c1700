// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/work/jobqueue.h"
#include "models/incidents/annotation.h"
#include "models/incidents/incident.h"
#include "models/incidents/incidentchange.h"
#include "models/incidents/incidentkey.h"
#include "models/view/viewcontext.h"

#include <QAction>
#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <string>

class QWidget;

namespace lockstep {

class EvidenceGatherer;
class ExportDialog;
class IncidentArchive;
class IncidentEvidence;
class NoteBar;

/// Saves the report of an incident as a PDF under a generated name, without asking, or copies it as Markdown. GUI
/// thread; owned by the actions.
class ReportSaver : public QObject
{
    Q_OBJECT

public:
    /// @param archive outlives this
    explicit ReportSaver(IncidentArchive& archive, QObject* parent = nullptr);

    /// Folder for reports; the user's documents by default.
    void setFolder(const QString& folder) { m_folder = folder; }
    /// Saves pending changes first; saved() or failed() follows.
    void save(IncidentKey incident);
    /// Copies the report to the clipboard as Markdown without figures, for chats and tickets; copied() or failed()
    /// follows.
    void copy(IncidentKey incident);

Q_SIGNALS:
    void saved(const QString& path);
    void copied();
    void failed(const QString& message);

private:
    IncidentArchive& m_archive;
    QString m_folder;
    JobQueue m_worker; ///< last: ends before the objects that it notifies
};

/// Keyboard actions for incidents: A annotates the selection, I opens an incident, Ctrl+P saves its report, Ctrl+Delete
/// deletes it, undo and redo. Builds annotations and incidents from the marked range, the selection and the view. GUI
/// thread; owned by the window.
class IncidentActions : public QObject
{
    Q_OBJECT

public:
    /// The arguments outlive this.
    IncidentActions(ViewContext context, IncidentArchive& archive, EvidenceGatherer& evidence, NoteBar& noteBar,
                    QWidget& window);
    /// Path of the current recording, for bundles.
    void setRecording(std::function<std::string()> path) { m_recording = std::move(path); }

    [[nodiscard]] const QList<QAction*>& actions() const { return m_actions; }
    /// Gets and sets the workspace, for pictures whose view is restored.
    void setWorkspaces(std::function<int()> current, std::function<void(int)> show);
    /// Reads and restores the state of the timeline that views do not share.
    void setTimeline(std::function<QJsonObject()> current, std::function<void(const QJsonObject&)> show);
    /// The alert that was shown last, for the incident that is opened from it.
    void setAlert(std::function<std::optional<AlertAt>()> shown) { m_alert = std::move(shown); }
    /// The annotation that A would create, without its text.
    [[nodiscard]] Annotation annotationFromSelection() const;

    void annotate();
    /// Opens an incident from the alert or, without one, from the marked range, selection and view; then asks for a
    /// note.
    void openIncident(const std::optional<AlertAt>& alert);
    /// Attaches a picture of the window and its view state to the open incident.
    void attachPicture();
    void showAgain(const QString& viewState);
    /// Saves the report of the open incident as a PDF without asking; saved() gives the path.
    void saveReport() { report(&ReportSaver::save); }
    /// Copies the report of the open incident as Markdown.
    void copyReport() { report(&ReportSaver::copy); }
    /// Saves reports; see ReportSaver.
    [[nodiscard]] ReportSaver& saver() { return *m_saver; }
    /// Opens the export dialog for the open incident; null if none is open.
    ExportDialog* exportIncident();

Q_SIGNALS:
    void incidentOpened(); ///< newly created; show it
    void saved(const QString& path); ///< a report or an export
    void noted(const QString& message);
    void failed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] std::vector<EntityName> selectedNames() const;
    void keep(const Annotation& note);
    void keepPicture(Attachment picture);
    void pinRecording(const Incident& incident);
    void report(void (ReportSaver::*how)(IncidentKey));
    void writePendingReport(IncidentKey gathered);
    void followUndo();

    ViewContext m_context;
    IncidentArchive& m_archive;
    IncidentEvidence* m_evidence;
    ReportSaver* m_saver;
    IncidentKey m_toReport; ///< incident to report once its evidence has been gathered
    void (ReportSaver::*m_how)(IncidentKey) = nullptr;
    NoteBar& m_noteBar;
    QWidget& m_window;
    std::function<std::string()> m_recording;
    std::function<std::optional<AlertAt>()> m_alert;
    std::function<int()> m_workspace;
    std::function<void(int)> m_showWorkspace;
    std::function<QJsonObject()> m_timeline;
    std::function<void(const QJsonObject&)> m_showTimeline;
    QAction* m_export = nullptr;
    QAction* m_attach = nullptr;
    QAction* m_save = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_delete = nullptr;
    QList<QAction*> m_actions;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
};

} // namespace lockstep
