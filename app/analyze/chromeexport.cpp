// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/chromeexport.h"

#include "datasources/text/jsonwriter.h"
#include "datasources/text/outputfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

class ChromeTrace
{
public:
    ChromeTrace(const TraceSpans& spans, OutputFile& out) : m_spans(spans), m_origin(spans.range().from), m_out(out) { }

    Status write()
    {
        m_json.beginObject().key("displayTimeUnit").text("ns");
        m_json.key("baseTimeNanoseconds").number(m_origin.time_since_epoch().count());
        m_json.key("producer").text("lockstep " LOCKSTEP_VERSION).key("traceEvents").beginList();
        findCulprits();
        for (std::size_t lane = 0; lane < m_spans.lanes.size(); ++lane) {
            writeLane(lane);
            if (const Status written = m_out.write(m_json.drain()); !written.isOk())
                return written;
        }
        m_json.endList().endObject();
        return m_out.write(m_json.drain() + '\n');
    }

private:
    /// One thread row of a lane; its spans must be nested or disjoint.
    struct Row
    {
        std::uint64_t thread = 0;
        std::vector<TimePoint> open; ///< ends of the current nested spans, outermost first
    };
    struct Part
    {
        std::uint64_t process = 0;
        std::uint64_t thread = 0;
        TimePoint start;
    };
    using Collective = std::pair<std::uint32_t, std::uint64_t>; ///< communicator, sequence

    static constexpr std::uint64_t threadsOfLane = 16;

    [[nodiscard]] double micros(TimePoint time) const { return static_cast<double>((time - m_origin).count()) / 1e3; }

    /// For each collective, the part that started to transfer without waiting.
    void findCulprits()
    {
        for (std::size_t lane = 0; lane < m_spans.lanes.size(); ++lane) {
            Collective waited{};
            for (const Span& span : m_spans.lanes[lane].spans) {
                const Collective place{span.communicator, span.sequence};
                if (span.kind == SpanKind::Wait)
                    waited = place;
                else if (span.kind == SpanKind::Collective && span.communicator != 0 && waited != place)
                    m_last.try_emplace(place, Part{processOf(lane), firstThread(lane), span.start});
            }
        }
    }

    std::uint64_t processOf(std::size_t lane)
    {
        return m_processes.try_emplace(m_spans.lanes[lane].node, m_processes.size() + 1).first->second;
    }
    static std::uint64_t firstThread(std::size_t lane) { return lane * threadsOfLane + 1; }

    JsonWriter& event(char phase, std::string_view name, std::uint64_t process, std::uint64_t thread)
    {
        m_json.beginObject().key("ph").text({&phase, 1}).key("name").text(name);
        return m_json.key("pid").number(process).key("tid").number(thread);
    }

    void nameIt(std::string_view what, std::uint64_t process, std::uint64_t thread, const std::string& name)
    {
        event('M', what, process, thread).key("args").beginObject().key("name").text(name).endObject().endObject();
    }

    void writeLane(std::size_t at)
    {
        const TraceLane& lane = m_spans.lanes[at];
        const std::uint64_t process = processOf(at);
        if (m_named.insert(process).second)
            nameIt("process_name", process, 0, lane.node);
        std::vector<Row> rows;
        std::vector<Span> spans = lane.spans;
        std::ranges::stable_sort(spans, {}, [](const Span& span) {
            return std::tuple(span.start, TimePoint::max() - span.end, span.kind != SpanKind::Step);
        });
        for (const Span& span : spans) {
            const std::size_t row = rowFor(span, rows);
            if (row == rows.size()) {
                rows.push_back({firstThread(at) + row, {}});
                nameIt("thread_name", process, rows[row].thread,
                       row == 0 ? lane.name : fmt::format("{} (at the same time, {})", lane.name, row));
            }
            if (row < threadsOfLane)
                rows[row].open.push_back(span.end);
            writeSpan(span, process, rows[row].thread);
        }
    }

    /// The first row with room for the span; the last row if none has and no more may be added.
    static std::size_t rowFor(const Span& span, std::vector<Row>& rows)
    {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            auto& open = rows[row].open;
            while (!open.empty() && open.back() <= span.start)
                open.pop_back();
            if (open.empty() || open.back() >= span.end)
                return row;
        }
        return std::min<std::size_t>(rows.size(), threadsOfLane - 1);
    }

    void writeSpan(const Span& span, std::uint64_t process, std::uint64_t thread)
    {
        const bool isMarker = span.kind == SpanKind::Marker;
        const std::string& op = m_spans.names[span.op];
        const std::string_view kind = spanKindName(span.kind);
        std::string name = op.empty() ? std::string(kind) : op;
        if (span.kind == SpanKind::Wait)
            name = fmt::format("wait in {}", name);
        event(isMarker ? 'i' : 'X', name, process, thread).key("cat").text(kind).key("ts").number(micros(span.start));
        if (!isMarker)
            m_json.key("dur").number(static_cast<double>((span.end - span.start).count()) / 1e3);
        m_json.key("args").beginObject().key("step").number(span.step);
        if (span.communicator != 0)
            m_json.key("communicator").text(m_spans.names[span.communicator]).key("sequence").number(span.sequence);
        if (span.bytes > 0)
            m_json.key("bytes").number(span.bytes);
        m_json.endObject().endObject();
        if (span.kind == SpanKind::Wait)
            writeArrow(span, process, thread);
    }

    void writeArrow(const Span& wait, std::uint64_t process, std::uint64_t thread)
    {
        const auto last = m_last.find({wait.communicator, wait.sequence});
        if (last == m_last.end())
            return;
        const std::uint64_t id = ++m_arrows;
        event('s', "waited for", last->second.process, last->second.thread)
            .key("cat")
            .text("wait")
            .key("id")
            .number(id);
        m_json.key("ts").number(micros(last->second.start)).endObject();
        event('f', "waited for", process, thread).key("cat").text("wait").key("bp").text("e").key("id").number(id);
        m_json.key("ts").number(micros(std::max(wait.start, wait.end - Duration(1)))).endObject();
    }

    const TraceSpans& m_spans;
    TimePoint m_origin;
    OutputFile& m_out;
    JsonWriter m_json;
    std::map<std::string, std::uint64_t> m_processes;
    std::set<std::uint64_t> m_named; ///< processes
    std::map<Collective, Part> m_last;
    std::uint64_t m_arrows = 0;
};

} // namespace

Status exportChromeTrace(const TraceSpans& spans, const std::filesystem::path& path)
{
    Result<OutputFile> file = OutputFile::create(path.string());
    if (!file.isOk())
        return file.error();
    if (const Status written = ChromeTrace(spans, file.value()).write(); !written.isOk())
        return written;
    return file.value().commit();
}

} // namespace lockstep
