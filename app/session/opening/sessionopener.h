// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/livesession.h"
#include "app/session/past/recordingopener.h"
#include "app/session/tracesession.h"
#include "datasources/agentclient/agentclient.h"
#include "datasources/prometheus/prometheusengine.h"
#include "models/core/work/latestrequest.h"
#include "models/view/time/timewindow.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <variant>

namespace lockstep {

struct EnginePlan;
struct StartOptions;

/// A source to show, and how it was opened.
struct Opening
{
    std::variant<LiveSources, OpenedRecording, OpenedTrace> what{};
    std::optional<TimeWindow::Place> place{}; ///< where to show it; nullopt: the session's default
    QString compareWith{}; ///< a recording to compare with; empty: none
    std::optional<qint64> shift{}; ///< of that recording, in ticks
    QString bundle{}; ///< bundle whose incidents are imported; empty: none
};

/// Creates the session and clears @p opening.
[[nodiscard]] std::unique_ptr<Session> makeSession(Opening& opening, const StartOptions& options);

/// Opens the sources that the user names. Recordings and traces are opened on other threads. A new request replaces a
/// previous one of the same kind. Reports sources that cannot be opened, and changes nothing in that case. GUI thread;
/// owned by the composition.
class SessionOpener : public QObject
{
    Q_OBJECT

public:
    /// @param credentials TLS and token files for addresses entered by the user
    /// @param engine credentials for Prometheus-compatible servers
    explicit SessionOpener(AgentEndpoint credentials, EngineEndpoint engine = {});
    ~SessionOpener() override;

    /// Connection settings for Prometheus-compatible servers, without the address.
    [[nodiscard]] const EngineEndpoint& engine() const { return m_engine; }

    /// Opens the sources given on the command line.
    void open(const StartOptions& options);
    /// Comma-separated "host:port" addresses, or the http(s) address of a Prometheus-compatible server.
    void connectTo(const QString& addresses);
    /// Queries a Prometheus-compatible server's metrics on another thread and shows them.
    /// @param cluster the layout
    void openEngine(const QString& url, LiveSources cluster);
    /// Shows a server whose metrics are already known.
    void openPlan(const std::shared_ptr<const lockstep::EnginePlan>& plan);
    void openClusterFile(const QString& path);
    void startDemo();
    void startDrill(SimulatedDrill drill); ///< on a simulated cluster
    void watchThisMachine();
    void openRecording(const QString& path); ///< for a bundle also imports its incidents
    void openRecordingAt(const QString& path, const TimeWindow::Place& place, const QString& compareWith, qint64 shift);
    void openTraces(const QStringList& paths); ///< files, folders or RANK=FILE

Q_SIGNALS:
    void opened(const std::shared_ptr<lockstep::Opening>& opening);
    /// A bundle without a recording. Its incidents are added to the current session.
    void incidentsFound(const QString& path);
    void failed(const QString& message);
    void opening(const QString& path); ///< what is being opened; empty: nothing

private:
    void openExercise(const StartOptions& options);
    void deliver(LiveSources sources);
    void take(const std::shared_ptr<OpenedFile>& file);
    [[nodiscard]] std::vector<AgentEndpoint> endpointsOf(const QString& addresses);
    [[nodiscard]] std::optional<LiveSources> readCluster(const QString& path);

    AgentEndpoint m_credentials;
    Opening m_next; ///< options that apply to the recording being opened
    std::optional<TimeWindow::Place> m_place; ///< where to show the server that is being queried
    EngineEndpoint m_engine;
    RecordingOpener m_recordings;
    TraceOpener m_traces;
    LatestRequest m_exploring; ///< last: ends before the objects that it notifies
};

} // namespace lockstep
