// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exerciseroles.h"

#include "models/analysis/causality/causes.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>

namespace lockstep {

namespace {

using enum ExerciseRole;

struct ViewOfRole
{
    std::string_view id;
    std::optional<ExerciseRole> role; ///< nullopt: withheld from both
};

/// Views that are not listed are shared.
constexpr ViewOfRole viewsOfRoles[] = {
    {"hall", Facilities}, {"power", Facilities},   {"fabric", Training},     {"ports", Training},
    {"link", Training},   {"timeline", Training},  {"blame", Training},      {"steps", Training},
    {"whatif", Training}, {"job", Training},       {"allocation", Training}, {"tenants", Training},
    {"pools", Training},  {"selftests", Training}, {"dependencies", {}},     {"drain", {}},
    {"events", {}},       {"incident", {}},        {"incidents", {}},
};

/// Prefixes of the names of metrics that Facilities sees. All others belong to Training.
constexpr std::string_view ofFacilities[] = {
    "loop.",
    "sensor.",
    metrics::rack::power,
    metrics::rack::inletTemperature,
    metrics::rack::leak,
    metrics::node::power,
    metrics::node::recirculation,
    metrics::gpu::temperature,
    metrics::gpu::memoryTemperature,
    metrics::gpu::power,
    metrics::gpu::fan,
    "gpu.thermal.",
    metrics::cluster::power,
    metrics::cluster::partialPue,
    metrics::cluster::energy,
};

/// Causes that Facilities sees although another trade removes them.
constexpr std::string_view alsoFacilities[] = {kinds::blockedColdPlate, kinds::nodeCooling, kinds::powerSwing};

ExerciseRole roleOf(const CauseRow& row)
{
    const bool isTheirs
        = row.owner == "facilities" || std::ranges::find(alsoFacilities, row.kind) != std::end(alsoFacilities);
    return isTheirs ? Facilities : Training;
}

bool isOfRole(ExerciseRole role, std::string_view kind)
{
    const CauseRow* const row = causeRow(kind);
    return row == nullptr || roleOf(*row) == role;
}

} // namespace

std::string_view roleName(ExerciseRole role)
{
    return role == Facilities ? "facilities" : role == Training ? "training" : "everything";
}

std::optional<std::vector<ExerciseRole>> rolesFromName(std::string_view name)
{
    if (name == "both")
        return std::vector{Facilities, Training};
    for (const ExerciseRole role : {Facilities, Training}) {
        if (name == roleName(role))
            return std::vector{role};
    }
    return std::nullopt;
}

bool seesView(ExerciseRole role, std::string_view view)
{
    const auto* const row = std::ranges::find(viewsOfRoles, view, &ViewOfRole::id);
    return role == Everything || row == std::end(viewsOfRoles) || row->role == role;
}

bool seesMetric(ExerciseRole role, std::string_view metric)
{
    const bool isTheirs
        = std::ranges::any_of(ofFacilities, [metric](std::string_view each) { return metric.starts_with(each); });
    return role == Everything || isTheirs == (role == Facilities);
}

void keepAlertsOf(ExerciseRole role, std::vector<Alert>& alerts)
{
    if (role == Everything)
        return;
    std::erase_if(alerts, [role](const Alert& alert) { return !isOfRole(role, alert.kind); });
    for (Alert& alert : alerts) {
        std::erase_if(alert.chain, [role](const Alert::Stage& stage) { return roleOf(causeRow(stage.kind)) != role; });
        std::erase_if(alert.considered,
                      [role](const Alert::Alternative& other) { return !isOfRole(role, other.kind); });
        alert.title.resize(std::min(alert.title.size(), alert.headLength)); // the effects follow
        alert.costGpuSeconds.reset();
        alert.owners.resize(std::min<std::size_t>(alert.owners.size(), 1));
    }
}

} // namespace lockstep
