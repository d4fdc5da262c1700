// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"

#include "app/analyze/chromeexport.h"
#include "app/analyze/collectivereport.h"
#include "app/analyze/tracejob.h"
#include "app/analyze/whatifreport.h"
#include "datasources/text/commandpage.h"
#include "datasources/traces/formats/tracereader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

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
