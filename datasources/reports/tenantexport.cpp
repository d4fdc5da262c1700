// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/tenantexport.h"

#include "datasources/reports/exportdocument.h"
#include "datasources/reports/exporttext.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/units.h"
#include "models/incidents/fieldtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace lockstep {

namespace {

struct LossClass
{
    std::string_view key;
    double GpuTime::*gpuSeconds;
};

/// Measured classes; the rest of the reserved time is idle.
constexpr std::array<LossClass, 4> lossClasses{{{"wait", &GpuTime::wait},
                                                {"checkpoint", &GpuTime::checkpoint},
                                                {"restart", &GpuTime::restart},
                                                {"lost_work", &GpuTime::lostWork}}};

double hours(double gpuSeconds)
{
    return gpuSeconds / hourSeconds;
}

double idleOf(const GpuTime& time)
{
    return std::max(0.0,
                    time.reserved - time.productive - time.wait - time.checkpoint - time.restart - time.lostWork
                        - time.unknown);
}

double lostOf(const GpuTime& time)
{
    return std::max(0.0, time.reserved - time.productive - time.unknown);
}

/// Null: no rate is set, or the time is unknown.
std::optional<double> moneyOf(std::optional<double> gpuSeconds, const Rates& rates)
{
    return gpuSeconds && rates.gpuHour ? std::optional(hours(*gpuSeconds) * *rates.gpuHour) : std::nullopt;
}

void writeTime(JsonWriter& json, const GpuTime& time, const Rates& rates)
{
    json.key("reserved_gpu_h").number(hours(time.reserved));
    json.key("reserved_cost").number(moneyOf(time.reserved, rates));
    json.key("productive_gpu_h").number(hours(time.productive));
    json.key("goodput").number(time.isMeasured() ? std::optional(time.productive / time.reserved) : std::nullopt);
    json.key("lost_gpu_h").number(hours(lostOf(time))).key("lost_cost").number(moneyOf(lostOf(time), rates));
    json.key("loss_gpu_h").beginObject();
    for (const LossClass& each : lossClasses)
        json.key(each.key).number(hours(time.*each.gpuSeconds));
    json.key("idle").number(hours(idleOf(time))).endObject();
    json.key("unknown_gpu_h").number(hours(time.unknown));
}

void writeTenant(JsonWriter& json, const TenantRow& tenant, const Rates& rates)
{
    writeTime(json, tenant.time, rates);
    json.key("targets").beginList();
    for (const TargetFigure& each : targetFigures(tenant)) {
        json.beginObject().field("name", each.name).key("reached").number(each.reached);
        json.key("target").number(each.target).key("missed").truth(each.isMissed()).endObject();
    }
    json.endList();
    json.key("other_jobs_gpu_h").number(hours(tenant.otherJobs)).key("jobs").beginList();
    for (const TenantJob& job : tenant.jobs) {
        json.beginObject().field("job", job.name);
        writeTime(json, job.time, rates);
        json.endObject();
    }
    json.endList().key("causes").beginList();
    for (const TenantCause& cause : tenant.causes) {
        json.beginObject().field("key", cause.key).field("kind", cause.kind).field("title", cause.title);
        json.key("gpu_h").number(cause.gpuSeconds ? std::optional(hours(*cause.gpuSeconds)) : std::nullopt);
        json.key("cost").number(moneyOf(cause.gpuSeconds, rates)).texts("jobs", cause.jobs).endObject();
    }
    json.endList().key("contends").beginList();
    for (const TenantContention& pair : tenant.contentions) {
        json.beginObject().field("job", pair.job).field("with", pair.other).field("tenant", pair.otherTenant);
        json.key("links").number(pair.links).field("busiest", pair.busiest);
        json.key("utilisation").number(pair.utilisation).endObject();
    }
    json.endList();
}

std::string csvLine(std::string_view tenant, std::string_view job, const GpuTime& time, const Rates& rates)
{
    std::string line = csvField(tenant) + ',' + csvField(job);
    for (const double gpuSeconds : {time.reserved, time.productive, time.wait, time.checkpoint, time.restart,
                                    time.lostWork, idleOf(time), time.unknown, lostOf(time)})
        line += fmt::format(",{}", hours(gpuSeconds));
    for (const double gpuSeconds : {time.reserved, lostOf(time)}) {
        const std::optional<double> money = moneyOf(gpuSeconds, rates);
        line += money ? fmt::format(",{}", *money) : ",";
    }
    return line + ',' + csvField(rates.currency) + "\r\n";
}

std::string goodputText(const GpuTime& time)
{
    return time.isMeasured() ? shareText(time.productive / time.reserved) : time.reserved > 0 ? "unknown" : "–";
}

std::string costText(double gpuSeconds, const Rates& rates)
{
    const std::string money = costSuffix(gpuSeconds, rates);
    return money.empty() ? "–" : money.substr(2);
}

/// Targets that are missed or not measured: "goodput 71 % of 85 %, burn 1.20". "met" if all are met; a dash if there
/// are none.
std::string targetsText(const TenantRow& tenant)
{
    const std::vector<TargetFigure> targets = targetFigures(tenant);
    std::string missed;
    for (const TargetFigure& each : targets) {
        if (!each.isMissed())
            continue;
        missed += missed.empty() ? "" : ", ";
        missed += each.name == "budget"
            ? fmt::format("burn {:.2f}", each.reached)
            : fmt::format("{} {} (target {})", each.name, shareText(each.reached), shareText(each.target));
    }
    if (tenant.target && tenant.target->goodput > 0 && !tenant.time.isMeasured())
        missed += missed.empty() ? "goodput not measured" : ", goodput not measured";
    return !missed.empty() ? missed : targets.empty() ? "–" : "met";
}

std::vector<std::string> cellsOf(const std::string& name, const TenantRow& tenant, const Rates& rates)
{
    return {name,
            fmt::format("{}", tenant.jobs.size()),
            gpuHoursText(tenant.time.reserved),
            goodputText(tenant.time),
            gpuHoursText(lostOf(tenant.time)),
            costText(lostOf(tenant.time), rates),
            targetsText(tenant),
            tenant.causes.empty() ? std::string("–") : tenant.causes.front().title};
}

std::vector<std::string> cellsOfAll(const std::string& name, const TenantReport& report, const Rates& rates)
{
    std::size_t jobs = 0;
    for (const TenantRow& tenant : report.tenants)
        jobs += tenant.jobs.size();
    std::vector<std::string> cells = cellsOf(name, report.all, rates);
    cells[1] = fmt::format("{}", jobs);
    return cells;
}

ReportTable tableOf(const FigureGroup& group)
{
    ReportTable table{{group.name, "", "computed from"}, {}, {false, true, false}, false};
    for (const Figure& figure : group.figures) {
        std::string from = figure.formula;
        for (const auto& [name, value] : figure.inputs)
            from += fmt::format("{}{}: {}", from.empty() ? "" : "\n", name, value);
        table.rows.push_back({figure.name, figure.value, from});
    }
    return table;
}

std::string spanText(const TenantReport& report)
{
    return fmt::format("{} to {}", formatUtc(report.range.from), formatUtc(report.range.to));
}

} // namespace

