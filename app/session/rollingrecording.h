// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/sessionpast.h"
#include "datasources/recording/recorder.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

struct EnginePlan;

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
    /// @param analyses whose results are recorded, too
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

} // namespace lockstep
