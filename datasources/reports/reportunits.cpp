// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/reportunits.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::string_view thin = "\u2009";
constexpr std::string_view heldThin = "\u202F";
constexpr std::string_view heldBlank = "\u00A0";

/// Longer units precede their prefixes.
constexpr auto units = std::to_array<std::string_view>(
    {"GPU h", "GPU s", "USD/GPU h", "L/min", "K/min", "per minute", "per hour", "°C",  "GB/s", "MB/s",
     "TB/s",  "kB/s",  "GB",        "MB",    "TB",    "kB",         "GHz",      "MHz", "kHz",  "Hz",
     "kW",    "MW",    "mW",        "W",     "rpm",   "ms",         "µs",       "ns",  "min",  "%",
     "K",     "V",     "A",         "Pa",    "kPa",   "s",          "h",        "d"});

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The unit at the beginning of the text, as a whole word; empty: none.
std::string_view unitAt(std::string_view text)
{
    const auto found = std::ranges::find_if(units, [text](std::string_view unit) {
        if (!text.starts_with(unit))
            return false;
        const char next = text.size() > unit.size() ? text[unit.size()] : ' ';
        return !isDigit(next) && std::isalpha(static_cast<unsigned char>(next)) == 0 && next != '/';
    });
    return found == units.end() ? std::string_view() : *found;
}

struct HeldUnits
{
    static void hold(std::string& text) { text = withHeldUnits(text); }
    static void hold(ReportLine& line)
    {
        for (ReportText& run : line) {
            if (!run.isCode)
                hold(run.text);
        }
    }

    void operator()(ReportHeading& heading) const { hold(heading.text); }
    void operator()(ReportParagraph& paragraph) const { hold(paragraph.line); }
    void operator()(ReportNotice& notice) const { hold(notice.text); }
    void operator()(ReportFigure& figure) const
    {
        hold(figure.caption);
        for (auto& item : figure.drawing.items) {
            if (auto* const text = std::get_if<Drawing::Text>(&item))
                hold(text->text);
        }
    }
    void operator()(ReportPicture& picture) const { hold(picture.caption); }
    void operator()(ReportList& list) const
    {
        for (ReportList::Item& item : list.items)
            hold(item.line);
    }
    void operator()(ReportTable& table) const
    {
        for (auto& row : table.rows)
            std::ranges::for_each(row, [](std::string& cell) { hold(cell); });
    }
};

} // namespace

std::string withHeldUnits(std::string_view text)
{
    std::string held;
    held.reserve(text.size() + 8);
    while (!text.empty()) {
        if (text.starts_with(thin)) {
            held += heldThin;
            text.remove_prefix(thin.size());
        } else if (text.front() == ' ' && !held.empty() && isDigit(held.back()) && !unitAt(text.substr(1)).empty()) {
            held += heldThin;
            text.remove_prefix(1);
        } else if (text.front() == ' ' && held.ends_with("GPU") && !unitAt(text.substr(1)).empty()) {
            held += heldBlank;
            text.remove_prefix(1);
        } else {
            held += text.front();
            text.remove_prefix(1);
        }
    }
    return held;
}

void keepUnitsWithTheirNumbers(Report& report)
{
    for (auto& [name, value] : report.facts)
        value = withHeldUnits(value);
    for (ReportBlock& block : report.blocks)
        std::visit(HeldUnits(), block);
    report.colophon = withHeldUnits(report.colophon);
}

} // namespace lockstep
