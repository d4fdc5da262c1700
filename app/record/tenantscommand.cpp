// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/tenantscommand.h"

#include "app/record/recordedcauses.h"
#include "app/record/recordedjobs.h"
#include "datasources/recording/recording.h"
#include "datasources/reports/tenantexport.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/outputfile.h"
#include "models/analysis/drain/tenantfacts.h"
#include "models/core/allocationwords.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <vector>

namespace lockstep {

namespace {

constexpr TickIndex maxLooks = 200'000; ///< samples of the allocation: two days of seconds

struct TenantsOrder
{
    std::string path;
    std::string out;
    std::string form; ///< "--json", ...; empty: for people
    double hours = 0; ///< 0: all
    Rates rates;
};

Result<TenantsOrder> readOrder(const CommandInput& line)
{
    if (line.rest.size() != 1)
        return Error{line.rest.empty() ? "PATH is missing: expected a recording" : "one PATH at a time"};
    if (line.flags.size() > 1)
        return Error{"one of --json, --csv and --html at a time"};
    TenantsOrder order;
    order.path = line.rest.front();
    order.out = line.option("--out").value_or("");
    order.form = line.flags.empty() ? std::string() : *line.flags.begin();
    order.rates.currency = line.option("--currency").value_or(order.rates.currency);
    line.number<double>("--hours", order.hours);
    order.rates.gpuHour = line.number("--gpu-hour");
    return order;
}

/// What is reported of a moment is reported up to half a minute later: in the last of a recording it has been reported
/// before.
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
    const TickRange ticks = lastHours(recording, hours);
    const TenantSource source{
        *causes.topology(),
        recording.tickPeriod(),
        ticks,
        maxLooks,
        [&](std::string_view metric, TickIndex tick) { return causes.column(metric, tick); },
        [&](std::span<const EntityRef> jobs) { return seriesIn(causes, jobs, ticks); },
        [&](TimePoint moment) { return holdersIn(recording, moment); },
    };
    JobHolders known;
    return tenantReport(tenantFacts(source, known, causes.jobs(), causes.alerts()));
}

std::string formed(const TenantReport& report, const TenantsOrder& order)
{
    if (order.form == "--json")
        return tenantsJson(report, order.rates);
    if (order.form == "--csv")
        return tenantsCsv(report, order.rates);
    return order.form == "--html" ? tenantsHtml(report, order.rates) : tenantsText(report, order.rates);
}

} // namespace

CommandPage tenantsPage()
{
    return {
        .name = "lockstep tenants",
        .summary = "report GPU time that each tenant used and lost",
        .synopsis = {"[--json|--csv|--html] [--out FILE] [--hours N] [--gpu-hour COST] [--currency WORD] PATH"},
        .about = "Reports GPU hours by tenant. Without a format, it prints a table for people.\n\n"
                 "  PATH   recording: a folder, or a file of one\n",
        .options = {{"--json", "", "print JSON"},
                    {"--csv", "", "print CSV"},
                    {"--html", "", "print HTML"},
                    {"--out", "FILE", "write to a file"},
                    {"--hours", "N", "only the last N hours", NumberLimits{}},
                    {"--gpu-hour", "COST", "cost of a GPU hour", NumberLimits{}},
                    {"--currency", "WORD", "currency of the cost"}},
    };
}

CommandAnswer recordingTenants(std::span<const std::string> arguments)
{
    const CommandPage page = tenantsPage();
    const Result<CommandInput> line = readCommand(page, arguments);
    if (!line.isOk())
        return wrongUsage(page, line.error().message);
    if (line.value().answer)
        return {0, *line.value().answer, {}};
    const Result<TenantsOrder> order = readOrder(line.value());
    if (!order.isOk())
        return wrongUsage(page, order.error().message);
    Result<Recording> opened = Recording::open(order.value().path);
    if (!opened.isOk())
        return {1, {}, visibleLine(opened.error().message) + "\n"};
    if (opened.value().ticks().isEmpty())
        return {1, {}, visibleLine(fmt::format("{}: nothing was recorded", order.value().path)) + "\n"};
    CommandAnswer answer;
    answer.out = formed(reportOn(opened.value(), order.value().hours), order.value());
    answer.addProblems(opened.value().problems());
    if (const std::string& path = order.value().out; !path.empty()) {
        if (const Status written = writeOutput(path, answer.out); !written.isOk())
            return {1, {}, answer.err + visibleLine(written.error().message) + "\n"};
        answer.out = fmt::format("{}: {} bytes\n", path, answer.out.size());
    }
    return answer;
}

int runTenants(std::span<const std::string> arguments)
{
    return print(recordingTenants(arguments));
}

} // namespace lockstep
