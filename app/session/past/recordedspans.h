// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/pastspansreader.h"
#include "models/core/workpace.h"
#include "models/store/changeset.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class ClusterModel;
class PastSpansBoard;

/// Has the spans of what is in view, but not in memory, read from the recording, and puts them up: as one picture for
/// the whole window, not bit by bit. GUI thread; owned by the history desk.
class RecordedSpans : public QObject
{
    Q_OBJECT

public:
    /// Both outlive this.
    /// @param isGrowing a live cluster's own recording; else one that is replayed, where seeking goes before
    RecordedSpans(Recording recording, bool isGrowing, const ClusterModel& cluster, PastSpansBoard& board,
                  QObject* parent = nullptr);
    ~RecordedSpans() override; ///< takes down what it has put up

    /// Nothing is read while that is true: it comes by itself; null: never.
    void setHold(std::function<bool()> isHeld) { m_isHeld = std::move(isHeld); }
    /// @param isFollowing the time goes on by itself: what it leaves behind is read now and then, not all the time
    void show(TimeRange range, TimePoint cursor, bool isFollowing);

private:
    /// Spans leave memory all the time, those of a node that floods even while they are in view.
    static constexpr WorkLimits followingLimits{50, std::chrono::seconds(10)};

    void clusterChanged(const ChangeSet& changes);
    void ask();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past);
    /// What is wanted and neither in memory nor put up; empty: nothing.
    [[nodiscard]] TimeRange missing() const;

    const ClusterModel& m_cluster;
    PastSpansBoard& m_board;
    TimeRange m_inView;
    TimePoint m_cursor;
    bool m_isFollowing = false;
    WorkPace m_pace{followingLimits};
    TimeRange m_asked; ///< and not come yet
    TopologyPtr m_askedOn; ///< of what was asked for and of what is put up
    TimeRange m_answered; ///< that was asked for; what came may be less, where there are very many
    std::function<bool()> m_isHeld;
    QTimer m_settle; ///< since the time moved
    PastSpansReader m_reader; ///< last: its thread ends before what it delivers to goes
};

} // namespace lockstep
