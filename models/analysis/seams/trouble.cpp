// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/trouble.h"

#include "models/analysis/seams/causekinds.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/xid.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using enum Trouble;
using namespace std::chrono_literals;

/// By Trouble. How late a detector may be is what its hysteresis, and the window that it looks at, take.
constexpr auto troubleRows = std::to_array<TroubleRow>({
    {PowerCap, kinds::rackPowerCap, 0.9, 0s, 90s, false, "power capped", "power capped"},
    {CoolantLeak, kinds::coolantLeak, 0.8, 0s, 60s, false, "coolant leaks", "places leak coolant"},
    {LoopFlow, kinds::pumpDegradation, 0.9, 0s, 90s, false, "loop short of flow", "loops short of flow"},
    {LoopSupply, kinds::warmSupply, 0.85, 0s, 120s, false, "loop supplied warm", "loops supplied warm"},
    {LoopFault, kinds::loopFault, 0.6, 10s, 180s, false, "loop behaves unusually", "loops behave unusually"},
    {RackAir, kinds::hotAisleRecirculation, 0.8, 0s, 180s, false, "rack breathes warm air", "racks breathe warm air"},
    {NodeSilent, kinds::nodeSilent, 0.8, 0s, 60s, false, "place silent", "places silent"},
    {NodeClock, kinds::clockDrift, 0.9, 0s, 180s, false, "clock drifts", "clocks drift"},
    {ClockNote, kinds::clockUncertain, 0.6, 0s, 60s, false, "clock uncertain", "clocks uncertain"},
    {NodeUnlike, kinds::versionSkew, 0.7, 0s, 60s, false, "node unlike its peers", "nodes unlike their peers"},
    {GpuMemory, kinds::memoryErrors, 0.9, 0s, 60s, false, "GPU with memory errors", "GPUs with memory errors"},
    {GpuGone, kinds::gpuOffBus, 0.9, 0s, 90s, false, "GPU gone", "GPUs gone"},
    {GpuFault, kinds::gpuError, 0.8, 0s, 60s, false, "GPU failed", "GPUs failed"},
    {GpuNumbers, kinds::silentCorruption, 0.6, 0s, 60s, false, "GPU computes unlike its peers",
     "GPUs compute unlike their peers"},
    {GpuCooling, kinds::blockedColdPlate, 0.8, 0s, 120s, false, "GPU cooled worse", "GPUs cooled worse"},
    {GpuHot, kinds::overheating, 0.5, 5s, 60s, false, "GPU hot", "GPUs hot"},
    {GpuClock, kinds::lowClock, 0.5, 5s, 60s, false, "GPU slowed down", "GPUs slowed down"},
    {LinkFlap, kinds::flappingLink, 0.9, 0s, 180s, false, "link flaps", "links flap"},
    {PortDown, kinds::linkDown, 0.8, 0s, 60s, false, "link down", "links down"},
    {LinkErrors, kinds::linkErrors, 0.8, 0s, 120s, false, "link with errors", "links with errors"},
    {Polarisation, kinds::hashPolarisation, 0.8, 0s, 240s, false, "uplinks used unevenly", "uplinks used unevenly"},
    {JobTraffic, kinds::noisyNeighbour, 0.8, 0s, 180s, true, "job floods links", "jobs flood links"},
    {Congestion, kinds::congestedSpine, 0.7, 5s, 90s, false, "switch congested", "switches congested"},
    {Microburst, kinds::microburst, 0.5, 20s, 60s, false, "port bursts", "ports burst"},
    {LinkBusy, kinds::congestion, 0.4, 20s, 60s, false, "link waits for credit", "links wait for credit"},
    {StorageSlow, kinds::storageContention, 0.8, 0s, 120s, true, "checkpoints slow", "checkpoints slow"},
    {HostLimit, kinds::overLimit, 0.5, 0s, 60s, false, "limit passed", "limits passed"},
    {SlowLinks, kinds::slowLink, 0.4, 10s, 60s, false, "links slow", "links slow"},
    {SlowRank, kinds::slowGpu, 0.8, 5s, 60s, false, "rank late", "ranks late"},
    {Application, kinds::applicationError, 0.5, 0s, 60s, false, "program error", "program errors"},
    {Hang, kinds::jobHang, 0.5, 5s, 60s, false, "rank missing", "ranks missing"},
    {JobRestarts, kinds::restartLoop, 0.7, 0s, 60s, true, "job restarts again and again",
     "jobs restart again and again"},
    {Jitter, kinds::collectiveJitter, 0.4, 20s, 120s, true, "collectives jitter", "jobs' collectives jitter"},
    {JobSlow, kinds::slowJob, 0.4, 20s, 60s, true, "job slower", "jobs slower"},
    {ServingImbalance, kinds::routingImbalance, 0.8, 0s, 120s, false, "pool fed unevenly", "pools fed unevenly"},
    {ServingSlow, kinds::slowService, 0.5, 10s, 60s, false, "service slower", "services slower"},
    {WornPart, kinds::wornPart, 0.7, 0s, 60s, false, "part with many errors", "parts with many errors"},
    {Monitoring, kinds::monitoring, 0.6, 0s, 60s, false, "not watched in full", "not watched in full"},
});

