// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/exporttext.h"
#include "models/core/units.h"
#include "models/incidents/fieldtext.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

namespace {

struct Row
{
    TimePoint time;
    std::string_view what;
    std::string_view entity;
    std::string_view name;
    std::string value; ///< numeric, so not quoted
    std::string_view unit;
    std::string_view text;
};

void write(std::string& csv, const Row& row)
{
    csv += fmt::format("{},{},{},{},{},{},{}\r\n", formatUtc(row.time, 9), row.what, csvField(row.entity),
                       csvField(row.name), row.value, csvField(row.unit), csvField(row.text));
}

std::string secondsText(TimeRange range)
{
    return fmt::format("{}", std::chrono::duration<double>(range.length()).count());
}

} // namespace

std::string csvOf(const PostMortem& all)
{
    std::string csv = "time,what,entity,name,value,unit,text\r\n";
    for (const Annotation& note : all.annotations)
        write(csv,
              {note.range.from, "annotation", note.entities.empty() ? std::string_view() : note.entities[0].path,
               note.author, secondsText(note.range), "seconds", note.text});
    const Evidence& evidence = all.evidence;
    for (const EvidenceEvent& event : evidence.events)
        write(csv,
              {event.time, "event", event.entity.path, event.code, fmt::format("{}", event.count), "", event.text});
    for (const EvidenceGap& gap : evidence.gaps)
        write(csv, {gap.range.from, "gap", gap.node.path, "", secondsText(gap.range), "seconds", gap.reason});
    for (const EvidenceSpan& span : evidence.spans)
        write(csv,
              {span.start, "span", span.entity.path, spanKindName(span.kind), secondsText({span.start, span.end}),
               "seconds", span.operation});
    for (const EvidenceSeries& series : evidence.series) {
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            const float value = series.values[i];
            write(csv,
                  {series.from + series.step * static_cast<std::int64_t>(i), "series", series.entity.path,
                   series.metric.name, std::isfinite(value) ? fmt::format("{}", value) : std::string(),
                   unitName(series.metric.unit), ""});
        }
    }
    return csv;
}

} // namespace lockstep
