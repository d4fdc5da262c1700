// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/analyses.h"
#include "app/dashboard/comparedesk.h"
#include "app/dashboard/firstmetric.h"
#include "app/dashboard/framepump.h"
#include "app/dashboard/historydesk.h"
#include "app/dashboard/incidents/incidentdesk.h"
#include "app/dashboard/sourceset.h"
#include "app/dashboard/tracedesk.h"
#include "models/core/batchqueue.h"
#include "models/store/clustermodel.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "models/view/viewcontext.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>

namespace lockstep {

struct StartOptions;

/// Builds what the window stands on and holds it together: queue, store, shared time and selection, sources, pump.
/// Only wires; decides nothing about pictures. GUI thread; owned by main, outlives the window.
class Composition : public QObject
{
    Q_OBJECT

public:
    explicit Composition(const StartOptions& options, QObject* parent = nullptr);
    ~Composition() override;

    /// What every view is given.
    [[nodiscard]] ViewContext viewContext()
    {
        return {m_cluster,
                m_time,
                m_selection,
                m_theme,
                m_frames,
                &m_analyses.sync(),
                &m_incidents.board(),
                &m_history.player(),
                &m_analyses.fabric(),
                &m_compare.comparison()};
    }

    [[nodiscard]] const ClusterModel& cluster() const { return m_cluster; }
    [[nodiscard]] TimeWindow& time() { return m_time; }
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] Theme& theme() { return m_theme; }
    [[nodiscard]] HistoryDesk& history() { return m_history; }
    [[nodiscard]] CompareDesk& compare() { return m_compare; }
    [[nodiscard]] IncidentDesk& incidents() { return m_incidents; }
    [[nodiscard]] const FrameStats& frames() const { return m_frames; }
    [[nodiscard]] const BatchQueue& queue() const { return m_queue; }
    [[nodiscard]] const FramePump& pump() const { return m_pump; }
    [[nodiscard]] bool hasSources() const { return !m_sources.isEmpty(); }

    /// Opens what the options name. What cannot be opened is said through failed(); the rest goes on.
    void openSources(const StartOptions& options);
    void connectTo(const QString& addresses);
    void openClusterFile(const QString& path);
    void startDemo(); ///< a simulated cluster with a fault that unfolds within three minutes
    void watchThisMachine();
    /// Shows a recording instead of what is live, once it has been opened. A file may be a bundle: its incidents are
    /// taken in, too.
    void openRecording(const QString& path);
    void openTraces(const QStringList& paths); ///< files, folders or RANK=FILE: shows them instead of what is live

Q_SIGNALS:
    void sourceAdded();
    void traceShown();
    void noted(const QString& message); ///< nothing is wrong, but it should be known
    void failed(const QString& message);
    void opening(const QString& path); ///< empty: not any more
    void bundleOpened(); ///< its first incident is open and the time is that incident's

private:
    void add(AgentEndpoint endpoint);
    void clearForTrace();
    void leaveTrace();
    void takeInWhatIsLeft();
    void report(const Status& added);
    void take(OpenedFile& file);
    void swapRecordings(const QString& path, qint64 shift);
    void showBundle(const Incident& first);

    FrameStats m_frames;
    BatchQueue m_queue;
    ClusterModel m_cluster;
    TimeWindow m_time;
    Selection m_selection;
    Theme m_theme;
    FirstMetric m_firstMetric;
    Analyses m_analyses;
    IncidentDesk m_incidents;
    HistoryDesk m_history; ///< before the pump, which feeds it
    CompareDesk m_compare;
    RecordingOpener m_opener;
    std::function<void()> m_onceShown; ///< the recording that is being opened; null: nothing is to be done then
    FramePump m_pump;
    TraceDesk m_traces;
    SourceSet m_sources; ///< last: its threads stop before anything that they feed goes
    AgentEndpoint m_credentials; ///< TLS and token files from the command line, for addresses given by hand
};

} // namespace lockstep
