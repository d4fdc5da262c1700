// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analysis/baselinestore.h"
#include "app/session/past/results/resultsatcursor.h"
#include "models/core/work/batchqueue.h"
#include "models/core/work/workpace.h"
#include "models/pipeline/pipeline.h"
#include "models/store/nodestates.h"
#include "models/view/framestats.h"
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <span>
#include <string>

namespace lockstep {

class ClusterModel;
class RecordedPast;
struct AlertResponse;

/// Transfers batches from the sources' threads to the views. Wakes up when the queue has data, at most once per frame,
/// and drains it within a time budget, so that overload does not freeze the window. Also advances time for staleness
/// when nothing arrives. GUI thread; owned by the session.
class FramePump : public QObject
{
    Q_OBJECT

public:
    /// Called with the drained batches. Also called without any, because time passes.
    using Sink = std::function<void(std::span<const BatchPtr>)>;

    /// @param feed for live data, time advances even when nothing arrives; the extent of a file does not grow
    FramePump(Feed feed, BatchQueue& queue, ClusterModel& cluster, TimeWindow& time, FrameStats& frames, Sink sink,
              QObject* parent = nullptr);

    void start();

    /// When the first tick was applied and painted; nullopt until then.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> firstDataFrame() const
    {
        return m_firstDataFrame;
    }

private:
    static constexpr std::chrono::milliseconds frameInterval{16};
    static constexpr std::chrono::milliseconds applyBudget{6};
    /// Budget during a backlog, when fewer repaints are better than old data.
    static constexpr std::chrono::milliseconds catchUpBudget{12};
    static constexpr std::chrono::milliseconds catchUpInterval{4}; ///< leaves time for input and painting
    static constexpr std::size_t backlog = 2048; ///< number of queued batches that counts as a backlog
    /// Maximum delay of view updates while more data is queued. Thousands of nodes report at once, and painting half of
    /// them costs as much as painting all.
    static constexpr std::chrono::milliseconds burstTimeout{100};
    static constexpr std::chrono::milliseconds heartbeat{250};
    static constexpr std::size_t batchesPerTurn = 128;
    static constexpr TickIndex lateTicks = 2;

    void pump();
    void ingest();
    [[nodiscard]] bool isInBurst(std::chrono::steady_clock::time_point now);
    void announceChanges();
    void extendTime();
    void endFrame();

    const Feed m_feed;
    BatchQueue& m_queue;
    ClusterModel& m_cluster;
    TimeWindow& m_time;
    FrameStats& m_frames;
    Sink m_sink;
    QTimer m_timer;
    TimePoint m_started; ///< older samples are history, not late
    FrameStats::Clock::time_point m_lastPump;
    std::chrono::nanoseconds m_turnBegan{}; ///< in processor time of this thread
    std::chrono::nanoseconds m_ingesting{}; ///< of this turn
    WorkPace m_cadence{WorkPace::following};
    /// Since when views have needed an update; nullopt: they do not.
    std::optional<std::chrono::steady_clock::time_point> m_dueSince;
    bool m_hasShownData = false;
    std::optional<std::chrono::steady_clock::time_point> m_firstDataFrame;
};

/// The data behind a window: a cluster over a range of time, its clock and its analyses. A session is live, a recording
/// or a trace for its whole life; opening another source creates a new session. GUI thread.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Live, Recording, Trace };

    ~Session() override;

    /// Starts providing data. Call once views are connected.
    virtual void begin() = 0;
    [[nodiscard]] virtual Kind kind() const = 0;
    [[nodiscard]] bool isLive() const { return kind() == Kind::Live; }
    [[nodiscard]] virtual bool isEmpty() const { return false; } ///< whether there are no sources
    /// The clock that determines staleness of nodes: wall-clock time, or the moment shown.
    [[nodiscard]] virtual TimePoint now() const = 0;

    [[nodiscard]] Pipeline& pipeline() { return m_pipeline; }
    [[nodiscard]] ClusterModel& cluster() { return m_pipeline.cluster(); }
    [[nodiscard]] const ClusterModel& cluster() const { return m_pipeline.cluster(); }
    [[nodiscard]] TimeWindow& time() { return m_time; }
    [[nodiscard]] Player& player() { return m_player; }
    [[nodiscard]] const LearnedBaselines& learned() const { return m_learned.baselines(); }
    [[nodiscard]] const JoinedAlerts& alerts() const { return m_pipeline.alerts(); }
    [[nodiscard]] JoinedAlerts& alerts() { return m_pipeline.alerts(); }
    [[nodiscard]] const ResultsAtCursor& results() const { return m_results; }
    [[nodiscard]] FrameStats& frames() { return m_frames; }
    [[nodiscard]] const FrameStats& frames() const { return m_frames; }
    [[nodiscard]] const BatchQueue& queue() const { return m_queue; }
    [[nodiscard]] const FramePump& pump() const { return m_pump; }

    /// Folder or file with the data shown; empty: none.
    [[nodiscard]] virtual QString path() const { return {}; }
    /// For example "live state", "recording /data/run7".
    [[nodiscard]] virtual std::string origin() const = 0;
    /// Columns on disk; null: none.
    [[nodiscard]] virtual const RecordedPast* past() const { return nullptr; }
    /// Whether visible past data is still being read.
    [[nodiscard]] virtual bool isReadingPast() const { return false; }

    /// Shows the next start of a span, or the next event, of the entity or its parts, after (+1) or before (-1) the
    /// moment shown. Reading may delay the step; see cannotStep().
    virtual void stepBySpan(EntityRef of, int direction) = 0;
    void stepByEvent(EntityRef of, int direction);
    /// Records an operator's response to an alert, which takes effect now.
    void respond(const AlertResponse& response);

Q_SIGNALS:
    void shown(); ///< there is data to show
    void problem(const QString& message);
    void note(const QString& message); ///< for information; not an error
    void cannotStep(const QString& message); ///< there is nothing to step to
    void working(const QString& what); ///< current background work; empty: none

protected:
    /// @param analyses to run on incoming data
    Session(StoreLimits limits, std::span<const AnalysisRow> analyses = analysisTable());

    /// Passes the queue's batches to the store and advances time.
    virtual void ingest(std::span<const BatchPtr> batches);
    [[nodiscard]] virtual std::optional<TimePoint> findEvent(EntityRef of, TimePoint from, int direction) const;

    FrameStats m_frames;
    BatchQueue m_queue;
    BaselineStore m_learned;
    Pipeline m_pipeline;
    TimeWindow m_time;
    Player m_player;
    ResultsAtCursor m_results;
    FramePump m_pump;
};

} // namespace lockstep
