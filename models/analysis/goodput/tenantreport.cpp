// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/tenantreport.h"

#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t reportedCauses = 10; ///< of a tenant, in its figures
constexpr std::size_t reportedJobs = 50;
constexpr std::size_t reportedContentions = 20;

void add(GpuTime& sum, const GpuTime& time)
{
    sum.reserved += time.reserved;
    sum.productive += time.productive;
    sum.wait += time.wait;
    sum.checkpoint += time.checkpoint;
    sum.restart += time.restart;
    sum.lostWork += time.lostWork;
    sum.unknown += time.unknown;
}

void addUnknown(GpuTime& time, double gpuSeconds)
{
    time.reserved += gpuSeconds;
    time.unknown += gpuSeconds;
}

/// Sets the reserved time to the time that it held.
TenantJob booked(TenantJob job)
{
    addUnknown(job.time, std::max(0.0, job.allocated - job.time.reserved));
    return job;
}

/// Measured before unmeasured, then the largest first. Independent of the original order.
bool isWorse(const TenantCause& one, const TenantCause& other)
{
    return std::pair(one.gpuSeconds.value_or(-1), std::string_view(other.key))
        > std::pair(other.gpuSeconds.value_or(-1), std::string_view(one.key));
}

void addLoss(std::vector<TenantCause>& causes, const TenantLoss& loss)
{
    auto its = std::ranges::find(causes, loss.key, &TenantCause::key);
    if (its == causes.end())
        its = causes.insert(causes.end(), {loss.key, loss.title, loss.kind, std::nullopt, {}});
    if (loss.gpuSeconds)
        its->gpuSeconds = its->gpuSeconds.value_or(0) + *loss.gpuSeconds;
    if (!loss.job.empty() && std::ranges::find(its->jobs, loss.job) == its->jobs.end())
        its->jobs.push_back(loss.job);
}

/// Reports each pair for both sides.
void addContention(std::map<std::string, TenantRow>& rows, const std::map<std::string, std::string>& tenantOf,
                   const TenantContention& pair)
{
    const auto ownerOf = [&](const std::string& job) {
        const auto known = tenantOf.find(job);
        return known == tenantOf.end() ? std::string() : known->second;
    };
    const std::string one = ownerOf(pair.job);
    const std::string other = ownerOf(pair.other);
    if (one == other)
        return;
    TenantContention its = pair;
    its.otherTenant = other;
    if (const auto row = rows.find(one); row != rows.end())
        row->second.contentions.push_back(its);
    std::swap(its.job, its.other);
    its.otherTenant = one;
    if (const auto row = rows.find(other); row != rows.end())
        row->second.contentions.push_back(std::move(its));
}

void putInOrder(TenantRow& row)
{
    std::ranges::sort(row.jobs, [](const TenantJob& one, const TenantJob& other) {
        return std::pair(one.time.reserved, std::string_view(other.name))
            > std::pair(other.time.reserved, std::string_view(one.name));
    });
    std::ranges::sort(row.causes, isWorse);
    for (TenantCause& cause : row.causes)
        std::ranges::sort(cause.jobs);
    std::ranges::stable_sort(row.contentions, std::ranges::greater(), &TenantContention::links);
}

std::string shareAndTime(double gpuSeconds, double reserved, const Rates& rates)
{
    return fmt::format("{} · {}{}", shareText(reserved > 0 ? gpuSeconds / reserved : 0), gpuHoursText(gpuSeconds),
                       costSuffix(gpuSeconds, rates));
}

FigureGroup timeOfTenant(const TenantRow& tenant, const Rates& rates)
{
    FigureGroup group{"GPU time by activity", {}};
    Figure whole{
        "Reserved",
        gpuHoursText(tenant.time.reserved) + costSuffix(tenant.time.reserved, rates),
        true,
        "GPUs held by its jobs: the larger of the number of GPUs that the scheduler reports and the number of ranks",
        {{"jobs", formatNumber(static_cast<double>(tenant.jobs.size()))}, rateInput(rates)}};
    if (tenant.otherJobs > 0)
        whole.inputs.emplace_back("jobs that appear only in the scheduler's totals", gpuSecondsText(tenant.otherJobs));
    group.figures.push_back(std::move(whole));
    const Goodput goodput = goodputOf(tenant.time);
    for (const GoodputPart& part : partsInOrder(goodput)) {
        std::string name(part.name);
        name.front() = static_cast<char>(name.front() - 'a' + 'A');
        const bool isUnknown = part.name == "unknown";
        group.figures.push_back(
            {part.name == "productive" ? "Productive (goodput)" : name,
             shareAndTime(std::max(0.0, part.gpuSeconds), tenant.time.reserved, rates),
             true,
             isUnknown ? "(reserved time − time covered by spans) / reserved time; never counted as productive"
                       : fmt::format("GPU time of all its jobs ({}) / reserved time", part.name),
             {{std::string(part.name), gpuSecondsText(std::max(0.0, part.gpuSeconds))},
              {"reserved", gpuSecondsText(tenant.time.reserved)}}});
    }
    group.figures.push_back({"Lost",
                             shareAndTime(tenant.lost(), tenant.time.reserved, rates),
                             true,
                             "reserved − productive − unknown",
                             {{"reserved", gpuSecondsText(tenant.time.reserved)},
                              {"productive", gpuSecondsText(tenant.time.productive)},
                              {"unknown", gpuSecondsText(tenant.time.unknown)},
                              rateInput(rates)}});
    return group;
}

