// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/reportspans.h"

#include "datasources/reports/reportaxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace lockstep {

namespace {

std::uint32_t spanColour(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Wait:
        return 0xE5A500;
    case SpanKind::Collective:
    case SpanKind::Transfer:
        return 0x3E9C8F;
    case SpanKind::Checkpoint:
        return 0x8E7CC3;
    case SpanKind::Restart:
        return 0xC2557A;
    case SpanKind::Idle:
        return 0xECEEF1;
    default:
        return 0x5B7083;
    }
}

} // namespace

std::string spanLegend(const std::vector<EvidenceSpan>& spans)
{
    struct Words
    {
        SpanKind kind;
        std::string_view text;
    };
    constexpr auto words = std::to_array<Words>({{SpanKind::Wait, "waits (yellow)"},
                                                 {SpanKind::Collective, "collectives (green)"},
                                                 {SpanKind::Transfer, "transfers (green)"},
                                                 {SpanKind::Compute, "compute (grey-blue)"},
                                                 {SpanKind::Checkpoint, "checkpoints (violet)"},
                                                 {SpanKind::Restart, "restarts (pink)"}});
    std::string text;
    for (const Words& each : words) {
        if (std::ranges::find(spans, each.kind, &EvidenceSpan::kind) != spans.end())
            text += (text.empty() ? "" : ", ") + std::string(each.text);
    }
    if (text.starts_with(words.front().text))
        text += "; longest waits first";
    return text;
}

Drawing drawSpans(const std::vector<EvidenceSpan>& spans, const ChartFrame& frame, std::size_t maxLanes)
{
    std::map<std::string, std::vector<const EvidenceSpan*>> lanes;
    std::map<std::string, Duration> waits;
    for (const EvidenceSpan& span : spans) {
        const std::string name = span.lane.empty() ? span.entity.path : span.lane;
        lanes[name].push_back(&span);
        waits[name] += span.kind == SpanKind::Wait ? span.end - span.start : Duration{};
    }
    std::vector<std::string> order;
    for (const auto& [name, wait] : waits)
        order.push_back(name);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](const std::string& name) { return waits[name]; });
    order.resize(std::min(order.size(), maxLanes));

    constexpr double rowHeight = 13;
    const ReportAxes axes(frame, rowHeight * static_cast<double>(std::max<std::size_t>(order.size(), 1)), 120);
    Drawing drawing;
    drawing.description = fmt::format("Spans of {} lanes, longest waits first", order.size());
    axes.drawUnder(drawing);
    for (std::size_t row = 0; row < order.size(); ++row) {
        const double y = axes.top() + static_cast<double>(row) * rowHeight;
        drawing.items.emplace_back(
            Drawing::Text{{axes.left() - 6, y + 10}, order[row], Drawing::Anchor::End, 8, ReportAxes::dimText});
        for (const EvidenceSpan* const span : lanes[order[row]]) {
            const double x = axes.xOf(span->start);
            drawing.items.emplace_back(Drawing::Box{x, y + 1, std::max(0.4, axes.xOf(span->end) - x), rowHeight - 2,
                                                    spanColour(span->kind), false});
        }
    }
    axes.drawNotes(drawing);
    return drawing;
}

} // namespace lockstep
