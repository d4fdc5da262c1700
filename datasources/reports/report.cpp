// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/report.h"

#include "datasources/reports/reportcharts.h"
#include "models/core/textparts.h"
#include "models/core/units.h"
#include "models/incidents/actionstext.h"
#include "models/incidents/coststack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

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

/// A duration: "12.4 s", "2 min 5 s", "3 h 12 min".
std::string lengthText(Duration length)
{
    return formatQuantity(std::chrono::duration<double>(length).count(), Unit::Seconds);
}

/// The first @p max items separated by commas, and the number of the others.
template <class List, class Text>
std::string joined(const List& list, Text&& text, std::size_t max = 6)
{
    std::string result;
    for (std::size_t i = 0; i < list.size() && i < max; ++i)
        result += (i == 0 ? "" : ", ") + text(list[i]);
    if (list.size() > max)
        result += fmt::format(" and {} more", list.size() - max);
    return result;
}

constexpr std::size_t maxEventRows = 60;

/// Indices of the most severe events that fit, by time. Of equally severe ones, the first and the last.
std::vector<std::size_t> mostSevere(const std::vector<EvidenceEvent>& events)
{
    std::vector<std::size_t> rows(events.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    if (rows.size() <= maxEventRows)
        return rows;
    const auto order = [&](std::size_t at) {
        const std::size_t fromEnd = std::min(at, events.size() - 1 - at);
        return std::tuple(-static_cast<int>(events[at].severity), fromEnd, at);
    };
    std::ranges::sort(rows, {}, order);
    rows.resize(maxEventRows);
    std::ranges::sort(rows);
    return rows;
}

/// Assembles a report part by part.
class ReportWriter
{
public:
    ReportWriter(const PostMortem& postMortem, const ExportOptions& options) : m_all(postMortem), m_options(options) { }

    [[nodiscard]] Report write();

private:
    void heading(std::string text) { m_report.blocks.emplace_back(ReportHeading{2, std::move(text)}); }
    void plain(std::string text);
    void notice(std::string text) { m_report.blocks.emplace_back(ReportNotice{std::move(text)}); }
    void markdown(const std::string& text, const char* whenEmpty);
    void facts();
    void judgements();
    void impact();
    void cost();
    void costTable(const CostStack& stack);
    void timeline();
    void evidence();
    void events();
    void pictures();
    void runbooks();
    void actions();
    void gaps();
    void colophon();
    /// Includes milliseconds only if they are not zero.
    [[nodiscard]] std::string time(TimePoint moment, bool withDate = false) const;
    [[nodiscard]] std::string rangeText(TimeRange range) const;
    [[nodiscard]] std::string linksOf(AnnotationKey key) const;
    [[nodiscard]] std::size_t numberOf(AnnotationKey key) const; ///< 0: not in this report

    const PostMortem& m_all;
    const ExportOptions& m_options;
    Report m_report;
};

/// Applied to all texts of a report, except code.
void keepUnitsWithTheirNumbers(Report& report)
{
    for (auto& [name, value] : report.facts)
        value = withHeldUnits(value);
    for (ReportBlock& block : report.blocks)
        std::visit(HeldUnits(), block);
    report.colophon = withHeldUnits(report.colophon);
}

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

std::string ReportWriter::time(TimePoint moment, bool withDate) const
{
    std::string text = zonedTime(m_options.zone, moment, withDate);
    constexpr std::string_view wholeSecond = ".000";
    if (const std::size_t at = text.find(wholeSecond); at != std::string::npos)
        text.erase(at, wholeSecond.size());
    return text;
}

/// "2026-03-01 03:12:00 to 03:24:00 UTC (12 min)"; repeats neither day nor zone.
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
    constexpr auto marks = std::to_array<const char*>({"", "\u25B2 ", "\u2716 "}); // by severity, as in the window
    fact("Severity", marks[static_cast<std::size_t>(incident.severity)] + std::string(severityName(incident.severity)));
    if (m_all.severities.size() > 1)
        fact("Severity over time",
             joined(
                 m_all.severities, [this](const SeveritySince& each) { return each.severity + ' ' + time(each.since); },
                 20));
    fact("State", std::string(incidentStateName(incident.state)));
    fact("When", rangeText(incident.range));
    fact("Where", joined(incident.entities, [](const EntityName& entity) { return entity.path; }));
    fact("Cost", damageText(incident.costs));
    fact("Cluster", m_all.evidence.cluster);
    fact("Owner", incident.owner);
    fact("Responders", respondersToText(incident.responders));
    fact("Tags",
         joined(
             incident.tags, [](const std::string& tag) { return tag; }, 20));
}

