// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/jobverdict.h"
#include "models/analysis/sync/tracking/steps/driftcurve.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "models/analysis/sync/tracking/steps/syncstep.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/rankmarkers.h"
#include "models/core/time.h"

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep {

/// Duration of the collectives of one kind on one communicator in a step, without waits for late ranks.
struct StepTransfer
{
    std::uint32_t communicator = 0; ///< as in the spans
    std::uint32_t op = 0; ///< as in the spans
    std::uint8_t sizeClass = 0; ///< number of bits of its byte count
    std::uint32_t members = 0;
    std::uint32_t count = 0; ///< in the step
    std::int64_t meanNs = 0;
};

/// The transfers of all collectives in one step of a job. A plain value.
struct StepTransfers
{
    std::uint32_t step = 0;
    std::uint32_t run = 0; ///< number of restarts of the job before it
    std::vector<StepTransfer> transfers; ///< by communicator, operation and size
    std::vector<SyncWindow::Member> members; ///< by communicator
};

/// Transfers of collectives whose parts are all in the window, because a missing part may be the one that did not wait.
[[nodiscard]] std::vector<StepTransfer> transfersOf(const SyncWindow& window);

/// Counts the step's collectives, and those that lack a part of one of the communicator's ranks.
void countCollectives(const SyncWindow& window, SyncStep& step);

/// A culprit over recent steps.
struct CulpritRow
{
    Culprit culprit; ///< Lane: the job's own lane; Communicator: as in the spans
    double gpuSeconds = 0; ///< lost by others because of it, over the judged steps
    double share = 0; ///< of the job's GPU time in these steps
    double lastStepGpuSeconds = 0;
    StragglerPattern pattern = StragglerPattern::None;
    std::string evidence; ///< "14 of 16 steps"
};

/// The last arrival in a collective, or the sender of a receive.
struct WaitVerdict
{
    static constexpr std::uint32_t allLanes = 0xFFFFFFFF;

    std::uint32_t communicator = 0;
    std::uint32_t sequence = 0;
    std::uint32_t lane = allLanes; ///< for a receive
    std::uint32_t last = 0; ///< the job's lane for which others waited
    Culprit root; ///< the largest cause
    std::int64_t transferNs = 0; ///< for a collective: duration without wait

    [[nodiscard]] std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> key() const
    {
        return {communicator, sequence, lane};
    }
};

/// A rank that blocks others.
struct MissingRank
{
    std::uint32_t lane = 0; ///< the job's own
    std::uint32_t communicator = 0;
    std::uint32_t sequence = 0;
    std::uint32_t waiting = 0; ///< ranks that wait in that collective
    std::int64_t sinceNs = 0; ///< beginning of its silence
    RankMarker process = RankMarker::None; ///< reported by its agent: ProcessIdle, ProcessStopped
    bool isHang = true; ///< false: an unusually long wait, while the activity of the missing rank is unknown
};

/// A communicator in which all ranks wait without progress, which is a fault of its links.
struct StuckCollective
{
    std::uint32_t communicator = 0;
    std::uint32_t sequence = 0;
    std::uint32_t waiting = 0; ///< ranks
    std::uint32_t lane = 0; ///< the job's own lane of a waiting rank
    std::int64_t sinceNs = 0; ///< entry of the last rank
    bool isHang = true; ///< false: unusually long so far
};

/// How completely the spans cover a job, over the judged steps.
struct JobCompleteness
{
    std::size_t ranks = 0; ///< seen
    std::size_t expected = 0; ///< by the highest rank, or the GPUs that its scheduler has allocated if they are more
    std::vector<std::uint32_t> missing; ///< ranks below the highest that were not seen, ascending
    std::size_t collectives = 0;
    std::size_t partial = 0; ///< of these, those that lack a rank's part

    [[nodiscard]] bool hasAllRanks() const { return ranks >= expected; }
};

/// All wait results of one job. Immutable once published.
struct JobSync
{
    std::uint32_t job = 0; ///< as in the spans
    std::string name; ///< for display
    std::vector<std::uint32_t> lanes; ///< the store's lane, by the job's own lane
    std::vector<std::uint32_t> ranks; ///< by own lane
    std::vector<std::shared_ptr<const SyncStep>> steps; ///< the latest, oldest first
    std::vector<CulpritRow> culprits; ///< worst first
    std::vector<TimeClasses> classes; ///< by own lane, since its first span
    std::vector<std::shared_ptr<const std::vector<WaitVerdict>>> verdicts; ///< of the latest steps, each sorted by key
    std::vector<DriftEstimate> drifts; ///< by own lane; see isDrift()
    std::vector<std::shared_ptr<const DriftPoint>> driftCurve; ///< over thousands of steps, oldest first
    std::vector<MissingRank> missing; ///< current
    std::vector<StuckCollective> stuck; ///< current; both empty: no hang
    std::shared_ptr<const JobWhatIf> whatIf; ///< over the latest steps; null: unknown
    std::size_t judgedSteps = 0; ///< number of latest steps for culprits, verdict and recent times
    std::vector<TimeSpent> recent; ///< by own lane
    double waitGpuSeconds = 0; ///< over the judged steps, spent only waiting for others
    double gpuSeconds = 0; ///< of all ranks, over the judged steps
    JobCompleteness completeness; ///< of the data behind the verdict
    JobVerdict verdict; ///< what delays the job

    /// The verdict on a collective, or on the receive of an own lane; null: none.
    [[nodiscard]] const WaitVerdict* verdictOn(std::uint32_t communicator, std::uint32_t sequence,
                                               std::uint32_t lane) const;
    /// The same within one step, by its number in the spans. Fast enough to call for each drawn span.
    [[nodiscard]] const WaitVerdict* verdictInStep(std::uint32_t step, std::uint32_t communicator,
                                                   std::uint32_t sequence, std::uint32_t lane) const;
};

} // namespace lockstep
