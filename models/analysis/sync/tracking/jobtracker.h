// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/hangwatch.h"
#include "models/analysis/sync/tracking/rootcauses.h"
#include "models/analysis/sync/tracking/steps/driftcurve.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/analysis/sync/tracking/steps/lostspans.h"
#include "models/analysis/sync/tracking/steps/stepmarks.h"
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/analysis/sync/whatif/livewhatif.h"

#include <deque>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Blame in the recent steps of a job: amounts, patterns and drift per culprit. A member of JobTracker.
class CulpritRecords
{
public:
    static constexpr std::size_t keptSteps = 64;
    static constexpr std::size_t judgedSteps = 16; ///< number of latest steps for all sums and the verdict

    using Blame = std::map<Culprit, double>; ///< GPU-seconds

    void addLane() { m_drifts.emplace_back(); }
    /// @param unknown lanes without evidence in this step  @param activeLanes number of lanes in it
    void add(const Blame& blame, const LostSpans& unknown, const SyncStep& step, std::size_t activeLanes);
    /// Discards the history, because it does not apply to later steps.
    void forget();

    /// Culprits over the judged steps, worst first.
    [[nodiscard]] const std::vector<CulpritRow>& rows() const { return m_rows; }
    /// Whether to report it: it is persistent, active, and has cost enough since it began.
    [[nodiscard]] bool isPersistentStraggler(const CulpritRow& row) const;
    [[nodiscard]] std::size_t judgedStepCount() const { return std::min(m_gpuSeconds.size(), judgedSteps); }
    [[nodiscard]] std::optional<DriftEstimate> driftOf(const Culprit& culprit) const;
    [[nodiscard]] const DriftCurve& driftCurve() const { return m_driftCurve; }

private:
    struct Record
    {
        std::array<float, keptSteps> steps{}; ///< GPU-seconds, a ring buffer
        double sum = 0; ///< of them
        double judged = 0; ///< of the latest
        StragglerHistory history;
    };

    void noteDrift(const SyncStep& step);
    [[nodiscard]] double shareSinceFirstHit(const Record& record) const;
    [[nodiscard]] std::vector<CulpritRow> worstFirst() const;

    std::map<Culprit, Record> m_culprits;
    std::vector<CulpritRow> m_rows;
    std::vector<DriftLine> m_drifts; ///< by lane
    DriftCurve m_driftCurve;
    std::deque<double> m_gpuSeconds; ///< of the job in each of the latest steps
    std::size_t m_steps = 0; ///< total
};

/// Last arrivals of the collectives of recent steps. A member of JobTracker.
class StepVerdicts
{
public:
    static constexpr std::size_t minSteps = 6; ///< steps whose verdicts are always kept
    static constexpr std::size_t maxVerdicts = 500'000; ///< total limit beyond these steps

    /// @param keptSteps maximum number of steps
    explicit StepVerdicts(std::size_t keptSteps) : m_keptSteps(keptSteps) { }

    void add(const SyncWindow& window, RootCauses& causes);
    /// By step, oldest first.
    [[nodiscard]] const std::deque<std::shared_ptr<const std::vector<WaitVerdict>>>& steps() const { return m_steps; }

private:
    std::size_t m_keptSteps;
    std::deque<std::shared_ptr<const std::vector<WaitVerdict>>> m_steps;
    std::size_t m_count = 0; ///< total number of verdicts
};

/// Analyses the waits of one job as spans arrive: collects them until a step is complete, then determines waits and
/// culprits. Cost is proportional to new spans; memory to lanes and a fixed number of steps. One thread at a time.
class JobTracker
{
public:
    static constexpr std::size_t keptSteps = CulpritRecords::keptSteps;
    static constexpr std::size_t judgedSteps = CulpritRecords::judgedSteps;

    explicit JobTracker(std::uint32_t job);

    [[nodiscard]] std::uint32_t number() const { return m_job; } ///< as in the spans
    /// @return the job's own number for a lane
    std::uint32_t addLane(std::uint32_t lane, std::uint32_t rank);
    /// @param span with the job's own lane
    void add(const SyncSpan& span);

    /// Closes complete steps, oldest first. @return number of closed steps
    std::size_t closeWhole();
    /// Closes everything, because there is no more data.
    void closeAll();

    [[nodiscard]] std::int64_t newestNs() const { return m_newestNs; }
    [[nodiscard]] const std::vector<std::uint32_t>& lanes() const { return m_lanes; }
    [[nodiscard]] std::size_t closedSteps() const { return m_closed; } ///< total
    /// Steps closed after the first @p closed, as far as kept; oldest first.
    [[nodiscard]] std::vector<std::shared_ptr<const SyncStep>> stepsSince(std::size_t closed) const;
    using NameOf = std::function<std::string(std::uint32_t)>;
    /// @param nameOf names of jobs and operations by number; null: unknown
    /// @param allocated GPUs according to a scheduler; 0: unknown
    [[nodiscard]] std::shared_ptr<JobSync> snapshot(const NameOf& nameOf = nullptr, std::size_t allocated = 0) const;
    [[nodiscard]] JobCompleteness completeness(std::size_t allocated) const;
    /// Transfers of steps closed since the last call, oldest first; a few at most.
    [[nodiscard]] std::deque<StepTransfers> takeTransfers() { return std::exchange(m_transfers, {}); }
    [[nodiscard]] std::vector<MissingRank> missing() const { return m_hangs.missing(); }
    [[nodiscard]] std::vector<StuckCollective> stuck() const { return m_hangs.stuck(); }
    [[nodiscard]] const CulpritRecords& culprits() const { return m_culprits; }
    /// Number of restarts of the job on its lanes.
    [[nodiscard]] std::uint32_t restarts() const { return m_restarts; }

private:
    void closeStep(std::uint32_t step);
    void closeBefore(std::int64_t timeNs);
    void close(std::vector<SyncSpan> fresh, std::uint32_t step, const StepMarks::Mark* mark);
    void closePiece();
    [[nodiscard]] TimeRange rangeOf(const std::vector<SyncSpan>& fresh, const StepMarks::Mark* mark) const;
    /// Wall time of a step: from the end of the last account, unless the job was absent.
    [[nodiscard]] TimeRange wallOf(TimeRange step);
    void resetFrom(std::int64_t fromNs);
    void forgetEvidence();
    void carryOver(const SyncWindow& window, RootCauses& causes, const LostSpans& lost);
    void addRecent(JobSync& sync) const;

    std::uint32_t m_job;
    std::vector<std::uint32_t> m_lanes;
    std::vector<std::uint32_t> m_ranks;
    std::vector<SyncSpan> m_fresh;
    std::vector<CarriedEvent> m_carried;
    StepMarks m_marks;
    LostSpanFinder m_lostSpans;
    TransferBaseline m_baseline;
    TransferBaseline m_checkpoints;
    HangWatch m_hangs;
    LiveWhatIf m_whatIf;
    LaneTimes m_times;
    CulpritRecords m_culprits;
    std::deque<std::shared_ptr<const SyncStep>> m_steps;
    StepVerdicts m_verdicts{keptSteps};
    std::deque<StepTransfers> m_transfers; ///< not yet taken
    std::size_t m_closed = 0; ///< total
    std::uint32_t m_restarts = 0;
    std::int64_t m_newestNs = 0;
    std::int64_t m_oldestNs = 0; ///< of the new spans
    std::optional<TimePoint> m_closedTo;
    std::optional<TimePoint> m_accountedTo;
};

} // namespace lockstep