FigureGroup causesOfTenant(const TenantRow& tenant, const Rates& rates)
{
    FigureGroup group{"Causes of losses", {}};
    for (const TenantCause& cause : tenant.causes) {
        if (group.figures.size() == reportedCauses)
            break;
        const std::string formula
            = "(number of GPUs in the tenant's jobs that waited for the cause − baseline before its onset) × time";
        Figure figure = cause.gpuSeconds
            ? Figure{cause.title,
                     gpuHoursText(*cause.gpuSeconds) + costSuffix(*cause.gpuSeconds, rates),
                     true,
                     formula,
                     {{"took", gpuSecondsText(*cause.gpuSeconds)}, rateInput(rates)}}
            : unknownFigure(cause.title, "not measured: no wait data");
        figure.inputs.emplace_back("jobs", fmt::format("{}", fmt::join(cause.jobs, ", ")));
        group.figures.push_back(std::move(figure));
    }
    if (tenant.causes.empty())
        group.figures.push_back({"Causes", "no alert explains the losses", true, {}, {}});
    return group;
}

FigureGroup jobsOfTenant(const TenantRow& tenant, const Rates& rates)
{
    FigureGroup group{"Its jobs", {}};
    for (const TenantJob& job : tenant.jobs) {
        if (group.figures.size() == reportedJobs)
            break;
        const bool isReported = job.time.isMeasured();
        group.figures.push_back(
            {job.name,
             fmt::format("{}, {}", gpuHoursText(job.time.reserved) + costSuffix(job.time.reserved, rates),
                         isReported ? shareText(job.time.productive / job.time.reserved) + " productive"
                                    : std::string("no data from its ranks")),
             true,
             "the larger of the number of GPUs that the scheduler reports and the number of ranks",
             {{"according to the scheduler", job.allocated > 0 ? gpuSecondsText(job.allocated) : "not reported"},
              {"unknown", gpuSecondsText(job.time.unknown)}}});
    }
    return group;
}

FigureGroup contentionsOfTenant(const TenantRow& tenant)
{
    FigureGroup group{"Shares links with other tenants", {}};
    for (const TenantContention& pair : tenant.contentions) {
        if (group.figures.size() == reportedContentions)
            break;
        Figure figure{fmt::format("{} with {} ({})", pair.job, pair.other, tenantName(pair.otherTenant)),
                      fmt::format("{} link{}", pair.links, pair.links == 1 ? "" : "s"),
                      true,
                      "links that both jobs use, derived from the placement of their ranks and the cabling",
                      {}};
        if (!pair.busiest.empty() && !std::isnan(pair.utilisation)) {
            figure.value += fmt::format(", the busiest at {}", shareText(pair.utilisation));
            figure.inputs.emplace_back("busiest", pair.busiest);
        }
        group.figures.push_back(std::move(figure));
    }
    if (tenant.contentions.empty())
        group.figures.push_back({"Others", "no reporting jobs", true, {}, {}});
    return group;
}

/// Includes tenants that held nothing.
void addTargets(const TenantFacts& facts, std::map<std::string, TenantRow>& rows, TenantRow& all)
{
    constexpr double daySeconds = 24 * hourSeconds;
    const double seconds = std::chrono::duration<double>(facts.observed).count();
    for (const Target& target : facts.targets) {
        TenantRow& row = target.tenant.empty() ? all : rows[target.tenant];
        row.target = target;
        row.budget = target.gpuHoursPerDay * hourSeconds * seconds / daySeconds;
        row.available = target.tenant.empty() ? facts.gpus * seconds : row.budget;
    }
}

