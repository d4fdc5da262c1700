// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/transferpairs.h"
#include "models/analysis/sync/trace/workerorder.h"

#include <algorithm>
#include <tuple>

namespace lockstep {

namespace {

bool isForward(OpType type)
{
    return type == OpType::ForwardSend || type == OpType::ForwardRecv;
}

bool isRecv(OpType type)
{
    return type == OpType::ForwardRecv || type == OpType::BackwardRecv;
}

} // namespace

std::vector<WorkerOps> opsOfWorkers(const OpLanes& lanes)
{
    std::vector<std::uint32_t> order(lanes.ops.size());
    for (std::uint32_t op = 0; op < order.size(); ++op)
        order[op] = op;
    // Starts may be equal (a send and a recv launched as one batch); the row order makes the result deterministic.
    std::ranges::sort(order, {}, [&](std::uint32_t op) { return std::pair(lanes.modelStart[op], op); });

    std::vector<WorkerOps> workers(lanes.stages.size());
    for (const auto op : order) {
        auto& worker = workers[lanes.ops[op].stage];
        const auto type = lanes.ops[op].type;
        worker.byType[static_cast<std::size_t>(type)].push_back(op);
        if (type == OpType::ForwardCompute || type == OpType::BackwardCompute)
            worker.computes.push_back(op);
        if (type == OpType::ParamsAllGather || type == OpType::GradsReduceScatter)
            worker.dataParallel.push_back(op);
    }
    return workers;
}

std::vector<std::uint32_t> validTransfers(const OpLanes& lanes, const WorkerOps& worker, OpType type)
{
    const auto computes = worker.of(isForward(type) ? OpType::ForwardCompute : OpType::BackwardCompute);
    std::vector<std::uint32_t> valid;
    for (const auto op : worker.of(type)) {
        const auto end = [&](std::uint32_t of) {
            return lanes.modelStart[of] + lanes.modelDuration[of];
        };
        if (computes.empty())
            continue;
        const bool belongs = isRecv(type)
            ? lanes.modelStart[op] <= lanes.modelStart[computes.back()] + transferToleranceSeconds
            : end(op) >= end(computes.front()) - transferToleranceSeconds;
        if (belongs)
            valid.push_back(op);
    }
    return valid;
}

} // namespace lockstep
