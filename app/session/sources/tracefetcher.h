// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "models/core/result.h"
#include "models/core/tracerecorder.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Requests a trace of a job from all agents at the same time, so that all recordings begin together, and collects the
/// files in a folder. Ignores agents that do not know the job if another one does. GUI thread; waits on its own
/// threads.
class TraceFetcher : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t maxAgents = 64;

    explicit TraceFetcher(QObject* parent = nullptr) : QObject(parent) { }
    ~TraceFetcher() override; ///< cancels

    /// @param folder in which a new folder is created for the trace
    void start(std::vector<AgentEndpoint> agents, const TraceOrder& order, const QString& folder);
    /// Collects Flight Recorder dumps of a job in the same way.
    /// @param job empty: the latest dumps of any job
    void startDumps(std::vector<AgentEndpoint> agents, const QString& job, const QString& folder);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_running > 0; }

Q_SIGNALS:
    void progressed(const QString& sentence);
    /// @param files the files; if empty, @p problem has the reason
    void finished(const QStringList& files, const QString& problem);

private:
    using Files = Result<std::vector<std::string>>;
    using ProgressHandler = std::function<void(const std::string&)>;
    using Fetch = std::function<Files(const AgentEndpoint&, const std::string& folder, const std::stop_token&,
                                      const ProgressHandler&)>;

    void begin(std::vector<AgentEndpoint> agents, const QString& name, const QString& folder, const Fetch& fetch);
    void take(Result<std::vector<std::string>> fetched);

    std::vector<std::jthread> m_threads;
    std::size_t m_running = 0;
    QStringList m_files;
    QString m_problem; ///< the first one
};

} // namespace lockstep
