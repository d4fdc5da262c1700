// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/reportaxes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

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

} // namespace

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

} // namespace lockstep
