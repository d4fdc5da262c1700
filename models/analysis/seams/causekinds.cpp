// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/causekinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::string_view facilities = "facilities";
constexpr std::string_view hardware = "hardware";
constexpr std::string_view network = "network";
constexpr std::string_view storageTeam = "storage";
constexpr std::string_view platform = "platform";
constexpr std::string_view training = "training";
constexpr std::string_view inference = "inference";

constexpr auto causes = std::to_array<CauseKind>({
    {kinds::pumpDegradation, "a pump or valve of the loop", facilities, training},
    {kinds::blockedColdPlate, "a blocked cold plate or a bad heat sink", hardware, training},
    {kinds::hotAisleRecirculation, "exhaust that comes back to the inlets", facilities, training},
    {kinds::slowGpu, "a GPU that computes more slowly at a healthy clock", hardware, training},
    {kinds::rackPowerCap, "a power cap", facilities, training},
    {kinds::flappingLink, "a link that keeps going down", network, training},
    {kinds::hashPolarisation, "flows that crowd onto a few of the equal uplinks", network, training},
    {kinds::congestedSpine, "a spine that passes less than it should", network, training},
    {kinds::storageContention, "shared storage that others fill", storageTeam, training},
    {kinds::memoryErrors, "failing GPU memory", hardware, training},
    {kinds::nicDown, "a NIC, its cable or its port", network, training},
    {kinds::gpuOffBus, "a GPU that has left the bus", hardware, training},
    {kinds::clockDrift, "a node that has lost its time source", platform, training},
    {kinds::noisyNeighbour, "another job that floods shared links", training, network},
    {kinds::routingImbalance, "a request router with wrong weights", inference, platform},
    {kinds::restartLoop, "a job that dies and is restarted again and again", training, hardware},
    {kinds::warmSupply, "chilled water or a heat exchanger that is short of cooling", facilities, training},
    {kinds::coolantLeak, "coolant that leaks", facilities, training},
    {kinds::loopFault, "a coolant loop that is not itself", facilities, training},
    {kinds::nodeSilent, "a node, its agent or its network", platform, training},
    {kinds::clockUncertain, "poor time synchronisation", platform, {}},
    {kinds::versionSkew, "software or settings unlike the peers'", platform, training},
    {kinds::gpuError, "a GPU fault", hardware, training},
    {kinds::silentCorruption, "a GPU that computes wrongly and says nothing", hardware, training},
    {kinds::overheating, "cooling that is short of the load", facilities, hardware},
    {kinds::lowClock, "a clock below what the load asks", hardware, training},
    {kinds::linkDown, "a link that is down", network, training},
    {kinds::linkErrors, "a bad cable or transceiver", network, training},
    {kinds::switchFault, "a switch", network, training},
    {kinds::congestion, "more traffic than the links carry", network, training},
    {kinds::microburst, "bursts that meet at a port and fill its queue", network, training},
    {kinds::collectiveJitter, "links that pass unevenly, or others' bursts on them", network, training},
    {kinds::slowLink, "links between ranks", network, training},
    {kinds::overLimit, "a limit that is passed", platform, {}},
    {kinds::applicationError, "the program itself", training, {}},
    {kinds::jobHang, "a rank that does not take part", training, hardware},
    {kinds::slowJob, "the program, or what is not measured", training, platform},
    {kinds::slowService, "load, or what is not measured", inference, platform},
    {kinds::wornPart, "a part with many errors in its life", hardware, {}},
    {kinds::monitoring, "what watches", platform, {}},
});

} // namespace

std::span<const CauseKind> causeKinds()
{
    return causes;
}

const CauseKind* causeKind(std::string_view kind)
{
    const auto found = std::ranges::find(causes, kind, &CauseKind::kind);
    return found == causes.end() ? nullptr : &*found;
}

std::string runbookPath(std::string_view kind)
{
    return fmt::format("resources/runbooks/{}.md", kind);
}

} // namespace lockstep
