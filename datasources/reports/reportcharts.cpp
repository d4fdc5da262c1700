// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/reportcharts.h"

#include "models/core/textparts.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

/// Plot area of a chart with a time axis; common to all charts of a report.
class ReportAxes
{
public:
    static constexpr double width = 720; ///< of the whole drawing
    static constexpr std::uint32_t lineColour = 0xCFD4DA;
    static constexpr std::uint32_t dimText = 0x5B6570;
    static constexpr std::uint32_t accent = 0x0B62C4;

    ReportAxes(const ChartFrame& frame, double plotHeight, double labelWidth);

    [[nodiscard]] double left() const { return m_left; }
    [[nodiscard]] double right() const { return width - 8; }
    [[nodiscard]] double top() const { return 18; } ///< space for the notes' numbers
    [[nodiscard]] double bottom() const { return top() + m_plotHeight; }
    [[nodiscard]] double height() const { return bottom() + 20; }
    [[nodiscard]] double xOf(TimePoint time) const; ///< clamped to the plot

    /// Draws frame, time labels with the zone along the bottom, and notes.
    void drawUnder(Drawing& drawing) const;
    void drawNotes(Drawing& drawing) const;

private:
    ChartFrame m_frame;
    double m_plotHeight;
    double m_left;
};

constexpr auto niceSteps = std::to_array<std::int64_t>(
    {1,       2,       5,         10,        20,        50,         100,        200,       500,
     1'000,   2'000,   5'000,     10'000,    15'000,    30'000,     60'000,     120'000,   300'000,
     600'000, 900'000, 1'800'000, 3'600'000, 7'200'000, 21'600'000, 43'200'000, 86'400'000}); // milliseconds

/// A round time step with enough space for labels.
Duration stepFor(Duration length)
{
    constexpr std::int64_t maxMarks = 7;
    for (const std::int64_t step : niceSteps) {
        if (std::chrono::milliseconds(step) * maxMarks >= length)
            return std::chrono::milliseconds(step);
    }
    // An untrusted report may claim centuries.
    constexpr Duration week = std::chrono::hours(24 * 7);
    return week * (length / (week * maxMarks) + 1);
}

ReportAxes::ReportAxes(const ChartFrame& frame, double plotHeight, double labelWidth)
    : m_frame(frame), m_plotHeight(plotHeight), m_left(labelWidth)
{
    if (m_frame.range.isEmpty())
        m_frame.range.to = m_frame.range.from + std::chrono::seconds(1);
}

double ReportAxes::xOf(TimePoint time) const
{
    const double share = static_cast<double>((time - m_frame.range.from).count())
        / static_cast<double>(m_frame.range.length().count());
    return m_left + std::clamp(share, 0.0, 1.0) * (right() - m_left);
}

void ReportAxes::drawUnder(Drawing& drawing) const
{
    drawing.width = width;
    drawing.height = height();
    const Duration step = stepFor(m_frame.range.length());
    // Round in the reader's zone, because zones may differ by half hours.
    const auto offset = m_frame.zone.at ? m_frame.zone.at(m_frame.range.from) : ZoneOffset{};
    const auto first = timeOfTick(tickIndexOf(m_frame.range.from + offset.fromUtc, step) + 1, step) - offset.fromUtc;
    constexpr std::size_t secondsText = 8; // "03:12:44"
    constexpr double halfLabel = 21;
    for (TimePoint time = first; time < m_frame.range.to; time += step) {
        const double x = xOf(time);
        drawing.items.emplace_back(Drawing::Line{{{x, top()}, {x, bottom()}}, lineColour, 0.5, false});
        if (x + halfLabel > width)
            continue;
        const std::string text = zonedTime(m_frame.zone, time, false);
        const bool isWhole = step >= std::chrono::seconds(1);
        drawing.items.emplace_back(Drawing::Text{{x, bottom() + 13},
                                                 text.substr(0, isWhole ? secondsText : secondsText + 4),
                                                 Drawing::Anchor::Middle,
                                                 9,
                                                 dimText});
    }
    drawing.items.emplace_back(
        Drawing::Text{{4, bottom() + 13}, offset.abbreviation, Drawing::Anchor::Start, 9, dimText});
    drawing.items.emplace_back(Drawing::Line{{{m_left, bottom()}, {right(), bottom()}}, dimText, 0.75, false});
}

void ReportAxes::drawNotes(Drawing& drawing) const
{
    constexpr double apart = 12; // numbers closer than this would overlap
    double last = -apart;
    for (std::size_t i = 0; i < m_frame.notes.size(); ++i) {
        const TimeRange range = m_frame.notes[i].range;
        if (range.from > m_frame.range.to || std::max(range.from, range.to) < m_frame.range.from)
            continue;
        const double x = xOf(range.from);
        if (range.to > range.from)
            drawing.items.emplace_back(Drawing::Box{x, top() - 2, std::max(1.0, xOf(range.to) - x), 2, accent, false});
        drawing.items.emplace_back(Drawing::Line{{{x, top() - 3}, {x, bottom()}}, accent, 0.6, true});
        if (x - last < apart)
            continue;
        last = x;
        drawing.items.emplace_back(
            Drawing::Text{{x, top() - 5}, fmt::format("{}", i + 1), Drawing::Anchor::Middle, 9, accent});
    }
}

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

