// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"
#include "tests/support/simulatedworld.h"

#include <string>

namespace lockstep {

template <class T>
T needed(Result<T> result)
{
    if (!result.isOk())
        qFatal("%s", result.error().message.c_str());
    return std::move(result).value();
}

/// A simulated cluster with a fault, and everything that a view needs.
struct DrillWorld
{
    /// @param clusterFile, drillFile paths; without a drill, the cluster is healthy
    explicit DrillWorld(const std::string& clusterFile, const std::string& drillFile = {})
        : world(needed(readSimulationFile(clusterFile)),
                drillFile.empty() ? sim::Drill{} : needed(readDrillFile(drillFile)), 1,
                needed(readClusterFile(clusterFile)).topology)
    {
        world.add(std::make_unique<ThermalAnalysis>());
    }

    void run(int seconds)
    {
        world.run(seconds);
        time.setExtent({world.simulation().now() - std::chrono::minutes(5), world.simulation().now()});
    }
    void colourBy(std::string_view metric) { selection.setMetric(world.store().metrics().find(metric)); }
    [[nodiscard]] ViewContext context() { return {world.cluster, time, selection, theme, frames}; }

    SimulatedWorld world;
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
};

} // namespace lockstep
