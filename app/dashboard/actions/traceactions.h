// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/tracefetcher.h"

#include <QAction>
#include <QDialog>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QWidget;

namespace lockstep {

class AlertsPanel;
class Composition;

/// Requests a trace recording of a job, and offers to open the result. Never replaces what is shown without asking. GUI
/// thread; deletes itself when closed, which also cancels the request.
class TraceDialog : public QDialog
{
    Q_OBJECT

public:
    enum class What : std::uint8_t {
        Recording, ///< a new recording by PyTorch's profiler
        Dumps, ///< Flight Recorder dumps that the job wrote when it timed out
    };

    /// @param chosen preselected job; empty: the first, for dumps the latest of any job
    TraceDialog(What what, const QStringList& jobs, const QString& chosen, std::vector<AgentEndpoint> agents,
                QString folder, QWidget* parent = nullptr);

Q_SIGNALS:
    void wanted(const QStringList& files); ///< these files should be opened

private:
    void begin();
    void finish(const QStringList& files, const QString& problem);

    [[nodiscard]] QString explanation() const;
    void fillJobs(const QStringList& jobs, const QString& chosen);

    What m_what;
    std::vector<AgentEndpoint> m_agents;
    QString m_folder;
    QComboBox* m_jobs;
    QSpinBox* m_milliseconds;
    QLabel* m_progress;
    QPushButton* m_record;
    QPushButton* m_open;
    QStringList m_files;
    TraceFetcher m_fetcher;
};

/// Asks live agents to record traces of a job, or fetches dumps that the job has written, and opens the files.
/// @param job preselected job; empty: the selected one
void askForTrace(QWidget& window, Composition& composition, TraceDialog::What what, const QString& job,
                 const std::function<void(const QString&)>& say);

/// Adds the actions that do this for the job of the chosen alert.
[[nodiscard]] QList<QAction*> addTraceActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                              const std::function<void(const QString&)>& say);

} // namespace lockstep
