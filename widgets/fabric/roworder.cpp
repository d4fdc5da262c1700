// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/roworder.h"

#include "models/view/cellbins.h"
#include "models/view/seriation.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <numeric>

namespace lockstep {

namespace {

using Counts = std::map<std::uint32_t, std::size_t>; ///< by name of the job

NameId mostFrequentJob(const Counts& counts)
{
    const auto largest = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return largest == counts.end() ? NameId{} : NameId{largest->first};
}

std::vector<NameId> jobOfNodes(const ClusterStore& store)
{
    std::vector<Counts> counts(store.topology()->count(EntityKind::Node));
    for (const SpanLane& lane : store.spans().lanes()) {
        const EntityRef node = store.topology()->ancestor(lane.entity, EntityKind::Node);
        if (node.isValid() && lane.job.isValid() && !store.spans().names().name(lane.job).empty())
            ++counts[node.index][lane.job.value];
    }
    std::vector<NameId> jobs;
    std::ranges::transform(counts, std::back_inserter(jobs), mostFrequentJob);
    return jobs;
}

std::vector<NameId> jobOfSwitches(const Topology& topology, const std::vector<NameId>& jobs)
{
    std::vector<Counts> counts(topology.count(EntityKind::Switch));
    const FabricMap map(topology);
    for (const FabricNic& nic : map.nics()) {
        if (jobs[nic.node].isValid())
            ++counts[nic.leaf][jobs[nic.node].value];
    }
    std::vector<NameId> found;
    std::ranges::transform(counts, std::back_inserter(found), mostFrequentJob);
    return found;
}

} // namespace

FabricMatrix orderedByJob(const FabricMatrix& matrix, const ClusterStore& store)
{
    const std::vector<NameId> ofNodes = jobOfNodes(store);
    const std::vector<NameId> ofSwitches = jobOfSwitches(*store.topology(), ofNodes);
    std::vector<NameId> jobs;
    for (const MatrixLine& row : matrix.rows()) {
        const std::vector<NameId>& known = row.entity.kind == EntityKind::Switch ? ofSwitches : ofNodes;
        jobs.push_back(row.entity.isValid() && row.entity.index < known.size() ? known[row.entity.index] : NameId{});
    }
    std::vector<std::uint32_t> order(jobs.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&jobs](std::uint32_t row) { return jobs[row].value; });
    std::vector<MatrixGroup> groups;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const NameId job = jobs[order[at]];
        if (at == 0 || job != jobs[order[at - 1]])
            groups.push_back({job.isValid() ? toQString(store.spans().names().name(job))
                                            : QCoreApplication::translate("lockstep::FabricView", "no job"),
                              {},
                              {at, at}});
        groups.back().rows.to = at + 1;
    }
    return matrix.reordered(order, std::move(groups));
}

FabricMatrix orderedBySimilarity(const FabricMatrix& matrix, const ClusterStore& store, MetricId metric,
                                 TickRange ticks)
{
    if (!metric.isValid() || matrix.columns().empty())
        return matrix;
    std::vector<std::span<const float>> columns;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        columns.push_back(store.column(metric, tick));
    const CellBins places(matrix.ports(), matrix.columns().size() * FabricMatrix::portsPerPlace, 1,
                          FabricMatrix::portsPerPlace);
    std::vector<float> values(places.count());
    places.reduce(columns, Aggregate::Mean, values);
    return matrix.reordered(similarityOrder(values, matrix.columns().size()), {});
}

} // namespace lockstep
