// SPDX-License-Identifier: GPL-3.0-or-later
// What people said of an incident, and what it cost.
#include "datasources/reports/reportwriter.h"
#include "models/core/units.h"
#include "models/incidents/coststack.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

void ReportWriter::impact()
{
    heading("Impact");
    const CostInputs& in = m_all.incident.costs;
    const CostStack stack = costStack(in);
    ReportTable table{{"What was lost", "How much", "Known from"}, {}, {false, true, false}, false};
    std::vector<std::string> unknown;
    const auto row = [&](const char* name, const std::optional<double>& gpuSeconds, const std::string& source) {
        if (gpuSeconds)
            table.rows.push_back({name, formatNumber(*gpuSeconds / 3600) + " GPU h", source});
        else
            unknown.emplace_back(name);
    };
    const std::string said = "those who were there";
    if (in.lostGpuSeconds)
        row("GPU time without progress", in.lostGpuSeconds, in.lostSource.empty() ? said : in.lostSource);
    else // always told: a report that is silent on it reads as if nothing had been lost
        table.rows.push_back({"GPU time without progress", "not known",
                              in.lostSource.empty() ? "nobody has measured it or said so" : in.lostSource});
    row("GPU time out of service", in.idleGpuSeconds, said);
    row("GPU time rolled back", in.rolledBackGpuSeconds, said);
    if (stack.shareOfTrainingDay)
        table.rows.push_back({"Share of a day's training", formatQuantity(*stack.shareOfTrainingDay, Unit::Ratio),
                              fmt::format("the above, of {} GPUs", formatNumber(*in.trainingGpuCount))});
    m_report.blocks.emplace_back(std::move(table));
    if (!unknown.empty())
        notice(fmt::format("Not known: {}.",
                           joined(
                               unknown, [](const std::string& name) { return name; }, 20)));
}

void ReportWriter::cost()
{
    heading("Cost");
    const CostStack stack = costStack(m_all.incident.costs);
    if (stack.unknownLayers.size() == stack.lines.size())
        return notice("Not known: no layer of it has both its quantity and its rate.");
    costTable(stack);
    if (!stack.unknownLayers.empty())
        notice(fmt::format("Not known, so not in the sum: {}.",
                           joined(
                               stack.unknownLayers, [](const std::string& layer) { return layer; }, 20)));
}

void ReportWriter::costTable(const CostStack& stack)
{
    ReportTable table{{"Layer", "Worked out from", "Amount"}, {}, {false, false, true}, true};
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
        others[link.kind == LinkKind::Relates ? "see" : isFrom ? "caused" : "because of"].insert(other);
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
        plain("No notes were taken.");
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

void ReportWriter::actions()
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
        plain("None yet.");
    else
        m_report.blocks.emplace_back(std::move(list));
}

} // namespace lockstep