/// The first that fits counts.
constexpr auto findingRows = std::to_array<FindingRow>({
    {codes::powerCap, "", PowerCap, true},
    {codes::facilityLeak, "", CoolantLeak, true},
    {codes::facilityPart, "", LoopFault, true, Severity::Warning, EntityKind::Loop},
    {codes::facilityPart, "", HostLimit, true, Severity::Critical},
    {codes::loopFlow, "", LoopFlow, true},
    {codes::loopSupply, "", LoopSupply, true},
    {codes::loopBalance, "", LoopFault, true},
    {codes::loopDeviation, "", LoopFault, true},
    {codes::loopForecast, "", LoopFault, true},
    {codes::rackInlet, "", RackAir, true},
    {codes::nodeLost, "", NodeSilent, true},
    {codes::clockDrift, "", NodeClock, true},
    {codes::clockUncertain, "", ClockNote, true},
    {codes::clockSet, "", ClockNote, false},
    {codes::nodeUnlike, "", NodeUnlike, true},
    {codes::gpuEcc, "", GpuMemory, true},
    {codes::gpuLost, "", GpuGone, true},
    {codes::gpuSilent, "", GpuGone, true},
    {codes::gpuDiverging, "", GpuNumbers, true},
    {codes::gpuCooling, "", GpuCooling, true},
    {codes::gpuClock, "", GpuClock, true},
    {codes::fabricFlapping, "", LinkFlap, true},
    {codes::portDown, "", PortDown, true},
    {codes::portErrors, "", LinkErrors, true},
    {codes::portMicroburst, "", Microburst, true},
    {codes::fabricPolarisation, "", Polarisation, true},
    {codes::jobTraffic, "", JobTraffic, true},
    {codes::fabricCongestion, "", Congestion, true},
    {codes::sourceEngineLost, "", Monitoring, true},
    {codes::sourceRelayLost, "", Monitoring, true},
    {codes::sourceThin, "", Monitoring, true},
    {codes::storageSlow, "", StorageSlow, true},
    {codes::syncStraggler, variants::checkpoint, StorageSlow, true},
    {codes::syncStraggler, variants::links, SlowLinks, true},
    {codes::syncStraggler, "", SlowRank, true},
    {codes::syncHangsUnreported, "", Hang, false},
    {codes::syncHang, "", Hang, true},
    {codes::processOutOfMemory, "", Application, false},
    {codes::jobShort, "", HostLimit, true},
    {codes::processStopped, "", Hang, true},
    {codes::ncclFlightRecorder, "", Hang, false, Severity::Critical},
    {codes::ncclPeerDead, "", Hang, false},
    {codes::ncclRankBehind, "", Hang, true},
    {codes::ncclRankMissing, "", Hang, true},
    {codes::syncJitter, "", Jitter, true},
    {codes::jobRestarts, "", JobRestarts, true},
    {codes::jobStepTime, "", JobSlow, true},
    {codes::jobWaits, "", JobSlow, true},
    {codes::servingImbalance, "", ServingImbalance, true},
    {codes::servingLatency, "", ServingSlow, true},
    {codes::lifetimeCount, "", WornPart, false},
    {codes::agentCollectorHangs, "", Monitoring, true},
    {codes::agentTargetSilent, "", Monitoring, true},
    {codes::agentReportRefused, "", Monitoring, false},
    {codes::agentNameConflict, "", Monitoring, false},
    {codes::eventsLeftOut, "", Monitoring, false},
    {codes::storeOverLimit, "", Monitoring, false},
    {codes::storeMetricConflict, "", Monitoring, false},
    {codes::storeNamesFull, "", Monitoring, false},
    {codes::storeAhead, "", Monitoring, false},
    {codes::storeBehind, "", Monitoring, false},
    {"agent.", "", Monitoring, false},
});

