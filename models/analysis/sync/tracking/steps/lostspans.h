// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/steps/stepmarks.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace lockstep {

/// Lanes with missing spans in a step: their waits are unknown and not used as evidence. A plain value.
struct LostSpans
{
    std::vector<bool> lanes; ///< by lane: spans are missing, or came with another step
    std::unordered_set<std::uint32_t> communicators; ///< that contain such a lane

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

/// Finds lanes that lost spans: lanes that did not end a step that others ended, lanes still in an earlier step than
/// the others, and lanes with more time between spans than usual (after a lost tick, a late start or a clock jump). A
/// member of JobTracker.
class LostSpanFinder
{
public:
    /// @param window of the step  @param step its number  @param mark lanes that ended it
    [[nodiscard]] LostSpans find(const SyncWindow& window, std::uint32_t step, const StepMarks::Mark& mark,
                                 const StepMarks& marks);

private:
    [[nodiscard]] static bool isLate(const SyncWindow& window, std::uint32_t lane, std::uint32_t step);
    void findUncovered(const SyncWindow& window, const StepMarks::Mark& mark, LostSpans& lost);
    [[nodiscard]] static double uncovered(const SyncWindow& window, const StepMarks::End& end);

    double m_usual = 1; ///< share of a step without spans
};

} // namespace lockstep
