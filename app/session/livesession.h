// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertnotifiers.h"
#include "app/session/past/sessionpast.h"
#include "app/session/recordfolder.h"
#include "app/session/session.h"
#include "app/session/sources/simulateddrill.h"
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentclient/channelpool.h"
#include "datasources/recording/recorder.h"
#include "models/core/result.h"
#include "models/core/topology/topology.h"
#include "models/core/work/batchqueue.h"
#include "models/simulation/cluster/drill.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class EmbeddedAgent;
class PrometheusSource;
struct EnginePlan;

/// Simulates a cluster and a drill in this process. Serves it over gRPC on a free loopback port, so that its data takes
/// the same path as that of a real cluster. Has its own threads; owned by the sources.
class EmbeddedCluster
{
public:
    /// @param clusterText a cluster file with a [simulation] table; unused if the drill defines its own hall
    [[nodiscard]] static Result<std::unique_ptr<EmbeddedCluster>> start(const std::string& clusterText,
                                                                        const SimulatedDrill& drill);
    ~EmbeddedCluster();
    EmbeddedCluster(const EmbeddedCluster&) = delete;
    EmbeddedCluster& operator=(const EmbeddedCluster&) = delete;

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:port"
    /// Current and future faults; never sent.
    [[nodiscard]] const std::vector<sim::TrueFault>& faults() const;

private:
    struct Parts;
    explicit EmbeddedCluster(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

/// Records a live cluster, and provides its past: fetches data that has left memory. Inactive until started. GUI
/// thread; owned by the live session.
class RollingRecording : public QObject
{
    Q_OBJECT

public:
    RollingRecording(ClusterModel& cluster, TimeWindow& time);
    ~RollingRecording() override;

    /// Starts recording the cluster's data and results into a folder. Errors are reported through problem() and affect
    /// nothing else.
    /// @param analyses analyses whose results are recorded too
    /// @param engine server with older data; null: none
    void start(const QString& folder, std::vector<std::string> analyses = {},
               const std::shared_ptr<const EnginePlan>& engine = nullptr, const RecordingLimits& limits = {});
    [[nodiscard]] bool isRecording() const { return m_recorder != nullptr; }
    [[nodiscard]] const QString& path() const { return m_path; } ///< empty: not recording
    [[nodiscard]] SessionPast& past() { return m_past; }
    [[nodiscard]] const SessionPast& past() const { return m_past; }

Q_SIGNALS:
    void problem(const QString& message);

private:
    void watchRecorder();

    ClusterModel& m_cluster;
    SessionPast m_past;
    std::unique_ptr<Recorder> m_recorder;
    QString m_path;
    std::string m_reportedProblem;
    std::string m_reportedKept;
    QTimer m_watch;
};

/// The connections that feed the queue. Adding one never waits for the peer. GUI thread; owned by the live session,
/// which destroys it before the queue.
class SourceSet
{
public:
    explicit SourceSet(BatchQueue& queue);
    ~SourceSet();
    SourceSet(const SourceSet&) = delete;
    SourceSet& operator=(const SourceSet&) = delete;

    void add(AgentEndpoint endpoint);
    void add(std::shared_ptr<const EnginePlan> engine);
    /// Only these nodes may report entities that belong to no node. @see ChannelPool
    void allowReporters(const std::vector<std::string>& nodes) { m_channels.allowReporters(nodes); }
    /// Reconnects all sources at once.
    void reconnect();
    /// Starts an agent of this machine in this process and connects to it like to any other.
    [[nodiscard]] Status addEmbeddedAgent();
    /// Starts a simulated cluster in this process and connects to it like to any other.
    [[nodiscard]] Status addEmbeddedCluster(const std::string& clusterText, const SimulatedDrill& drill);
    [[nodiscard]] const EmbeddedCluster* embeddedCluster() const { return m_cluster.get(); } ///< null: none

    [[nodiscard]] const std::vector<AgentEndpoint>& agents() const { return m_endpoints; }
    [[nodiscard]] bool isEmpty() const { return m_clients.empty() && m_engines.empty(); }

private:
    [[nodiscard]] SourceId nextId() const;
    template <class Embedded>
    Status keep(Result<std::unique_ptr<Embedded>> started, std::unique_ptr<Embedded>& place);

    BatchQueue& m_queue;
    std::unique_ptr<EmbeddedAgent> m_agent;
    std::unique_ptr<EmbeddedCluster> m_cluster;
    ChannelPool m_channels; ///< shared, so that a thousand agents need no additional thread
    std::vector<AgentEndpoint> m_endpoints; ///< by client
    std::vector<std::unique_ptr<AgentClient>> m_clients;
    std::vector<std::shared_ptr<const EnginePlan>> m_plans; ///< by engine
    std::vector<std::unique_ptr<PrometheusSource>> m_engines;
};

/// The sources to watch.
struct LiveSources
{
    TopologyPtr topology; ///< null: reported by agents
    std::optional<std::vector<std::string>> reporters; ///< see SourceSet::allowReporters()
    std::string clusterFile = {}; ///< path of the cluster file; empty: none
    std::vector<AgentEndpoint> agents = {};
    std::shared_ptr<const EnginePlan> engine; ///< metrics from a Prometheus-compatible server; null: none
    bool demo = false; ///< a simulated cluster with a fault that unfolds within three minutes
    std::shared_ptr<const SimulatedDrill> drill = nullptr; ///< drill played by the demo; null: the default one
    bool thisMachine = false;

    [[nodiscard]] bool isEmpty() const { return agents.empty() && !engine && !demo && !thisMachine && !topology; }
};

/// Agents report every second; a Prometheus-compatible server has a tick per scrape.
[[nodiscard]] Duration tickPeriodOf(const LiveSources& sources);

/// Live data from agents, a simulated cluster or an agent in this process. Records it at the same time; the recording
/// serves older data. GUI thread.
class LiveSession : public Session
{
    Q_OBJECT

public:
    /// @param history how long data stays in memory
    LiveSession(Duration history, RecordFolder record, LiveSources sources = {});
    ~LiveSession() override;

    void begin() override;
    /// Whether watch() accepts these sources: nothing is watched yet and the tick period matches.
    [[nodiscard]] bool canWatch(const LiveSources& sources) const;
    void watch(const LiveSources& sources);
    /// Sends alerts to these receivers from now on; never those of the demo.
    void reportAlerts(std::vector<NotifierTarget> notifiers);
    void setRunbooks(Runbooks runbooks) { m_notifiers.setRunbooks(std::move(runbooks)); } ///< that alerts link to
    void reconnect() { m_sources.reconnect(); } ///< reconnects to the same agents at once

    [[nodiscard]] Kind kind() const override { return Kind::Live; }
    [[nodiscard]] bool isEmpty() const override { return m_sources.isEmpty() && !m_isPlanned; }
    [[nodiscard]] TimePoint now() const override { return wallClockNow(); }
    /// The drill that the operator must diagnose; null: none.
    [[nodiscard]] const SimulatedDrill* exercise() const;
    /// Current and future faults; empty without a simulated cluster.
    [[nodiscard]] std::vector<sim::TrueFault> trueFaults() const;
    /// Agents that are followed.
    [[nodiscard]] const std::vector<AgentEndpoint>& agents() const { return m_sources.agents(); }
    /// Path of the cluster file; empty: none.
    [[nodiscard]] const std::string& clusterFile() const { return m_clusterFile; }
    /// Text of a cluster file for a cluster without one.
    [[nodiscard]] std::string ownClusterText() const;
    /// Address of the Prometheus-compatible server that is watched; empty: none.
    [[nodiscard]] const std::string& engineUrl() const { return m_engineUrl; }
    [[nodiscard]] bool isRecording() const { return m_recording.isRecording(); }
    [[nodiscard]] QString path() const override { return m_recording.path(); }
    [[nodiscard]] std::string origin() const override { return "live state"; }
    [[nodiscard]] const RecordedPast* past() const override { return m_recording.past().columns(); }
    [[nodiscard]] bool isReadingPast() const override { return m_recording.past().isReading(); }
    void stepBySpan(EntityRef of, int direction) override { m_recording.past().stepBySpan(of, direction); }

protected:
    void ingest(std::span<const BatchPtr> batches) override;

private:
    void takeDrill(std::shared_ptr<const SimulatedDrill> drill);
    void report(const Status& added);

    const RecordFolder m_record;
    LiveSources m_wanted; ///< until the session begins
    RollingRecording m_recording;
    AlertNotifiers m_notifiers;
    std::vector<NotifierTarget> m_alertTargets;
    std::shared_ptr<const SimulatedDrill> m_drill; ///< null: no simulated cluster
    std::string m_clusterFile;
    std::string m_engineUrl;
    bool m_isPlanned = false; ///< a layout is known before the first node reports
    SourceSet m_sources; ///< last: its threads stop before the objects they feed are destroyed
};

} // namespace lockstep
