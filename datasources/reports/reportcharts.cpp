// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/reportcharts.h"

#include "datasources/reports/reportaxes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

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
        std::string name = heat.rows[row].substr(0, heat.rows[row].find(" to "));
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
