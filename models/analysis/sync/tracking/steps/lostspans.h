// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/steps/stepmarks.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace lockstep {

/// Which lanes of a step are not whole: what they waited and let others wait is then unknown, and no evidence against
/// anybody. A plain value.
struct LostSpans
{
    std::vector<bool> lanes; ///< by lane: spans of it are missing, or came with another step
    std::unordered_set<std::uint32_t> communicators; ///< with such a lane among them

    [[nodiscard]] bool concern(const Culprit& culprit) const
    {
        switch (culprit.kind) {
        case CulpritKind::Lane:
            return culprit.index < lanes.size() && lanes[culprit.index];
        case CulpritKind::Communicator:
            return communicators.contains(culprit.index);
        case CulpritKind::Storage:
            break;
        }
        return false;
    }
};

/// Tells which lanes lost spans: those that did not end a step that others ended, those of which spans of an earlier
/// step come along, and those of whose step more time lies between spans than is usual in the job (a tick is lost, it
/// was joined half way, its clock leapt). A member of JobTracker.
class LostSpanFinder
{
public:
    /// @param window the step's  @param step its number  @param mark who ended it
    [[nodiscard]] LostSpans find(const SyncWindow& window, std::uint32_t step, const StepMarks::Mark& mark,
                                 const StepMarks& marks);

private:
    [[nodiscard]] static bool isLate(const SyncWindow& window, std::uint32_t lane, std::uint32_t step);
    void findUncovered(const SyncWindow& window, const StepMarks::Mark& mark, LostSpans& lost);
    [[nodiscard]] static double uncovered(const SyncWindow& window, const StepMarks::End& end);

    double m_usual = 1; ///< share of a step that no span tells of
};

} // namespace lockstep
