// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// The kinds of causes; see resources/manual/causes.md. The first sixteen are the drills' words.
namespace kinds {

inline constexpr std::string_view pumpDegradation = "pump_degradation";
inline constexpr std::string_view blockedColdPlate = "blocked_cold_plate";
inline constexpr std::string_view hotAisleRecirculation = "hot_aisle_recirculation";
inline constexpr std::string_view slowGpu = "slow_gpu";
inline constexpr std::string_view rackPowerCap = "rack_power_cap";
inline constexpr std::string_view flappingLink = "flapping_link";
inline constexpr std::string_view hashPolarisation = "hash_polarisation";
inline constexpr std::string_view congestedSpine = "congested_spine";
inline constexpr std::string_view storageContention = "storage_contention";
inline constexpr std::string_view memoryErrors = "memory_errors";
inline constexpr std::string_view nicDown = "nic_down";
inline constexpr std::string_view gpuOffBus = "gpu_off_bus";
inline constexpr std::string_view clockDrift = "clock_drift";
inline constexpr std::string_view noisyNeighbour = "noisy_neighbour";
inline constexpr std::string_view routingImbalance = "routing_imbalance";
inline constexpr std::string_view restartLoop = "restart_loop";
inline constexpr std::string_view warmSupply = "warm_supply";
inline constexpr std::string_view coolantLeak = "coolant_leak";
inline constexpr std::string_view loopFault = "loop_fault";
inline constexpr std::string_view nodeSilent = "node_silent";
inline constexpr std::string_view clockUncertain = "clock_uncertain";
inline constexpr std::string_view versionSkew = "version_skew";
inline constexpr std::string_view gpuError = "gpu_error";
inline constexpr std::string_view silentCorruption = "silent_corruption";
inline constexpr std::string_view overheating = "overheating";
inline constexpr std::string_view lowClock = "low_clock";
inline constexpr std::string_view linkDown = "link_down";
inline constexpr std::string_view linkErrors = "link_errors";
inline constexpr std::string_view switchFault = "switch_fault";
inline constexpr std::string_view congestion = "congestion";
inline constexpr std::string_view microburst = "microburst";
inline constexpr std::string_view collectiveJitter = "collective_jitter";
inline constexpr std::string_view slowLink = "slow_link";
inline constexpr std::string_view overLimit = "over_limit";
inline constexpr std::string_view applicationError = "application_error";
inline constexpr std::string_view jobHang = "job_hang";
inline constexpr std::string_view slowJob = "slow_job";
inline constexpr std::string_view slowService = "slow_service";
inline constexpr std::string_view wornPart = "worn_part";
inline constexpr std::string_view monitoring = "monitoring";

} // namespace kinds

struct CauseKind
{
    std::string_view kind;
    std::string_view words; ///< "a pump has lost speed": what it would be, after "it could be"
    std::string_view owner; ///< who can end it
    std::string_view otherOwner; ///< who feels it; empty: the same
};
/// Every kind, once.
[[nodiscard]] std::span<const CauseKind> causeKinds();
[[nodiscard]] const CauseKind* causeKind(std::string_view kind); ///< nullptr: there is no such kind
/// "resources/runbooks/pump_degradation.md"
[[nodiscard]] std::string runbookPath(std::string_view kind);

} // namespace lockstep
