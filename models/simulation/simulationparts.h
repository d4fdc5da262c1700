// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/fabric/fabricreporter.h"
#include "models/simulation/facility/facilityreporter.h"
#include "models/simulation/faults/chancefailures.h"
#include "models/simulation/faults/faultdirector.h"
#include "models/simulation/jobs/serving.h"
#include "models/simulation/jobs/servingreporter.h"
#include "models/simulation/nodereporter.h"
#include "models/simulation/simulation.h"

#include <optional>

namespace lockstep::sim {

/// The parts of a simulation, in order of dependency.
struct Simulation::Parts
{
    Parts(ClusterSpec completedSpec, const Drill& drill, std::uint64_t seed, TimePoint startTime, Duration tickPeriod);

    /// The phases of a tick [from, to), in this order.
    void clearTick();
    void applyFailures(double from, double to);
    void runWork(double from, double to);
    void runHardware();
    void writeTicks();

    [[nodiscard]] std::size_t facilityIndex() const { return spec.nodes.size() + tree.rails; }

    ClusterSpec spec;
    FatTree tree;
    TimePoint start;
    Duration period;
    double seconds; ///< of a period
    std::int64_t ticksDone = 0;

    Random noise;
    GpuBank gpus;
    Hall hall;
    Fabric fabric;
    SharedStorage storage;
    GroundTruth truth;
    std::vector<Journal> journals; ///< by node, reporting ones included
    std::vector<double> storageBytes; ///< by GPU node, of the tick
    std::vector<float> storageWait;
    std::vector<float> hostLoad;
    std::vector<float> correctedErrors; ///< by GPU
    std::vector<float> uncorrectedErrors;
    std::vector<std::uint8_t> isHostUp; ///< by GPU node
    struct DownNic
    {
        std::uint32_t nic;
        double until; ///< seconds since the start
    };
    std::vector<DownNic> downNics;
    std::vector<std::unique_ptr<TrainingJob>> jobs;
    std::vector<std::unique_ptr<ServingPools>> services;
    std::optional<Recovery> recovery;
    FaultDirector director;
    ChanceFailures failures;

    NodeReporter nodeReporter;
    FabricReporter fabricReporter;
    FacilityReporter facilityReporter;
    std::optional<ServingReporter> servingReporter;
    std::vector<NodeTick> ticks; ///< by node, recycled
    std::vector<std::uint8_t> isSilent; ///< by node

private:
    static constexpr double cableSeconds = 45; ///< until a link that lost its signal trains again

    void placeWork(Random random);
    void warmUp();
    void failHardware(const DueFailure& failure, double to);
    void repairHardware();
};

} // namespace lockstep::sim
