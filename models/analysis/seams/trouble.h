// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lockstep {

/// What sort of trouble a finding tells of, causes before what follows from them: nothing here is ever the effect of
/// what stands below it. That order is what keeps the graph of causes free of circles.
enum class Trouble : std::uint8_t {
    PowerCap,
    CoolantLeak,
    LoopFlow,
    LoopSupply,
    LoopFault, ///< a loop behaves unlike itself, or is heading for its limit
    RackAir,
    NodeSilent,
    NodeClock,
    ClockNote, ///< a clock that is poor or was set: of what others can be ordered by
    NodeUnlike,
    GpuMemory, ///< ECC, and the XIDs that follow from it
    GpuGone,
    GpuFault, ///< another XID that speaks of hardware
    GpuNumbers, ///< it may compute wrongly
    GpuCooling,
    GpuHot,
    GpuClock,
    LinkFlap,
    PortDown,
    LinkErrors,
    Polarisation,
    JobTraffic,
    Congestion,
    Microburst, ///< a port drops, marks or pauses in bursts, though it is not half full
    LinkBusy, ///< a port waits for credit, or marks and pauses what passes
    StorageSlow,
    HostLimit, ///< another limit passed
    SlowLinks, ///< the links of a communicator keep its ranks waiting
    SlowRank,
    Application, ///< an XID that a program causes
    Hang,
    JobRestarts,
    Jitter, ///< a job's collectives take now more and now less time
    JobSlow,
    ServingImbalance,
    ServingSlow,
    WornPart, ///< many errors in a lifetime
    Monitoring, ///< what watches is itself in trouble
};
inline constexpr std::size_t troubleCount = static_cast<std::size_t>(Trouble::Monitoring) + 1;

/// What an alert of one trouble is by itself.
struct TroubleRow
{
    Trouble trouble;
    std::string_view kind; ///< of cause that it points to while nothing upstream is abnormal; see causekinds.h
    double confidence; ///< in that
    std::chrono::seconds hold; ///< before it is reported, so that what is upstream may speak first
    std::chrono::seconds late; ///< by how much its detector may date it after what follows from it
    bool isOfJob; ///< its entity only says where the job's first rank is
    std::string_view one; ///< "GPU hot": a stage of the chain in short
    std::string_view many; ///< "GPUs hot"
};
[[nodiscard]] const TroubleRow& rowOf(Trouble trouble);

/// Which event tells of which trouble.
struct FindingRow
{
    std::string_view code; ///< that the event's begins with
    std::string_view variant; ///< empty: any
    Trouble trouble;
    bool isEnded; ///< its detector also says when it is over; else it is over ten minutes after the latest
    Severity min = Severity::Warning; ///< that is worth an operator's time
    std::optional<EntityKind> entityKind{}; ///< nullopt: any
};
/// nullptr: nothing that an operator is woken for.
[[nodiscard]] const FindingRow* findingRow(const Event& event, EntityKind entityKind);

/// What may follow from what.
struct EffectRow
{
    Trouble cause;
    Trouble effect;
    std::chrono::seconds lag; ///< the longest that it takes after the cause has begun to be over
};
[[nodiscard]] std::span<const EffectRow> effectRows();

} // namespace lockstep
