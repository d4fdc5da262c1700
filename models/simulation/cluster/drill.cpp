// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/cluster/drill.h"

#include <algorithm>
#include <array>

namespace lockstep::sim {

namespace {
constexpr auto kindNames = std::to_array<std::string_view>({"pump_degradation",
                                                            "blocked_cold_plate",
                                                            "hot_aisle_recirculation",
                                                            "slow_gpu",
                                                            "rack_power_cap",
                                                            "flapping_link",
                                                            "hash_polarisation",
                                                            "congested_spine",
                                                            "storage_contention",
                                                            "memory_errors",
                                                            "nic_down",
                                                            "gpu_off_bus",
                                                            "clock_drift",
                                                            "noisy_neighbour",
                                                            "routing_imbalance",
                                                            "restart_loop",
                                                            "masked_communication_fault",
                                                            "idle_allocation",
                                                            "link_errors",
                                                            "power_swing"});
}

std::string_view faultKindName(FaultKind kind)
{
    return kindNames[static_cast<std::size_t>(kind)];
}

std::optional<FaultKind> faultKindFromName(std::string_view name)
{
    const auto found = std::ranges::find(kindNames, name);
    if (found == kindNames.end())
        return std::nullopt;
    return static_cast<FaultKind>(found - kindNames.begin());
}

double DrillFault::levelAt(double seconds) const
{
    if (seconds < onsetSeconds || seconds >= endSeconds)
        return 0;
    if (rampSeconds <= 0)
        return severity;
    return severity * std::min(1.0, (seconds - onsetSeconds) / rampSeconds);
}

} // namespace lockstep::sim
