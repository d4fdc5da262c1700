// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/spans/pastspansreader.h"
#include "models/core/work/workpace.h"
#include "models/store/columns/changeset.h"
#include "models/store/spans/spansource.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class ClusterModel;

/// The spans of a recording: reads those that are visible but not in memory, as one picture for the whole window; if
/// that takes long, first the surroundings of the cursor. Registered as the cluster's span source while it lives. GUI
/// thread; owned by the history controller.
class RecordedSpans : public QObject, public SpanSource
{
    Q_OBJECT

public:
    /// @param isGrowing a live cluster's own recording, which is looked into again
    /// @param cluster outlives this
    RecordedSpans(Recording recording, bool isGrowing, ClusterModel& cluster, QObject* parent = nullptr);
    ~RecordedSpans() override;

    [[nodiscard]] const std::shared_ptr<const PlacedSpans>& placed() const override { return m_placed; }
    [[nodiscard]] bool isCutShort() const override { return m_isCutShort; }

    /// Whether visible spans are still being read.
    [[nodiscard]] bool isReading() const { return m_settle.isActive() || !m_asked.isEmpty(); }
    /// Reading is paused while the function returns true; null: never.
    void setHold(std::function<bool()> isHeld) { m_isHeld = std::move(isHeld); }
    /// @param isFollowing the time goes on by itself: what it leaves behind is read now and then, not all the time
    void show(TimeRange range, TimePoint cursor, bool isFollowing);

private:
    /// Spans leave memory all the time, those of a node that floods even while they are in view.
    static constexpr WorkLimits followingLimits{50, std::chrono::seconds(10)};

    void clusterChanged(const ChangeSet& changes);
    void ask();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past, bool isWhole);
    /// The requested range that is neither in memory nor read; empty: none.
    [[nodiscard]] TimeRange missing() const;

    ClusterModel& m_cluster;
    std::shared_ptr<const PlacedSpans> m_placed;
    bool m_isCutShort = false; ///< it was asked for more than it is
    TimeRange m_inView;
    TimePoint m_cursor;
    bool m_isFollowing = false;
    WorkPace m_pace{followingLimits};
    TimeRange m_asked; ///< and not come yet
    TimePoint m_askedMiddle;
    TopologyPtr m_askedOn; ///< of the request and of the result
    TimeRange m_answered; ///< that was asked for when the last came
    std::function<bool()> m_isHeld;
    bool m_isHeldUp = false; ///< it would have been asked for already
    bool m_isLeap = false; ///< the last move of the time, after a rest
    WorkPace::Clock::time_point m_moved; ///< when that was
    QTimer m_settle; ///< until it is asked for
    PastSpansReader m_reader; ///< last: its thread ends before what it delivers to is destroyed
};

} // namespace lockstep
