// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"

#include "app/analyze/chromeexport.h"
#include "app/analyze/collectivereport.h"
#include "app/analyze/tracejob.h"
#include "app/analyze/whatifreport.h"
#include "datasources/traces/formats/tracereader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr int failed = 1;
constexpr int wrongUsage = 2;

constexpr auto usage = R"(Usage: lockstep analyze [--json] [--export OUT.json] [RANK=]FILE...

Tells who waits for whom in traces that clusters already write. FILE is a trace, plain or gzip, or a folder of them:
Kineto (PyTorch profiler), Chrome traces with parallel ranks, Flight Recorder dumps, NCCL Inspector logs.
RANK=FILE says the rank of a file that does not tell it.

  --json      print one JSON object
  --export OUT.json
              also write what was read as a Chrome trace, waits and transfers apart, for Perfetto
  -h, --help  print this text

Exit codes: 0 done, 1 nothing could be analysed, 2 wrong usage.
)";

struct Request
{
    bool json = false;
    bool help = false;
    std::optional<std::string> exportFile;
    std::vector<std::string> files;
};

Result<Request> parseArguments(std::span<const std::string> arguments)
{
    Request request;
    bool onlyFiles = false;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const auto& argument = arguments[at];
        if (onlyFiles || argument.empty() || argument.front() != '-')
            request.files.push_back(argument);
        else if (argument == "--")
            onlyFiles = true;
        else if (argument == "--json")
            request.json = true;
        else if (argument == "--export" && at + 1 < arguments.size())
            request.exportFile = arguments[++at];
        else if (argument == "--export")
            return Error{"--export: expected the file to write"};
        else if (argument == "-h" || argument == "--help")
            request.help = true;
        else
            return Error{fmt::format("unknown option {}", argument)};
    }
    if (request.files.empty() && !request.help)
        return Error{"expected at least one FILE"};
    return request;
}

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
        return failure(Error{"the traces hold no collective, so there is nothing to analyse"}, notes);
    const CollectiveReport report(std::move(trace), jobOfTrace(spans));
    notes.insert(notes.end(), report.notes.begin(), report.notes.end());
    return answer(json ? collectiveJson(report, notes) : collectiveText(report), json, notes);
}

} // namespace

CommandAnswer analyze(std::span<const std::string> arguments)
{
    const auto request = parseArguments(arguments);
    if (!request.isOk())
        return {wrongUsage, {}, fmt::format("lockstep analyze: {}\n\n{}", request.error().message, usage)};
    if (request.value().help)
        return {0, usage, {}};
    std::vector<TraceInput> inputs;
    for (const auto& file : request.value().files) {
        auto listed = traceInputs(file);
        if (!listed.isOk())
            return failure(listed.error(), {});
        std::ranges::move(listed.value(), std::back_inserter(inputs));
    }
    auto read = readTraces(inputs, {}, TraceDetail::Everything); // as the window
    if (!read.isOk())
        return failure(read.error(), {});
    auto set = std::move(read).value();
    const bool json = request.value().json;
    const auto& exportFile = request.value().exportFile;
    const bool isTraining = !set.training.ops.empty();
    const auto spans
        = exportFile || !isTraining ? spansOfTraces(set, nameOfTraces(request.value().files)) : TraceSpans{};
    if (exportFile) {
        if (const auto written = exportChromeTrace(spans, *exportFile); !written.isOk())
            return failure(written.error(), set.notes);
    }
    if (isTraining)
        return reportTraining(set.training, json, std::move(set.notes));
    return reportCollectives(std::move(set.collectives), spans, json, std::move(set.notes));
}

int runAnalyze(std::span<const std::string> arguments)
{
    return print(analyze(arguments));
}

} // namespace lockstep
