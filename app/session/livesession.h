// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertoutlets.h"
#include "app/session/rollingrecording.h"
#include "app/session/session.h"
#include "app/session/sourceset.h"
#include "models/core/topology/topology.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

struct EnginePlan;

/// What is to be watched.
struct LiveSources
{
    TopologyPtr topology; ///< null: as agents tell it
    std::optional<std::vector<std::string>> reporters; ///< see SourceSet::allowReporters()
    std::vector<AgentEndpoint> agents;
    std::shared_ptr<const EnginePlan> engine; ///< of metrics; null: none
    bool demo = false; ///< a simulated cluster with a fault that unfolds within three minutes
    bool thisMachine = false;

    [[nodiscard]] bool isEmpty() const { return agents.empty() && !engine && !demo && !thisMachine && !topology; }
};

/// What goes on now: connections to agents, or to a simulated cluster or an agent in this process, recorded while they
/// are watched. The recording is its past. GUI thread.
class LiveSession : public Session
{
    Q_OBJECT

public:
    /// @param history how long what has come stays in memory  @param recordFolder empty: nothing is recorded
    LiveSession(Duration history, QString recordFolder, LiveSources sources = {});
    ~LiveSession() override;

    void begin() override;
    /// Whether watch() can be given these: nothing is watched yet, and their ticks are this session's.
    [[nodiscard]] bool canWatch(const LiveSources& sources) const;
    void watch(const LiveSources& sources);
    /// Others are told of the alerts from now on; never of the demo's.
    void tellAlerts(std::vector<OutletTarget> outlets);
    void reconnect() { m_sources.reconnect(); } ///< to the same agents, without waiting for the next try

    [[nodiscard]] Kind kind() const override { return Kind::Live; }
    [[nodiscard]] bool isEmpty() const override { return m_sources.isEmpty() && !m_isPlanned; }
    [[nodiscard]] TimePoint now() const override { return wallClockNow(); }
    [[nodiscard]] bool isRecording() const { return m_recording.isRecording(); }
    [[nodiscard]] QString path() const override { return m_recording.path(); }
    [[nodiscard]] std::string origin() const override { return "live state"; }
    [[nodiscard]] const RecordedPast* past() const override { return m_recording.past().columns(); }
    void stepBySpan(EntityRef of, int direction) override { m_recording.past().stepBySpan(of, direction); }

protected:
    void ingest(std::span<const BatchPtr> batches) override;

private:
    void report(const Status& added);

    QString m_recordFolder;
    LiveSources m_wanted; ///< until it begins
    RollingRecording m_recording;
    AlertOutlets m_outlets;
    std::vector<OutletTarget> m_tellTo;
    bool m_isDemo = false;
    bool m_isPlanned = false; ///< there is something to see before anybody reports
    SourceSet m_sources; ///< last: its threads stop before anything that they feed goes
};

} // namespace lockstep
