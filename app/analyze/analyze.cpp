// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"

#include "app/analyze/collectivereport.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/jsonwriter.h"
#include "datasources/text/outputfile.h"
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/analysis/sync/tracking/synctracker.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/batch.h"
#include "models/core/result.h"
#include "models/core/textparts.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

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
    /// One thread row of a lane, whose spans must be nested or disjoint.
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

    /// The first row with space for the span; the last row if no row has space and no more may be added.
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

/// Writes spans as a Chrome trace for Perfetto or chrome://tracing: one process per node, one thread per rank, waits
/// and transfers on separate threads, times in microseconds since the first span. Arrows lead from each wait to the
/// rank waited for. Replaces an existing file only once it is complete.
Status exportChromeTrace(const TraceSpans& spans, const std::filesystem::path& path)
{
    Result<OutputFile> file = OutputFile::create(path.string());
    if (!file.isOk())
        return file.error();
    if (const Status written = ChromeTrace(spans, file.value()).write(); !written.isOk())
        return written;
    return file.value().commit();
}

std::string share(double value)
{
    return std::isnan(value) ? "no data" : fmt::format("{:.3f}", value);
}

std::string explain(const WhatIf& result)
{
    switch (result.verdict) {
    case WhatIfVerdict::NoStraggler:
        return "no straggler: steps are close to the ideal time";
    case WhatIfVerdict::OneWorker:
        return fmt::format("one worker: data-parallel rank {} in pipeline stage {} causes the slowdown",
                           result.workers.front().dpRank, result.workers.front().stage);
    case WhatIfVerdict::LastStage:
        return fmt::format(
            "last stage: pipeline stage {} has more work than the others; if its operations were ideal, steps would "
            "take {}",
            result.byStage.back().first,
            formatQuantity(result.stepSeconds
                               - std::min(result.lastStageShare, 1.0) * (result.stepSeconds - result.idealStepSeconds),
                           Unit::Seconds));
    case WhatIfVerdict::Data:
        return "data: no worker or stage is an outlier; the amount of work varies, for example with sequence lengths";
    }
    return {};
}

template <class Rows>
void writeSlowdowns(JsonWriter& json, std::string_view key, const Rows& rows)
{
    json.key(key).beginObject();
    for (const auto& [name, slowdown] : rows)
        json.key(fmt::format("{}", name)).number(slowdown);
    json.endObject();
}

template <class Rows>
std::string slowdownTable(std::string_view title, const Rows& rows)
{
    auto text = fmt::format("\n{}\n", title);
    for (const auto& [name, slowdown] : rows)
        text += fmt::format("  {:<28} {:7.4f}\n", name, slowdown);
    return text;
}

/// The JSON object described in analyze.h.
std::string whatIfJson(const WhatIf& result, std::span<const std::string> notes)
{
    JsonWriter json;
    json.beginObject();
    json.key("slowdown").number(result.slowdown);
    json.key("m_w").number(result.workerShare);
    json.key("m_s").number(result.lastStageShare);
    json.key("verdict").text(whatIfVerdictName(result.verdict));
    writeSlowdowns(json, "by_dp_rank", result.byDpRank);
    writeSlowdowns(json, "by_stage", result.byStage);
    writeSlowdowns(json, "by_optype", result.byOpType);
    json.key("step_time_s").number(result.stepSeconds);
    json.key("ideal_step_time_s").number(result.idealStepSeconds);
    json.key("steps").number(result.steps.size());
    json.key("slowest_workers").beginList();
    for (std::size_t i = 0; i < result.replacedWorkers; ++i) {
        const auto& worker = result.workers[i];
        json.beginObject().key("dp_rank").number(worker.dpRank);
        json.key("stage").number(worker.stage).key("slowdown").number(worker.slowdown).endObject();
    }
    json.endList();
    json.texts("notes", notes).endObject();
    return json.result() + "\n";
}

