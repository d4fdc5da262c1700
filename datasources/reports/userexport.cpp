// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/userexport.h"

#include "datasources/reports/exportdocument.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <optional>

namespace lockstep {

namespace {

std::string ownersText(const UserCause& cause)
{
    return cause.owners.empty() ? "nobody" : cause.owners.front();
}

ReportTable causesTable(const UserReport& report)
{
    ReportTable table{{"Cause", "Where", "Since", "State", "Lost", "Action"}, {}, {}, false};
    table.isFigure = {false, false, false, false, true, false};
    for (const UserCause& cause : report.causes)
        table.rows.push_back({cause.title, cause.isInfrastructure ? "infrastructure" : "program",
                              formatUtc(cause.since),
                              cause.end                  ? "over since " + formatUtc(*cause.end)
                                  : cause.isAcknowledged ? "acknowledged"
                                                         : "open",
                              cause.gpuSeconds ? gpuHoursText(*cause.gpuSeconds) : "not measured",
                              fmt::format("{}: {}", ownersText(cause), cause.remedy)});
    return table;
}

Report documentOf(const UserReport& report)
{
    Report document;
    document.title = "Job " + report.job;
    document.facts = {{"When", fmt::format("{} to {}", formatUtc(report.range.from), formatUtc(report.range.to))},
                      {"Pace", paceText(report.pace)},
                      {"Responsible", blameText(report)}};
    document.blocks.emplace_back(ReportHeading{2, "Causes that affect the job"});
    if (report.causes.empty())
        document.blocks.emplace_back(ReportParagraph{{{"No cause is known in this period.", false, false, false, {}}}});
    else
        document.blocks.emplace_back(causesTable(report));
    document.blocks.emplace_back(ReportHeading{2, "Where the time went"});
    for (const FigureGroup& group : report.figures) {
        ReportTable table{{group.name, ""}, {}, {false, true}, false};
        for (const Figure& figure : group.figures)
            table.rows.push_back({figure.name, figure.value});
        document.blocks.emplace_back(std::move(table));
    }
    document.colophon = "Lost time is known to be unproductive. Unknown time is neither productive nor lost.";
    return document;
}

const char* blameWord(Blame blame)
{
    switch (blame) {
    case Blame::Infrastructure:
        return "infrastructure";
    case Blame::Program:
        return "program";
    case Blame::Unexplained:
        return "unexplained";
    case Blame::Nothing:
        break;
    }
    return "nothing";
}

} // namespace

std::string userMarkdown(const UserReport& report)
{
    return markdownOf(documentOf(report));
}

std::string userHtml(const UserReport& report)
{
    return htmlOf(documentOf(report));
}

std::string userJson(const UserReport& report)
{
    JsonWriter json;
    json.beginObject().field("job", report.job);
    json.field("from", formatUtc(report.range.from)).field("to", formatUtc(report.range.to));
    json.key("step_s").number(report.pace.seconds).key("earlier_step_s").number(report.pace.earlier);
    json.field("blame", blameWord(blameOf(report))).key("causes").beginList();
    for (const UserCause& cause : report.causes) {
        json.beginObject().field("title", cause.title).field("kind", cause.kind).field("since", formatUtc(cause.since));
        json.key("end");
        if (cause.end)
            json.text(formatUtc(*cause.end));
        else
            json.number(std::optional<double>());
        json.key("infrastructure").truth(cause.isInfrastructure).key("owners").beginList();
        for (const std::string& owner : cause.owners)
            json.text(owner);
        json.endList().field("remedy", cause.remedy).key("acknowledged").truth(cause.isAcknowledged);
        json.key("gpu_s").number(cause.gpuSeconds).endObject();
    }
    json.endList().key("figures").beginList();
    for (const FigureGroup& group : report.figures) {
        for (const Figure& figure : group.figures)
            json.beginObject()
                .field("group", group.name)
                .field("name", figure.name)
                .field("value", figure.value)
                .key("known")
                .truth(figure.isKnown)
                .endObject();
    }
    json.endList().endObject();
    return json.drain() + "\n";
}

} // namespace lockstep
