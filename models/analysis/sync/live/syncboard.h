// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

/// All wait results, one entry per job. Immutable.
struct SyncSnapshot
{
    std::vector<std::shared_ptr<const JobSync>> jobs;
    std::uint64_t missedSpans = 0; ///< spans that arrived faster than they could be analysed: results are based on the
                                   ///< others
    std::optional<TimePoint> upTo; ///< time of the results; nullopt: now
    Duration lookBack{}; ///< of a moment: it rests on the spans that ended so long before, at most

    /// The job of a lane of the store, and the lane's number in it; null if unknown.
    struct Place
    {
        const JobSync* job = nullptr;
        std::uint32_t lane = 0;
    };
    [[nodiscard]] Place placeOf(std::uint32_t storeLane) const;
    /// Share of the GPU time of all jobs' ranks, each over its latest JobTracker::judgedSteps steps, in which they did
    /// nothing but wait for others; NaN: no step is known. What every view calls "lost in waits".
    [[nodiscard]] double lostInWaits() const;
    /// GPU-seconds of all jobs' ranks over these steps, by what they were spent on; all zero: no step is known.
    [[nodiscard]] TimeSpent recentTime() const;
    [[nodiscard]] std::size_t rankCount() const;
    /// All jobs, those that are held up most first; of several the largest.
    [[nodiscard]] std::vector<std::shared_ptr<const JobSync>> worstFirst() const;

    std::vector<std::pair<std::uint32_t, std::uint32_t>> places; ///< by the store's lane: index into jobs, own lane
};

/// Holds wait results for the views: the newest, or those of the moment shown. GUI thread; owned with the analyses,
/// outlives the views.
class SyncBoard : public QObject
{
    Q_OBJECT

public:
    explicit SyncBoard(QObject* parent = nullptr);

    /// The results to show. Never null.
    [[nodiscard]] const std::shared_ptr<const SyncSnapshot>& snapshot() const { return m_snapshot; }
    /// The results at the end of the visible range, for views that show all of its spans; until they are known, those
    /// of the moment. Never null.
    [[nodiscard]] const std::shared_ptr<const SyncSnapshot>& snapshotOfView() const
    {
        return m_ofView ? m_ofView : m_snapshot;
    }
    /// That of the moment shown is being worked out; what there is is of a moment close by, or empty.
    [[nodiscard]] bool isComputing() const { return m_isComputing; }
    /// The newest.
    void publish(std::shared_ptr<const SyncSnapshot> snapshot);
    /// Shows that of a moment from now on, whatever is published.
    void show(std::shared_ptr<const SyncSnapshot> ofMoment, bool isComputing);
    void showOfView(std::shared_ptr<const SyncSnapshot> ofView); ///< null: not known
    void showNewest();

    /// What-if of the open trace; null: no trace, or no training steps in it.
    [[nodiscard]] const std::shared_ptr<const JobWhatIf>& traceWhatIf() const { return m_traceWhatIf; }
    void publishTraceWhatIf(std::shared_ptr<const JobWhatIf> whatIf);

Q_SIGNALS:
    void changed();

private:
    void joinTrace();

    std::shared_ptr<const SyncSnapshot> m_newest;
    std::shared_ptr<const SyncSnapshot> m_ofMoment; ///< null: the newest is shown
    std::shared_ptr<const SyncSnapshot> m_ofView;
    bool m_isComputing = false;
    std::shared_ptr<const SyncSnapshot> m_snapshot; ///< including the trace's results
    std::shared_ptr<const JobWhatIf> m_traceWhatIf;
};

} // namespace lockstep