void ReportWriter::colophon()
{
    const Evidence& all = m_all.evidence;
    m_report.colophon = fmt::format("Lockstep {}. Times in {}.", LOCKSTEP_VERSION, m_options.zone.name);
    if (!all.isEmpty())
        m_report.colophon += fmt::format(" Evidence from the {}, collected {} by Lockstep {}.", all.source,
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
    judgements();
    actions();
    impact();
    cost();
    timeline();
    evidence();
    gaps();
    pictures();
    runbooks();
    colophon();
    keepUnitsWithTheirNumbers(m_report);
    return std::move(m_report);
}

Report makeReport(const PostMortem& postMortem, const ExportOptions& options)
{
    return ReportWriter(postMortem, options).write();
}

/// Judgements of alerts; omitted if there are none.
void ReportWriter::judgements()
{
    if (m_all.judgements.empty())
        return;
    heading("Judgements");
    ReportTable table{{"Time", "What", "Kind", "Where"}, {}, {true, false, false, false}, false};
    for (const Judgement& each : m_all.judgements)
        table.rows.push_back({time(each.made), judgementText(each), each.kind, each.place});
    m_report.blocks.emplace_back(std::move(table));
}

void ReportWriter::impact()
{
    heading("Impact");
    const CostInputs& in = m_all.incident.costs;
    const CostStack stack = costStack(in);
    ReportTable table{{"Impact", "Quantity", "Source"}, {}, {false, true, false}, false};
    std::vector<std::string> unknown;
    const auto row = [&](const char* name, const std::optional<double>& gpuSeconds, const std::string& source) {
        if (gpuSeconds)
            table.rows.push_back({name, formatNumber(*gpuSeconds / 3600) + " GPU h", source});
        else
            unknown.emplace_back(name);
    };
    const auto from = [](const std::string& source) {
        return source.empty() ? std::string("entered manually") : source;
    };
    if (in.lostGpuSeconds)
        row("GPU time without progress", in.lostGpuSeconds, from(in.lostSource));
    else // always present, because a missing part would read as no cost
        table.rows.push_back({"GPU time without progress", "unknown",
                              in.lostSource.empty() ? "not measured or entered" : in.lostSource});
    row("GPU time out of service", in.idleGpuSeconds, from(in.idleSource));
    row("GPU time rolled back", in.rolledBackGpuSeconds, from(in.rolledBackSource));
    const auto number = [&](const char* name, const std::optional<double>& value, double factor, const char* unit,
                            const std::string& source) {
        if (value)
            table.rows.push_back({name, formatNumber(*value * factor) + unit, from(source)});
        else
            unknown.push_back(source.empty() ? name : fmt::format("{} ({})", name, source));
    };
    number("Steps lost", in.lostSteps, 1, "", in.lostStepsSource);
    number("Tokens lost", in.lostTokens, 1, "", in.lostTokensSource);
    constexpr double hoursOfADay = 24;
    const bool isShort = in.slipDays && *in.slipDays < 1;
    number("Delay", in.slipDays, isShort ? hoursOfADay : 1, isShort ? " h" : " days", in.slipSource);
    if (stack.shareOfTrainingDay)
        table.rows.push_back(
            {"Share of a day's training", formatQuantity(*stack.shareOfTrainingDay, Unit::Ratio),
             fmt::format("GPU time without progress / (24 h × {} GPUs)", formatNumber(*in.trainingGpuCount))});
    m_report.blocks.emplace_back(std::move(table));
    if (!unknown.empty())
        notice(fmt::format("Unknown: {}.",
                           joined(
                               unknown, [](const std::string& name) { return name; }, 20)));
}

void ReportWriter::cost()
{
    heading("Cost");
    const CostStack stack = costStack(m_all.incident.costs);
    if (stack.unknownLayers.size() == stack.lines.size())
        return notice(m_all.incident.costs.lostGpuSeconds && !m_all.incident.costs.computeRate
                          ? "Not computed: enter a GPU price (Incident > Cost)."
                          : "Not computed: the quantity or rate of every cost item is missing.");
    costTable(stack);
    if (!stack.unknownLayers.empty())
        notice(fmt::format("Unknown, not included in the total: {}.",
                           joined(
                               stack.unknownLayers, [](const std::string& layer) { return layer; }, 20)));
}

void ReportWriter::costTable(const CostStack& stack)
{
    ReportTable table{{"Cost item", "Computed from", "Amount"}, {}, {false, false, true}, true};
    for (const CostLine& line : stack.lines) {
        if (line.amount)
            table.rows.push_back({line.layer, filledFormula(line), formatAmount(line.amount, stack.currency)});
    }
    table.rows.push_back(
        {stack.unknownLayers.empty() ? "Total" : "At least", "", formatAmount(stack.total, stack.currency)});
    m_report.blocks.emplace_back(std::move(table));
}

std::size_t ReportWriter::numberOf(AnnotationKey key) const
{
    const auto found = std::ranges::find(m_all.annotations, key, &Annotation::key);
    return found == m_all.annotations.end() ? 0 : static_cast<std::size_t>(found - m_all.annotations.begin()) + 1;
}

std::string ReportWriter::linksOf(AnnotationKey key) const
{
    std::map<std::string_view, std::set<std::size_t>> others;
    for (const AnnotationLink& link : m_all.links) {
        const bool isFrom = link.from == key;
        const std::size_t other = numberOf(isFrom ? link.to : link.from);
        if ((!isFrom && link.to != key) || other == 0)
            continue;
        others[link.kind == LinkKind::Relates ? "see" : isFrom ? "caused" : "caused by"].insert(other);
    }
    std::string text;
    for (const auto& [how, numbers] : others)
        text += fmt::format("{}{} {}", text.empty() ? "" : "; ", how, fmt::join(numbers, ", "));
    return text;
}

void ReportWriter::timeline()
{
    heading("Timeline");
    if (m_all.annotations.empty()) {
        plain("No notes.");
        return;
    }
    ReportTable table{{"", "Time", "Duration", "What", "Where", "Links", "Author"},
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

void ReportWriter::actions()
{
    heading("Actions");
    ReportList list;
    for (const IncidentAction& action : m_all.incident.actions) {
        const std::vector<ReportBlock> blocks = blocksFromMarkdown(action.text); // as in a runbook
        const auto* const line = blocks.size() == 1 ? std::get_if<ReportParagraph>(&blocks.front()) : nullptr;
        ReportList::Item item{line != nullptr ? line->line : ReportLine{{action.text, false, false, false, {}}},
                              action.isDone};
        if (!action.owner.empty())
            item.line.push_back({" (" + action.owner + ")", false, true, false, {}});
        list.items.push_back(std::move(item));
    }
    if (list.items.empty())
        plain("None yet.");
    else
        m_report.blocks.emplace_back(std::move(list));
}

void ReportWriter::evidence()
{
    heading("Evidence");
    const Evidence& all = m_all.evidence;
    if (all.isEmpty()) {
        m_report.blocks.emplace_back(ReportNotice{"No measurements are stored with this incident."});
        return;
    }
    plain(fmt::format("Measured {}, every {}.{} Hatched: no data.", rangeText(all.range), lengthText(all.tickPeriod),
                      m_all.annotations.empty() ? "" : " Numbers above a chart refer to rows of the timeline."));
    const ChartFrame frame{all.range, m_options.zone, m_all.annotations};
    for (const EvidenceHeat& heat : all.heats)
        m_report.blocks.emplace_back(
            ReportFigure{fmt::format("{} ({}), {}", heat.metric.title, unitSymbol(heat.metric.unit), heat.reduction),
                         drawHeat(heat, frame)});
    for (const EvidenceSeries& series : all.series)
        m_report.blocks.emplace_back(
            ReportFigure{fmt::format("{}, {}", series.metric.title, series.entity.path), drawSeries(series, frame)});
    if (!all.spans.empty()) {
        std::string caption = "Job activity: " + spanLegend(all.spans);
        if (all.spansLeftOut > 0)
            caption += all.spansLeftOut == 1
                ? " (1 shorter span omitted)"
                : fmt::format(" ({} shorter spans omitted)", formatNumber(static_cast<double>(all.spansLeftOut)));
        m_report.blocks.emplace_back(ReportFigure{std::move(caption), drawSpans(all.spans, frame)});
    }
    events();
}

void ReportWriter::events()
{
    const Evidence& all = m_all.evidence;
    if (all.events.empty())
        return;
    ReportTable table{{"Time", "Severity", "Event", "Where", "Count"}, {}, {true, false, false, false, true}, false};
    for (const std::size_t i : mostSevere(all.events)) {
        const EvidenceEvent& event = all.events[i];
        table.rows.push_back({time(event.time), std::string(severityName(event.severity)),
                              event.text.empty() ? event.code : event.text, event.entity.path,
                              fmt::format("{}", event.count)});
    }
    m_report.blocks.emplace_back(ReportHeading{3, "Events"});
    m_report.blocks.emplace_back(std::move(table));
    if (all.events.size() > maxEventRows)
        m_report.blocks.emplace_back(
            ReportNotice{counted(all.events.size() - maxEventRows, "less severe event is", "less severe events are")
                         + " omitted here; the JSON and CSV exports contain all events."});
}

void ReportWriter::pictures()
{
    for (const Attachment& attachment : m_all.attachments) {
        if (attachment.mediaType == "image/png" || attachment.mediaType == "image/jpeg")
            m_report.blocks.emplace_back(
                ReportPicture{fmt::format("{}, {}", attachment.title, time(attachment.taken, true)),
                              attachment.mediaType, attachment.bytes});
    }
}

void ReportWriter::runbooks()
{
    if (m_all.runbooks.empty())
        return;
    heading(m_all.runbooks.size() == 1 ? "Runbook" : "Runbooks");
    for (const PostMortem::Runbook& runbook : m_all.runbooks) {
        std::vector<ReportBlock> blocks = blocksFromMarkdown(runbook.text);
        if (auto* const title = blocks.empty() ? nullptr : std::get_if<ReportHeading>(&blocks.front()))
            title->level = 3;
        std::ranges::move(blocks, std::back_inserter(m_report.blocks));
    }
}

void ReportWriter::gaps()
{
    heading("Data gaps");
    const Evidence& all = m_all.evidence;
    if (all.isEmpty()) {
        plain("Unknown: no measurements are stored.");
        return;
    }
    const double uncertainty = std::chrono::duration<double>(all.clockUncertainty).count();
    plain(uncertainty > 0
              ? fmt::format("Clocks agree to within {}. The order of events that are closer together is unknown.",
                            formatQuantity(uncertainty, Unit::Seconds))
              : "How closely the clocks agree is unknown.");
    if (all.gaps.empty()) {
        plain("No known gaps in this period.");
        return;
    }
    // An outage of many nodes is one row.
    std::vector<std::vector<std::string>> rows;
    std::map<std::vector<std::string>, std::pair<std::size_t, std::size_t>> places; // row, and number of gaps
    for (const EvidenceGap& gap : all.gaps) {
        std::vector<std::string> cells{time(gap.range.from), time(gap.range.to),
                                       gap.ticks > 0 ? fmt::format("{}", gap.ticks) : "unknown", gap.reason};
        const auto [place, isNew] = places.try_emplace(cells, rows.size(), 0);
        ++place->second.second;
        if (!isNew)
            continue;
        cells.insert(cells.begin(), gap.node.path.empty() ? "(all)" : gap.node.path);
        rows.push_back(std::move(cells));
    }
    for (const auto& [cells, place] : places) {
        if (place.second > 1)
            rows[place.first].front() += fmt::format(" and {} more", place.second - 1);
    }
    constexpr std::size_t max = 60;
    const std::size_t more = rows.size() - std::min(rows.size(), max);
    rows.resize(rows.size() - more);
    m_report.blocks.emplace_back(ReportTable{
        {"Node", "From", "To", "Missed samples", "Reason"}, std::move(rows), {false, true, true, true, false}, false});
    if (more > 0)
        m_report.blocks.emplace_back(
            ReportNotice{counted(more, "more gap is", "more gaps are") + " in the JSON export."});
}

} // namespace lockstep
