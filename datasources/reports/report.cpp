// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/report.h"

#include "datasources/reports/reportunits.h"
#include "datasources/reports/reportwriter.h"
#include "models/core/units.h"

namespace lockstep {

std::string lengthText(Duration length)
{
    return formatQuantity(std::chrono::duration<double>(length).count(), Unit::Seconds);
}

std::string ReportWriter::time(TimePoint moment, bool withDate) const
{
    std::string text = zonedTime(m_options.zone, moment, withDate);
    constexpr std::string_view wholeSecond = ".000";
    if (const std::size_t at = text.find(wholeSecond); at != std::string::npos)
        text.erase(at, wholeSecond.size());
    return text;
}

/// "2026-03-01 03:12:00 to 03:24:00 UTC (12 min)"; the day and the zone once where they are the same.
std::string ReportWriter::rangeText(TimeRange range) const
{
    const std::string from = time(range.from, true);
    if (range.isEmpty())
        return from;
    constexpr std::size_t dayLength = 11; // "2026-03-01 "
    const std::string to = time(range.to, true);
    const std::string zoneOfFrom = from.substr(from.rfind(' '));
    const bool isSameDay = from.substr(0, dayLength) == to.substr(0, dayLength);
    return fmt::format("{} to {} ({})",
                       to.ends_with(zoneOfFrom) ? from.substr(0, from.size() - zoneOfFrom.size()) : from,
                       isSameDay ? to.substr(dayLength) : to, lengthText(range.length()));
}

void ReportWriter::plain(std::string text)
{
    m_report.blocks.emplace_back(ReportParagraph{{{std::move(text), false, false, false, {}}}});
}

void ReportWriter::markdown(const std::string& text, const char* whenEmpty)
{
    std::vector<ReportBlock> blocks = blocksFromMarkdown(text);
    if (blocks.empty())
        plain(whenEmpty);
    for (ReportBlock& block : blocks)
        m_report.blocks.push_back(std::move(block));
}

void ReportWriter::facts()
{
    const Incident& incident = m_all.incident;
    const auto fact = [this](std::string name, std::string value) {
        if (!value.empty())
            m_report.facts.emplace_back(std::move(name), std::move(value));
    };
    constexpr auto marks = std::to_array<const char*>({"", "\u25B2 ", "\u2716 "}); // as in the window, by shape
    fact("Severity", marks[static_cast<std::size_t>(incident.severity)] + std::string(severityName(incident.severity)));
    fact("State", std::string(incidentStateName(incident.state)));
    fact("When", rangeText(incident.range));
    fact("Where", joined(incident.entities, [](const EntityName& entity) { return entity.path; }));
    fact("Cluster", m_all.evidence.cluster);
    fact("Owner", incident.owner);
    fact("Tags",
         joined(
             incident.tags, [](const std::string& tag) { return tag; }, 20));
}

void ReportWriter::colophon()
{
    const Evidence& all = m_all.evidence;
    m_report.colophon = fmt::format("Lockstep {}. Times in {}.", LOCKSTEP_VERSION, m_options.zone.name);
    if (!all.isEmpty())
        m_report.colophon += fmt::format(" Evidence from the {}, gathered {} by Lockstep {}.", all.source,
                                         time(all.gathered, true), all.version);
    if (!m_options.bundleHash.empty())
        m_report.colophon += fmt::format(" Bundle SHA-256 {}.", m_options.bundleHash);
}

Report ReportWriter::write()
{
    m_report.title = m_all.incident.title.empty() ? "Incident" : m_all.incident.title;
    facts();
    heading("Summary");
    markdown(m_all.incident.summary, "Not written yet.");
    heading("Causes");
    markdown(m_all.incident.causes, "Not written yet.");
    actions();
    impact();
    cost();
    timeline();
    evidence();
    gaps();
    pictures();
    colophon();
    keepUnitsWithTheirNumbers(m_report);
    return std::move(m_report);
}

Report makeReport(const PostMortem& postMortem, const ExportOptions& options)
{
    return ReportWriter(postMortem, options).write();
}

} // namespace lockstep