/// An XID says by its class of which trouble it tells.
struct XidRow
{
    XidClass kind;
    FindingRow row;
};
constexpr FindingRow xidOf(Trouble trouble)
{
    return {codes::gpuXid, "", trouble, false};
}
constexpr auto xidRows = std::to_array<XidRow>({
    {XidClass::Program, xidOf(Application)},
    {XidClass::Memory, xidOf(GpuMemory)},
    {XidClass::Remapping, xidOf(GpuMemory)},
    {XidClass::Bus, xidOf(GpuGone)},
});
constexpr FindingRow otherXid = xidOf(GpuFault);

const FindingRow& xidRow(std::uint32_t xid)
{
    const auto found = xid != 0 ? std::ranges::find(xidRows, meaningOfXid(xid).kind, &XidRow::kind) : xidRows.end();
    return found == xidRows.end() ? otherXid : found->row;
}

/// A limit that is passed says of which metric in its code.
struct LimitRow
{
    std::string_view metric; ///< or what it begins with, up to a dot
    FindingRow row;
};
constexpr FindingRow limitOf(Trouble trouble)
{
    return {codes::metricLimit, "", trouble, true};
}
constexpr auto limitRows = std::to_array<LimitRow>({
    {metrics::loop::leak, limitOf(CoolantLeak)},
    {metrics::rack::leak, limitOf(CoolantLeak)},
    {metrics::rack::inletTemperature, limitOf(RackAir)},
    {"loop.", limitOf(LoopFault)},
    {metrics::gpu::eccCorrected, limitOf(GpuMemory)},
    {metrics::gpu::eccUncorrected, limitOf(GpuMemory)},
    {metrics::gpu::temperature, limitOf(GpuHot)},
    {metrics::gpu::temperatureMargin, limitOf(GpuHot)},
    {metrics::gpu::memoryTemperature, limitOf(GpuHot)},
    {metrics::gpu::throttled, limitOf(GpuClock)},
    {metrics::port::up, limitOf(PortDown)},
    {metrics::port::transmitWait, limitOf(LinkBusy)},
    {metrics::port::congestionMarks, limitOf(LinkBusy)},
    {metrics::port::pauses, limitOf(LinkBusy)},
    {"port.", limitOf(LinkErrors)},
    {"serving.", limitOf(ServingSlow)},
    {"", limitOf(HostLimit)},
});

const FindingRow& limitRow(std::string_view metric)
{
    const auto found = std::ranges::find_if(limitRows, [&](const LimitRow& row) {
        const bool isFamily = row.metric.empty() || row.metric.ends_with('.');
        return isFamily ? metric.starts_with(row.metric) : metric == row.metric;
    });
    return found->row; // the last fits all
}

