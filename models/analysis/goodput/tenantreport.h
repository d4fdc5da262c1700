// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/analysis/goodput/goodput.h"
#include "models/core/rates.h"
#include "models/core/time.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What a job held in a period, and how its ranks used it.
struct TenantJob
{
    std::string name;
    std::string tenant; ///< an account or namespace; empty: unknown
    double allocated = 0; ///< GPU-seconds, as a scheduler says; 0: it says nothing
    GpuTime time; ///< as its ranks say; of a report: with all that it held
};

/// GPU time that one cause took from one job.
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
    std::size_t links = 0; ///< in common
    std::string busiest; ///< of these; empty: not known
    double utilisation = std::numeric_limits<double>::quiet_NaN(); ///< of that one, at the end
};

/// Inputs of a tenant report.
struct TenantFacts
{
    TimeRange range;
    std::vector<TenantJob> jobs;
    std::map<std::string, double> held; ///< GPU-seconds of all of a tenant's jobs, as a scheduler says
    std::vector<TenantLoss> losses;
    std::vector<TenantContention> contentions; ///< each pair once
};

/// A cause, and what it took from one tenant.
struct TenantCause
{
    std::string key;
    std::string title;
    std::string kind;
    std::optional<double> gpuSeconds; ///< nullopt: not measured
    std::vector<std::string> jobs; ///< of the tenant that it hit
};

struct TenantRow
{
    std::string name; ///< empty: of jobs without a known tenant
    std::vector<TenantJob> jobs; ///< that held the most first
    double otherJobs = 0; ///< GPU-seconds of jobs that are in the scheduler's sums alone
    GpuTime time; ///< of all of these
    std::vector<TenantCause> causes; ///< that took the most first
    std::vector<TenantContention> contentions; ///< with others' jobs, most links first

    [[nodiscard]] double lost() const; ///< GPU-seconds: reserved and known not to be productive
};

/// What each tenant held in a period, how it was used, and the causes of losses.
struct TenantReport
{
    TimeRange range;
    std::vector<TenantRow> tenants; ///< largest reserved time first; unknown tenants last
    TenantRow all; ///< sums, and no jobs

    [[nodiscard]] bool isEmpty() const { return tenants.empty(); }
};

/// A job holds what its scheduler has allocated or, if that is less or unknown, what its ranks report; time that ranks
/// do not report is unknown, never productive. So is the part of the scheduler's totals beyond the jobs it lists.
/// Classes add up to each tenant's total, and tenants to the whole.
[[nodiscard]] TenantReport tenantReport(const TenantFacts& facts);

/// Display name of a tenant, or a text for an unknown one.
[[nodiscard]] std::string tenantName(const std::string& tenant);

/// A tenant's numbers with what they are computed from.
[[nodiscard]] std::vector<FigureGroup> tenantFigures(const TenantRow& tenant, const Rates& rates);

} // namespace lockstep
