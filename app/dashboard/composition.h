// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/comparisoncontroller.h"
#include "app/session/analyses.h"
#include "app/session/firstmetric.h"
#include "app/session/framepump.h"
#include "app/session/historycontroller.h"
#include "app/session/incidents/incidentcontroller.h"
#include "app/session/sourceset.h"
#include "app/session/tracecontroller.h"
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
#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

struct Alert;
struct ClusterFile;
struct StartOptions;

/// Builds what the window stands on and holds it together: queue, store, shared time and selection, sources, pump.
/// Only wires; decides nothing about pictures. GUI thread; owned by the session, outlives the window.
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
    [[nodiscard]] HistoryController& history() { return m_history; }
    [[nodiscard]] ComparisonController& compare() { return m_compare; }
    [[nodiscard]] IncidentController& incidents() { return m_incidents; }
    [[nodiscard]] const FrameStats& frames() const { return m_frames; }
    [[nodiscard]] const BatchQueue& queue() const { return m_queue; }
    [[nodiscard]] const FramePump& pump() const { return m_pump; }
    [[nodiscard]] bool hasSources() const { return !m_sources.isEmpty(); }

    /// What is to be opened, once there is a composition that shows nothing yet.
    using Opening = std::function<void(Composition&)>;

    /// Opens what the options name. What cannot be opened is said through failed(); the rest goes on.
    void openSources(const StartOptions& options);

    /// Takes note of an alert: from now on it is acknowledged, and recorded to be.
    void acknowledge(const Alert& alert);

    // A composition shows one thing in its life. The first of these to succeed is it; what succeeds later is handed on
    // through replaced(). What fails is said through failed(), and what is shown stays.
    void connectTo(const QString& addresses);
    void openClusterFile(const QString& path);
    void startDemo(); ///< a simulated cluster with a fault that unfolds within three minutes
    void watchThisMachine();
    void openRecording(const QString& path); ///< of a bundle the incidents are taken in, too
    void openTraces(const QStringList& paths); ///< files, folders or RANK=FILE
    /// Takes in what bundleDiffers() asked about.
    void takeBundle(const QString& path, BundleChoice choice);
    void closeAll(); ///< the next one shows nothing
    void reconnect() { m_sources.reconnect(); } ///< to the same agents, without waiting for the next try

Q_SIGNALS:
    /// Something else is to be shown: by another composition, as nothing of this one may be left then.
    void replaced(const lockstep::Composition::Opening& open);
    void tickWanted(lockstep::Duration tickPeriod); ///< of the composition that is asked for next
    void sourceAdded();
    void traceShown();
    void noted(const QString& message); ///< nothing is wrong, but it should be known
    void failed(const QString& message);
    void opening(const QString& path); ///< empty: not any more
    void bundleDiffers(const QString& path, const lockstep::BundlePlan& plan); ///< nothing was taken in yet
    void bundleOpened(); ///< its first incident is open and the time is that incident's

private:
    void showInstead(const Opening& open, Duration tickPeriod = std::chrono::seconds(1));
    void addAgents(const std::vector<AgentEndpoint>& endpoints);
    void addCluster(const ClusterFile& file);
    void addDemo();
    void addThisMachine();
    [[nodiscard]] std::vector<AgentEndpoint> endpointsOf(const QString& addresses);
    [[nodiscard]] std::shared_ptr<const ClusterFile> readCluster(const QString& path);
    void setTopology(const TopologyPtr& topology);
    void record();
    void report(const Status& added);
    void take(const std::shared_ptr<OpenedFile>& file);
    void showRecording(OpenedRecording recording);
    void showTrace(OpenedTrace trace);
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
    IncidentController m_incidents;
    HistoryController m_history; ///< before the pump, which feeds it
    ComparisonController m_compare;
    RecordingOpener m_opener;
    Opening m_onceShown; ///< the recording that is being opened; null: nothing is to be done then
    FramePump m_pump;
    TraceController m_traces;
    SourceSet m_sources; ///< last: its threads stop before anything that they feed goes
    AgentEndpoint m_credentials; ///< TLS and token files from the command line, for addresses given by hand
    QString m_recordFolder; ///< where what is live is recorded; empty: nowhere
    std::optional<BundleChoice> m_bundleChoice; ///< nullopt: bundleDiffers() asks
    bool m_isShowing = false;
};

} // namespace lockstep
