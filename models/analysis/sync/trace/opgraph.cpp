// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/opgraph.h"

#include "models/analysis/sync/trace/workerorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

std::vector<OpGroup> pointToPoint(const OpLanes& lanes, const std::vector<WorkerOps>& workers)
{
    std::vector<OpGroup> groups;
    const auto pair = [&](const WorkerOps& from, OpType send, const WorkerOps& to, OpType recv) {
        const auto sends = validTransfers(lanes, from, send);
        const auto recvs = validTransfers(lanes, to, recv);
        for (std::size_t k = 0; k < std::min(sends.size(), recvs.size()); ++k)
            groups.push_back({{sends[k], recvs[k]}, false});
    };
    for (std::size_t stage = 1; stage < workers.size(); ++stage) {
        pair(workers[stage - 1], OpType::ForwardSend, workers[stage], OpType::ForwardRecv);
        pair(workers[stage], OpType::BackwardSend, workers[stage - 1], OpType::BackwardRecv);
    }
    return groups;
}

/// Collectives: data-parallel ones per op, those that join stages per sequence.
std::vector<OpGroup> collectives(const OpLanes& lanes)
{
    std::vector<OpGroup> groups;
    std::map<std::pair<OpType, std::int32_t>, std::size_t> joined;
    for (std::uint32_t op = 0; op < lanes.ops.size(); ++op) {
        const auto& key = lanes.ops[op];
        switch (key.type) {
        case OpType::ParamsAllGather:
        case OpType::GradsReduceScatter:
        case OpType::SeparateGradsAllReduce:
            groups.push_back({{op}, true});
            break;
        case OpType::EmbeddingGradsAllReduce:
        case OpType::OptimizerClipMainGrad: {
            const auto [found, isNew] = joined.try_emplace({key.type, key.sequence}, groups.size());
            if (isNew)
                groups.push_back({{}, key.type == OpType::OptimizerClipMainGrad});
            groups[found->second].ops.push_back(op);
            break;
        }
        default:
            break;
        }
    }
    return groups;
}

std::vector<OpGroup> groupOps(const OpLanes& lanes, const std::vector<WorkerOps>& workers)
{
    auto groups = pointToPoint(lanes, workers);
    std::ranges::move(collectives(lanes), std::back_inserter(groups));
    std::vector<bool> grouped(lanes.ops.size(), false);
    for (const auto& group : groups) {
        for (const auto op : group.ops)
            grouped[op] = true;
    }
    for (std::uint32_t op = 0; op < lanes.ops.size(); ++op) {
        if (!grouped[op])
            groups.push_back({{op}, false});
    }
    return groups;
}

OpGraph withDependencies(std::vector<Dependency> dependencies, std::size_t ops)
{
    std::ranges::sort(dependencies, {},
                      [](const auto& dependency) { return std::pair(dependency.second, dependency.first); });
    dependencies.erase(std::unique(dependencies.begin(), dependencies.end()), dependencies.end());
    OpGraph graph;
    graph.dependsFrom.assign(ops + 1, 0);
    for (const auto& [first, second] : dependencies) {
        graph.dependsOn.push_back(first);
        ++graph.dependsFrom[second + 1];
    }
    for (std::size_t op = 0; op < ops; ++op)
        graph.dependsFrom[op + 1] += graph.dependsFrom[op];
    return graph;
}

/// Sorts groups so that each follows all that its ops depend on. @return false: impossible.
bool sortGroups(OpGraph& graph, std::vector<OpGroup> groups, std::size_t ops)
{
    std::vector<std::uint32_t> groupOf(ops);
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
        for (const auto op : groups[group].ops)
            groupOf[op] = group;
    }
    std::vector<std::vector<std::uint32_t>> followers(groups.size());
    std::vector<std::uint32_t> waitingFor(groups.size(), 0);
    for (std::uint32_t op = 0; op < ops; ++op) {
        for (const auto first : graph.dependenciesOf(op)) {
            followers[groupOf[first]].push_back(groupOf[op]);
            ++waitingFor[groupOf[op]];
        }
    }
    std::vector<std::uint32_t> ready;
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
        if (waitingFor[group] == 0)
            ready.push_back(group);
    }
    graph.groups.reserve(groups.size());
    for (std::size_t next = 0; next < ready.size(); ++next) {
        for (const auto follower : followers[ready[next]]) {
            if (--waitingFor[follower] == 0)
                ready.push_back(follower);
        }
        graph.groups.push_back(std::move(groups[ready[next]]));
    }
    return ready.size() == groups.size();
}

} // namespace

Result<OpGraph> buildOpGraph(const OpLanes& lanes)
{
    const auto workers = opsOfWorkers(lanes);
    std::vector<Dependency> dependencies;
    for (const auto& worker : workers)
        addWorkerOrder(lanes, worker, dependencies);
    auto graph = withDependencies(std::move(dependencies), lanes.ops.size());
    const auto groupCount = [&] {
        return graph.groups.size();
    };
    if (!sortGroups(graph, groupOps(lanes, workers), lanes.ops.size()))
        return Error{
            fmt::format("the recorded order of ops contradicts itself after {} groups; expected sends and recvs "
                        "of neighbouring stages in matching order",
                        groupCount())};
    return graph;
}

} // namespace lockstep
