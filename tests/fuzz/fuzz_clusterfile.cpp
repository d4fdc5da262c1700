// SPDX-License-Identifier: GPL-3.0-or-later
//
// Untrusted cluster files, the parts that lockstep-sim reads from them, and drills. Valid ones can be drawn.
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/budget.h"

#include <cmath>
#include <cstdlib>

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(parseDrill(text, "fuzz"));
    static_cast<void>(parseSimulation(text, "fuzz"));
    const Result<ClusterFile> file = parseClusterFile(text, "fuzz");
    if (!file.isOk() && !file.error().message.starts_with("fuzz:"))
        std::abort(); // errors must name the file
    if (!file.isOk())
        return 0;
    const Topology& topology = *file.value().topology;
    if (topology.count(EntityKind::Rack) > budget::racksPerHall
        || topology.count(EntityKind::Node) > budget::nodesPerHall + 1)
        std::abort();
    for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
        const RackPlace& place = topology.rackPlace({EntityKind::Rack, rack});
        if (!(std::abs(place.x) <= budget::hallMetres) || !(std::abs(place.z) <= budget::hallMetres)
            || place.heightUnits > budget::rackUnits)
            std::abort();
    }
    return 0;
}
