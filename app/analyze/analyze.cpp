// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"

#include "app/analyze/chromeexport.h"
#include "app/analyze/collectivereport.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/jsonwriter.h"
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/analysis/sync/tracking/synctracker.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/batch.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

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
        return fmt::format("one worker: data-parallel rank {}, stage {} explains the loss",
                           result.workers.front().dpRank, result.workers.front().stage);
    case WhatIfVerdict::LastStage:
        return fmt::format(
            "last stage: stage {} has more work than the others; with ideal operations there, steps take {}",
            result.byStage.back().first,
            formatQuantity(result.stepSeconds
                               - std::min(result.lastStageShare, 1.0) * (result.stepSeconds - result.idealStepSeconds),
                           Unit::Seconds));
    case WhatIfVerdict::Data:
        return "data: no worker or stage is an outlier; the work itself is uneven, for example sequence lengths";
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
    json.key("notes").beginList();
    for (const auto& note : notes)
        json.text(note);
    json.endList().endObject();
    return json.result() + "\n";
}

std::string whatIfText(const WhatIf& result)
{
    auto text = fmt::format("What stragglers cost: {} steps, {} data-parallel ranks, {} pipeline stages\n\n",
                            result.steps.size(), result.byDpRank.size(), result.byStage.size());
    text += fmt::format("  step time    {}   ideal {}\n", formatQuantity(result.stepSeconds, Unit::Seconds),
                        formatQuantity(result.idealStepSeconds, Unit::Seconds));
    text += fmt::format("  slowdown S   {:.4f}   {} of the time is lost\n", result.slowdown,
                        formatQuantity(1 - 1 / result.slowdown, Unit::Ratio));
    text += fmt::format("  M_W {}   M_S {}   (share of the loss that the slowest workers, the last stage explain)\n",
                        share(result.workerShare), share(result.lastStageShare));
    text += fmt::format("  verdict      {}\n", explain(result));
    text += slowdownTable("Slowdown with one data-parallel rank as observed, all else ideal", result.byDpRank);
    text += slowdownTable("... with one pipeline stage", result.byStage);
    text += slowdownTable("... with one type of operation", result.byOpType);
    return text;
}

constexpr Duration tickPeriod = std::chrono::seconds(1); ///< as for traces in the window
constexpr std::uint32_t job = 1; ///< arbitrary: a trace has only one job

/// Feeds a tracker as SyncFollower does: whole steps are closed after each batch.
class TraceFollower
{
public:
    explicit TraceFollower(const TraceSpans& spans) : m_spans(spans)
    {
        for (const TraceLane& lane : spans.lanes) {
            const auto place = ++m_gpusOf[lane.node]; // the entity of its spans: the node itself is the first
            m_laneOf.emplace(std::pair(lane.node, place), static_cast<std::uint32_t>(m_laneOf.size()));
            m_tracker.addLane({lane.rank, job});
        }
        for (const std::string& name : spans.names) {
            m_directions.push_back(peerDirectionOf(name));
            m_waitWords.push_back(waitWordOf(name));
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
            sync.waitWord = m_waitWords[span.op];
        sync.sizeClass = static_cast<std::uint8_t>(std::bit_width(span.bytes));
        return sync;
    }

    const TraceSpans& m_spans;
    std::map<std::string, std::uint32_t> m_gpusOf; ///< by node
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> m_laneOf;
    std::vector<PeerDirection> m_directions; ///< by name
    std::vector<WaitWord> m_waitWords; ///< by name
    SyncTracker m_tracker;
};

/// The window's analysis of waits, run over a trace: same tracker, same batches. Lanes are those of the trace. Null if
/// the trace has no spans.
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

CommandAnswer failure(const Error& error, std::span<const std::string> notes)
{
    return {failed, {}, joined(notes) + fmt::format("lockstep analyze: {}\n", error.message)};
}

CommandAnswer answer(std::string out, bool json, std::span<const std::string> notes)
{
    return {0, std::move(out), json ? std::string{} : joined(notes)};
}

CommandAnswer reportTraining(const TrainingTrace& trace, bool json, std::vector<std::string> notes)
{
    const auto result = analyseWhatIf(trace);
    if (!result.isOk())
        return failure(result.error(), notes);
    notes.insert(notes.end(), result.value().notes.begin(), result.value().notes.end());
    return answer(json ? whatIfJson(result.value(), notes) : whatIfText(result.value()), json, notes);
}

CommandAnswer reportCollectives(CollectiveTrace trace, const TraceSpans& spans, bool json,
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

CommandAnswer analyzeFiles(const std::vector<std::string>& files, const CommandInput& line)
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
        = "Analyses traces without a window: waits, stragglers, and what a straggler costs.\n\n"
          "  FILE   a trace, plain or gzip, or a folder of traces: Kineto (PyTorch profiler), Chrome traces with\n"
          "         parallel ranks, Flight Recorder dumps, NCCL Inspector logs. Write RANK=FILE if a file does not\n"
          "         contain its rank.\n",
        .options
        = {{"--json", "", "print one JSON object"},
           {"--export", "FILE", "also write one Chrome trace for Perfetto, with waits and transfers separated"}},
        .examples = "  lockstep analyze traces/ --export merged.json\n",
    };
}

CommandAnswer analyze(std::span<const std::string> arguments)
{
    const CommandPage page = analyzePage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return line.rest.empty() ? wrongUsage(page, "expected at least one FILE") : analyzeFiles(line.rest, line);
    });
}

} // namespace lockstep
