// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/importcommand.h"

#include "app/record/commandline.h"
#include "datasources/storage/importtext.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

namespace lockstep {

namespace {

constexpr auto importUsage = R"(Usage: lockstep import FILE... --out DIR [--tick SECONDS]
  FILE   OpenMetrics or Prometheus text with times, or CSV: a column "time", columns that name things (node, gpu),
         columns of values
  --tick SECONDS   of the recording (default 1); of samples that fall on one tick the last one stays
)";

void tell(const ImportOutcome& outcome, ImportAnswer& answer)
{
    if (outcome.skipped > 0)
        answer.err += fmt::format("{} ({} left out in all)\n", outcome.firstSkipped, outcome.skipped);
}

void tell(const ImportedSeries::Counts& counts, ImportAnswer& answer)
{
    answer.out
        += fmt::format("{} samples of {} series\n", counts.samples - counts.merged, counts.series - counts.clashes);
    if (counts.merged > 0)
        answer.err
            += fmt::format("{} samples fell on a tick that had a value already and replaced it; a shorter --tick "
                           "keeps them apart\n",
                           counts.merged);
    if (counts.clashes > 0)
        answer.err += fmt::format("{} series name the same metric of the same thing as another and were left out\n",
                                  counts.clashes);
}

} // namespace

ImportAnswer importRecording(std::span<const std::string> arguments)
{
    if (asksForHelp(arguments))
        return {0, importUsage, {}};
    const Result<SubCommandLine> line = parseSubCommand(arguments, {"--out", "--tick"}, {});
    if (!line.isOk())
        return {2, {}, line.error().message + "\n" + importUsage};
    const std::string folder = line.value().option("--out").value_or("");
    const Result<double> tick = numberOption("--tick", line.value().option("--tick").value_or("1"), 0.001);
    if (folder.empty() || line.value().rest.empty() || !tick.isOk())
        return {2, {}, (tick.isOk() ? std::string() : tick.error().message + "\n") + importUsage};

    ImportedSeries series(Duration(std::llround(std::min(tick.value(), 3600.0) * 1e9)));
    ImportAnswer answer;
    for (const std::string& path : line.value().rest) {
        const Result<ImportOutcome> outcome = importFile(path, series);
        if (!outcome.isOk())
            return {1, {}, answer.err + outcome.error().message + "\n"};
        tell(outcome.value(), answer);
    }
    const Status written = series.write(folder);
    if (!written.isOk())
        return {1, {}, answer.err + written.error().message + "\n"};
    tell(series.counts(), answer);
    return answer;
}

int runImport(std::span<const std::string> arguments)
{
    const ImportAnswer answer = importRecording(arguments);
    std::fputs(answer.out.c_str(), stdout);
    std::fputs(answer.err.c_str(), stderr);
    return answer.exitCode;
}

} // namespace lockstep
