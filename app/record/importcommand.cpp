// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/importcommand.h"

#include "app/analysis/recordedanalysis.h"
#include "app/record/commandline.h"
#include "app/record/headlessapplication.h"
#include "datasources/imports/importtext.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "models/core/units.h"
#include "models/pipeline/analysistable.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

namespace lockstep {

namespace {

constexpr auto importUsage = R"(Usage: lockstep import FILE... --out DIR [--tick SECONDS]
  FILE   OpenMetrics or Prometheus text with times, or CSV (commas, semicolons or tabs): a column "time", columns that
         name nodes, GPUs or ports, columns of values
  --tick SECONDS   of the recording; without it, as often as the samples come. Of samples that fall on one tick the
                   last one stays
)";

std::string lengthOf(Duration length)
{
    return formatQuantity(std::chrono::duration<double>(length).count(), Unit::Seconds);
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more)
{
    return fmt::format("{} {}", count, count == 1 ? one : more);
}

void tell(const ImportOutcome& outcome, CommandAnswer& answer)
{
    if (outcome.skipped > 0)
        answer.err += fmt::format("{} ({} left out in all)\n", outcome.firstSkipped,
                                  counted(outcome.skipped, "line or cell", "lines or cells"));
}

/// What was found, and how samples lie on it.
void reportTicks(const ImportedSeries::Counts& counts, const ImportedSeries::Ticks& ticks, CommandAnswer& answer)
{
    answer.out += fmt::format("{} of {}, a tick every {}{}\n", counted(counts.kept(), "sample", "samples"),
                              counted(counts.series - counts.clashes - counts.refused, "series", "series"),
                              lengthOf(ticks.period), ticks.isFound ? ", as the samples come" : "");
    if (ticks.slower > 0)
        answer.out += fmt::format("{} less often, the slowest every {}: between their samples there is no data\n",
                                  counted(ticks.slower, "series comes", "series come"), lengthOf(ticks.slowest));
    if (counts.farthest > Duration::zero())
        answer.out += fmt::format("Samples stand at their tick, at most {} from when they were taken\n",
                                  lengthOf(counts.farthest));
}

/// Every sample that is not in the recording, with why.
void reportLost(const ImportedSeries::Counts& counts, const ImportedSeries::Ticks& ticks, CommandAnswer& answer)
{
    if (counts.repeated > 0)
        answer.err += fmt::format("{} the time of another one of the same series; the later one in the file was "
                                  "kept\n",
                                  counted(counts.repeated, "sample has", "samples have"));
    if (counts.merged > 0)
        answer.err += fmt::format("{} on a tick that had a value of its series already and replaced it; a shorter "
                                  "--tick than {} keeps more of them apart\n",
                                  counted(counts.merged, "sample fell", "samples fell"),
                                  std::chrono::duration<double>(ticks.period).count());
    if (counts.tooLarge > 0)
        answer.err += fmt::format("{} too large to be kept\n", counted(counts.tooLarge, "sample is", "samples are"));
    if (counts.noTimes > 0)
        answer.err += fmt::format("{} of no time that a clock shows, and left out\n",
                                  counted(counts.noTimes, "sample is", "samples are"));
    if (counts.refused > 0)
        answer.err += fmt::format("{}; {} left out with {}\n", counts.firstRefused,
                                  counted(counts.refused, "series was", "series were"),
                                  counted(counts.refusedSamples, "sample", "samples"));
    if (counts.clashes > 0)
        answer.err
            += fmt::format("{} the same metric of the same entity as another and {} left out with {}\n",
                           counted(counts.clashes, "series names", "series name"), counts.clashes == 1 ? "was" : "were",
                           counted(counts.clashSamples, "sample", "samples"));
}

/// What a window would have found that had watched while this was measured, written beside it.
Status recordResults(const std::string& folder, TickRange ticks)
{
    Result<Recording> recording = Recording::open(folder);
    if (!recording.isOk())
        return recording.error();
    RecorderOptions options;
    options.folder = folder;
    options.tickPeriod = recording.value().tickPeriod();
    options.caps = {std::numeric_limits<std::uint64_t>::max(), std::chrono::hours(24 * 365 * 100)}; // nothing leaves
    options.analyses = analysisNames();
    std::unique_ptr<Recorder> recorder; // a segment of its own, if there is anything to write
    Status status = success();
    analyseRecording(recording.value(), {analysisNames(), {ticks}}, {}, [&](const Derived& found, double) {
        if (found.isEmpty() || !status.isOk())
            return;
        if (!recorder) {
            auto started = Recorder::start(options, recording.value().topology());
            if (!started.isOk()) {
                status = started.error();
                return;
            }
            recorder = std::move(started).value();
        }
        recorder->record(found);
        recorder->flush();
    });
    const std::string problem = recorder ? recorder->finish().problem : std::string();
    return problem.empty() ? status : Status(Error{problem});
}

} // namespace

CommandAnswer importRecording(std::span<const std::string> arguments)
{
    if (asksForHelp(arguments))
        return {0, importUsage, {}};
    const Result<SubCommandLine> line = parseSubCommand(arguments, {"--out", "--tick"}, {});
    if (!line.isOk())
        return {2, {}, line.error().message + "\n" + importUsage};
    const std::string folder = line.value().option("--out").value_or("");
    const std::optional<std::string> given = line.value().option("--tick");
    const Result<double> tick = given ? numberOption("--tick", *given, 0.001) : Result<double>(1.0);
    if (folder.empty() || line.value().rest.empty() || !tick.isOk())
        return {2, {}, (tick.isOk() ? std::string() : tick.error().message + "\n") + importUsage};

    ImportedSeries series(given ? std::optional(Duration(std::llround(std::min(tick.value(), 3600.0) * 1e9)))
                                : std::nullopt);
    CommandAnswer answer;
    for (const std::string& path : line.value().rest) {
        const Result<ImportOutcome> outcome = importFile(path, series);
        if (!outcome.isOk())
            return {1, {}, answer.err + outcome.error().message + "\n"};
        tell(outcome.value(), answer);
    }
    const Result<TickRange> written = series.write(folder, analysisNames());
    const Status analysed = written.isOk() ? recordResults(folder, written.value()) : written.error();
    if (!analysed.isOk())
        return {1, {}, answer.err + analysed.error().message + "\n"};
    reportTicks(series.counts(), series.ticks(), answer);
    reportLost(series.counts(), series.ticks(), answer);
    return answer;
}

int runImport(std::span<const std::string> arguments)
{
    const HeadlessApplication application;
    return print(importRecording(arguments));
}

} // namespace lockstep
