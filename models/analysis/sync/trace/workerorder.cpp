// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/workerorder.h"

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

/// Maximum overlap of a compute and its transfer, which are stamped by separate clocks.
inline constexpr double transferToleranceSeconds = 0.05e-3;

/// The transfer of each compute, if any.
using TransferPairs = std::vector<std::optional<std::uint32_t>>;

double endOf(const OpLanes& lanes, std::uint32_t op)
{
    return lanes.modelStart[op] + lanes.modelDuration[op];
}

/// Pairs the computes of one direction with its valid sends, or recvs, both in start order, by index. Deviation from
/// the published method: if the end of an interleaved pipeline, or a gap in the trace, leaves fewer transfers than
/// computes, they are paired by time, because indices would shift after the gap.
TransferPairs pairSends(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                        std::span<const std::uint32_t> sends)
{
    TransferPairs pairs(computes.size());
    if (sends.size() >= computes.size()) {
        std::copy_n(sends.begin(), computes.size(), pairs.begin());
        return pairs;
    }
    // A send belongs to the latest compute that ended before it started.
    std::size_t ended = 0;
    for (const auto send : sends) {
        while (ended < computes.size()
               && endOf(lanes, computes[ended]) <= lanes.modelStart[send] + transferToleranceSeconds)
            ++ended;
        if (ended > 0 && !pairs[ended - 1])
            pairs[ended - 1] = send;
    }
    return pairs;
}

TransferPairs pairRecvs(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                        std::span<const std::uint32_t> recvs)
{
    TransferPairs pairs(computes.size());
    if (recvs.size() >= computes.size()) {
        std::copy_n(recvs.begin(), computes.size(), pairs.begin());
        return pairs;
    }
    // A recv belongs to the first compute that started after it ended.
    std::size_t next = 0;
    for (const auto recv : recvs) {
        while (next < computes.size()
               && lanes.modelStart[computes[next]] + transferToleranceSeconds < endOf(lanes, recv))
            ++next;
        if (next < computes.size())
            pairs[next++] = recv;
    }
    return pairs;
}

bool isForward(OpType type)
{
    return type == OpType::ForwardSend || type == OpType::ForwardRecv;
}

bool isRecv(OpType type)
{
    return type == OpType::ForwardRecv || type == OpType::BackwardRecv;
}

class WorkerOrder
{
public:
    WorkerOrder(const OpLanes& lanes, const WorkerOps& worker, std::vector<Dependency>& dependencies)
        : m_lanes(lanes), m_worker(worker), m_dependencies(dependencies)
    { }

    void add()
    {
        chain(m_worker.computes);
        for (const auto type : {OpType::ForwardSend, OpType::ForwardRecv, OpType::BackwardSend, OpType::BackwardRecv})
            chain(m_worker.of(type));
        chain(m_worker.dataParallel);
        joinTransfers(OpType::ForwardCompute, OpType::ForwardSend, OpType::ForwardRecv);
        joinTransfers(OpType::BackwardCompute, OpType::BackwardSend, OpType::BackwardRecv);
        holdFirstBackwardTransfers();
        gatherBeforeForward();
        finishStep();
    }

private:
    void before(std::uint32_t first, std::uint32_t second)
    {
        if (first != second)
            m_dependencies.emplace_back(first, second);
    }

    void chain(std::span<const std::uint32_t> ops)
    {
        for (std::size_t i = 1; i < ops.size(); ++i)
            before(ops[i - 1], ops[i]);
    }

    /// recv i -> compute i -> send i, and compute i-1 -> recv i. Deviation: if the end of an interleaved pipeline or a
    /// gap in the trace leaves fewer transfers than computes, they are paired by time instead of by index.
    void joinTransfers(OpType compute, OpType send, OpType recv)
    {
        const auto computes = m_worker.of(compute);
        const auto sends = pairSends(m_lanes, computes, validTransfers(m_lanes, m_worker, send));
        const auto recvs = pairRecvs(m_lanes, computes, validTransfers(m_lanes, m_worker, recv));
        for (std::size_t i = 0; i < computes.size(); ++i) {
            if (sends[i])
                before(computes[i], *sends[i]);
            if (recvs[i]) {
                before(*recvs[i], computes[i]);
                if (i > 0)
                    before(computes[i - 1], *recvs[i]);
            }
        }
    }

    /// In the warm-up the first backward transfers are launched with the last but one warm-up forward.
    void holdFirstBackwardTransfers()
    {
        const auto firstBackward = std::ranges::find_if(
            m_worker.computes, [&](std::uint32_t op) { return m_lanes.ops[op].type == OpType::BackwardCompute; });
        if (firstBackward == m_worker.computes.end() || firstBackward - m_worker.computes.begin() < 2)
            return;
        const auto secondLastForward = *(firstBackward - 2);
        for (const auto type : {OpType::BackwardSend, OpType::BackwardRecv}) {
            if (!m_worker.of(type).empty())
                before(secondLastForward, m_worker.of(type).front());
        }
    }

    void gatherBeforeForward()
    {
        for (const auto gather : m_worker.of(OpType::ParamsAllGather)) {
            const auto forwards = m_worker.of(OpType::ForwardCompute);
            const auto first = std::ranges::find_if(
                forwards, [&](std::uint32_t op) { return m_lanes.ops[op].chunk == m_lanes.ops[gather].chunk; });
            if (first != forwards.end())
                before(gather, *first);
        }
    }

    /// last compute -> gc -> layernorm -> embedding -> gradients -> clip -> optimizer, without those that do not occur.
    void finishStep()
    {
        const auto separate = m_worker.of(OpType::SeparateGradsAllReduce);
        const auto scatters = m_worker.of(OpType::GradsReduceScatter);
        std::vector<std::uint32_t> tail;
        if (!m_worker.computes.empty())
            tail.push_back(m_worker.computes.back());
        const auto append = [&](std::span<const std::uint32_t> ops) {
            tail.insert(tail.end(), ops.begin(), ops.end());
        };
        append(m_worker.of(OpType::GarbageCollection));
        const auto head = tail.size();
        append(m_worker.of(OpType::LayernormGradsAllReduce));
        append(m_worker.of(OpType::EmbeddingGradsAllReduce));
        append(separate.empty() ? scatters : separate);
        append(m_worker.of(OpType::OptimizerClipMainGrad));
        append(m_worker.of(OpType::Optimizer));
        chain(tail);
        if (separate.empty())
            return;
        // Gradients overlap the backward pass: they depend on their own chunk only, and precede the tail.
        if (!scatters.empty() && head < tail.size())
            before(scatters.back(), tail[head]);
        for (const auto scatter : scatters)
            afterLastBackwardOfChunk(scatter);
    }

    void afterLastBackwardOfChunk(std::uint32_t scatter)
    {
        const auto backwards = m_worker.of(OpType::BackwardCompute);
        for (auto op = backwards.rbegin(); op != backwards.rend(); ++op) {
            if (m_lanes.ops[*op].chunk == m_lanes.ops[scatter].chunk) {
                before(*op, scatter);
                return;
            }
        }
    }

    const OpLanes& m_lanes;
    const WorkerOps& m_worker;
    std::vector<Dependency>& m_dependencies;
};

} // namespace

void addWorkerOrder(const OpLanes& lanes, const WorkerOps& worker, std::vector<Dependency>& dependencies)
{
    WorkerOrder(lanes, worker, dependencies).add();
}

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