constexpr std::uint32_t noDataColour = 0xE3E6EA;
constexpr std::uint32_t dataColour = 0x33475B;
constexpr std::uint32_t warningColour = 0xA87900;
constexpr std::uint32_t criticalColour = 0xC2272C;

struct Extent
{
    double low;
    double high;
};

/// Range of the values with a margin, including nearby limits.
Extent extentOf(const EvidenceSeries& series)
{
    Extent extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const float value : series.values) {
        if (!std::isfinite(value))
            continue;
        extent.low = std::min<double>(extent.low, value);
        extent.high = std::max<double>(extent.high, value);
    }
    if (extent.low > extent.high)
        return {0, 1};
    const double span = std::max(extent.high - extent.low, std::abs(extent.high) * 1e-3 + 1e-9);
    for (const auto& limit : {series.metric.warning, series.metric.critical}) {
        if (limit && *limit<extent.high + span&& * limit> extent.low - span) {
            extent.low = std::min<double>(extent.low, *limit);
            extent.high = std::max<double>(extent.high, *limit);
        }
    }
    return {extent.low - span * 0.06, extent.high + span * 0.06};
}

/// Two to five round values for an axis; for a constant its value.
std::vector<double> roundMarks(const Extent& extent)
{
    const double height = extent.high - extent.low;
    if (height <= std::abs(extent.high) * 2e-3)
        return {(extent.low + extent.high) / 2};
    const double power = std::pow(10.0, std::floor(std::log10(height / 2)));
    double step = power;
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        step = power * factor;
        if (height / step <= 4)
            break;
    }
    std::vector<double> marks;
    for (double n = std::ceil(extent.low / step); n * step <= extent.high; ++n)
        marks.push_back(n == 0 ? 0 : n * step);
    return marks;
}

/// The curve, interrupted at gaps; both extremes of samples that share a column.
void drawCurve(Drawing& drawing, const EvidenceSeries& series, const ReportAxes& axes, const Extent& extent)
{
    const auto yOf = [&](float value) {
        return axes.bottom() - (value - extent.low) / (extent.high - extent.low) * (axes.bottom() - axes.top());
    };
    Drawing::Line line{{}, dataColour, 1.2, false};
    const auto finish = [&] {
        if (line.points.size() == 1)
            line.points.push_back({line.points[0].x + 0.8, line.points[0].y}); // makes a single sample visible
        if (!line.points.empty())
            drawing.items.emplace_back(line);
        line.points.clear();
    };
    double gapFrom = -1;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
        const double x = axes.xOf(series.from + series.step * static_cast<std::int64_t>(i));
        const float value = series.values[i];
        if (std::isnan(value)) {
            finish();
            gapFrom = gapFrom < 0 ? x : gapFrom;
            continue;
        }
        if (gapFrom >= 0)
            drawing.items.emplace_back(
                Drawing::Box{gapFrom, axes.top(), x - gapFrom, axes.bottom() - axes.top(), noDataColour, true});
        gapFrom = -1;
        const Drawing::Point point{x, yOf(value)};
        const std::size_t count = line.points.size();
        // Only the two extremes within a column matter.
        if (count >= 3 && x - line.points[count - 3].x < 0.5) {
            auto& a = line.points[count - 2];
            auto& b = line.points[count - 1];
            (std::abs(point.y - a.y) > std::abs(point.y - b.y) ? b : a) = point;
        } else {
            line.points.push_back(point);
        }
    }
    finish();
    if (gapFrom >= 0)
        drawing.items.emplace_back(
            Drawing::Box{gapFrom, axes.top(), axes.right() - gapFrom, axes.bottom() - axes.top(), noDataColour, true});
}

std::uint32_t colourOf(const EvidenceHeat& heat, float value)
{
    if (std::isnan(value) || heat.colours.empty())
        return noDataColour;
    const double share = heat.high != heat.low ? (value - heat.low) / (heat.high - heat.low) : 0;
    const auto last = static_cast<double>(heat.colours.size() - 1);
    return heat.colours[static_cast<std::size_t>(std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * last)];
}

/// Hatches cells without data, with as few boxes per row as possible.
void hatchMissing(Drawing& drawing, const EvidenceHeat& heat, const Drawing::Box& box)
{
    constexpr std::size_t maxBoxes = 3000; // with more, the grey alone is sufficient
    const double cellWidth = box.width / heat.columns;
    const double cellHeight = box.height / static_cast<double>(heat.rows.size());
    std::size_t boxes = 0;
    for (std::size_t row = 0; row < heat.rows.size(); ++row) {
        for (std::uint32_t from = 0; from < heat.columns;) {
            std::uint32_t to = from;
            while (to < heat.columns && std::isnan(heat.values[row * heat.columns + to]))
                ++to;
            if (to > from && ++boxes <= maxBoxes)
                drawing.items.emplace_back(Drawing::Box{box.x + from * cellWidth,
                                                        box.y + static_cast<double>(row) * cellHeight,
                                                        (to - from) * cellWidth, cellHeight, noDataColour, true});
            from = std::max(to, from + 1);
        }
    }
}

