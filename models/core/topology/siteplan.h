// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

struct PlannedRack
{
    std::string name;
    RackPlace place;
    double capacityWatts = 0; ///< power that it may draw; 0: unknown
    friend bool operator==(const PlannedRack&, const PlannedRack&) = default;
};

struct PlannedNode
{
    std::string name;
    std::string rack; ///< empty: unknown
    NodePlace place;
    std::string model; ///< of the machine
    std::string gpuModel;
    std::uint32_t gpus = 0; ///< 0: none, or not known
    friend bool operator==(const PlannedNode&, const PlannedNode&) = default;
};

struct PlannedSwitch
{
    std::string name;
    std::string rack; ///< empty: unknown
    NodePlace place;
    std::string model;
    friend bool operator==(const PlannedSwitch&, const PlannedSwitch&) = default;
};

/// A cable. Its ends are ports of switches and nodes of the plan.
struct PlannedLink
{
    PeerDescriptor from;
    PeerDescriptor to;
    double rateGbps = 0; ///< 0: unknown
    std::optional<std::uint32_t> rail = {};
    friend bool operator==(const PlannedLink&, const PlannedLink&) = default;
};

struct PowerFeed
{
    std::string name;
    double capacityWatts = 0; ///< 0: unknown
    std::vector<std::string> racks;
    friend bool operator==(const PowerFeed&, const PowerFeed&) = default;
};

/// Limits of the utility on the power of the whole hall. 0: no limit.
struct PowerLimits
{
    double capacityWatts = 0;
    double rampWattsPerSecond = 0; ///< up and down
    double swingShare = 0; ///< (peak - trough) / peak within the window
    double windowSeconds = 10;
    double bandWatts = 0; ///< amplitude of a sine at any frequency of the band
    double bandFromHertz = 0.1;
    double bandToHertz = 20;
    friend bool operator==(const PowerLimits&, const PowerLimits&) = default;

    [[nodiscard]] bool limitsSwings() const { return rampWattsPerSecond > 0 || swingShare > 0 || bandWatts > 0; }
};

struct PlannedLoop
{
    std::string name;
    std::string cdu; ///< name of the cooling unit
    double capacityWatts = 0; ///< 0: unknown
    double flowLpm = 0; ///< rated; 0: unknown
    std::vector<std::string> racks; ///< racks that it cools
    friend bool operator==(const PlannedLoop&, const PlannedLoop&) = default;
};

struct PlannedStorage
{
    std::string name;
    double capacityBytes = 0; ///< 0: unknown
    double bytesPerSecond = 0; ///< 0: unknown
    std::vector<std::string> nodes; ///< nodes that serve it
    friend bool operator==(const PlannedStorage&, const PlannedStorage&) = default;
};

/// Nodes of an inference service.
struct ServicePool
{
    std::string name;
    std::string service; ///< the service that it belongs to
    std::vector<std::string> nodes;
    friend bool operator==(const ServicePool&, const ServicePool&) = default;
};

/// Assigns causes to an owner. Empty fields match everything. The most specific rule applies; among equally specific
/// ones, the first.
struct OwnerRule
{
    std::string team;
    std::string kind; ///< kind of cause, as in causekinds.h, or an owner's trade ("network")
    std::vector<std::string> racks;
    std::vector<std::string> loops;
    friend bool operator==(const OwnerRule&, const OwnerRule&) = default;
};

/// What training runs should reach. Empty fields match everything. The rule with the most matching fields applies;
/// among equal ones, the first.
struct RunReference
{
    std::string job;
    std::string gpu; ///< GPU model of its nodes; part of the name
    double mfu = 0; ///< model FLOPs utilisation, 0 to 1; 0: none
    double days = 0; ///< planned length of the run; 0: none
    std::optional<TimePoint> start; ///< of the run
    friend bool operator==(const RunReference&, const RunReference&) = default;
};

/// A target for a tenant or the whole cluster.
struct Target
{
    std::string tenant; ///< empty: the cluster
    double goodput = 0; ///< minimum; 0: none, like the others
    double utilisation = 0; ///< share of the cluster's GPUs, or of the tenant's budget, that jobs hold at least
    double gpuHoursPerDay = 0; ///< budget: at most
    friend bool operator==(const Target&, const Target&) = default;
};

/// Response time targets of an inference service.
struct ServiceTarget
{
    static constexpr double defaultShare = 0.99;

    std::string service; ///< name of the model
    double timeToFirstToken = 0; ///< maximum in seconds; 0: none, like the other
    double timePerToken = 0;
    double share = defaultShare; ///< share of the time in which they should be met
    friend bool operator==(const ServiceTarget&, const ServiceTarget&) = default;
};

/// Bus bandwidth that a collective should reach in this cluster.
struct BandwidthReference
{
    std::string operation; ///< "all_reduce", see isBandwidthOperation()
    std::uint32_t ranks = 0;
    double bytes = 0; ///< the whole buffer
    double bytesPerSecond = 0;
    friend bool operator==(const BandwidthReference&, const BandwidthReference&) = default;
};

/// Description of a cluster by names, available before anything reports: from a cluster file, an inventory or a
/// discovered fabric. A plain value; TopologyBuilder::addPlan() creates its entities.
struct SitePlan
{
    std::string name;
    std::vector<PlannedRack> racks;
    std::vector<PlannedNode> nodes;
    std::vector<PlannedSwitch> switches;
    std::vector<PlannedLink> links; ///< as planned
    std::vector<PlannedLink> wired; ///< as discovered
    std::vector<std::string> examined; ///< switches and nodes whose links were all discovered
    std::vector<PowerFeed> feeds;
    PowerLimits power;
    std::vector<PlannedLoop> loops;
    std::vector<PlannedStorage> storage;
    std::vector<ServicePool> pools;
    std::vector<OwnerRule> owners;
    std::vector<RunReference> runs;
    std::vector<Target> targets;
    std::vector<ServiceTarget> serviceTargets;
    std::vector<BandwidthReference> bandwidths;
    friend bool operator==(const SitePlan&, const SitePlan&) = default;
};

} // namespace lockstep
