// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "models/core/ids.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace lockstep {

struct JobSync;
struct JobWhatIf;

/// Kind of result.
enum class VerdictKind : std::uint8_t {
    CannotJudge, ///< see JobVerdict::because
    NoStraggler, ///< no significant delay
    Hang, ///< ranks are missing, or a collective is stuck
    Ranks, ///< slow ranks
    LastStage, ///< the last pipeline stage has more work than the others
    Links, ///< slow links of a group
    Storage, ///< slow checkpoints
    Uneven, ///< different ranks are slowest in different steps: the work is uneven
};

/// Why ranks are slow, where known.
enum class RankCause : std::uint8_t {
    Unknown,
    Heat, ///< clocks throttled by heat
    Power, ///< clocks throttled by a power limit
    Throttled, ///< clocks throttled for an unknown reason
    LateLaunches, ///< pauses between operations: slow hosts
};

/// The ranks or components that delay a job, with evidence. Blame, what-if, events and reports all use this verdict. It
/// is based on wait relations and confirmed by replays of the same steps. A plain value.
struct JobVerdict
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    VerdictKind kind = VerdictKind::CannotJudge;
    std::vector<std::uint32_t> lanes; ///< the job's own, worst first
    std::uint32_t communicator = none; ///< of Links, as in the spans; none: no single one
    double share = 0; ///< of the job's GPU time spent waiting for the named ones, over the steps
    double slowdown = unknown; ///< of the slowest rank, relative to the usual work
    double stepSeconds = unknown; ///< as replayed
    double stepSecondsWithout = unknown; ///< the same steps with the named ones at the usual speed
    std::size_t steps = 0; ///< number of steps used
    std::size_t turns = 0; ///< for Uneven: number of different ranks that were waited for most
    StragglerPattern pattern = StragglerPattern::None;
    std::string evidence; ///< "14 of 16 steps"
    std::string because; ///< why no judgement is possible
    RankCause cause = RankCause::Unknown;
    std::size_t causeLanes = 0; ///< number of lanes to which the cause applies
    EntityRef place; ///< common to all lanes: GPU, node, rack or loop; invalid: none

    /// Whether the verdict names the culprit.
    [[nodiscard]] bool names(const Culprit& culprit) const;
    /// Severity: 0 for no straggler, a hang highest.
    [[nodiscard]] double weight() const;
};

/// @param trace result of replaying the trace; null: use the job's own replays
[[nodiscard]] JobVerdict judgeJob(const JobSync& job, const JobWhatIf* trace = nullptr);

} // namespace lockstep
