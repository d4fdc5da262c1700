// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/batchqueue.h"
#include "models/core/work/workpace.h"
#include "models/store/nodestates.h"
#include "models/view/framestats.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <span>

namespace lockstep {

class ClusterModel;
class TimeWindow;

/// Transfers batches from the sources' threads to the views: wakes when the queue has data, at most once per frame, and
/// drains it within a time budget, so that overload never freezes the window. Also advances time for staleness when
/// nothing arrives. GUI thread; owned by the session.
class FramePump : public QObject
{
    Q_OBJECT

public:
    /// Called with the drained batches; also with none, because time passes.
    using Sink = std::function<void(std::span<const BatchPtr>)>;

    /// @param feed for live data, time advances even when nothing arrives; the extent of a file does not grow
    FramePump(Feed feed, BatchQueue& queue, ClusterModel& cluster, TimeWindow& time, FrameStats& frames, Sink sink,
              QObject* parent = nullptr);

    void start();
    void stop();

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
    /// Maximum delay of view updates while more data is queued: thousands of nodes report at once, and painting half of
    /// them costs as much as painting all.
    static constexpr std::chrono::milliseconds burstPatience{100};
    static constexpr std::chrono::milliseconds heartbeat{250};
    static constexpr std::size_t batchesPerTurn = 128;
    static constexpr TickIndex ticksOfPatience = 2;

    void pump();
    void ingest();
    [[nodiscard]] bool isInBurst(std::chrono::steady_clock::time_point now);
    void tell();
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

} // namespace lockstep
