// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/allocationsnapshot.h"

#include "models/core/allocationwords.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration allocationLookback = allocationReportedAgain + std::chrono::seconds(30);

std::span<const float> columnNow(const ClusterStore& store, std::string_view name)
{
    const MetricId metric = store.metrics().find(name);
    return metric.isValid() ? store.current(metric) : std::span<const float>();
}

float valueIn(std::span<const float> column, std::uint32_t entity)
{
    return entity < column.size() ? column[entity] : std::numeric_limits<float>::quiet_NaN();
}

/// The cluster-wide value, reported by the one node that queries the scheduler.
double sumOf(const ClusterStore& store, std::string_view name)
{
    double sum = std::numeric_limits<double>::quiet_NaN();
    for (const float value : columnNow(store, name)) {
        if (!std::isnan(value))
            sum = (std::isnan(sum) ? 0 : sum) + static_cast<double>(value);
    }
    return sum;
}

std::uint32_t countOf(float value)
{
    constexpr float max = 4096;
    return value >= 1 ? static_cast<std::uint32_t>(std::min(value, max)) : 0;
}

void addUp(AllocationSnapshot& reading)
{
    std::map<EntityRef, std::uint64_t> freeByRack;
    for (const NodeAllocation& node : reading.nodes) {
        reading.gpus += node.gpus;
        reading.allocated += node.allocated;
        reading.unavailable += node.isUnavailable ? node.gpus - node.allocated : 0;
        reading.nodesUnavailable += node.isUnavailable ? 1 : 0;
        (node.isFree() ? reading.idleInFree : reading.idleInPart) += node.idle();
        if (node.isFree())
            freeByRack[node.rack] += node.gpus;
    }
    for (const auto& [rack, gpus] : freeByRack) {
        if (gpus > reading.largestFree)
            std::tie(reading.largestFree, reading.largestFreeRack) = std::tie(gpus, rack);
    }
}

} // namespace

AllocationSnapshot readAllocation(const ClusterStore& store, TimePoint moment)
{
    AllocationSnapshot reading;
    const std::span<const float> gpus = columnNow(store, metrics::node::gpus);
    const std::span<const float> allocated = columnNow(store, metrics::node::gpusAllocated);
    const std::span<const float> drained = columnNow(store, metrics::node::drained);
    reading.isAsked = store.metrics().find(metrics::node::gpus).isValid();
    reading.jobsPending = sumOf(store, metrics::scheduler::jobsPending);
    reading.gpusWanted = sumOf(store, metrics::scheduler::gpusWanted);
    reading.longestWaitSeconds = sumOf(store, metrics::scheduler::longestWait);
    const Topology& topology = *store.topology();
    std::unordered_map<std::uint32_t, std::size_t> places; // by index of the node
    for (std::uint32_t at = 0; at < std::min(gpus.size(), topology.count(EntityKind::Node)); ++at) {
        if (std::isnan(gpus[at]))
            continue;
        NodeAllocation node;
        node.node = {EntityKind::Node, at};
        const EntityRef parent = topology.parent(node.node);
        node.rack = parent.kind == EntityKind::Rack ? parent : EntityRef{EntityKind::Rack};
        node.gpus = countOf(gpus[at]);
        node.allocated = std::min(countOf(valueIn(allocated, at)), node.gpus);
        node.isUnavailable = valueIn(drained, at) > 0;
        reading.nodes.push_back(std::move(node));
    }
    std::ranges::stable_sort(reading.nodes, [&](const NodeAllocation& a, const NodeAllocation& b) {
        return std::pair(a.rack, a.node) < std::pair(b.rack, b.node);
    });
    for (std::size_t at = 0; at < reading.nodes.size(); ++at)
        places.emplace(reading.nodes[at].node.index, at);
    const std::vector<SpanLane>& lanes = store.spans().lanes();
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const auto place = isAllocationLane(store, lane) ? places.find(lanes[lane].entity.index) : places.end();
        if (place == places.end())
            continue;
        NodeAllocation& node = reading.nodes[place->second];
        NodeHoldings holdings = holdingsAt(store, lane, moment);
        for (AllocatedPart& part : holdings.parts)
            part.gpus = std::min(part.gpus, node.gpus);
        node.parts = std::move(holdings.parts);
        node.reason = std::move(holdings.drainReason);
    }
    const auto stretches = store.spansAvailable({moment - allocationLookback, moment});
    reading.isPending = reading.isAsked && std::ranges::any_of(stretches, [](const AvailableRange& each) {
                            return each.state == Availability::Pending;
                        });
    addUp(reading);
    return reading;
}

} // namespace lockstep
