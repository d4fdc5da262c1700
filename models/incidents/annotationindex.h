// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/incidents/annotation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// An annotation for drawing.
struct AnnotationMark
{
    TimeRange range;
    AnnotationKey key;
};

/// Annotations by time, for fast lookup per pixel. A plain value, rebuilt when annotations change: n log n to build,
/// log n per query.
class AnnotationIndex
{
public:
    AnnotationIndex() = default;
    explicit AnnotationIndex(std::vector<AnnotationMark> marks);

    /// Insertion and removal move later entries, without sorting.
    void add(AnnotationMark mark);
    void remove(AnnotationMark mark);

    [[nodiscard]] std::size_t size() const { return m_marks.size(); }
    [[nodiscard]] bool isEmpty() const { return m_marks.empty(); }
    /// Those that start within the range, by start.
    [[nodiscard]] std::span<const AnnotationMark> startingIn(TimeRange range) const;
    /// Number of ranges (not moments) that overlap the range.
    [[nodiscard]] std::size_t coverage(TimeRange range) const;
    /// Ranges that overlap the range, by start, at most @p limit.
    [[nodiscard]] std::vector<AnnotationMark> overlapping(TimeRange range, std::size_t limit) const;
    /// The one whose moment or start is nearest to a time, within @p reach; otherwise the shortest range that contains
    /// it.
    [[nodiscard]] std::optional<AnnotationMark> nearest(TimePoint time, Duration reach) const;

private:
    void noteLatestEnds(std::size_t from);

    std::vector<AnnotationMark> m_marks; ///< by start
    std::vector<TimePoint> m_latestEnds; ///< maximum end of m_marks[0..i], which limits searches
    std::vector<TimePoint> m_starts; ///< of ranges, sorted
    std::vector<TimePoint> m_ends; ///< of ranges, sorted
};

} // namespace lockstep
