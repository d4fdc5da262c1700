// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/tracking/jobverdict.h"
#include "models/analysis/sync/tracking/steps/driftcurve.h"
#include "models/analysis/sync/tracking/steps/driftline.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "models/analysis/sync/tracking/steps/syncstep.h"
#include "models/analysis/sync/tracking/steps/timeclasses.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/time.h"
#include "models/core/waitwords.h"

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep {

/// A culprit over recent steps.
struct CulpritRow
{
    Culprit culprit; ///< Lane: the job's own lane; Communicator: as the spans name it
    double gpuSeconds = 0; ///< that others lost because of it, over the steps judged
    double share = 0; ///< of all GPU time of the job in these steps
    double lastStepGpuSeconds = 0;
    StragglerPattern pattern = StragglerPattern::None;
    std::string evidence; ///< "14 of 16 steps"
};

/// Who was waited for in one collective or receive.
struct WaitVerdict
{
    static constexpr std::uint32_t allLanes = 0xFFFFFFFF;

    std::uint32_t communicator = 0;
    std::uint32_t sequence = 0;
    std::uint32_t lane = allLanes; ///< of a receive
    std::uint32_t last = 0; ///< the job's lane that was waited for
    Culprit root; ///< who caused most of it
    std::int64_t transferNs = 0; ///< of a collective: what of each part was not waiting

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
    std::int64_t sinceNs = 0; ///< since when it has been silent
    WaitWord process = WaitWord::None; ///< what its agent says of it: DoesNothing, CannotGoOn
    bool isHang = true; ///< false: an unusually long wait, while the activity of the missing rank is unknown
};

/// A communicator in which all ranks wait without progress: its links are to blame.
struct StuckCollective
{
    std::uint32_t communicator = 0;
    std::uint32_t sequence = 0;
    std::uint32_t waiting = 0; ///< ranks
    std::uint32_t lane = 0; ///< the job's own: one that waits
    std::int64_t sinceNs = 0; ///< that the last of them came in
    bool isHang = true; ///< false: it takes unusually long as yet
};

/// How much of a job its spans show, over the steps judged.
struct JobCompleteness
{
    std::size_t ranks = 0; ///< seen
    std::size_t expected = 0; ///< by the highest rank, or the GPUs that its scheduler has allocated if they are more
    std::vector<std::uint32_t> missing; ///< ranks below the highest that were not seen, ascending
    std::size_t collectives = 0;
    std::size_t partial = 0; ///< of these: a rank's part is missing

    [[nodiscard]] bool hasAllRanks() const { return ranks >= expected; }
};

/// All wait results of one job. Immutable once published.
struct JobSync
{
    std::uint32_t job = 0; ///< as the spans name it
    std::string name; ///< what people call it
    std::vector<std::uint32_t> lanes; ///< the store's lane, by the job's own lane
    std::vector<std::uint32_t> ranks; ///< by own lane
    std::vector<std::shared_ptr<const SyncStep>> steps; ///< the latest, oldest first
    std::vector<CulpritRow> culprits; ///< worst first
    std::vector<TimeClasses> classes; ///< by own lane, since its first span
    std::vector<std::shared_ptr<const std::vector<WaitVerdict>>> verdicts; ///< of the latest steps, each sorted by key
    std::vector<DriftEstimate> drifts; ///< by own lane; see isDrift()
    std::vector<std::shared_ptr<const DriftPoint>> driftCurve; ///< over thousands of steps, oldest first
    std::vector<MissingRank> missing; ///< now
    std::vector<StuckCollective> stuck; ///< now; both empty: nothing hangs
    std::shared_ptr<const JobWhatIf> whatIf; ///< over the latest steps; null: not known
    std::size_t judgedSteps = 0; ///< the latest: culprits, verdict and recent times are about these
    std::vector<TimeSpent> recent; ///< by own lane
    double waitGpuSeconds = 0; ///< over them, in which ranks did nothing but wait for others
    double gpuSeconds = 0; ///< of all ranks, over them
    JobCompleteness completeness; ///< what the verdict rests on
    JobVerdict verdict; ///< who holds the job up

    /// The verdict on a collective, or on the receive of an own lane; null: none is kept.
    [[nodiscard]] const WaitVerdict* verdictOn(std::uint32_t communicator, std::uint32_t sequence,
                                               std::uint32_t lane) const;
    /// The same, looked for in one step only, as spans number it: fast enough for each span of a picture.
    [[nodiscard]] const WaitVerdict* verdictInStep(std::uint32_t step, std::uint32_t communicator,
                                                   std::uint32_t sequence, std::uint32_t lane) const;
};

} // namespace lockstep
