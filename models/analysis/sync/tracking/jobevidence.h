// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace lockstep {

/// Weighs the evidence about a job's waits: available signals, their strength and reliability. Lives for one call of
/// judgeJob().
class JobEvidence
{
public:
    /// Minimum share of the loss that disappears without a culprit to count as an explanation.
    static constexpr double decisiveLoss = 0.5;

    /// @param trace null: use the job's own replays
    JobEvidence(const JobSync& job, const JobWhatIf* trace);

    [[nodiscard]] const JobSync& job() const { return m_job; }
    [[nodiscard]] bool isTrace() const { return m_isTrace; }
    [[nodiscard]] const JobWhatIf* whatIf() const { return m_whatIf; } ///< null: no replay

    /// Why no judgement is possible; empty: the data suffices.
    [[nodiscard]] std::string whatIsMissing() const;
    /// Whether a replay with observed durations takes about as long as the real steps.
    [[nodiscard]] bool isReplayTrue() const;
    /// Whether culprits cost a percent of the GPU time, or the steps could be clearly shorter.
    [[nodiscard]] bool isHeldUp() const;
    /// Share of the GPU time for which a kind of culprit is blamed, or all of them.
    [[nodiscard]] double blamed(CulpritKind kind) const { return m_blamed[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] double blamed() const { return m_blamed[0] + m_blamed[1] + m_blamed[2]; }
    [[nodiscard]] bool isMostlyBlamed(CulpritKind kind) const;
    [[nodiscard]] const CulpritRow* worst(CulpritKind kind) const;
    /// Share of the GPU time spent waiting.
    [[nodiscard]] double waitShare() const;
    /// Share of the loss explained by persistently slow ranks; requires a replay.
    [[nodiscard]] double slowShare() const;
    /// Number of different lanes that were waited for most, step by step.
    [[nodiscard]] std::size_t turns() const;
    /// Slowdown of a lane in the latest step; 1 if unknown.
    [[nodiscard]] double lastSlowdown(std::uint32_t lane) const;

private:
    [[nodiscard]] bool isSlownessLasting() const;
    [[nodiscard]] bool isExplained() const;

    const JobSync& m_job;
    bool m_isTrace;
    const JobWhatIf* m_whatIf;
    std::array<double, 3> m_blamed{}; ///< by CulpritKind
};

} // namespace lockstep
