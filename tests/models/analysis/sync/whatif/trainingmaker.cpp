// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/analysis/sync/whatif/trainingmaker.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace lockstep {

namespace {

/// One step, computed by applying the rules until nothing changes. Intentionally slow and simple: it shares neither
/// code nor order of evaluation with the code under test.
class Step
{
public:
    Step(const TrainingPlan& plan, std::int32_t step) : m_plan(plan), m_step(step)
    {
        for (int rank = 0; rank < plan.dpRanks; ++rank) {
            for (int stage = 0; stage < plan.stages; ++stage)
                addWorker(rank, stage);
        }
    }

    std::vector<TrainingOp> run()
    {
        for (bool moved = true; moved;) {
            moved = false;
            for (auto& node : m_nodes) {
                std::int64_t start = 0;
                for (const auto first : node.after)
                    start = std::max(start, m_nodes[first].end);
                std::int64_t together = start;
                for (const auto& other : m_nodes) {
                    if (node.group >= 0 && other.group == node.group)
                        together = std::max(together, other.start);
                }
                const auto end = together + m_plan.microseconds(node.op);
                moved = moved || start != node.start || end != node.end;
                node.start = start;
                node.end = end;
            }
        }
        std::vector<TrainingOp> ops;
        const auto origin = std::chrono::seconds(m_step * 10);
        for (auto& node : m_nodes) {
            node.op.start = TimePoint(origin + std::chrono::microseconds(node.start));
            node.op.duration = std::chrono::microseconds(node.end - node.start);
            ops.push_back(node.op);
        }
        return ops;
    }

private:
    struct Node
    {
        TrainingOp op;
        std::vector<std::size_t> after;
        int group = -1;
        std::int64_t start = 0;
        std::int64_t end = 0;
    };

    using GroupKey = std::tuple<int, int, int, int>;

    int groupOf(GroupKey key) { return m_groups.try_emplace(key, static_cast<int>(m_groups.size())).first->second; }

    std::size_t add(OpType type, int rank, int stage, int sequence, std::vector<std::size_t> after)
    {
        Node node;
        node.op = {TimePoint(), Duration(), type, m_step, rank, stage, sequence, 0};
        node.after = std::move(after);
        const int link = type == OpType::ForwardRecv || type == OpType::BackwardSend ? stage - 1 : stage;
        switch (type) {
        case OpType::ForwardSend:
        case OpType::ForwardRecv:
            node.group = groupOf({0, rank, link, sequence});
            break;
        case OpType::BackwardSend:
        case OpType::BackwardRecv:
            node.group = groupOf({1, rank, link, sequence});
            break;
        case OpType::ParamsAllGather:
        case OpType::GradsReduceScatter:
        case OpType::SeparateGradsAllReduce:
            node.group = groupOf({2, static_cast<int>(type), stage, sequence});
            break;
        case OpType::EmbeddingGradsAllReduce:
            node.group = groupOf({3, rank, 0, 0});
            break;
        case OpType::OptimizerClipMainGrad:
            node.group = groupOf({4, 0, 0, 0});
            break;
        default:
            break;
        }
        m_nodes.push_back(std::move(node));
        return m_nodes.size() - 1;
    }

    void addWorker(int rank, int stage)
    {
        const bool isFirst = stage == 0;
        const bool isLast = stage == m_plan.stages - 1;
        const auto gather = add(OpType::ParamsAllGather, rank, stage, 0, {});
        std::vector<std::size_t> previous{gather}; // compute that the next one follows
        std::map<OpType, std::vector<std::size_t>> stream; // last transfer of each kind
        std::map<OpType, std::vector<std::size_t>> direction; // last compute of each direction
        const auto transfer = [&](OpType type, int number, std::vector<std::size_t> after) {
            after.insert(after.end(), stream[type].begin(), stream[type].end());
            const auto node = add(type, rank, stage, number, std::move(after));
            stream[type] = {node};
            return node;
        };
        const auto compute = [&](OpType type, OpType recv, OpType send, bool receives, bool sends, int number) {
            std::vector<std::size_t> after = previous;
            if (receives)
                after.push_back(transfer(recv, number,
                                         direction[type].empty() && type == OpType::BackwardCompute
                                             ? m_secondLastForward
                                             : direction[type]));
            const auto node = add(type, rank, stage, number, after);
            previous = {node};
            direction[type] = {node};
            if (sends)
                transfer(send, number, {node});
        };
        const auto forward = [&](int i) {
            compute(OpType::ForwardCompute, OpType::ForwardRecv, OpType::ForwardSend, !isFirst, !isLast, i);
            m_forwards.push_back(previous.front());
        };
        const auto backward = [&](int i) {
            // The first backward transfers are launched with the last warm-up forward but one.
            const auto count = m_forwards.size();
            m_secondLastForward.clear();
            if (count >= 2)
                m_secondLastForward = {m_forwards[count - 2]};
            compute(OpType::BackwardCompute, OpType::BackwardRecv, OpType::BackwardSend, !isLast, !isFirst, i);
        };
        m_forwards.clear();
        const int warmUp = std::min(m_plan.stages - stage - 1, m_plan.microBatches);
        for (int i = 0; i < warmUp; ++i)
            forward(i);
        for (int i = warmUp; i < m_plan.microBatches; ++i) {
            forward(i);
            backward(i - warmUp);
        }
        for (int i = m_plan.microBatches - warmUp; i < m_plan.microBatches; ++i)
            backward(i);
        finish(rank, stage, previous, gather);
    }

    void finish(int rank, int stage, std::vector<std::size_t> last, std::size_t gather)
    {
        const bool embeds = stage == 0 || stage == m_plan.stages - 1;
        const auto follow = [&](OpType type, std::vector<std::size_t> more = {}) {
            more.insert(more.end(), last.begin(), last.end());
            last = {add(type, rank, stage, 0, std::move(more))};
        };
        const auto lastCompute = last;
        follow(OpType::GarbageCollection);
        std::vector<std::size_t> scatter;
        if (m_plan.separateGrads) {
            scatter = lastCompute;
            scatter.push_back(gather);
            scatter = {add(OpType::GradsReduceScatter, rank, stage, 0, scatter)};
        }
        follow(OpType::LayernormGradsAllReduce, scatter);
        if (embeds)
            follow(OpType::EmbeddingGradsAllReduce);
        follow(m_plan.separateGrads ? OpType::SeparateGradsAllReduce : OpType::GradsReduceScatter);
        follow(OpType::OptimizerClipMainGrad);
        follow(OpType::Optimizer);
    }

    const TrainingPlan& m_plan;
    std::int32_t m_step;
    std::vector<Node> m_nodes;
    std::map<GroupKey, int> m_groups;
    std::vector<std::size_t> m_forwards; ///< of the worker being added
    std::vector<std::size_t> m_secondLastForward;
};

} // namespace

TrainingTrace makeTraining(const TrainingPlan& plan)
{
    TrainingTrace trace;
    for (int step = 0; step < plan.steps; ++step) {
        const auto ops = Step(plan, step).run();
        trace.ops.insert(trace.ops.end(), ops.begin(), ops.end());
    }
    return trace;
}

double stepSeconds(const TrainingTrace& trace, std::int32_t step)
{
    auto first = TimePoint::max();
    auto last = TimePoint::min();
    for (const auto& op : trace.ops) {
        if (op.step != step)
            continue;
        first = std::min(first, op.start);
        if (op.type == OpType::Optimizer)
            last = std::max(last, op.start + op.duration);
    }
    return std::chrono::duration<double>(last - first).count();
}

} // namespace lockstep