std::string whatIfText(const WhatIf& result)
{
    auto text = fmt::format("Cost of stragglers: {}, {}, {}\n\n", counted(result.steps.size(), "step"),
                            counted(result.byDpRank.size(), "data-parallel rank"),
                            counted(result.byStage.size(), "pipeline stage"));
    text += fmt::format("  step time    {}   ideal {}\n", formatQuantity(result.stepSeconds, Unit::Seconds),
                        formatQuantity(result.idealStepSeconds, Unit::Seconds));
    text += fmt::format("  slowdown S   {:.4f}   {} of the time is lost\n", result.slowdown,
                        formatQuantity(1 - 1 / result.slowdown, Unit::Ratio));
    text += fmt::format(
        "  M_W {}   M_S {}   (shares of the loss explained by the slowest workers and by the last stage)\n",
        share(result.workerShare), share(result.lastStageShare));
    text += fmt::format("  verdict      {}\n", explain(result));
    text += slowdownTable("Slowdown if one data-parallel rank runs as observed and everything else is ideal",
                          result.byDpRank);
    text += slowdownTable("... if one pipeline stage runs as observed", result.byStage);
    text += slowdownTable("... if one type of operation runs as observed", result.byOpType);
    return text;
}

constexpr Duration tickPeriod = std::chrono::seconds(1); ///< as for traces in the window
constexpr std::uint32_t job = 1; ///< arbitrary: a trace has only one job

/// Feeds a tracker like SyncFollower: closes whole steps after each batch.
class TraceFollower
{
public:
    explicit TraceFollower(const TraceSpans& spans) : m_spans(spans)
    {
        for (const TraceLane& lane : spans.lanes) {
            const auto place = ++m_gpusOf[lane.node]; // entity of its spans; the node itself is the first
            m_laneOf.emplace(std::pair(lane.node, place), static_cast<std::uint32_t>(m_laneOf.size()));
            m_tracker.addLane({lane.rank, job});
        }
        for (const std::string& name : spans.names) {
            m_directions.push_back(peerDirectionOf(name));
            m_rankMarkers.push_back(rankMarkerOf(name));
        }
    }

    [[nodiscard]] std::shared_ptr<const JobSync> follow()
    {
        for (const BatchPtr& batch : batchesOfTrace(m_spans, SourceId{0}, tickPeriod)) {
            if (!batch->tick)
                continue;
            std::vector<SyncSpan> spans;
            for (const Span& span : batch->tick->spans)
                spans.push_back(syncSpanOf(span, m_laneOf.at({batch->node, span.entity})));
            m_tracker.add(spans);
            static_cast<void>(m_tracker.closeWhole());
        }
        static_cast<void>(m_tracker.closeAll());
        const auto found = m_tracker.jobs().find(job);
        const auto nameOf = [this](std::uint32_t number) {
            return number < m_spans.names.size() ? m_spans.names[number] : std::string();
        };
        return found != m_tracker.jobs().end() ? found->second.snapshot(nameOf) : nullptr;
    }

private:
    [[nodiscard]] SyncSpan syncSpanOf(const Span& span, std::uint32_t lane) const
    {
        SyncSpan sync;
        sync.startNs = span.start.time_since_epoch().count();
        sync.endNs = span.end.time_since_epoch().count();
        sync.lane = lane;
        sync.communicator = span.communicator == 0 ? SyncSpan::none : span.communicator;
        sync.sequence = static_cast<std::uint32_t>(span.sequence);
        sync.step = span.step;
        sync.op = span.op;
        sync.kind = span.kind;
        sync.direction = m_directions[span.op];
        if (span.kind == SpanKind::Marker)
            sync.rankMarker = m_rankMarkers[span.op];
        sync.sizeClass = static_cast<std::uint8_t>(std::bit_width(span.bytes));
        return sync;
    }

    const TraceSpans& m_spans;
    std::map<std::string, std::uint32_t> m_gpusOf; ///< by node
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> m_laneOf;
    std::vector<PeerDirection> m_directions; ///< by name
    std::vector<RankMarker> m_rankMarkers; ///< by name
    SyncTracker m_tracker;
};