std::string tenantsJson(const TenantReport& report, const Rates& rates)
{
    JsonWriter json;
    json.beginObject().field("from", formatUtc(report.range.from, 9)).field("to", formatUtc(report.range.to, 9));
    json.field("currency", rates.currency).key("gpu_hour").number(rates.gpuHour);
    json.key("all").beginObject();
    writeTenant(json, report.all, rates);
    json.endObject().key("tenants").beginList();
    for (const TenantRow& tenant : report.tenants) {
        json.beginObject();
        if (tenant.name.empty())
            json.key("tenant").number(std::optional<double>());
        else
            json.field("tenant", tenant.name);
        writeTenant(json, tenant, rates);
        json.endObject();
    }
    json.endList().endObject();
    return json.drain() + "\n";
}

std::string tenantsCsv(const TenantReport& report, const Rates& rates)
{
    std::string csv = "tenant,job,reserved_gpu_h,productive_gpu_h,wait_gpu_h,checkpoint_gpu_h,restart_gpu_h,"
                      "lost_work_gpu_h,idle_gpu_h,unknown_gpu_h,lost_gpu_h,reserved_cost,lost_cost,currency\r\n";
    for (const TenantRow& tenant : report.tenants) {
        csv += csvLine(tenant.name, "", tenant.time, rates);
        for (const TenantJob& job : tenant.jobs)
            csv += csvLine(tenant.name, job.name, job.time, rates);
    }
    return csv;
}

std::string tenantsHtml(const TenantReport& report, const Rates& rates)
{
    Report document;
    document.title = "GPU time by tenant";
    document.facts
        = {{"When", spanText(report)},
           {"Reserved", gpuHoursText(report.all.time.reserved) + costSuffix(report.all.time.reserved, rates)},
           {"Goodput", goodputText(report.all.time)},
           {"Lost", gpuHoursText(lostOf(report.all.time)) + costSuffix(lostOf(report.all.time), rates)},
           {"Rate", rateInput(rates).second}};
    ReportTable table{{"Tenant", "Jobs", "Reserved", "Goodput", "Lost", "Cost", "Targets", "Worst cause"},
                      {},
                      {false, true, true, true, true, true, false, false},
                      true};
    for (const TenantRow& tenant : report.tenants)
        table.rows.push_back(cellsOf(tenantName(tenant.name), tenant, rates));
    table.rows.push_back(cellsOfAll("All", report, rates));
    document.blocks.emplace_back(std::move(table));
    for (const TenantRow& tenant : report.tenants) {
        document.blocks.emplace_back(ReportHeading{2, tenantName(tenant.name)});
        for (const FigureGroup& group : tenantFigures(tenant, rates))
            document.blocks.emplace_back(tableOf(group));
    }
    document.colophon = "Lost time is known to be unproductive. Unknown time is neither productive nor lost.";
    return htmlOf(document);
}

std::string tenantsText(const TenantReport& report, const Rates& rates)
{
    std::string text = spanText(report) + "\n";
    const auto write = [&](const std::vector<std::string>& cells) {
        text += fmt::format("{:24} {:>5} {:>16} {:>10} {:>16} {:>16}  {:28}  {}\n", cells[0], cells[1], cells[2],
                            cells[3], cells[4], cells[5], cells[6], cells[7]);
    };
    write({"TENANT", "JOBS", "RESERVED", "GOODPUT", "LOST", "COST OF LOSSES", "TARGETS", "WORST CAUSE"});
    for (const TenantRow& tenant : report.tenants) {
        write(cellsOf(tenantName(tenant.name), tenant, rates));
        for (const TenantContention& pair : tenant.contentions)
            text += fmt::format("    {} shares {} link{} with {} ({})\n", pair.job, pair.links,
                                pair.links == 1 ? "" : "s", pair.other, tenantName(pair.otherTenant));
    }
    if (report.all.target)
        write(cellsOfAll("all", report, rates));
    if (report.isEmpty())
        text += "No job held a GPU in this period.\n";
    return text;
}

} // namespace lockstep
