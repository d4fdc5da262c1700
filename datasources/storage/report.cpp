// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/report.h"

#include "datasources/storage/reportcharts.h"
#include "models/core/units.h"
#include "models/economics/coststack.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

/// "12.4 s", "2 min 5 s", "3 h 12 min": as long as it takes.
std::string lengthText(Duration length)
{
    const double seconds = std::chrono::duration<double>(length).count();
    if (seconds < 60)
        return formatQuantity(seconds, Unit::Seconds);
    const auto whole = static_cast<std::int64_t>(seconds);
    if (whole < 3600)
        return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

template <class List, class Text>
std::string joined(const List& list, Text&& text, std::size_t most = 6)
{
    std::string result;
    for (std::size_t i = 0; i < list.size() && i < most; ++i)
        result += (i == 0 ? "" : ", ") + text(list[i]);
    if (list.size() > most)
        result += fmt::format(" and {} more", list.size() - most);
    return result;
}

ReportParagraph plain(std::string text)
{
    return {{{std::move(text), false, false, false, {}}}};
}

/// Puts a report together part by part.
class Writer
{
public:
    Writer(const PostMortem& postMortem, const ExportOptions& options) : m_all(postMortem), m_options(options) { }

    Report write();

private:
    void heading(std::string text) { m_report.blocks.emplace_back(ReportHeading{2, std::move(text)}); }
    void markdown(const std::string& text, const char* whenEmpty);
    void facts();
    void impact();
    void cost();
    void timeline();
    void evidence();
    void pictures();
    void actions();
    void gaps();
    void colophon();
    [[nodiscard]] std::string time(TimePoint moment, bool withDate = false) const
    {
        return zonedTime(m_options.zone, moment, withDate);
    }
    [[nodiscard]] std::string linksOf(AnnotationKey key) const;
    [[nodiscard]] std::size_t numberOf(AnnotationKey key) const; ///< 0: not in this report

    const PostMortem& m_all;
    const ExportOptions& m_options;
    Report m_report;
};

void Writer::markdown(const std::string& text, const char* whenEmpty)
{
    std::vector<ReportBlock> blocks = blocksFromMarkdown(text);
    if (blocks.empty())
        m_report.blocks.emplace_back(plain(whenEmpty));
    for (ReportBlock& block : blocks)
        m_report.blocks.push_back(std::move(block));
}

void Writer::facts()
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

void Writer::impact()
{
    heading("Impact");
    const CostInputs& in = m_all.incident.costs;
    const CostStack stack = costStack(in);
    ReportTable table{{"What was lost", ""}, {}, {false, true}, false};
    const auto row = [&](const char* name, const std::optional<double>& gpuSeconds) {
        table.rows.push_back({name, gpuSeconds ? formatNumber(*gpuSeconds / 3600) + " GPU h" : "not known"});
    };
    row("GPU time without progress", in.lostGpuSeconds);
    row("GPU time out of service", in.idleGpuSeconds);
    row("GPU time rolled back", in.rolledBackGpuSeconds);
    table.rows.push_back(
        {"Lost progress, share of a day's training",
         stack.shareOfTrainingDay ? formatQuantity(*stack.shareOfTrainingDay, Unit::Ratio) : "not known"});
    m_report.blocks.emplace_back(std::move(table));
}

void Writer::cost()
{
    heading("Cost");
    const CostStack stack = costStack(m_all.incident.costs);
    ReportTable table{{"Layer", "Worked out from", "Amount"}, {}, {false, false, true}, true};
    for (const CostLine& line : stack.lines)
        table.rows.push_back({line.layer, filledFormula(line), formatAmount(line.amount, stack.currency)});
    const bool knowsAll = stack.unknownLayers.empty();
    const bool knowsNone = stack.unknownLayers.size() == stack.lines.size();
    table.rows.push_back(
        {knowsAll ? "Total" : "At least", "", knowsNone ? "not known" : formatAmount(stack.total, stack.currency)});
    m_report.blocks.emplace_back(std::move(table));
    if (!knowsAll)
        m_report.blocks.emplace_back(
            ReportNotice{fmt::format("Not known, so not in the sum: {}.",
                                     joined(
                                         stack.unknownLayers, [](const std::string& layer) { return layer; }, 20))});
}

std::size_t Writer::numberOf(AnnotationKey key) const
{
    const auto found = std::ranges::find(m_all.annotations, key, &Annotation::key);
    return found == m_all.annotations.end() ? 0 : static_cast<std::size_t>(found - m_all.annotations.begin()) + 1;
}

std::string Writer::linksOf(AnnotationKey key) const
{
    std::map<std::string_view, std::set<std::size_t>> others;
    for (const AnnotationLink& link : m_all.links) {
        const bool isFrom = link.from == key;
        const std::size_t other = numberOf(isFrom ? link.to : link.from);
        if ((!isFrom && link.to != key) || other == 0)
            continue;
        others[link.kind == LinkKind::Relates ? "see" : isFrom ? "caused" : "because of"].insert(other);
    }
    std::string text;
    for (const auto& [how, numbers] : others)
        text += fmt::format("{}{} {}", text.empty() ? "" : "; ", how, fmt::join(numbers, ", "));
    return text;
}

void Writer::timeline()
{
    heading("Timeline");
    if (m_all.annotations.empty()) {
        m_report.blocks.emplace_back(plain("No notes were taken."));
        return;
    }
    ReportTable table{{"", "Time", "Lasts", "What", "Where", "Links", "Who"},
                      {},
                      {true, true, true, false, false, false, false},
                      false};
    for (std::size_t i = 0; i < m_all.annotations.size(); ++i) {
        const Annotation& note = m_all.annotations[i];
        table.rows.push_back({fmt::format("{}", i + 1), time(note.range.from),
                              note.isMoment() ? std::string() : lengthText(note.range.length()), note.text,
                              joined(
                                  note.entities, [](const EntityName& entity) { return entity.path; }, 2),
                              linksOf(note.key), note.author});
    }
    m_report.blocks.emplace_back(std::move(table));
}

void Writer::evidence()
{
    heading("Evidence");
    const Evidence& all = m_all.evidence;
    if (all.isEmpty()) {
        m_report.blocks.emplace_back(ReportNotice{"No measurements were kept with this incident."});
        return;
    }
    m_report.blocks.emplace_back(plain(fmt::format(
        "Measured from {} to {}, each {}. Numbers above a chart are those of the timeline; hatched: no data.",
        time(all.range.from, true), time(all.range.to, true), lengthText(all.tickPeriod))));
    const ChartFrame frame{all.range, m_options.zone, m_all.annotations};
    for (const EvidenceHeat& heat : all.heats)
        m_report.blocks.emplace_back(
            ReportFigure{fmt::format("{}, {}, {}", heat.metric.title, unitSymbol(heat.metric.unit), heat.reduction),
                         drawHeat(heat, frame)});
    for (const EvidenceSeries& series : all.series)
        m_report.blocks.emplace_back(
            ReportFigure{fmt::format("{}, {}", series.metric.title, series.entity.path), drawSeries(series, frame)});
    if (!all.spans.empty()) {
        std::string caption = "What the job did: waits yellow, transfer green, compute grey; longest waits first";
        if (all.spansLeftOut > 0)
            caption += fmt::format(" ({} shorter spans left out)", all.spansLeftOut);
        m_report.blocks.emplace_back(ReportFigure{std::move(caption), drawSpans(all.spans, frame)});
    }
    if (all.events.empty())
        return;
    ReportTable table{{"Time", "Severity", "Event", "Where", "Count"}, {}, {true, false, false, false, true}, false};
    constexpr std::size_t most = 40;
    for (std::size_t i = 0; i < all.events.size() && i < most; ++i) {
        const EvidenceEvent& event = all.events[i];
        table.rows.push_back({time(event.time), std::string(severityName(event.severity)),
                              event.text.empty() ? event.code : event.text, event.entity.path,
                              fmt::format("{}", event.count)});
    }
    m_report.blocks.emplace_back(ReportHeading{3, "Events"});
    m_report.blocks.emplace_back(std::move(table));
    if (all.events.size() > most)
        m_report.blocks.emplace_back(
            ReportNotice{fmt::format("{} more events are in the JSON and CSV.", all.events.size() - most)});
}

void Writer::pictures()
{
    for (const Attachment& attachment : m_all.attachments) {
        if (attachment.mediaType == "image/png" || attachment.mediaType == "image/jpeg")
            m_report.blocks.emplace_back(
                ReportPicture{fmt::format("{}, {}", attachment.title, time(attachment.taken, true)),
                              attachment.mediaType, attachment.bytes});
    }
}

void Writer::actions()
{
    heading("Actions");
    ReportList list;
    for (const IncidentAction& action : m_all.incident.actions) {
        ReportList::Item item{{{action.text, false, false, false, {}}}, action.isDone};
        if (!action.owner.empty())
            item.line.push_back({" (" + action.owner + ")", false, true, false, {}});
        list.items.push_back(std::move(item));
    }
    if (list.items.empty())
        m_report.blocks.emplace_back(plain("None yet."));
    else
        m_report.blocks.emplace_back(std::move(list));
}

void Writer::gaps()
{
    heading("Data gaps");
    const Evidence& all = m_all.evidence;
    if (all.isEmpty()) {
        m_report.blocks.emplace_back(plain("Not known: no measurements were kept."));
        return;
    }
    m_report.blocks.emplace_back(
        plain(fmt::format("Clocks agree to {}; within that no order of events is claimed.",
                          formatQuantity(std::chrono::duration<double>(all.clockUncertainty).count(), Unit::Seconds))));
    if (all.gaps.empty()) {
        m_report.blocks.emplace_back(plain("No data is known to be missing within the time covered."));
        return;
    }
    ReportTable table{{"Node", "From", "To", "Ticks lost", "Why"}, {}, {false, true, true, true, false}, false};
    constexpr std::size_t most = 60;
    for (std::size_t i = 0; i < all.gaps.size() && i < most; ++i) {
        const EvidenceGap& gap = all.gaps[i];
        table.rows.push_back({gap.node.path.empty() ? "(all)" : gap.node.path, time(gap.range.from), time(gap.range.to),
                              gap.ticks > 0 ? fmt::format("{}", gap.ticks) : "not known", gap.reason});
    }
    m_report.blocks.emplace_back(std::move(table));
    if (all.gaps.size() > most)
        m_report.blocks.emplace_back(
            ReportNotice{fmt::format("{} more gaps are in the JSON.", all.gaps.size() - most)});
}

void Writer::colophon()
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

Report Writer::write()
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

} // namespace

Report makeReport(const PostMortem& postMortem, const ExportOptions& options)
{
    return Writer(postMortem, options).write();
}

} // namespace lockstep
