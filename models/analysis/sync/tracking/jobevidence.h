// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace lockstep {

/// Weighs the evidence about a job's waits: which signals are present, how strong and how reliable they are. Lives for
/// one call of judgeJob().
class JobEvidence
{
public:
    /// From this share of the loss on that is gone without it, something explains the loss.
    static constexpr double decisiveLoss = 0.5;

    /// @param trace null: the job's own replays count
    JobEvidence(const JobSync& job, const JobWhatIf* trace);

    [[nodiscard]] const JobSync& job() const { return m_job; }
    [[nodiscard]] bool isTrace() const { return m_isTrace; }
    [[nodiscard]] const JobWhatIf* whatIf() const { return m_whatIf; } ///< null: nothing was replayed

    /// Why no judgement is possible; empty: the data suffices.
    [[nodiscard]] std::string whatIsMissing() const;
    /// Whether a replay with observed durations takes about as long as the real steps.
    [[nodiscard]] bool isReplayTrue() const;
    /// Somebody cost a percent of the GPU time, or the steps could be clearly shorter.
    [[nodiscard]] bool isHeldUp() const;
    /// Share of the GPU time that a kind of culprit is blamed for, or all of them.
    [[nodiscard]] double blamed(CulpritKind kind) const { return m_blamed[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] double blamed() const { return m_blamed[0] + m_blamed[1] + m_blamed[2]; }
    [[nodiscard]] bool isMostlyBlamed(CulpritKind kind) const;
    [[nodiscard]] const CulpritRow* worst(CulpritKind kind) const;
    /// Share of the GPU time spent waiting.
    [[nodiscard]] double waitShare() const;
    /// Share of the loss that ranks explain which are slow in many steps, not each in another one; once replayed.
    [[nodiscard]] double slowShare() const;
    /// How many different lanes others waited for most, step by step.
    [[nodiscard]] std::size_t turns() const;
    /// Of a lane in the latest step; 1 where it is not known.
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