void drawScale(Drawing& drawing, const EvidenceHeat& heat, double y)
{
    constexpr double length = 180;
    Drawing::Cells bar{{ReportAxes::width - 8 - length, y, length, 6, 0, false},
                       static_cast<std::uint32_t>(heat.colours.size()),
                       1,
                       heat.colours};
    if (!heat.colours.empty())
        drawing.items.emplace_back(bar);
    drawing.items.emplace_back(Drawing::Text{{bar.box.x - 4, y + 7},
                                             formatQuantity(heat.low, heat.metric.unit),
                                             Drawing::Anchor::End,
                                             9,
                                             ReportAxes::dimText});
    drawing.items.emplace_back(
        Drawing::Text{{bar.box.x + length, y + 17},
                      fmt::format("{} ({})", formatQuantity(heat.high, heat.metric.unit), heat.scaleChoice),
                      Drawing::Anchor::End,
                      9,
                      ReportAxes::dimText});
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
    drawing.description = fmt::format("Spans of {}, longest waits first", counted(order.size(), "lane"));
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

Drawing drawSeries(const EvidenceSeries& series, const ChartFrame& frame)
{
    const ReportAxes axes(frame, 120, 76);
    const Extent extent = extentOf(series);
    Drawing drawing;
    drawing.description = fmt::format("{} of {} over time", series.metric.title, series.entity.path);
    axes.drawUnder(drawing);
    const auto yOf = [&](double value) {
        return axes.bottom() - (value - extent.low) / (extent.high - extent.low) * (axes.bottom() - axes.top());
    };
    for (const double value : roundMarks(extent)) {
        drawing.items.emplace_back(
            Drawing::Line{{{axes.left(), yOf(value)}, {axes.right(), yOf(value)}}, ReportAxes::lineColour, 0.5, false});
        drawing.items.emplace_back(Drawing::Text{{axes.left() - 6, yOf(value) + 3},
                                                 formatQuantity(value, series.metric.unit),
                                                 Drawing::Anchor::End,
                                                 9,
                                                 ReportAxes::dimText});
    }
    const auto limit = [&](std::optional<float> value, std::uint32_t colour) {
        if (value && *value > extent.low && *value < extent.high)
            drawing.items.emplace_back(
                Drawing::Line{{{axes.left(), yOf(*value)}, {axes.right(), yOf(*value)}}, colour, 0.9, true});
    };
    limit(series.metric.warning, warningColour);
    limit(series.metric.critical, criticalColour);
    drawCurve(drawing, series, axes, extent);
    axes.drawNotes(drawing);
    return drawing;
}

Drawing drawHeat(const EvidenceHeat& heat, const ChartFrame& frame)
{
    const double rowHeight = std::clamp(280.0 / std::max<double>(1, static_cast<double>(heat.rows.size())), 1.0, 14.0);
    const ReportAxes axes(frame, rowHeight * static_cast<double>(heat.rows.size()), 120);
    Drawing drawing;
    drawing.description
        = fmt::format("{} of {} rows over time, {}", heat.metric.title, heat.rows.size(), heat.reduction);
    axes.drawUnder(drawing);
    const double from = axes.xOf(heat.from);
    const double to = axes.xOf(heat.from + heat.step * heat.columns);
    Drawing::Cells cells{{from, axes.top(), std::max(1.0, to - from), axes.bottom() - axes.top(), 0, false},
                         heat.columns,
                         static_cast<std::uint32_t>(heat.rows.size()),
                         {}};
    cells.colours.reserve(heat.values.size());
    for (const float value : heat.values)
        cells.colours.push_back(colourOf(heat, value));
    drawing.items.emplace_back(cells);
    hatchMissing(drawing, heat, cells.box);
    const auto every = static_cast<std::size_t>(std::ceil(11 / rowHeight));
    for (std::size_t row = 0; row < heat.rows.size(); row += every) {
        // The first entity in a row names it; the end of a path is more specific than its beginning.
        std::string name = heat.rows[row].first;
        constexpr std::size_t longest = 22;
        if (name.size() > longest)
            name = "..." + name.substr(name.size() - longest);
        drawing.items.emplace_back(
            Drawing::Text{{axes.left() - 6, axes.top() + (static_cast<double>(row) + 0.5) * rowHeight + 3},
                          name,
                          Drawing::Anchor::End,
                          8,
                          ReportAxes::dimText});
    }
    axes.drawNotes(drawing);
    drawScale(drawing, heat, axes.height() + 2);
    drawing.height = axes.height() + 24;
    return drawing;
}

} // namespace lockstep
