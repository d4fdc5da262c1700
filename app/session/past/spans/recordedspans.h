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

/// The spans of a recording: reads those that are visible but not in memory. Reads the whole window at once or, if that
/// takes long, the time around the cursor first. Registered as the cluster's span source while it lives. GUI thread;
/// owned by the history controller.
class RecordedSpans : public QObject, public SpanSource
{
    Q_OBJECT

public:
    /// @param isGrowing a live cluster's own recording, in which new data is looked for
    /// @param cluster outlives this
    RecordedSpans(Recording recording, bool isGrowing, ClusterModel& cluster, QObject* parent = nullptr);
    ~RecordedSpans() override;

    [[nodiscard]] const std::shared_ptr<const PlacedSpans>& placed() const override { return m_placed; }
    [[nodiscard]] bool isCutShort() const override { return m_isCutShort; }

    /// Whether visible spans are still being read.
    [[nodiscard]] bool isReading() const { return m_settle.isActive() || !m_asked.isEmpty(); }
    /// Reading is paused while the function returns true; null: never.
    void setHold(std::function<bool()> isHeld) { m_isHeld = std::move(isHeld); }
    /// @param isFollowing the time advances by itself: older data is read occasionally, not continuously
    void show(TimeRange range, TimePoint cursor, bool isFollowing);

private:
    /// Spans leave memory continuously; those of a very busy node even while in view.
    static constexpr WorkLimits followingLimits{50, std::chrono::seconds(10)};

    void clusterChanged(const ChangeSet& changes);
    void ask();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past, bool isWhole);
    /// The requested range that is neither in memory nor read; empty: none.
    [[nodiscard]] TimeRange missing() const;

    ClusterModel& m_cluster;
    std::shared_ptr<const PlacedSpans> m_placed;
    bool m_isCutShort = false; ///< fewer spans than requested were delivered
    TimeRange m_inView;
    TimePoint m_cursor;
    bool m_isFollowing = false;
    WorkPace m_pace{followingLimits};
    TimeRange m_asked; ///< requested, not yet received
    TimePoint m_askedMiddle;
    TopologyPtr m_askedOn; ///< topology of the request and of the result
    TimeRange m_answered; ///< range requested for the last answer
    std::function<bool()> m_isHeld;
    bool m_isHeldUp = false; ///< a request is being delayed
    bool m_isLeap = false; ///< the last move, after a rest, was a jump
    WorkPace::Clock::time_point m_moved; ///< when that was
    QTimer m_settle; ///< delay before a request
    PastSpansReader m_reader; ///< last: its thread ends before its receiver is destroyed
};

} // namespace lockstep