constexpr auto effects = std::to_array<EffectRow>({
    // Heat acts through the mass of what it warms.
    {PowerCap, GpuClock, 60s},
    {PowerCap, SlowRank, 180s},
    {PowerCap, JobSlow, 300s},
    {CoolantLeak, LoopFlow, 900s},
    {CoolantLeak, LoopFault, 900s},
    {CoolantLeak, NodeSilent, 900s},
    {CoolantLeak, GpuGone, 900s},
    {CoolantLeak, GpuCooling, 900s},
    {CoolantLeak, GpuHot, 900s},
    {CoolantLeak, GpuClock, 900s},
    {CoolantLeak, SlowRank, 900s},
    {CoolantLeak, JobSlow, 900s},
    {LoopFlow, LoopFault, 900s},
    {LoopFlow, GpuCooling, 900s},
    {LoopFlow, GpuHot, 900s},
    {LoopFlow, GpuClock, 900s},
    {LoopFlow, SlowRank, 900s},
    {LoopFlow, JobSlow, 900s},
    {LoopSupply, LoopFault, 900s},
    {LoopSupply, GpuCooling, 900s},
    {LoopSupply, GpuHot, 900s},
    {LoopSupply, GpuClock, 900s},
    {LoopSupply, SlowRank, 900s},
    {LoopSupply, JobSlow, 900s},
    {LoopFault, GpuCooling, 900s},
    {LoopFault, GpuHot, 900s},
    {LoopFault, GpuClock, 900s},
    {RackAir, GpuCooling, 900s},
    {RackAir, GpuHot, 900s},
    {RackAir, GpuClock, 900s},
    {RackAir, HostLimit, 900s},
    {RackAir, SlowRank, 900s},
    {RackAir, JobSlow, 900s},
    {NodeSilent, GpuGone, 60s},
    {NodeSilent, PortDown, 60s},
    {NodeSilent, Hang, 120s},
    {NodeSilent, SlowRank, 60s},
    {NodeSilent, JobRestarts, 600s},
    {NodeSilent, JobSlow, 120s},
    {NodeSilent, Monitoring, 60s},
    {NodeClock, ClockNote, 600s},
    {NodeClock, SlowRank, 300s},
    {NodeClock, JobSlow, 300s},
    {NodeClock, Monitoring, 600s},
    {ClockNote, SlowRank, 300s},
    {NodeUnlike, GpuClock, 60s},
    {GpuMemory, GpuGone, 120s},
    {GpuMemory, GpuFault, 120s},
    {GpuMemory, Application, 120s},
    {GpuMemory, GpuNumbers, 600s},
    {GpuMemory, SlowRank, 120s},
    {GpuMemory, Hang, 180s},
    {GpuMemory, JobRestarts, 600s},
    {GpuMemory, JobSlow, 300s},
    {GpuGone, GpuFault, 120s},
    {GpuGone, Application, 120s},
    {GpuGone, SlowRank, 120s},
    {GpuGone, Hang, 180s},
    {GpuGone, JobRestarts, 600s},
    {GpuGone, JobSlow, 300s},
    {GpuFault, Application, 120s},
    {GpuFault, SlowRank, 120s},
    {GpuFault, Hang, 180s},
    {GpuFault, JobRestarts, 600s},
    {GpuFault, JobSlow, 300s},
    {GpuNumbers, JobRestarts, 600s},
    {GpuCooling, GpuHot, 900s},
    {GpuCooling, GpuClock, 900s},
    {GpuCooling, SlowRank, 900s},
    {GpuCooling, JobSlow, 900s},
    {GpuHot, GpuClock, 120s},
    {GpuHot, SlowRank, 300s},
    {GpuHot, JobSlow, 300s},
    {GpuClock, SlowRank, 180s},
    {GpuClock, JobSlow, 300s},
    {LinkFlap, PortDown, 180s},
    {LinkFlap, LinkErrors, 180s},
    {LinkFlap, Congestion, 120s},
    {LinkFlap, LinkBusy, 120s},
    {LinkFlap, SlowLinks, 180s},
    {LinkFlap, SlowRank, 180s},
    {LinkFlap, Hang, 180s},
    {LinkFlap, JobSlow, 300s},
    {PortDown, LinkErrors, 180s},
    {PortDown, Polarisation, 180s},
    {PortDown, Congestion, 120s},
    {PortDown, LinkBusy, 120s},
    {PortDown, SlowLinks, 180s},
    {PortDown, SlowRank, 180s},
    {PortDown, Hang, 180s},
    {PortDown, JobRestarts, 600s},
    {PortDown, JobSlow, 300s},
    {LinkErrors, Congestion, 120s},
    {LinkErrors, LinkBusy, 120s},
    {LinkErrors, SlowLinks, 180s},
    {LinkErrors, JobSlow, 300s},
    {Polarisation, Congestion, 300s},
    {Polarisation, LinkBusy, 300s},
    {Polarisation, SlowLinks, 300s},
    {Polarisation, JobSlow, 300s},
    {JobTraffic, Congestion, 120s},
    {JobTraffic, LinkBusy, 120s},
    {JobTraffic, SlowLinks, 180s},
    {JobTraffic, JobSlow, 300s},
    {Congestion, LinkBusy, 180s},
    {Congestion, SlowLinks, 180s},
    {Congestion, JobSlow, 300s},
    {LinkBusy, SlowLinks, 180s},
    {LinkBusy, JobSlow, 300s},
    {StorageSlow, HostLimit, 300s},
    {StorageSlow, JobSlow, 300s},
    {SlowLinks, JobSlow, 300s},
    {SlowRank, JobSlow, 300s},
    {Application, Hang, 120s},
    {Application, JobRestarts, 600s},
    {Application, JobSlow, 300s},
    {Hang, JobRestarts, 600s},
    {Hang, JobSlow, 300s},
    {JobRestarts, JobSlow, 300s},
    {ServingImbalance, ServingSlow, 600s},
    {LinkFlap, Microburst, 180s},
    {PortDown, Microburst, 180s},
    {LinkErrors, Microburst, 180s},
    {Polarisation, Microburst, 300s},
    {JobTraffic, Microburst, 180s},
    {Congestion, Microburst, 180s},
    {Microburst, LinkBusy, 180s},
    {Microburst, SlowLinks, 180s},
    {Microburst, JobSlow, 300s},
    {PowerCap, Jitter, 300s},
    {LoopFlow, Jitter, 900s},
    {LoopSupply, Jitter, 900s},
    {RackAir, Jitter, 900s},
    {NodeSilent, Jitter, 180s},
    {NodeClock, Jitter, 300s},
    {ClockNote, Jitter, 300s},
    {GpuMemory, Jitter, 300s},
    {GpuGone, Jitter, 300s},
    {GpuFault, Jitter, 300s},
    {GpuCooling, Jitter, 900s},
    {GpuHot, Jitter, 300s},
    {GpuClock, Jitter, 300s},
    {LinkFlap, Jitter, 300s},
    {PortDown, Jitter, 300s},
    {LinkErrors, Jitter, 300s},
    {Polarisation, Jitter, 300s},
    {JobTraffic, Jitter, 300s},
    {Congestion, Jitter, 300s},
    {Microburst, Jitter, 300s},
    {LinkBusy, Jitter, 300s},
    {StorageSlow, Jitter, 300s},
    {SlowLinks, Jitter, 300s},
    {SlowRank, Jitter, 300s},
    {Application, Jitter, 300s},
    {Hang, Jitter, 300s},
    {JobRestarts, Jitter, 300s},
    {Jitter, JobSlow, 300s},
});

} // namespace

const TroubleRow& rowOf(Trouble trouble)
{
    static_assert(troubleRows.size() == troubleCount);
    return troubleRows[static_cast<std::size_t>(trouble)];
}

const FindingRow* findingRow(const Event& event, EntityKind entityKind)
{
    const std::string_view code = event.code;
    if (code.starts_with(codes::metricLimit))
        return &limitRow(code.substr(std::min(code.size(), std::string_view(codes::metricLimit).size() + 1)));
    if (code.starts_with(codes::gpuXid))
        return &xidRow(event.fields.xid);
    const auto found = std::ranges::find_if(findingRows, [&](const FindingRow& row) {
        return code.starts_with(row.code) && (row.variant.empty() || event.fields.variant == row.variant)
            && row.entityKind.value_or(entityKind) == entityKind;
    });
    return found == findingRows.end() ? nullptr : &*found;
}

std::span<const EffectRow> effectRows()
{
    return effects;
}

} // namespace lockstep
