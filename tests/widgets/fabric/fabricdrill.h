// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/bandwidthanalysis.h"
#include "models/analysis/fabric/fabricanalysis.h"
#include "tests/views3d/drillworld.h"

#include <memory>
#include <string>

namespace lockstep {

/// A simulated cluster with a fault, and the dashboard's fabric analyses of it.
struct FabricDrill : DrillWorld
{
    FabricDrill(const std::string& clusterFile, const std::string& drillFile) : DrillWorld(clusterFile, drillFile)
    {
        world.add(std::make_unique<FabricAnalysis>());
        world.add(std::make_unique<BandwidthAnalysis>(fabricResults));
    }
    [[nodiscard]] ViewContext context()
    {
        ViewContext made = DrillWorld::context();
        made.fabric = &fabricResults;
        return made;
    }

    FabricResults fabricResults;
};

} // namespace lockstep