FigureGroup targetsOfTenant(const TenantRow& tenant, const Rates& rates)
{
    FigureGroup group{"Targets", {}};
    if (tenant.target && tenant.target->goodput > 0 && !tenant.time.isMeasured())
        group.figures.push_back(unknownFigure("Goodput",
                                              tenant.time.reserved > 0
                                                  ? "no data: no rank of its jobs reports"
                                                  : "no data: no job of this tenant is known in this period"));
    if (tenant.target && tenant.target->utilisation > 0 && tenant.available <= 0)
        group.figures.push_back(unknownFigure("Utilisation",
                                              tenant.name.empty() ? "no data: no GPU is known"
                                                                  : "no data: its target has no gpu_hours_per_day"));
    for (const TargetFigure& each : targetFigures(tenant)) {
        const char* const verdict = each.isMissed() ? "missed" : "met";
        if (each.name == "budget")
            group.figures.push_back(
                {"Budget",
                 fmt::format("{} of {} for this period, burn {:.2f}: {}",
                             gpuHoursText(tenant.time.reserved) + costSuffix(tenant.time.reserved, rates),
                             gpuHoursText(tenant.budget), each.reached, verdict),
                 true,
                 "burn = reserved time / (GPU hours per day × period)",
                 {{"reserved", gpuSecondsText(tenant.time.reserved)},
                  {"GPU hours per day", formatNumber(tenant.target->gpuHoursPerDay)},
                  rateInput(rates)}});
        else
            group.figures.push_back(
                {each.name == "goodput" ? "Goodput" : "Utilisation",
                 fmt::format("{}, target {}: {}", shareText(each.reached), shareText(each.target), verdict),
                 true,
                 each.name == "goodput"    ? "productive time / reserved time"
                     : tenant.name.empty() ? "reserved time / total time of all GPUs"
                                           : "reserved time / budget",
                 {{"reserved", gpuSecondsText(tenant.time.reserved)}}});
    }
    return group;
}

} // namespace

std::vector<TargetFigure> targetFigures(const TenantRow& tenant)
{
    std::vector<TargetFigure> figures;
    if (!tenant.target)
        return figures;
    if (tenant.target->goodput > 0 && tenant.time.isMeasured())
        figures.push_back({"goodput", tenant.time.productive / tenant.time.reserved, tenant.target->goodput});
    if (tenant.target->utilisation > 0 && tenant.available > 0)
        figures.push_back({"utilisation", tenant.time.reserved / tenant.available, tenant.target->utilisation});
    if (tenant.budget > 0)
        figures.push_back({"budget", tenant.time.reserved / tenant.budget, 1});
    return figures;
}

double TenantRow::lost() const
{
    return std::max(0.0, time.reserved - time.productive - time.unknown);
}

std::string tenantName(const std::string& tenant)
{
    return tenant.empty() ? "unknown tenant" : tenant;
}

TenantReport tenantReport(const TenantFacts& facts)
{
    std::map<std::string, TenantRow> rows;
    std::map<std::string, std::string> tenantOf; // by job
    std::map<std::string, double> named; // GPU-seconds of jobs that the scheduler lists
    for (const TenantJob& job : facts.jobs) {
        TenantJob its = booked(job);
        if (!(its.time.reserved > 0))
            continue;
        tenantOf[job.name] = job.tenant;
        named[job.tenant] += job.allocated;
        TenantRow& row = rows[job.tenant];
        add(row.time, its.time);
        row.jobs.push_back(std::move(its));
    }
    for (const auto& [tenant, held] : facts.held) {
        // A difference of about a tick is due to the times of the queries.
        constexpr double grain = 0.01;
        if (const double rest = held - named[tenant]; rest > grain * held) {
            rows[tenant].otherJobs = rest;
            addUnknown(rows[tenant].time, rest);
        }
    }
    TenantReport report{facts.range, {}, {}};
    for (const TenantLoss& loss : facts.losses) {
        if (const auto job = tenantOf.find(loss.job); job != tenantOf.end())
            addLoss(rows[job->second].causes, loss);
        addLoss(report.all.causes, loss);
    }
    for (const TenantContention& pair : facts.contentions)
        addContention(rows, tenantOf, pair);
    addTargets(facts, rows, report.all);
    for (auto& [name, row] : rows) {
        row.name = name;
        putInOrder(row);
        add(report.all.time, row.time);
        report.all.otherJobs += row.otherJobs;
        report.tenants.push_back(std::move(row));
    }
    putInOrder(report.all);
    std::ranges::stable_sort(report.tenants, [](const TenantRow& one, const TenantRow& other) {
        return std::pair(!one.name.empty(), one.time.reserved) > std::pair(!other.name.empty(), other.time.reserved);
    });
    return report;
}

std::vector<FigureGroup> tenantFigures(const TenantRow& tenant, const Rates& rates)
{
    std::vector<FigureGroup> groups{timeOfTenant(tenant, rates), causesOfTenant(tenant, rates),
                                    jobsOfTenant(tenant, rates), contentionsOfTenant(tenant)};
    if (FigureGroup targets = targetsOfTenant(tenant, rates); !targets.figures.empty())
        groups.insert(groups.begin(), std::move(targets));
    return groups;
}

} // namespace lockstep
