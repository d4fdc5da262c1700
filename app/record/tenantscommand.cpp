// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "datasources/reports/tenantexport.h"
#include "models/analysis/drain/tenantfacts.h"
#include "models/core/allocationwords.h"

namespace lockstep {

namespace {

constexpr std::size_t maxSamples = 200'000; ///< samples of the allocation: two days of seconds

/// Allocations are reported every half minute. At the end of a recording, the latest report may therefore lie before
/// the moment.
JobHolders holdersIn(Recording& recording, TimePoint moment)
{
    JobHolders holders;
    for (const Duration before : {allocationReportedAgain + std::chrono::seconds(1), Duration::zero()}) {
        const TimePoint at = moment - before;
        for (const RecordedSpan& span : recording.spans({at, at + std::chrono::milliseconds(1)})) {
            if (span.kind == SpanKind::Idle || recording.names().name(NameId{span.lane}) != allocationLane)
                continue;
            JobHolder& holder = holders[recording.names().name(NameId{span.job})];
            holder.tenant = recording.names().name(NameId{span.communicator});
            holder.nodes.push_back(span.entity);
        }
    }
    return holders;
}

TenantReport reportOn(Recording& recording, double hours)
{
    const RecordedCauses causes(recording);
    const std::span<const TickIndex> ticks = lastHours(causes, hours);
    const TenantSource source{
        *causes.topology(),
        recording.tickPeriod(),
        ticks,
        maxSamples,
        [&](std::string_view metric, TickIndex tick) { return causes.column(metric, tick); },
        [&](std::span<const EntityRef> jobs) { return seriesIn(causes, jobs, ticks); },
        [&](TimePoint moment) { return holdersIn(recording, moment); },
    };
    JobHolders known;
    return tenantReport(tenantFacts(source, known, causes.jobs(), causes.alerts()));
}

std::string formed(const TenantReport& report, const CommandInput& line)
{
    Rates rates;
    rates.currency = line.option("--currency").value_or(rates.currency);
    rates.gpuHour = line.number("--gpu-hour");
    if (line.has("--json"))
        return tenantsJson(report, rates);
    if (line.has("--csv"))
        return tenantsCsv(report, rates);
    return line.has("--html") ? tenantsHtml(report, rates) : tenantsText(report, rates);
}

} // namespace

CommandPage tenantsPage()
{
    return {
        .name = "lockstep tenants",
        .summary = "report the GPU time used and lost by each tenant",
        .synopsis = {"[--json|--csv|--html] [--out FILE] [--hours N] [--gpu-hour COST] [--currency WORD] PATH"},
        .about = "Reports the GPU hours used and lost by each tenant. The default format is a text table.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options = {{"--json", "", "print JSON"},
                    {"--csv", "", "print CSV"},
                    {"--html", "", "print HTML"},
                    {"--out", "FILE", "write the report to a file (default: print it)"},
                    {"--hours", "N", "use only the last N hours of the recording", NumberLimits{}},
                    {"--gpu-hour", "COST", "cost of a GPU hour, to report losses in money", NumberLimits{}},
                    {"--currency", "WORD", "currency of the cost"}},
        .examples = "  lockstep tenants --html --gpu-hour 2.5 --out tenants.html site\n",
    };
}

CommandResult recordingTenants(std::span<const std::string> arguments)
{
    const CommandPage page = tenantsPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        if (line.flags.size() > 1)
            return wrongUsage(page, "expected at most one of --json, --csv and --html");
        return answerFromRecording(page, line, [&line](Recording& recording) -> CommandResult {
            return {0, formed(reportOn(recording, line.number("--hours").value_or(0)), line), {}};
        });
    });
}

} // namespace lockstep
