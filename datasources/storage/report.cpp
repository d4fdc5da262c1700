// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/report.h"

#include "datasources/storage/reportwriter.h"

namespace lockstep {

std::string lengthText(Duration length)
{
    const double seconds = std::chrono::duration<double>(length).count();
    if (seconds < 60)
        return formatQuantity(seconds, Unit::Seconds);
    const auto whole = static_cast<std::int64_t>(seconds);
    if (whole < 3600)
        return whole % 60 == 0 ? fmt::format("{} min", whole / 60) : fmt::format("{} min {} s", whole / 60, whole % 60);
    const std::int64_t minutes = whole / 60 % 60;
    return minutes == 0 ? fmt::format("{} h", whole / 3600) : fmt::format("{} h {} min", whole / 3600, minutes);
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
    fact("Severity", std::string(severityName(incident.severity)));
    fact("State", std::string(incidentStateName(incident.state)));
    fact("Began", time(incident.range.from, true));
    if (!incident.range.isEmpty())
        fact("Ended", fmt::format("{} ({})", time(incident.range.to, true), lengthText(incident.range.length())));
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
    m_report.colophon = fmt::format("Lockstep {}. Incident {}. Times in {}.", LOCKSTEP_VERSION,
                                    keyText(m_all.incident.key.value), m_options.zone.name);
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
    impact();
    cost();
    timeline();
    evidence();
    pictures();
    heading("Causes");
    markdown(m_all.incident.causes, "Not written yet.");
    actions();
    gaps();
    colophon();
    return std::move(m_report);
}

Report makeReport(const PostMortem& postMortem, const ExportOptions& options)
{
    return ReportWriter(postMortem, options).write();
}

} // namespace lockstep
