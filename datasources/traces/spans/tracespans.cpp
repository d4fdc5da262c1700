// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/spans/tracespans.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

/// Shorter waits are clock noise.
constexpr Duration minWait = std::chrono::microseconds(1);

/// Times of a lane without compute. Finds the longest within a range. Uses a tree, because a wait may span a million
/// computes and a lane may have a million such waits.
class ComputeGaps
{
public:
    /// Intervals sorted by start, with increasing ends.
    explicit ComputeGaps(const std::vector<TimeRange>& computes) : m_computes(computes)
    {
        m_leaves = std::bit_ceil(std::max<std::size_t>(computes.size(), 1));
        m_longest.assign(2 * m_leaves, 0);
        for (std::size_t i = 0; i < computes.size(); ++i)
            m_longest[m_leaves + i] = static_cast<std::uint32_t>(i);
        for (std::size_t i = m_leaves; i-- > 1;)
            m_longest[i] = longer(m_longest[2 * i], m_longest[2 * i + 1]);
    }

    /// The longest part of a range without compute; of equally long ones, the first.
    [[nodiscard]] TimeRange longestWithin(TimeRange range) const
    {
        const auto first = std::ranges::upper_bound(m_computes, range.from, {}, &TimeRange::to) - m_computes.begin();
        const auto last = std::ranges::lower_bound(m_computes, range.to, {}, &TimeRange::from) - m_computes.begin();
        if (first >= last)
            return range;
        TimeRange longest{range.from, range.from};
        const auto consider = [&](TimePoint from, TimePoint to) {
            if (to - from > longest.length())
                longest = {from, to};
        };
        consider(range.from, m_computes[static_cast<std::size_t>(first)].from);
        if (last - first > 1) {
            const auto gap = gapBefore(longestOf(static_cast<std::size_t>(first) + 1, static_cast<std::size_t>(last)));
            consider(gap.from, gap.to);
        }
        consider(m_computes[static_cast<std::size_t>(last) - 1].to, range.to);
        return longest;
    }

private:
    /// Pause before the `at`-th compute span.
    [[nodiscard]] TimeRange gapBefore(std::size_t at) const
    {
        return at == 0 || at >= m_computes.size() ? TimeRange{} : TimeRange{m_computes[at - 1].to, m_computes[at].from};
    }
    [[nodiscard]] std::uint32_t longer(std::uint32_t a, std::uint32_t b) const
    {
        const auto inA = gapBefore(a).length();
        const auto inB = gapBefore(b).length();
        return inA > inB || (inA == inB && a <= b && a != 0) || b == 0 ? a : b;
    }
    [[nodiscard]] std::uint32_t longestOf(std::size_t from, std::size_t to) const
    {
        std::uint32_t longest = 0;
        for (from += m_leaves, to += m_leaves; from < to; from /= 2, to /= 2) {
            if (from % 2 == 1)
                longest = longer(longest, m_longest[from++]);
            if (to % 2 == 1)
                longest = longer(longest, m_longest[--to]);
        }
        return longest;
    }

    const std::vector<TimeRange>& m_computes;
    std::size_t m_leaves = 1;
    std::vector<std::uint32_t> m_longest; ///< tree of indices; 0: none, because there is no gap before the first one
};

/// Removes the time in which a rank computed from each of its waits, because a rank only waits while it has no other
/// work.
/// @return number of waits that were removed completely
std::size_t clipWaits(TraceLane& lane)
{
    std::vector<TimeRange> computes;
    for (const Span& span : lane.spans) {
        if (span.kind != SpanKind::Compute)
            continue;
        const TimePoint to = computes.empty() ? span.end : std::max(span.end, computes.back().to);
        computes.push_back({span.start, to});
    }
    const ComputeGaps gaps(computes);
    for (Span& span : lane.spans) {
        if (span.kind != SpanKind::Wait)
            continue;
        const TimeRange open = gaps.longestWithin({span.start, span.end});
        span.start = open.from;
        span.end = open.to;
    }
    return std::erase_if(
        lane.spans, [](const Span& span) { return span.kind == SpanKind::Wait && span.end - span.start < minWait; });
}

void sortByStart(TraceLane& lane)
{
    std::ranges::stable_sort(lane.spans, {}, [](const Span& span) { return std::tuple(span.start, span.end); });
}

} // namespace

std::uint32_t TraceNames::of(const std::string& name)
{
    const auto [found, isNew] = m_known.try_emplace(name, static_cast<std::uint32_t>(m_spans.names.size()));
    if (isNew)
        m_spans.names.push_back(name);
    return found->second;
}

std::size_t TraceSpans::spanCount() const
{
    std::size_t count = 0;
    for (const TraceLane& lane : lanes)
        count += lane.spans.size();
    return count;
}

TimeRange TraceSpans::range() const
{
    TimeRange range{TimePoint::max(), TimePoint::min()};
    for (const TraceLane& lane : lanes) {
        for (const Span& span : lane.spans)
            range = {std::min(range.from, span.start), std::max(range.to, span.end)};
    }
    return range.isEmpty() ? TimeRange{} : range;
}

std::string nameOfTraces(std::span<const std::string> files)
{
    if (files.empty())
        return {};
    std::error_code ignored;
    std::filesystem::path path = std::filesystem::absolute(files.front(), ignored).lexically_normal();
    if (!path.has_filename() || files.size() > 1)
        path = path.parent_path();
    std::string name = path.filename().string();
    for (const std::string_view ending : {".gz", ".json", ".pt.trace", ".pickle"}) {
        if (name.ends_with(ending) && name.size() > ending.size())
            name.erase(name.size() - ending.size());
    }
    return name;
}

TraceSpans spansOfTraces(const TraceSet& set, const std::string& job)
{
    TraceSpans spans;
    spans.job = job;
    if (!set.training.ops.empty())
        addTrainingSpans(set.training, spans);
    else
        addCollectiveSpans(set.collectives, spans);
    for (TraceLane& lane : spans.lanes) {
        sortByStart(lane);
        spans.hiddenWaits += clipWaits(lane);
        sortByStart(lane);
    }
    return spans;
}

} // namespace lockstep
