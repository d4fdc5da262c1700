// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/recordedanalysis.h"
#include "app/record/recordcommands.h"
#include "datasources/exporters/mappingfile.h"
#include "datasources/imports/importtext.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/textparts.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"
#include "models/pipeline/analysistable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace lockstep {

namespace {

std::string lengthOf(Duration length)
{
    return formatQuantity(std::chrono::duration<double>(length).count(), Unit::Seconds);
}

void tell(const std::string& path, const ImportOutcome& outcome, CommandResult& answer)
{
    for (const std::string& column : outcome.textColumns)
        answer.err
            += fmt::format("{}: column \"{}\" ignored, because its text changes within a series\n", path, column);
    if (outcome.skipped > 0)
        answer.err += fmt::format("{} ({} ignored in total)\n", outcome.firstSkipped,
                                  counted(outcome.skipped, "line or cell", "lines or cells"));
}

/// Reports the samples found and their alignment to ticks.
void reportTicks(const ImportedSeries::Counts& counts, const ImportedSeries::Ticks& ticks, CommandResult& answer)
{
    answer.out += fmt::format("{} in {}, sampling interval {}{}\n", counted(counts.kept(), "sample", "samples"),
                              counted(counts.series, "series", "series"), lengthOf(ticks.period),
                              ticks.isFound ? " (detected from the samples)" : "");
    if (ticks.slower > 0)
        answer.out += fmt::format("{} a longer interval, up to {}: there is no data between their samples\n",
                                  counted(ticks.slower, "series has", "series have"), lengthOf(ticks.slowest));
    if (counts.farthest > Duration::zero())
        answer.out += fmt::format("Samples are assigned to ticks at most {} from their timestamps; the timestamps are "
                                  "kept to the millisecond\n",
                                  lengthOf(counts.farthest));
}

/// One line for each of the first names: samples found, recorded and ignored.
void reportSources(std::span<const ImportedSeries::Source> sources, CommandResult& answer)
{
    constexpr std::size_t mostRows = 100;
    constexpr std::size_t mostBytes = 60; // of a name
    const std::span<const ImportedSeries::Source> shown = sources.first(std::min(sources.size(), mostRows));
    std::size_t widest = 4;
    for (const ImportedSeries::Source& source : shown)
        widest = std::max(widest, std::min(source.name.size(), mostBytes));
    answer.out += fmt::format("{:<{}} {:>7} {:>9} {:>9}  {}\n", "name", widest, "series", "offered", "recorded", "as");
    for (const ImportedSeries::Source& source : shown) {
        const std::string as = source.recorded > 0 ? fmt::format("{}", fmt::join(source.metrics, ", "))
                                                   : "not recorded: " + source.reason;
        answer.out += fmt::format("{:<{}} {:>7} {:>9} {:>9}  {}\n", source.name.substr(0, mostBytes), widest,
                                  source.series, source.samples, source.recorded, as);
    }
    if (shown.size() < sources.size())
        answer.out += fmt::format("and {} more; --json lists all names\n", sources.size() - shown.size());
}

std::string reportJson(const ImportedSeries& series)
{
    const ImportedSeries::Counts& counts = series.counts();
    JsonWriter json;
    json.beginObject().key("tick_s").number(std::chrono::duration<double>(series.ticks().period).count());
    json.key("samples").number(counts.kept()).key("series").number(counts.series);
    json.key("repeated").number(counts.repeated).key("merged").number(counts.merged);
    json.key("too_large").number(counts.tooLarge).key("no_time").number(counts.noTimes);
    json.key("clashing_series").number(counts.clashes).key("refused_series").number(counts.refused);
    json.key("sources").beginList();
    for (const ImportedSeries::Source& source : series.sources()) {
        json.beginObject().key("name").text(source.name).key("series").number(source.series);
        json.key("offered").number(source.samples).key("recorded").number(source.recorded);
        json.texts("metrics", source.metrics).key("ignored");
        if (source.recorded > 0)
            json.nothing();
        else
            json.text(source.reason);
        json.endObject();
    }
    return json.endList().endObject().result() + "\n";
}

/// Reports samples that were not imported, with reasons.
void reportLost(const ImportedSeries::Counts& counts, const ImportedSeries::Ticks& ticks, CommandResult& answer)
{
    if (counts.repeated > 0)
        answer.err += fmt::format(
            "{} the same time as another sample of the same series; the later one in the file was kept\n",
            counted(counts.repeated, "sample has", "samples have"));
    if (counts.merged > 0)
        answer.err += fmt::format("{} on a tick that already had a value of the same series, and replaced it; to keep "
                                  "more samples, use a --tick below {} s\n",
                                  counted(counts.merged, "sample fell", "samples fell"),
                                  std::chrono::duration<double>(ticks.period).count());
    if (counts.tooLarge > 0)
        answer.err += fmt::format("{} too large to store\n", counted(counts.tooLarge, "sample is", "samples are"));
    if (counts.noTimes > 0)
        answer.err
            += fmt::format("{} an invalid time; ignored\n", counted(counts.noTimes, "sample has", "samples have"));
    if (counts.refused > 0)
        answer.err += fmt::format("{}; {} ignored ({})\n", counts.firstRefused,
                                  counted(counts.refused, "series was", "series were"),
                                  counted(counts.refusedSamples, "sample", "samples"));
    if (counts.clashes > 0)
        answer.err
            += fmt::format("{} the same metric of the same component as another series, and {} ignored ({})\n",
                           counted(counts.clashes, "series names", "series name"), counts.clashes == 1 ? "was" : "were",
                           counted(counts.clashSamples, "sample", "samples"));
}

/// Runs the analyses over the imported ticks and records their results beside them.
Status recordResults(const std::string& folder, TickRange ticks)
{
    Result<Recording> recording = Recording::open(folder);
    if (!recording.isOk())
        return recording.error();
    RecorderOptions options;
    options.folder = folder;
    options.tickPeriod = recording.value().tickPeriod();
    options.caps = {std::numeric_limits<std::uint64_t>::max(), std::chrono::hours(24 * 365 * 100)}; // delete nothing
    options.analyses = analysisNames();
    std::unique_ptr<Recorder> recorder; // a separate segment, only if there are results
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

CommandResult importInto(const std::string& folder, const CommandInput& line)
{
    std::optional<Duration> tick;
    if (const auto seconds = line.number("--tick"))
        tick = Duration(std::llround(*seconds * 1e9));
    ImportedSeries series(tick);
    if (const auto map = line.option("--map")) {
        Result<std::vector<ScrapedMetric>> mapping = readMapping(*map);
        if (!mapping.isOk())
            return failedWith(mapping.error().message);
        series.useMapping(std::move(mapping).value());
    }
    CommandResult answer;
    for (const std::string& path : line.rest) {
        const Result<ImportOutcome> outcome = importFile(path, series);
        if (!outcome.isOk())
            return {1, {}, answer.err + visibleLine(outcome.error().message) + "\n"};
        tell(path, outcome.value(), answer);
    }
    const Result<TickRange> written = series.write(folder, analysisNames());
    const Status analysed = written.isOk() ? recordResults(folder, written.value()) : written.error();
    if (!analysed.isOk())
        return {1, {}, answer.err + visibleLine(analysed.error().message) + "\n"};
    if (line.has("--json")) {
        answer.out = reportJson(series);
    } else {
        reportTicks(series.counts(), series.ticks(), answer);
        reportSources(series.sources(), answer);
    }
    reportLost(series.counts(), series.ticks(), answer);
    return answer;
}

} // namespace

CommandPage importPage()
{
    return {
        .name = "lockstep import",
        .summary = "convert OpenMetrics or CSV files to a recording",
        .synopsis = {"FILE... --out DIR [--tick SECONDS] [--map FILE] [--json]"},
        .about = "Converts files of samples to a recording.\n\n"
                 "  FILE   OpenMetrics text, Prometheus text with timestamps, or CSV (separated by commas, semicolons "
                 "or tabs),\n"
                 "         plain or gzip. CSV needs a column \"time\", columns that name nodes, GPUs or ports, and "
                 "columns of\n"
                 "         values.\n",
        .options
        = {{"--out", "DIR", "folder of the recording"},
           {"--tick", "SECONDS",
            "sampling interval of the recording (default: the interval of the samples). If several samples of a "
            "series fall into one tick, the last one is kept.",
            NumberLimits{.min = 0.001, .max = 3600}},
           {"--map", "FILE",
            "file (TOML) that maps your own metrics and columns to Lockstep's, as for --prometheus-map"},
           {"--json", "", "print the report as JSON: for each name, the samples found, recorded and ignored"}},
        .examples = "  lockstep import samples.om metrics.csv --out imported && lockstep imported\n",
    };
}

CommandResult importRecording(std::span<const std::string> arguments)
{
    const CommandPage page = importPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        const std::string folder = line.textOr("--out");
        if (folder.empty() || line.rest.empty())
            return wrongUsage(page, folder.empty() ? "expected --out DIR" : "expected at least one FILE");
        return importInto(folder, line);
    });
}

} // namespace lockstep
