// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/sync/live/jitterwatch.h"
#include "models/analysis/sync/live/jobwatch.h"
#include "models/analysis/sync/live/synccolumns.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/syncupdate.h"
#include "models/analysis/sync/live/throttlehistory.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/analysis/sync/tracking/synctracker.h"
#include "models/core/eventcodes.h"
#include "models/core/time.h"
#include "models/ingest/derived.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Goodput, effective GPUs and wait loss of all jobs, as the header shows them, one value per tick. A value holds until
/// a step of any job changes it. A member of SyncFollower.
class ClusterColumns
{
public:
    /// @param now end of the newest step of the snapshot  @param tick in which it is
    void add(const SyncSnapshot& snapshot, TimePoint now, TickIndex tick, Derived& derived);

private:
    static constexpr std::size_t metricCount = 4;
    static constexpr TickIndex maxHoldTicks = 600; ///< ticks without a step, after which the figures are unknown

    void put(TickIndex tick, Derived& derived) const;

    std::array<float, metricCount> m_values{};
    TickIndex m_last = -1; ///< tick that has these values; -1: none
};

/// Results of an update.
struct SyncFindings
{
    Derived derived;
    std::shared_ptr<const SyncSnapshot> snapshot; ///< null: unchanged
};

/// The worker of SyncAnalysis: converts spans of the store for a SyncTracker, and turns the tracker's results into
/// columns, events and a snapshot. Steps are completed after each batch in its original order, so that results do not
/// depend on how many batches an update covers. One thread at a time.
class SyncFollower
{
public:
    /// @param baselines stores each job's pace across restarts; null: it is learned again
    explicit SyncFollower(LearnedBaselines* baselines = nullptr)
        : m_baselines(baselines),
          m_usual(baselines, codes::jobStepTime, "step time"),
          m_baselineJitter(baselines, codes::syncJitter, "collective jitter")
    { }

    [[nodiscard]] SyncFindings follow(const SyncUpdate& news);
    /// The same without results, for data before the first needed result.
    void take(const SyncUpdate& news)
    {
        SyncFindings unwanted;
        take(news, unwanted);
    }

private:
    /// A hang of a job.
    struct Hang
    {
        std::map<std::uint32_t, bool> missing; ///< lanes: whether it is a hang (true) or an unusual wait so far
        std::map<std::uint32_t, bool> stuck; ///< communicators, likewise
        friend bool operator==(const Hang&, const Hang&) = default;

        /// Whether the condition was already reported with this severity or worse.
        [[nodiscard]] static bool isReported(const std::map<std::uint32_t, bool>& reported, std::uint32_t which,
                                             bool isHang)
        {
            const auto known = reported.find(which);
            return known != reported.end() && (known->second || !isHang);
        }
    };

    using Stragglers = std::map<Culprit, StragglerPattern>;

