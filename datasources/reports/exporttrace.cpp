// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/units.h"
#include "models/incidents/fieldtext.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

/// Writes the events; processes are entities, threads are lanes.
class TraceWriter
{
public:
    explicit TraceWriter(const PostMortem& all)
        : m_all(all),
          m_origin(std::min(all.incident.range.from,
                            all.evidence.isEmpty() ? all.incident.range.from : all.evidence.range.from))
    { }

    std::string write();

private:
    static constexpr std::uint64_t storyProcess = 1;
    static constexpr std::uint64_t notesThread = 1;
    static constexpr std::uint64_t gapsThread = 2;

    /// Microseconds since the origin: small enough for nanosecond resolution in a double.
    [[nodiscard]] double micros(TimePoint time) const { return static_cast<double>((time - m_origin).count()) / 1e3; }
    std::uint64_t processOf(const std::string& name);
    std::uint64_t threadOf(std::uint64_t process, const std::string& name);
    void nameIt(std::string_view what, std::uint64_t process, std::uint64_t thread, std::string_view name);
    JsonWriter& event(std::string_view phase, std::string_view name, std::uint64_t process, std::uint64_t thread,
                      TimePoint time);
    JsonWriter& slice(std::string_view name, std::uint64_t process, std::uint64_t thread, TimeRange range);

    void writeNotes();
    void writeLinks();
    void writeGaps();
    void writeSpans();
    void writeEvents();
    void writeSeries();

    const PostMortem& m_all;
    TimePoint m_origin;
    JsonWriter m_json;
    std::map<std::string, std::uint64_t> m_processes;
    std::map<std::pair<std::uint64_t, std::string>, std::uint64_t> m_threads;
};

void TraceWriter::nameIt(std::string_view what, std::uint64_t process, std::uint64_t thread, std::string_view name)
{
    m_json.beginObject().field("ph", "M").field("name", what).key("pid").number(process).key("tid").number(thread);
    m_json.key("args").beginObject().field("name", name).endObject().endObject();
}

std::uint64_t TraceWriter::processOf(const std::string& name)
{
    const auto [found, isNew] = m_processes.try_emplace(name, m_processes.size() + storyProcess + 1);
    if (isNew)
        nameIt("process_name", found->second, 0, name.empty() ? "cluster" : name);
    return found->second;
}

std::uint64_t TraceWriter::threadOf(std::uint64_t process, const std::string& name)
{
    const auto [found, isNew] = m_threads.try_emplace({process, name}, m_threads.size() + 1);
    if (isNew)
        nameIt("thread_name", process, found->second, name);
    return found->second;
}

JsonWriter& TraceWriter::event(std::string_view phase, std::string_view name, std::uint64_t process,
                               std::uint64_t thread, TimePoint time)
{
    m_json.beginObject().field("ph", phase).field("name", name).key("pid").number(process).key("tid").number(thread);
    return m_json.key("ts").number(micros(time));
}

JsonWriter& TraceWriter::slice(std::string_view name, std::uint64_t process, std::uint64_t thread, TimeRange range)
{
    const auto length = static_cast<double>(std::max<std::int64_t>(range.length().count(), 0)) / 1e3;
    return event("X", name, process, thread, range.from).key("dur").number(length);
}

void TraceWriter::writeNotes()
{
    for (const Annotation& note : m_all.annotations) {
        // A moment is drawn one microsecond long, because an instant cannot have links.
        const TimeRange range{note.range.from, std::max(note.range.to, note.range.from + std::chrono::microseconds(1))};
        slice(note.text.empty() ? "note" : note.text, storyProcess, notesThread, range).field("cat", "annotation");
        m_json.key("args").beginObject().field("author", note.author);
        if (!note.entities.empty())
            m_json.field("where", note.entities.front().path);
        m_json.endObject().endObject();
    }
}

void TraceWriter::writeLinks()
{
    const auto startOf = [this](AnnotationKey key) {
        const auto found = std::ranges::find(m_all.annotations, key, &Annotation::key);
        return found == m_all.annotations.end() ? std::nullopt : std::optional(found->range.from);
    };
    std::uint64_t number = 0;
    for (const AnnotationLink& link : m_all.links) {
        const auto from = startOf(link.from);
        const auto to = startOf(link.to);
        if (!from || !to)
            continue;
        ++number;
        event("s", linkKindName(link.kind), storyProcess, notesThread, *from)
            .field("cat", "link")
            .key("id")
            .number(number)
            .endObject();
        event("f", linkKindName(link.kind), storyProcess, notesThread, *to)
            .field("cat", "link")
            .field("bp", "e")
            .key("id")
            .number(number)
            .endObject();
    }
}

void TraceWriter::writeGaps()
{
    for (const EvidenceGap& gap : m_all.evidence.gaps) {
        slice("no data: " + gap.reason, storyProcess, gapsThread, gap.range).field("cat", "gap");
        m_json.key("args").beginObject().field("node", gap.node.path).endObject().endObject();
    }
}

void TraceWriter::writeSpans()
{
    for (const EvidenceSpan& span : m_all.evidence.spans) {
        const std::uint64_t process = processOf(span.entity.path);
        const std::string name = span.operation.empty() ? std::string(spanKindName(span.kind)) : span.operation;
        slice(name, process, threadOf(process, span.lane.empty() ? "spans" : span.lane), {span.start, span.end});
        m_json.field("cat", spanKindName(span.kind)).key("args").beginObject().field("communicator", span.communicator);
        m_json.key("step").number(span.step).key("sequence").number(span.sequence).key("bytes").number(span.bytes);
        m_json.endObject().endObject();
    }
}

void TraceWriter::writeEvents()
{
    for (const EvidenceEvent& happened : m_all.evidence.events)
        event("i", happened.text.empty() ? happened.code : happened.text, processOf(happened.entity.path), 0,
              happened.time)
            .field("cat", severityName(happened.severity))
            .field("s", "p")
            .endObject();
}

void TraceWriter::writeSeries()
{
    for (const EvidenceSeries& series : m_all.evidence.series) {
        const std::uint64_t process = processOf(series.entity.path);
        const std::string name = series.metric.title + " (" + std::string(unitName(series.metric.unit)) + ")";
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            if (std::isnan(series.values[i]))
                continue; // counters hold their last value; the gap has its own slice
            event("C", name, process, 0, series.from + series.step * static_cast<std::int64_t>(i));
            m_json.key("args").beginObject().key("value").number(series.values[i]).endObject().endObject();
        }
    }
}

std::string TraceWriter::write()
{
    m_json.beginObject().field("displayTimeUnit", "ms").key("otherData").beginObject();
    m_json.field("origin", formatUtc(m_origin, 9)).field("title", m_all.incident.title);
    m_json.field("producer", "lockstep " LOCKSTEP_VERSION).endObject().key("traceEvents").beginList();
    nameIt("process_name", storyProcess, 0, "Incident: " + m_all.incident.title);
    nameIt("thread_name", storyProcess, notesThread, "notes");
    nameIt("thread_name", storyProcess, gapsThread, "no data");
    writeNotes();
    writeLinks();
    writeGaps();
    writeSpans();
    writeEvents();
    writeSeries();
    return m_json.endList().endObject().drain() + '\n';
}

} // namespace

std::string traceOf(const PostMortem& postMortem)
{
    return TraceWriter(postMortem).write();
}

} // namespace lockstep
