// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/driftcurve.h"
#include "models/analysis/sync/tracking/steps/driftline.h"
#include "models/analysis/sync/tracking/steps/lostspans.h"
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <deque>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
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
    [[nodiscard]] bool isLastingStraggler(const CulpritRow& row) const;
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

} // namespace lockstep
