// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/remedies.h"

#include "models/analysis/seams/causekinds.h"
#include "models/core/eventcodes.h"
#include "models/core/xid.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using enum Remedy;

constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double resetTime = 5 * minute;
constexpr double restartTime = 15 * minute;
constexpr double cableTime = 47 * hour; ///< InfiniteHBD, as the next
constexpr double gpuTime = 17 * hour;
constexpr double nicTime = 12 * hour;

constexpr auto remedyRows = std::to_array<KindRemedy>({
    {kinds::pumpDegradation, Repair, Takes::Nothing, 20 * hour},
    {kinds::blockedColdPlate, Repair, Takes::Node, gpuTime},
    {kinds::hotAisleRecirculation, Repair, Takes::Nothing, hour},
    {kinds::slowGpu, ResetGpu, Takes::Node, resetTime},
    {kinds::rackPowerCap, UpdateSoftware, Takes::Nothing, hour},
    {kinds::flappingLink, MendLink, Takes::Node, cableTime},
    {kinds::hashPolarisation, UpdateSoftware, Takes::Nothing, hour},
    {kinds::congestedSpine, Repair, Takes::Nothing, cableTime},
    {kinds::storageContention, UpdateSoftware, Takes::Nothing, hour},
    {kinds::memoryErrors, ResetGpu, Takes::Node, resetTime},
    {kinds::nicDown, Repair, Takes::Node, nicTime},
    {kinds::gpuOffBus, RestartNode, Takes::Node, restartTime},
    {kinds::clockDrift, UpdateSoftware, Takes::Nothing, 10 * minute},
    {kinds::noisyNeighbour, UpdateSoftware, Takes::Nothing, hour},
    {kinds::routingImbalance, UpdateSoftware, Takes::Nothing, hour},
    {kinds::restartLoop, RestartNode, Takes::Node, restartTime},
    {kinds::warmSupply, Repair, Takes::Nothing, 20 * hour},
    {kinds::loopFault, Repair, Takes::Nothing, 20 * hour},
    {kinds::coolantLeak, Repair, Takes::Nothing, 20 * hour},
    {kinds::nodeSilent, RestartNode, Takes::Node, restartTime},
    {kinds::clockUncertain, UpdateSoftware, Takes::Nothing, 10 * minute},
    {kinds::versionSkew, UpdateSoftware, Takes::Node, hour},
    {kinds::gpuError, ResetGpu, Takes::Node, resetTime},
    {kinds::silentCorruption, Repair, Takes::Node, gpuTime},
    {kinds::overheating, Repair, Takes::Nothing, gpuTime},
    {kinds::lowClock, ResetGpu, Takes::Node, resetTime},
    {kinds::linkDown, MendLink, Takes::Node, cableTime},
    {kinds::linkErrors, MendLink, Takes::Node, cableTime},
    {kinds::switchFault, Repair, Takes::Nothing, cableTime},
    {kinds::congestion, UpdateSoftware, Takes::Nothing, hour},
    {kinds::microburst, UpdateSoftware, Takes::Nothing, hour},
    {kinds::collectiveJitter, UpdateSoftware, Takes::Nothing, hour},
    {kinds::slowLink, MendLink, Takes::Nothing, cableTime},
    {kinds::overLimit, Nothing, Takes::Nothing, 0},
    {kinds::applicationError, RestartJob, Takes::Nothing, 0},
    {kinds::jobHang, RestartJob, Takes::Nothing, 0},
    {kinds::slowJob, UpdateSoftware, Takes::Nothing, 0},
    {kinds::slowService, UpdateSoftware, Takes::Nothing, 0},
    {kinds::wornPart, Repair, Takes::Node, gpuTime},
    {kinds::monitoring, UpdateSoftware, Takes::Nothing, 10 * minute},
});

double mendTimeOf(Remedy remedy)
{
    switch (remedy) {
    case Nothing:
    case RestartJob:
        return 0;
    case ResetGpu:
        return resetTime;
    case RestartNode:
        return restartTime;
    case UpdateSoftware:
        return hour;
    case MendLink:
        return cableTime;
    case Repair:
    case AskVendor:
        return gpuTime;
    }
    return gpuTime;
}

} // namespace

std::span<const KindRemedy> kindRemedies()
{
    return remedyRows;
}

KindRemedy remedyOfKind(std::string_view kind)
{
    const auto found = std::ranges::find(remedyRows, kind, &KindRemedy::kind);
    return found == remedyRows.end() ? KindRemedy{kind, Repair, Takes::Node, gpuTime} : *found;
}

KindRemedy remedyOf(const Alert& alert)
{
    KindRemedy its = remedyOfKind(alert.kind);
    for (const Alert::Stage& stage : alert.chain) {
        const Remedy asked = stage.fields.xid != 0 ? meaningOfXid(stage.fields.xid).remedy : Nothing;
        if (asked <= its.remedy)
            continue;
        its.remedy = asked;
        its.mendSeconds = mendTimeOf(asked);
    }
    // A row that cannot be remapped stays broken after a reset.
    const bool isWorn = std::ranges::any_of(alert.chain, [](const Alert::Stage& stage) {
        constexpr std::uint32_t rowRemappingFailed = 64;
        return stage.fields.xid == rowRemappingFailed || stage.fields.variant == variants::rowsFailed;
    });
    if (isWorn && its.remedy < Repair) {
        its.remedy = Repair;
        its.mendSeconds = gpuTime;
    }
    return its;
}

} // namespace lockstep
