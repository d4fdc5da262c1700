// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/workerorder.h"

#include "models/analysis/sync/trace/transferpairs.h"

#include <algorithm>

namespace lockstep {

namespace {

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

} // namespace lockstep
