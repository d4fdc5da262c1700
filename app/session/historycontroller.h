// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/recordedpast.h"
#include "app/session/past/recordedspans.h"
#include "app/session/past/recordingopener.h"
#include "app/session/past/spaneventloader.h"
#include "app/session/past/spanstepper.h"
#include "datasources/recording/recorder.h"
#include "models/store/pastspansboard.h"
#include "models/view/player.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <span>

namespace lockstep {

class ClusterModel;
class TimeWindow;

/// The past: writes down what reaches the store, and brings it back when the user looks there; or shows a recording
/// instead of live sources. GUI thread; a member of the composition, taken down after the pump that feeds it.
class HistoryController : public QObject
{
    Q_OBJECT

public:
    HistoryController(ClusterModel& cluster, TimeWindow& time, BatchQueue& queue);
    ~HistoryController() override;

    /// Records into a folder from now on. What stands in the way is said through problem(); nothing else suffers.
    void startRecording(const QString& folder);
    [[nodiscard]] Status canShow(const OpenedRecording& opened) const;
    /// Shows a recording that canShow(). The cluster becomes the recording's.
    void show(OpenedRecording opened);

    /// What the pump has just applied.
    void record(std::span<const BatchPtr> batches);
    void recordDerived(const Derived& derived);
    void beginAnew(const TopologyPtr& topology);

    [[nodiscard]] Player& player() { return m_player; }
    [[nodiscard]] bool isReplay() const { return m_isReplay; }
    [[nodiscard]] bool isRecording() const { return m_recorder != nullptr; }
    [[nodiscard]] const RecordedPast* past() const { return m_past.get(); }
    /// Null while nothing is replayed.
    [[nodiscard]] const SpanEventLoader* spanEvents() const { return m_spanEvents.get(); }
    /// Spans of what is in view that are not in memory.
    [[nodiscard]] const PastSpansBoard& pastSpans() const { return m_pastSpans; }
    /// Folder or file that holds what is watched; empty: nothing is recorded.
    [[nodiscard]] const QString& path() const { return m_path; }
    /// Shows the next beginning of a span, or the next event, of something or of a part of it, after (+1) or before
    /// (-1) the moment shown, wherever it is recorded. What is read first comes later; see nothingThere().
    void stepBySpan(EntityRef of, int direction);
    void stepByEvent(EntityRef of, int direction);
    /// The clock by which nodes are judged: the wall's, or in a replay the moment that is shown.
    [[nodiscard]] TimePoint now() const;

Q_SIGNALS:
    void problem(const QString& message);
    void replayOpened();
    void nothingThere(const QString& message); ///< where a step would lead

private:
    void watchRecorder();
    void stepThrough(Result<Recording> recording, bool isGrowing);
    void usePast(std::unique_ptr<RecordedPast> past);
    void leavePast();
    void letWindowWait();
    void followWindow();
    void judgeNodes();

    ClusterModel& m_cluster;
    TimeWindow& m_time;
    BatchQueue& m_queue;
    Player m_player;
    bool m_isReplay = false;
    QString m_path;
    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<RecordedPast> m_past;
    PastSpansBoard m_pastSpans;
    std::unique_ptr<RecordedSpans> m_recordedSpans;
    std::unique_ptr<SpanStepper> m_spanStepper;
    std::vector<DerivedEvent> m_recordedEvents; ///< of a replay
    std::unique_ptr<SpanEventLoader> m_spanEvents; ///< after the past, which goes first where both fetch
    std::string m_toldProblem;
    std::string m_toldKept;
    QTimer m_watch;
};

} // namespace lockstep