/// Analyses the waits of a trace in the same way as the dashboard: same tracker, same batches. Lanes are those of the
/// trace. Null if the trace has no spans.
std::shared_ptr<const JobSync> jobOfTrace(const TraceSpans& spans)
{
    return spans.spanCount() > 0 ? TraceFollower(spans).follow() : nullptr;
}

constexpr int failed = 1;
std::string joined(std::span<const std::string> notes)
{
    std::string text;
    for (const auto& note : notes)
        text += fmt::format("lockstep analyze: {}\n", note);
    return text;
}

CommandResult failure(const Error& error, std::span<const std::string> notes)
{
    return {failed, {}, joined(notes) + fmt::format("lockstep analyze: {}\n", error.message)};
}

CommandResult answer(std::string out, bool json, std::span<const std::string> notes)
{
    return {0, std::move(out), json ? std::string{} : joined(notes)};
}

CommandResult reportTraining(const TrainingTrace& trace, bool json, std::vector<std::string> notes)
{
    const auto result = analyseWhatIf(trace);
    if (!result.isOk())
        return failure(result.error(), notes);
    notes.insert(notes.end(), result.value().notes.begin(), result.value().notes.end());
    return answer(json ? whatIfJson(result.value(), notes) : whatIfText(result.value()), json, notes);
}

CommandResult reportCollectives(CollectiveTrace trace, const TraceSpans& spans, bool json,
                                std::vector<std::string> notes)
{
    const auto isMeasured = [](const Participant& participant) {
        return participant.traced > Duration::zero();
    };
    if (trace.ops.empty() && !std::ranges::any_of(trace.participants, isMeasured))
        return failure(Error{"nothing to analyse: the traces contain no collectives"}, notes);
    const CollectiveReport report(std::move(trace), jobOfTrace(spans));
    notes.insert(notes.end(), report.notes.begin(), report.notes.end());
    return answer(json ? collectiveJson(report, notes) : collectiveText(report), json, notes);
}

CommandResult analyzeFiles(const std::vector<std::string>& files, const CommandInput& line)
{
    std::vector<TraceInput> inputs;
    for (const auto& file : files) {
        auto listed = traceInputs(file);
        if (!listed.isOk())
            return failure(listed.error(), {});
        std::ranges::move(listed.value(), std::back_inserter(inputs));
    }
    auto read = readTraces(inputs, {}, TraceDetail::Everything); // as the window
    if (!read.isOk())
        return failure(read.error(), {});
    auto set = std::move(read).value();
    const bool json = line.has("--json");
    const auto exportFile = line.option("--export");
    const bool isTraining = !set.training.ops.empty();
    const auto spans = exportFile || !isTraining ? spansOfTraces(set, nameOfTraces(files)) : TraceSpans{};
    if (exportFile) {
        if (const auto written = exportChromeTrace(spans, *exportFile); !written.isOk())
            return failure(written.error(), set.notes);
    }
    if (isTraining)
        return reportTraining(set.training, json, std::move(set.notes));
    return reportCollectives(std::move(set.collectives), spans, json, std::move(set.notes));
}

} // namespace

CommandPage analyzePage()
{
    return {
        .name = "lockstep analyze",
        .summary = "analyse traces, or merge them for Perfetto",
        .synopsis = {"[--json] [--export OUT.json] [RANK=]FILE..."},
        .about
        = "Analyses traces without a window: waits, stragglers, and the cost of stragglers.\n\n"
          "  FILE   a trace, plain or gzip, or a folder of traces: Kineto (PyTorch profiler), Chrome traces with\n"
          "         parallel ranks, Flight Recorder dumps, NCCL Inspector logs. Write RANK=FILE if a file does not\n"
          "         contain its rank.\n",
        .options = {{"--json", "", "print one JSON object"},
                    {"--export", "FILE",
                     "also write one merged Chrome trace for Perfetto, with waits and transfers as separate spans"}},
        .examples = "  lockstep analyze traces/ --export merged.json\n",
    };
}

CommandResult analyze(std::span<const std::string> arguments)
{
    const CommandPage page = analyzePage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return line.rest.empty() ? wrongUsage(page, "expected at least one FILE") : analyzeFiles(line.rest, line);
    });
}

} // namespace lockstep
