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

/// Takes from each wait what passed while its rank computed: it waits only once there is nothing else left to do.
/// @return how many were covered whole
std::size_t clipWaits(TraceLane& lane)
{
    std::size_t hidden = 0;
    std::vector<TimeRange> computes;
    for (const Span& span : lane.spans) {
        if (span.kind == SpanKind::Compute)
            computes.push_back({span.start, span.end});
    }
    // Ends that grow, so that the last one which matters is found at once.
    for (std::size_t at = 1; at < computes.size(); ++at)
        computes[at].to = std::max(computes[at].to, computes[at - 1].to);
    for (Span& span : lane.spans) {
        if (span.kind != SpanKind::Wait)
            continue;
        const auto after = std::ranges::lower_bound(computes, span.end, {}, &TimeRange::from);
        if (after != computes.begin())
            span.start = std::max(span.start, std::min(span.end, std::prev(after)->to));
        hidden += span.end - span.start < leastWait ? 1 : 0;
    }
    std::erase_if(lane.spans,
                  [](const Span& span) { return span.kind == SpanKind::Wait && span.end - span.start < leastWait; });
    return hidden;
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
            name.resize(name.size() - ending.size());
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
