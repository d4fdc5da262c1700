// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/time.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

/// All wait results, one entry per job. Immutable.
struct SyncSnapshot
{
    std::vector<std::shared_ptr<const JobSync>> jobs;
    /// Number of spans that arrived faster than they could be analysed, and are missing from the results.
    std::uint64_t missedSpans = 0;
    std::optional<TimePoint> upTo; ///< time of the results; nullopt: now
    Duration lookBack{}; ///< for a moment: maximum age of the spans used

    /// The job of a lane of the store, and the lane's number in it; null if unknown.
    struct Place
    {
        const JobSync* job = nullptr;
        std::uint32_t lane = 0;
    };
    [[nodiscard]] Place placeOf(std::uint32_t storeLane) const;
    /// Share of the GPU time of all jobs' ranks that was spent waiting for others, each rank over its latest
    /// JobTracker::judgedSteps steps. NaN: no step is known. All views use this value for "wait loss".
    [[nodiscard]] double lostInWaits() const;
    /// A job without a step for this long has ended: its ranks hold no GPUs.
    static constexpr Duration endedAfter = std::chrono::minutes(10);
    /// GPU-seconds over these steps, by class, of the ranks of all jobs that have not ended by @p now; all zero: no
    /// step is known.
    [[nodiscard]] TimeSpent recentTime(TimePoint now) const;
    /// Number of ranks of these jobs.
    [[nodiscard]] std::size_t rankCount(TimePoint now) const;
    /// All jobs, most delayed first, then largest first.
    [[nodiscard]] std::vector<std::shared_ptr<const JobSync>> worstFirst() const;

    std::vector<std::pair<std::uint32_t, std::uint32_t>> places; ///< by the store's lane: index into jobs, own lane
};

/// Holds wait results for the views: the newest results, or the results at the moment shown. GUI thread; owned by the
/// owner of the analyses, outlives the views.
class SyncResults : public QObject
{
    Q_OBJECT

public:
    explicit SyncResults(QObject* parent = nullptr);

    /// The results to show. Never null.
    [[nodiscard]] const std::shared_ptr<const SyncSnapshot>& snapshot() const { return m_snapshot; }
    /// The results at the end of the visible range, for views that show all of its spans. While these are unknown, the
    /// results of the moment shown. Never null.
    [[nodiscard]] const std::shared_ptr<const SyncSnapshot>& snapshotOfView() const
    {
        return m_ofView ? m_ofView : m_snapshot;
    }
    /// Whether the results of the moment shown are being computed. Meanwhile, results of a nearby moment are shown, or
    /// none.
    [[nodiscard]] bool isComputing() const { return m_isComputing; }
    /// Sets the newest results.
    void publish(std::shared_ptr<const SyncSnapshot> snapshot);
    /// Shows the results of a moment, regardless of newer ones.
    void show(std::shared_ptr<const SyncSnapshot> ofMoment, bool isComputing);
    void showOfView(std::shared_ptr<const SyncSnapshot> ofView); ///< null: unknown
    void showNewest();

    /// What-if of the open trace; null: no trace, or no training steps in it.
    [[nodiscard]] const std::shared_ptr<const JobWhatIf>& traceWhatIf() const { return m_traceWhatIf; }
    void publishTraceWhatIf(std::shared_ptr<const JobWhatIf> whatIf);

Q_SIGNALS:
    void changed();

private:
    void joinTrace();

    std::shared_ptr<const SyncSnapshot> m_newest;
    std::shared_ptr<const SyncSnapshot> m_ofMoment; ///< null: the newest are shown
    std::shared_ptr<const SyncSnapshot> m_ofView;
    bool m_isComputing = false;
    std::shared_ptr<const SyncSnapshot> m_snapshot; ///< including the trace's results
    std::shared_ptr<const JobWhatIf> m_traceWhatIf;
};

} // namespace lockstep
