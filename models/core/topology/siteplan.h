// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"
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

struct PlannedLoop
{
    std::string name;
    std::string cdu; ///< the unit that drives it
    double capacityWatts = 0; ///< 0: unknown
    double flowLpm = 0; ///< rated; 0: unknown
    std::vector<std::string> racks; ///< that it cools
    friend bool operator==(const PlannedLoop&, const PlannedLoop&) = default;
};

struct PlannedStorage
{
    std::string name;
    double capacityBytes = 0; ///< 0: unknown
    double bytesPerSecond = 0; ///< 0: unknown
    std::vector<std::string> nodes; ///< that serve it
    friend bool operator==(const PlannedStorage&, const PlannedStorage&) = default;
};

/// Nodes of an inference service.
struct ServicePool
{
    std::string name;
    std::string service; ///< that it is part of
    std::vector<std::string> nodes;
    friend bool operator==(const ServicePool&, const ServicePool&) = default;
};

/// Assigns causes to an owner. Empty fields match anything; the most specific rule wins, of equals the first.
struct OwnerRule
{
    std::string team;
    std::string kind; ///< of a cause, as in causekinds.h, or one of the trades there ("network")
    std::vector<std::string> racks;
    std::vector<std::string> loops;
    friend bool operator==(const OwnerRule&, const OwnerRule&) = default;
};

/// Description of a cluster by names, before anything reports: from a cluster file, an inventory or a discovered
/// fabric. A plain value; TopologyBuilder::addPlan() creates its entities.
struct SitePlan
{
    std::string name;
    std::vector<PlannedRack> racks;
    std::vector<PlannedNode> nodes;
    std::vector<PlannedSwitch> switches;
    std::vector<PlannedLink> links; ///< as they are meant to be
    std::vector<PlannedLink> wired; ///< as they were seen to be
    std::vector<std::string> examined; ///< switches and nodes of which every link was seen that there is
    std::vector<PowerFeed> feeds;
    std::vector<PlannedLoop> loops;
    std::vector<PlannedStorage> storage;
    std::vector<ServicePool> pools;
    std::vector<OwnerRule> owners;
    friend bool operator==(const SitePlan&, const SitePlan&) = default;
};

} // namespace lockstep
