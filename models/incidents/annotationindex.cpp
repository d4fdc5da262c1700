// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/annotationindex.h"

#include <algorithm>

namespace lockstep {

namespace {

TimePoint startOf(const AnnotationMark& mark)
{
    return mark.range.from;
}

Duration distance(TimePoint a, TimePoint b)
{
    return a < b ? b - a : a - b;
}

} // namespace

AnnotationIndex::AnnotationIndex(std::vector<AnnotationMark> marks) : m_marks(std::move(marks))
{
    std::ranges::sort(m_marks, {}, startOf);
    noteLatestEnds(0);
    for (const AnnotationMark& mark : m_marks) {
        if (mark.range.isEmpty())
            continue;
        m_starts.push_back(mark.range.from);
        m_ends.push_back(mark.range.to);
    }
    std::ranges::sort(m_ends);
}

void AnnotationIndex::noteLatestEnds(std::size_t from)
{
    m_latestEnds.resize(m_marks.size());
    for (std::size_t i = from; i < m_marks.size(); ++i) {
        const TimePoint end = std::max(m_marks[i].range.from, m_marks[i].range.to);
        m_latestEnds[i] = i == 0 ? end : std::max(m_latestEnds[i - 1], end);
    }
}

void AnnotationIndex::add(AnnotationMark mark)
{
    const auto place = m_marks.insert(std::ranges::upper_bound(m_marks, mark.range.from, {}, startOf), mark);
    noteLatestEnds(static_cast<std::size_t>(place - m_marks.begin()));
    if (mark.range.isEmpty())
        return;
    m_starts.insert(std::ranges::upper_bound(m_starts, mark.range.from), mark.range.from);
    m_ends.insert(std::ranges::upper_bound(m_ends, mark.range.to), mark.range.to);
}

void AnnotationIndex::remove(AnnotationMark mark)
{
    auto found = std::ranges::lower_bound(m_marks, mark.range.from, {}, startOf);
    while (found != m_marks.end() && found->range.from == mark.range.from && found->key != mark.key)
        ++found;
    if (found == m_marks.end() || found->key != mark.key)
        return;
    const TimeRange range = found->range;
    const auto place = static_cast<std::size_t>(found - m_marks.begin());
    m_marks.erase(found);
    noteLatestEnds(place);
    if (range.isEmpty())
        return;
    m_starts.erase(std::ranges::lower_bound(m_starts, range.from));
    m_ends.erase(std::ranges::lower_bound(m_ends, range.to));
}

std::span<const AnnotationMark> AnnotationIndex::startingIn(TimeRange range) const
{
    const auto from = std::ranges::lower_bound(m_marks, range.from, {}, startOf);
    const auto to = std::ranges::lower_bound(from, m_marks.end(), range.to, {}, startOf);
    return {from, to};
}

std::size_t AnnotationIndex::coverage(TimeRange range) const
{
    // All that began before the range's end, minus those that ended before its beginning.
    const auto begun = std::ranges::lower_bound(m_starts, range.to) - m_starts.begin();
    const auto over = std::ranges::upper_bound(m_ends, range.from) - m_ends.begin();
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, begun - over));
}

std::vector<AnnotationMark> AnnotationIndex::overlapping(TimeRange range, std::size_t limit) const
{
    std::vector<AnnotationMark> found;
    // m_latestEnds is sorted: entries before the first one that reaches into the range cannot overlap it.
    const auto first = std::ranges::upper_bound(m_latestEnds, range.from) - m_latestEnds.begin();
    for (auto at = static_cast<std::size_t>(first); at < m_marks.size() && found.size() < limit; ++at) {
        const AnnotationMark& mark = m_marks[at];
        if (mark.range.from >= range.to)
            break;
        if (!mark.range.isEmpty() && mark.range.overlaps(range))
            found.push_back(mark);
    }
    return found;
}

std::optional<AnnotationMark> AnnotationIndex::nearest(TimePoint time, Duration reach) const
{
    // Moments are small targets, so they take precedence over ranges around them.
    std::optional<AnnotationMark> best;
    for (const AnnotationMark& mark : startingIn({time - reach, time + reach + Duration(1)})) {
        if (!best || distance(startOf(mark), time) < distance(startOf(*best), time))
            best = mark;
    }
    if (best)
        return best;
    constexpr std::size_t enough = 256;
    for (const AnnotationMark& mark : overlapping({time, time + Duration(1)}, enough)) {
        if (!best || mark.range.length() < best->range.length())
            best = mark;
    }
    return best;
}

} // namespace lockstep
