// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncspan.h"
#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lockstep {

/// Which lanes of a job have ended which steps: determines when a step is complete or overdue, and when a job
/// restarted. Compares times within a lane only, because clocks may be wrong. A member of JobTracker.
class StepMarks
{
public:
    /// The end of a step as reported by a lane.
    struct End
    {
        std::uint32_t lane = 0;
        std::int64_t startNs = 0;
        std::int64_t endNs = 0;
    };
    struct Mark
    {
        std::vector<End> ends; ///< in order of arrival, one per lane
        std::int64_t lastEndNs = 0;

        /// Beginning and end, by clocks that approximately agree.
        [[nodiscard]] TimeRange range() const;
    };

    void addLane() { m_lanes.emplace_back().closedThen = m_closed; }
    /// Records the end of a lane's latest span.
    void addSpanEnd(std::uint32_t lane, std::int64_t endNs) { m_lanes[lane].reportedToNs = endNs; }
    /// A span of kind Step. Ignored if the step is closed.
    void add(const SyncSpan& step);

    [[nodiscard]] bool isEmpty() const { return m_marks.empty(); }
    /// Whether a step has been completed, so the job reports steps.
    [[nodiscard]] bool hasClosed() const { return m_closed > 0; }
    /// Half of the lanes have reported spans that end at this time or later.
    [[nodiscard]] std::int64_t reportedToNs() const;
    /// The oldest step, once it is complete or overdue.
    [[nodiscard]] std::optional<std::uint32_t> due() const;
    /// The oldest step, complete or not.
    [[nodiscard]] std::optional<std::uint32_t> oldest() const;
    /// Closes an open step.
    [[nodiscard]] Mark take(std::uint32_t step);

    /// Whether a lane ends steps, or is too new to know.
    [[nodiscard]] bool isExpected(std::uint32_t lane) const;
    /// Time of a restart, once most lanes have begun again at a lower step; otherwise empty.
    [[nodiscard]] std::optional<std::int64_t> restartNs() const;
    /// Forgets the steps of the previous run.
    void restart();

private:
    struct Lane
    {
        std::int64_t reportedToNs = 0;
        std::int64_t endNs = 0; ///< of the last ended step
        std::uint32_t step = 0; ///< last ended step
        bool hasEnded = false; ///< has ended a step of this run
        bool isMember = false; ///< has ended a step of any run
        bool isBack = false; ///< has since ended a lower step
        std::size_t closedThen = 0; ///< number of closed steps when it last ended one, or when it was added
    };

    [[nodiscard]] bool isClosed(std::uint32_t step) const { return m_lastClosed && step <= *m_lastClosed; }
    void put(std::map<std::uint32_t, Mark>& marks, const SyncSpan& step) const;
    [[nodiscard]] std::size_t expectedLanes() const;
    [[nodiscard]] bool isOverdue(const Mark& mark) const;

    std::vector<Lane> m_lanes;
    std::map<std::uint32_t, Mark> m_marks; ///< steps that at least one lane has ended
    std::map<std::uint32_t, Mark> m_back; ///< of lanes that have begun again
    std::size_t m_lanesBack = 0;
    std::int64_t m_backNs = 0; ///< time of the first of these
    std::size_t m_closed = 0; ///< total
    std::optional<std::uint32_t> m_lastClosed; ///< in this run
};

} // namespace lockstep
