// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/goodput.h"
#include "models/core/rates.h"
#include "models/core/time.h"
#include "models/core/topology/siteplan.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// GPU time that a job held in a period, and its use.
struct TenantJob
{
    std::string name;
    std::string tenant; ///< an account or namespace; empty: unknown
    double allocated = 0; ///< GPU-seconds according to the scheduler; 0: unknown
    GpuTime time; ///< according to its ranks; in a report: all of the reserved time
};

/// GPU time that one cause cost one job.
struct TenantLoss
{
    std::string key; ///< of the alert
    std::string title;
    std::string kind;
    std::string job;
    std::optional<double> gpuSeconds; ///< nullopt: not measured
};

/// Two jobs of different tenants that share links.
struct TenantContention
{
    std::string job;
    std::string other;
    std::string otherTenant; ///< empty: unknown
    std::size_t links = 0; ///< number of shared links
    std::string busiest; ///< of the links; empty: unknown
    double utilisation = std::numeric_limits<double>::quiet_NaN(); ///< of the busiest link, at the end
};

/// Inputs of a tenant report.
struct TenantFacts
{
    TimeRange range;
    Duration observed{}; ///< the range without long pauses in which nothing was recorded
    std::vector<TenantJob> jobs;
    std::map<std::string, double> held; ///< GPU-seconds of all of a tenant's jobs, according to the scheduler
    std::vector<TenantLoss> losses;
    std::vector<TenantContention> contentions; ///< each pair once
    std::vector<Target> targets{}; ///< of tenants, and of the cluster
    double gpus = 0; ///< of the cluster
};

/// A cause, and its cost for one tenant.
struct TenantCause
{
    std::string key;
    std::string title;
    std::string kind;
    std::optional<double> gpuSeconds; ///< nullopt: not measured
    std::vector<std::string> jobs; ///< affected jobs of the tenant
};

struct TenantRow
{
    std::string name; ///< empty: jobs without a known tenant
    std::vector<TenantJob> jobs; ///< largest first
    double otherJobs = 0; ///< GPU-seconds in the scheduler's totals that no listed job has
    GpuTime time; ///< of all jobs
    std::vector<TenantCause> causes; ///< largest first
    std::vector<TenantContention> contentions; ///< with jobs of other tenants, most links first
    std::optional<Target> target{};
    double budget = 0; ///< GPU-seconds of the period, according to the target; 0: none
    double available = 0; ///< GPU-seconds to which utilisation refers: the budget, or those of the whole cluster

    [[nodiscard]] double lost() const; ///< GPU-seconds: reserved and known to be unproductive
};

/// A figure and its target.
struct TargetFigure
{
    std::string_view name; ///< "goodput", "budget", "utilisation"
    double reached = 0; ///< for the budget: used GPU time / budget
    double target = 0; ///< a maximum for the budget, a minimum for the others
    [[nodiscard]] bool isMissed() const { return name == "budget" ? reached > target : reached < target; }
};
/// The figures of a tenant or the cluster for which a target is set.
[[nodiscard]] std::vector<TargetFigure> targetFigures(const TenantRow& tenant);

/// GPU time that each tenant held in a period, its use, and the causes of losses.
struct TenantReport
{
    TimeRange range;
    std::vector<TenantRow> tenants; ///< largest reserved time first; unknown tenants last
    TenantRow all; ///< totals, without jobs

    [[nodiscard]] bool isEmpty() const { return tenants.empty(); }
};

/// A job holds its scheduler's allocation or, if that is smaller or unknown, the GPUs that its ranks report. Time that
/// ranks do not report is unknown, never productive. The part of the scheduler's totals that the listed jobs do not
/// cover is also unknown. Classes add up to each tenant's total, and tenants to the grand total.
[[nodiscard]] TenantReport tenantReport(const TenantFacts& facts);

/// Display name of a tenant, or a text for an unknown one.
[[nodiscard]] std::string tenantName(const std::string& tenant);

/// A tenant's figures with their inputs.
[[nodiscard]] std::vector<FigureGroup> tenantFigures(const TenantRow& tenant, const Rates& rates);

} // namespace lockstep
