// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/jobqueue.h"
#include "models/incidents/incidentkey.h"

#include <QObject>
#include <QString>

namespace lockstep {

class IncidentArchive;

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
    /// The same to the clipboard, as Markdown without figures, for chats and tickets; copied() or failed() follows.
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

} // namespace lockstep
