// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/tracespans.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

/// Shorter than this a wait is the noise of the clock.
constexpr Duration leastWait = std::chrono::microseconds(1);

/// The longest part of a wait in which none of the computes runs; these are sorted, and their ends grow.
TimeRange longestUncovered(TimeRange wait, const std::vector<TimeRange>& computes)
{
    TimeRange longest{wait.from, wait.from};
    TimePoint from = wait.from;
    for (auto compute = std::ranges::upper_bound(computes, wait.from, {}, &TimeRange::to);
         compute != computes.end() && compute->from < wait.to; ++compute) {
        if (compute->from - from > longest.length())
            longest = {from, compute->from};
        from = std::max(from, compute->to);
    }
    if (wait.to - from > longest.length())
        longest = {from, wait.to};
    return longest;
}

/// Takes from each wait what passed while its rank computed: it waits only while there is nothing else left to do.
/// @return how many were covered whole
std::size_t clipWaits(TraceLane& lane)
{
    std::vector<TimeRange> computes;
    for (const Span& span : lane.spans) {
        if (span.kind != SpanKind::Compute)
            continue;
        const TimePoint to = computes.empty() ? span.end : std::max(span.end, computes.back().to);
        computes.push_back({span.start, to});
    }
    for (Span& span : lane.spans) {
        if (span.kind != SpanKind::Wait)
            continue;
        const TimeRange open = longestUncovered({span.start, span.end}, computes);
        span.start = open.from;
        span.end = open.to;
    }
    return std::erase_if(
        lane.spans, [](const Span& span) { return span.kind == SpanKind::Wait && span.end - span.start < leastWait; });
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
