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

/// What a verdict names.
enum class VerdictKind : std::uint8_t {
    CannotJudge, ///< see JobVerdict::because
    Nobody, ///< nothing worth a word holds the job up
    Hang, ///< ranks are missing, or a collective is stuck
    Ranks, ///< few or many ranks that are slow
    LastStage, ///< the last pipeline stage has more to do than the others
    Links, ///< a group moves its data slowly
    Storage, ///< checkpoints take long
    Uneven, ///< ranks take turns at being the slowest: the work is uneven
};

/// Why ranks are slow, where known.
enum class RankCause : std::uint8_t {
    Unknown,
    Heat, ///< their clocks were throttled by it
    Power, ///< their clocks were throttled by a limit on power
    Throttled, ///< their clocks were throttled for an unknown reason
    LateLaunches, ///< they pause between operations: their hosts are slow
};

/// Which ranks or components delay a job, with evidence: the single answer used by blame, what-if, events and reports.
/// Based on wait relations, and confirmed by replays of the same steps. A plain value.
struct JobVerdict
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    VerdictKind kind = VerdictKind::CannotJudge;
    std::vector<std::uint32_t> lanes; ///< the job's own, worst first
    std::uint32_t communicator = none; ///< of Links, as the spans name it; none: no single one stands out
    double share = 0; ///< of the job's GPU time that others waited for it, over the steps
    double slowdown = unknown; ///< of the slowest rank: its work relative to the usual
    double stepSeconds = unknown; ///< as replayed
    double stepSecondsWithout = unknown; ///< the same steps with what is named as fast as the rest
    std::size_t steps = 0; ///< that it rests on
    std::size_t turns = 0; ///< of Uneven: different ranks that others waited for most
    StragglerPattern pattern = StragglerPattern::None;
    std::string evidence; ///< "14 of 16 steps"
    std::string because; ///< why it cannot be judged
    RankCause cause = RankCause::Unknown;
    std::size_t causeLanes = 0; ///< how many of the lanes it is true of
    EntityRef place; ///< that holds all lanes: GPU, node, rack or loop; invalid: none does

    /// It is, or is among, what holds the job up.
    [[nodiscard]] bool names(const Culprit& culprit) const;
    /// Severity: 0 for no straggler, a hang highest.
    [[nodiscard]] double weight() const;
};

/// @param trace what replaying the trace that the job is has found; null: the job's own replays count
[[nodiscard]] JobVerdict judgeJob(const JobSync& job, const JobWhatIf* trace = nullptr);

} // namespace lockstep
