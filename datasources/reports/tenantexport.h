// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/tenantreport.h"
#include "models/core/rates.h"

#include <string>

namespace lockstep {

/// {"from","to" (ISO 8601, UTC),"currency","gpu_hour" (null: not set),"all":{...},"tenants":[{"tenant" (null:
/// unknown),"reserved_gpu_h","productive_gpu_h","goodput","lost_gpu_h","lost_cost" (null: no rate),"loss_gpu_h":
/// {"wait","checkpoint","restart","lost_work","idle"},"unknown_gpu_h","other_jobs_gpu_h","jobs":[{"job",
/// "reserved_gpu_h",...}],"causes":[{"key","kind","title","gpu_h" (null: not measured),"cost","jobs"}],"contends":
/// [{"job","with","tenant","links","busiest","utilisation"}]}]}
[[nodiscard]] std::string tenantsJson(const TenantReport& report, const Rates& rates);

/// CSV (RFC 4180) with a line per job, and one per tenant with an empty job: tenant, job, hours by class, and costs if
/// there is a rate.
[[nodiscard]] std::string tenantsCsv(const TenantReport& report, const Rates& rates);

/// One HTML file without external references or scripts.
[[nodiscard]] std::string tenantsHtml(const TenantReport& report, const Rates& rates);

/// A table for a terminal.
[[nodiscard]] std::string tenantsText(const TenantReport& report, const Rates& rates);

} // namespace lockstep
