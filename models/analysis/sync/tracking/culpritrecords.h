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
    static constexpr std::size_t judgedSteps = 16; ///< the latest, that all sums and the verdict are about

    using Blame = std::map<Culprit, double>; ///< GPU-seconds

    void addLane() { m_drifts.emplace_back(); }
    /// @param unknown what this step is no evidence of  @param activeLanes that took part in it
    void add(const Blame& blame, const LostSpans& unknown, const SyncStep& step, std::size_t activeLanes);
    /// Discards the history, because it does not apply to later steps.
    void forget();

    /// Who is to blame over the steps judged, worst first.
    [[nodiscard]] const std::vector<CulpritRow>& rows() const { return m_rows; }
    /// One of them is worth telling people: it lasts, goes on, and has cost enough since it began.
    [[nodiscard]] bool isLastingStraggler(const CulpritRow& row) const;
    [[nodiscard]] std::size_t judgedStepCount() const { return std::min(m_gpuSeconds.size(), judgedSteps); }
    [[nodiscard]] std::optional<DriftEstimate> driftOf(const Culprit& culprit) const;
    [[nodiscard]] const DriftCurve& driftCurve() const { return m_driftCurve; }

private:
    struct Record
    {
        std::array<float, keptSteps> steps{}; ///< GPU-seconds, a ring
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
    std::deque<double> m_gpuSeconds; ///< that the job had in each of the latest steps
    std::size_t m_steps = 0; ///< ever
};

} // namespace lockstep
