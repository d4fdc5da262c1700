// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/eventcodes.h"
#include "models/core/ids.h"
#include "models/core/xid.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// Kinds of causes that code refers to by name. The first nineteen are those of the drills.
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
inline constexpr std::string_view maskedCommunicationFault = "masked_communication_fault";
inline constexpr std::string_view checkpointFailed = "checkpoint_failed";
inline constexpr std::string_view idleAllocation = "idle_allocation";
inline constexpr std::string_view belowReference = "below_reference";
inline constexpr std::string_view targetMissed = "target_missed";
inline constexpr std::string_view powerSwing = "power_swing";
inline constexpr std::string_view warmSupply = "warm_supply";
inline constexpr std::string_view coolantLeak = "coolant_leak";
inline constexpr std::string_view loopFault = "loop_fault";
inline constexpr std::string_view nodeCooling = "node_cooling";
inline constexpr std::string_view nodeSilent = "node_silent";
inline constexpr std::string_view clockUncertain = "clock_uncertain";
inline constexpr std::string_view versionSkew = "version_skew";
inline constexpr std::string_view gpuError = "gpu_error";
inline constexpr std::string_view silentCorruption = "silent_corruption";
inline constexpr std::string_view overheating = "overheating";
inline constexpr std::string_view lowClock = "low_clock";
inline constexpr std::string_view throttledCpu = "throttled_cpu";
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
inline constexpr std::string_view transferLatency = "transfer_latency";
inline constexpr std::string_view wornPart = "worn_part";
inline constexpr std::string_view monitoring = "monitoring";

} // namespace kinds

/// The components to take out of service to end the effects of a cause.
enum class Takes : std::uint8_t {
    Nothing, ///< draining does not help: the cause is removed during operation, or is not on a node
    Node,
};

/// What a failed part does to a job that uses it.
enum class Impact : std::uint8_t {
    None, ///< no part has failed: the program, the settings, the traffic, or the monitoring
    Slows,
    Stops,
};

/// Events that indicate a cause. If several match, the most specific one applies.
struct Indication
{
    std::string_view code; ///< prefix of the event's code
    std::string_view variant{}; ///< empty: any
    std::optional<EntityKind> entityKind{}; ///< nullopt: any
    std::optional<XidClass> xids{}; ///< of gpu.xid; nullopt: any
    std::string_view metric{}; ///< of metric.limit: a metric, or a family that ends with a dot; empty: any
    /// The detector also reports the end; otherwise the finding ends ten minutes after its latest event.
    bool isEnded = true;
};

/// Condition under which several findings of a kind have one cause.
struct Grouping
{
    enum class Level : std::uint8_t {
        Cluster,
        Plane,
        Loop,
        Hall, ///< all racks that no known loop serves
        Row,
        Job,
        Switch,
        Rack, ///< rack or, if racks are unknown, nodes whose names differ only in the last number
        Unplaced, ///< nodes whose racks are unknown
        Node,
        Service,
    };
    Level level; ///< common parent
    std::size_t units; ///< minimum number of units
    std::string_view kind; ///< of the cause; empty: the row's
    double confidence;
    bool blamesParent; ///< otherwise the entities themselves are blamed
};

/// A short list in a row of a constant table.
template <class T>
class RowList
{
public:
    constexpr RowList() = default;
    constexpr RowList(std::initializer_list<T> items)
    {
        for (const T& each : items)
            m_items.at(m_count++) = each;
    }
    [[nodiscard]] constexpr const T* begin() const { return m_items.data(); }
    [[nodiscard]] constexpr const T* end() const { return m_items.data() + m_count; }

private:
    std::array<T, 16> m_items{};
    std::size_t m_count = 0;
};

/// One row of the causes table.
struct CauseRow
{
    /// Possible effects with the same lag.
    struct Effects
    {
        std::chrono::seconds lag; ///< maximum delay after the cause's end
        RowList<FindingKind> kinds;
    };

    std::string_view kind; ///< stable, "pump_degradation"
    std::string_view words; ///< possible causes, in operators' terms
    std::string_view owner; ///< trade that can remove it
    std::string_view affectedTrade = "training"; ///< trade that is affected; may be empty
    Remedy remedy; ///< first one to try
    Takes takes = Takes::Nothing;
    Impact impact = Impact::None;
    double mendSeconds; ///< typical time until repair
    FindingKind finding = FindingKind::Monitoring; ///< finding that points to it if nothing upstream is abnormal
    std::string_view one{}; ///< "GPU hot": short text for a stage of the chain. Empty: no single finding points to this
                            ///< cause
    std::string_view many{}; ///< "GPUs hot"
    double confidence = 0; ///< confidence in the cause, given one finding
    std::chrono::seconds hold{}; ///< delay of the report, so that an upstream finding can be reported first
    std::chrono::seconds late{60}; ///< maximum delay of its detector relative to the effects
    bool isOfJob = false; ///< the entity is only the node of the job's first rank
    RowList<Indication> indications{};
    RowList<Effects> effects{};
    RowList<Grouping> groups{}; ///< the first match applies, so the widest is first

    /// nullopt: not an effect of this cause.
    [[nodiscard]] std::optional<std::chrono::seconds> lagOf(FindingKind effect) const;
};

/// The causes table. Repair times are medians of 348 days of 400 servers (InfiniteHBD's trace): 17 h for a GPU, 47 h
/// for a cable, 12 h for a NIC.
[[nodiscard]] std::span<const CauseRow> causeRows();
/// The row of a finding kind.
[[nodiscard]] const CauseRow& causeRow(FindingKind kind);
/// nullptr: unknown kind.
[[nodiscard]] const CauseRow* causeRow(std::string_view kind);

/// The cause that an event indicates.
struct Indicated
{
    FindingKind kind;
    bool isEnded;
};
/// nullopt: no cause, so no alert.
[[nodiscard]] std::optional<Indicated> indicatedBy(const Event& event, EntityKind entityKind);

/// Path of the runbook in the resources. Every kind has one, which a test checks.
[[nodiscard]] std::string runbookPath(std::string_view kind);

/// Typical repair time after a remedy.
[[nodiscard]] double mendSecondsOf(Remedy remedy);

} // namespace lockstep