    void take(const SyncUpdate& news, SyncFindings& findings);
    void takeNames(const SyncUpdate& news);
    void takeSpan(const ArrivedSpan& arrived, SyncFindings& findings);
    void takeSpans(const SyncUpdate& news, SyncFindings& findings);
    /// Activity of a job outside its steps.
    void watchJob(std::uint32_t job, const SyncSpan& span, Derived& derived);
    void reportJob(std::uint32_t job, const char* code, TimePoint time, std::optional<Severity> severity,
                   const std::string& text, Derived& derived) const;
    void takeClosed(const std::vector<std::uint32_t>& jobs, const SyncUpdate& news, SyncFindings& findings);
    void noteBytes(const ArrivedSpan& arrived);
    /// Ranks read a checkpoint in parallel: spans that overlap or follow within a minute are one read.
    void noteRestore(std::uint32_t job, const StoredSpan& span);
    /// Adds a step of the job to the job's columns.
    void reportStep(std::uint32_t job, const SyncStep& step, const SyncUpdate& news);
    /// Saves and restores a job's pace.
    void keepPace(std::uint32_t job, std::uint32_t step, TimePoint time, const SyncUpdate& news, Derived& derived);
    /// Checks whether the durations of the job's collectives vary more than the baseline.
    void watchJitter(std::uint32_t job, const SyncStep& step, const StepTransfers& transfers, const SyncUpdate& news,
                     Derived& derived);
    [[nodiscard]] std::vector<GroupPlaces> placesOf(const JobTracker& tracker, const StepTransfers& transfers,
                                                    std::span<const std::uint32_t> communicators) const;
    [[nodiscard]] EntityRef jobEntity(std::uint32_t job, const SyncUpdate& news);
    /// GPUs that a scheduler has allocated to the job; 0: not known.
    [[nodiscard]] std::size_t allocatedTo(std::uint32_t job, const SyncUpdate& news);
    void forgetEnded(const SyncUpdate& news, SyncFindings& findings);
    void addStragglers(std::uint32_t job, const JobTracker& tracker, const SyncUpdate& news, Derived& derived);
    [[nodiscard]] static Hang hangOf(const JobTracker& tracker);
    /// Reports the end of conditions that no longer hold.
    void endStragglers(std::uint32_t job, const JobTracker& tracker, const Stragglers& still, Derived& derived);
    void endHangs(std::uint32_t job, const JobTracker& tracker, const Hang& still, Derived& derived);
    void addHangs(const JobSync& job, std::int64_t nowNs, Derived& derived);
    void addMissing(const JobSync& job, const Hang& known, std::int64_t nowNs, Derived& derived);
    void addStuck(const JobSync& job, const Hang& known, std::int64_t nowNs, Derived& derived);
    /// Rate limit of hang reports per node, so that invented jobs cannot displace real ones.
    [[nodiscard]] bool admitReport(EntityRef node, std::int64_t nowNs, Derived& derived);
    [[nodiscard]] bool isBefore(std::uint32_t lane, std::uint32_t other) const; ///< compares ranks
    [[nodiscard]] std::uint32_t firstRankOf(const JobTracker& job) const; ///< returns a lane
    [[nodiscard]] EntityRef entityOf(const JobTracker& job, Culprit culprit) const;
    [[nodiscard]] std::string laneName(std::uint32_t storeLane) const;
    [[nodiscard]] std::string nameOf(const JobTracker& job, Culprit culprit) const;
    [[nodiscard]] EventFields stragglerFields(std::uint32_t job, Culprit culprit) const;
    [[nodiscard]] const std::string& name(std::uint32_t id) const;
    [[nodiscard]] std::shared_ptr<const SyncSnapshot> makeSnapshot() const;

    SyncTracker m_tracker;
    std::vector<FollowedLane> m_lanes;
    std::vector<std::string> m_names;
    std::vector<PeerDirection> m_directions; ///< by name
    std::vector<RankMarker> m_rankMarkers; ///< by name
    std::map<std::uint32_t, std::uint32_t> m_laneOfCommunicator; ///< lane of the lowest rank
    std::vector<SyncSpan> m_spans; ///< scratch
    std::map<std::uint32_t, Stragglers> m_reported; ///< by job
    std::map<std::uint32_t, Hang> m_hangs; ///< by job: reported hangs
    struct Reported
    {
        std::int64_t sinceNs = 0;
        std::size_t count = 0;
    };
    std::map<std::uint32_t, Reported> m_reportedOfNode; ///< hangs by node, recently
    std::map<std::uint32_t, std::shared_ptr<const JobSync>> m_jobs; ///< as last published
    std::map<std::uint32_t, std::size_t> m_reportedSteps; ///< by job: number of steps in the columns
    SyncColumns m_columns;
    JobColumns m_jobColumns;
    ClusterColumns m_clusterColumns;
    std::map<std::uint32_t, EntityRef> m_jobEntities; ///< by name
    using Bytes = std::map<std::uint32_t, double>; ///< by step
    std::map<std::uint32_t, Bytes> m_bytes; ///< of collectives in incomplete steps, by job
    struct Restore
    {
        std::int64_t beginNs = 0;
        std::int64_t endNs = 0;
        double bytes = 0;
    };
    std::map<std::uint32_t, Restore> m_restores; ///< the last one, by job
    JobWatch m_watch;
    LearnedBaselines* m_baselines;
    LearnedSeries m_usual; ///< by job
    JitterWatch m_jitter;
    LearnedSeries m_baselineJitter; ///< by job
    ThrottleHistory m_throttles;
    RestartWatch m_restarts;
    std::set<std::uint32_t> m_closedJobs; ///< since the last snapshot
    bool m_isJobGone = false; ///< since the last snapshot
    std::uint64_t m_missedSpans = 0;
};

} // namespace lockstep
