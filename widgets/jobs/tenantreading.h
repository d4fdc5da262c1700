// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/tenantfacts.h"
#include "models/analysis/goodput/tenantreport.h"
#include "models/core/time.h"

#include <span>

namespace lockstep {

class ClusterStore;

/// Tenants' GPU time in the visible range, from a store.
struct TenantReading
{
    TenantReport report;
    bool isAsked = false; ///< whether a scheduler is queried
    bool isPending = false; ///< some of it is still being read from disk
};

/// @param known jobs whose tenants were found before; what is found is added
/// @param alerts of the moment at which the ticks end
[[nodiscard]] TenantReading readTenants(const ClusterStore& store, TickRange ticks, std::span<const Alert> alerts,
                                        JobHolders& known);

} // namespace lockstep
