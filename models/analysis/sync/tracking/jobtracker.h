// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/driftcurve.h"
#include "models/analysis/sync/tracking/driftline.h"
#include "models/analysis/sync/tracking/hangwatch.h"
#include "models/analysis/sync/tracking/lanetimes.h"
#include "models/analysis/sync/tracking/lostspans.h"
#include "models/analysis/sync/tracking/rootcauses.h"
#include "models/analysis/sync/tracking/stepmarks.h"
#include "models/analysis/sync/tracking/stragglerhistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/analysis/sync/whatif/livewhatif.h"

#include <deque>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Follows the waiting of one job as its spans come: gathers them until a step is whole, then finds out who waited for
/// whom and who is to blame. Cost follows the spans that are new; memory the lanes and a fixed number of steps.
/// One thread at a time.
class JobTracker
{
public:
    static constexpr std::size_t keptSteps = 64;
    static constexpr std::size_t judgedSteps = 16; ///< the latest, that all sums and the verdict are about
    static constexpr std::size_t minVerdicts = 6; ///< steps whose verdicts are kept, however many they are
    static constexpr std::size_t maxVerdicts = 500'000; ///< else so many in all

    explicit JobTracker(std::uint32_t job);

    [[nodiscard]] std::uint32_t number() const { return m_job; } ///< as the spans name it
    /// @return the job's own number for a lane
    std::uint32_t addLane(std::uint32_t lane, std::uint32_t rank);
    /// @param span its lane is the job's own
    void add(const SyncSpan& span);

    /// Closes what is whole, oldest first. @return steps closed
    std::size_t closeWhole();
    /// Closes all that is there: nothing more will come.
    void closeAll();

    [[nodiscard]] std::int64_t newestNs() const { return m_newestNs; }
    [[nodiscard]] const std::vector<std::uint32_t>& lanes() const { return m_lanes; }
    [[nodiscard]] std::size_t closedSteps() const { return m_closed; } ///< ever
    /// Those that were closed after the first @p closed, as far as they are kept; oldest first.
    [[nodiscard]] std::vector<std::shared_ptr<const SyncStep>> stepsSince(std::size_t closed) const;
    using NameOf = std::function<std::string(std::uint32_t)>;
    /// @param nameOf what the spans' numbers of jobs and operations stand for; null: nobody knows
    [[nodiscard]] std::shared_ptr<JobSync> snapshot(const NameOf& nameOf = nullptr) const;
    [[nodiscard]] std::vector<MissingRank> missing() const { return m_hangs.missing(); }
    [[nodiscard]] std::vector<StuckCollective> stuck() const { return m_hangs.stuck(); }
    /// Who is to blame over the steps judged, worst first.
    [[nodiscard]] const std::vector<CulpritRow>& culprits() const { return m_rows; }
    /// One of them is worth telling people: it lasts, goes on, and has cost enough since it began.
    [[nodiscard]] bool isLastingStraggler(const CulpritRow& row) const;
    [[nodiscard]] std::size_t judgedStepCount() const
    {
        return std::min(m_gpuSeconds.size(), judgedSteps);
    } ///< that these rest on
    /// How often the job has begun anew on its lanes.
    [[nodiscard]] std::uint32_t restarts() const { return m_restarts; }

private:
    struct CulpritRecord
    {
        std::array<float, keptSteps> steps{}; ///< GPU-seconds, a ring
        double sum = 0; ///< of them
        double judged = 0; ///< of the latest
        StragglerHistory history;
    };

    using Blame = std::map<Culprit, double>; ///< GPU-seconds

    void closeStep(std::uint32_t step);
    void closeBefore(std::int64_t timeNs);
    void close(std::vector<SyncSpan> fresh, std::uint32_t step, const StepMarks::Mark* mark);
    void closePiece();
    [[nodiscard]] TimeRange rangeOf(const std::vector<SyncSpan>& fresh, const StepMarks::Mark* mark) const;
    void beginAnew(std::int64_t fromNs);
    void forgetEvidence();
    void measure(const SyncWindow& window, RootCauses& causes, const LostSpans& lost, SyncStep& step, Blame& blame);
    void measureSlowdown(const SyncWindow& window, const LostSpans& lost, SyncStep& step);
    void chargeLosses(const SyncWindow& window, Blame& blame);
    void noteVerdicts(const SyncWindow& window, RootCauses& causes);
    void carryOver(const SyncWindow& window, RootCauses& causes, const LostSpans& lost);
    [[nodiscard]] std::vector<CulpritRow> culpritRows() const;
    void addRecent(JobSync& sync) const;
    [[nodiscard]] double shareSinceFirstHit(const CulpritRecord& record) const;
    void remember(const Blame& blame, const LostSpans& unknown, const SyncStep& step);
    void noteDrift(const SyncStep& step);
    [[nodiscard]] std::optional<DriftEstimate> driftOf(const Culprit& culprit) const;

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
    std::vector<DriftLine> m_drifts;
    DriftCurve m_driftCurve;
    std::map<Culprit, CulpritRecord> m_culprits;
    std::vector<CulpritRow> m_rows;
    std::deque<std::shared_ptr<const SyncStep>> m_steps;
    std::deque<std::shared_ptr<const std::vector<WaitVerdict>>> m_verdicts;
    std::size_t m_verdictCount = 0; ///< in all of them
    std::deque<double> m_gpuSeconds; ///< that the job had in each of the latest steps since it began
    std::size_t m_closed = 0; ///< steps ever
    std::uint32_t m_restarts = 0;
    std::size_t m_activeLanes = 0; ///< in the last window
    std::int64_t m_newestNs = 0;
    std::int64_t m_oldestNs = 0; ///< of the fresh ones
    std::optional<TimePoint> m_closedTo;
};

} // namespace lockstep
