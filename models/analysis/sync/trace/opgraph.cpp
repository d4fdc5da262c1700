// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/opgraph.h"

#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A step with a smaller share of the model's ops is incomplete and ignored.
constexpr double requiredShare = 0.9;

/// Number of steps named individually in the notes.
constexpr std::size_t namedSteps = 5;

double seconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Drops broken steps. Returns, per lane of `rows`, its lane among the kept steps, or none.
std::vector<std::uint32_t> keepWholeSteps(const OpRows& rows, OpLanes& lanes)
{
    const auto ranks = rows.dpRanks.size();
    const auto required = requiredShare * static_cast<double>(rows.ops.size());
    std::vector<std::uint32_t> kept(rows.laneCount(), OpRows::none);
    std::size_t broken = 0;
    for (std::size_t step = 0; step < rows.steps.size(); ++step) {
        const auto first = rows.opsOfLane.begin() + static_cast<std::ptrdiff_t>(step * ranks);
        const auto min = std::min_element(first, first + static_cast<std::ptrdiff_t>(ranks));
        if (*min < required) {
            if (++broken <= namedSteps)
                lanes.notes.push_back(fmt::format("step {} ignored: data-parallel rank {} has {} of its {} operations",
                                                  rows.steps[step], rows.dpRanks[static_cast<std::size_t>(min - first)],
                                                  *min, rows.ops.size()));
            continue;
        }
        for (std::size_t rank = 0; rank < ranks; ++rank)
            kept[step * ranks + rank] = static_cast<std::uint32_t>(lanes.steps.size() * ranks + rank);
        lanes.steps.push_back(rows.steps[step]);
    }
    if (broken > namedSteps)
        lanes.notes.push_back(counted(broken, "step") + " ignored in total");
    return kept;
}

struct FillCount
{
    std::size_t filled = 0;
    std::size_t repeated = 0;
    std::size_t foreign = 0;
};

/// If an op occurs twice, the one that started first is used, regardless of the order in the trace.
bool replaces(double start, double length, double oldStart, double oldLength)
{
    return std::isnan(oldStart) || std::pair(start, length) < std::pair(oldStart, oldLength);
}

FillCount fill(OpLanes& lanes, const OpRows& rows, const std::vector<TrainingOp>& ops,
               const std::vector<std::uint32_t>& keptLane)
{
    const auto ranks = rows.dpRanks.size();
    std::vector<TimePoint> origin(rows.steps.size(), TimePoint::max());
    for (std::size_t i = 0; i < ops.size(); ++i)
        origin[rows.laneOf[i] / ranks] = std::min(origin[rows.laneOf[i] / ranks], ops[i].start);

    FillCount count;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const auto row = rows.rowOf[i];
        if (row == OpRows::none) {
            ++count.foreign;
            continue;
        }
        const auto start = seconds(ops[i].start - origin[rows.laneOf[i] / ranks]);
        const auto length = seconds(ops[i].duration);
        if (rows.laneOf[i] == rows.modelLane
            && replaces(start, length, lanes.modelStart[row], lanes.modelDuration[row])) {
            lanes.modelStart[row] = start;
            lanes.modelDuration[row] = length;
        }
        const auto lane = keptLane[rows.laneOf[i]];
        if (lane == OpRows::none)
            continue;
        const auto cell = lanes.at(row, lane);
        ++(std::isnan(lanes.start[cell]) ? count.filled : count.repeated);
        if (!replaces(start, length, lanes.start[cell], lanes.duration[cell]))
            continue;
        lanes.start[cell] = start;
        lanes.duration[cell] = length;
    }
    return count;
}

} // namespace

Result<OpLanes> arrangeInLanes(const TrainingTrace& trace)
{
    if (trace.ops.empty())
        return Error{"the trace contains no training operations, such as forward-compute and backward-compute"};
    std::vector<TrainingOp> numbered;
    const auto* ops = &trace.ops;
    if (std::ranges::any_of(trace.ops, [](const auto& op) { return op.sequence < 0; })) {
        numbered = trace.ops;
        numberUnnumbered(numbered);
        ops = &numbered;
    }

    auto rows = surveyOps(*ops);
    if (rows.steps.size() > ops->size() / rows.dpRanks.size())
        return Error{
            fmt::format("{} operations are too few for {} steps on {} data-parallel ranks; expected complete steps",
                        ops->size(), rows.steps.size(), rows.dpRanks.size())};
    assignRows(rows, *ops);

    OpLanes lanes;
    const auto keptLane = keepWholeSteps(rows, lanes);
    if (lanes.steps.empty())
        return Error{fmt::format(
            "no step has {:.0f} % of its operations on each of {} data-parallel ranks; expected complete steps",
            requiredShare * 100, rows.dpRanks.size())};
    lanes.dpRanks = rows.dpRanks;
    lanes.stages = rows.stages;
    lanes.ops = rows.ops;
    lanes.modelStart.assign(lanes.ops.size(), missing);
    lanes.modelDuration.assign(lanes.ops.size(), missing);
    const auto cells = lanes.ops.size() * lanes.laneCount();
    lanes.start.assign(cells, missing);
    lanes.duration.assign(cells, missing);

    const auto count = fill(lanes, rows, *ops, keptLane);
    if (count.foreign > 0)
        lanes.notes.push_back(
            fmt::format("operations that the model step does not contain, not used: {}", count.foreign));
    if (count.repeated > 0)
        lanes.notes.push_back(fmt::format("{} twice; the earlier of each pair was used",
                                          counted(count.repeated, "operation occurs", "operations occur")));
    if (count.filled < cells)
        lanes.notes.push_back(fmt::format("{} of {} operations are missing; their times are assumed to be ideal",
                                          cells - count.filled, cells));
    return lanes;
}

namespace {

/// The ops of one worker (one stage of the model lane) by type, each in start order. Ops are indices into OpLanes::ops.
struct WorkerOps
{
    std::array<std::vector<std::uint32_t>, opTypeCount> byType;
    std::vector<std::uint32_t> computes; ///< forward and backward together
    std::vector<std::uint32_t> dataParallel; ///< params-all-gather and grads-reduce-scatter together

    [[nodiscard]] std::span<const std::uint32_t> of(OpType type) const
    {
        return byType[static_cast<std::size_t>(type)];
    }
};

/// first must end before second starts.
using Dependency = std::pair<std::uint32_t, std::uint32_t>;

/// Maximum overlap of a compute and its transfer, which are stamped by separate clocks.
inline constexpr double transferToleranceSeconds = 0.05e-3;

/// The transfer of each compute, if any.
using TransferPairs = std::vector<std::optional<std::uint32_t>>;

double endOf(const OpLanes& lanes, std::uint32_t op)
{
    return lanes.modelStart[op] + lanes.modelDuration[op];
}

/// Pairs the computes of one direction with its valid sends or receives by index, both in start order. Deviates from
/// the published method where the end of an interleaved pipeline, or a gap in the trace, leaves fewer transfers than
/// computes. They are then paired by time, because indices would shift after the gap.
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

/// The sends or receives of one direction that belong to a compute, in start order. Excludes receives that start after
/// the last compute of their direction started, and sends that end before the first compute ended.
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

    /// recv i -> compute i -> send i, and compute i-1 -> recv i. See pairSends() for a deviation from the published
    /// method.
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

    /// In the warm-up, the first backward transfers are launched with the second to last warm-up forward.
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

    /// last compute -> gc -> layernorm -> embedding -> gradients -> clip -> optimizer; missing ones are skipped.
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

/// Adds the dependencies within one worker. Source: whatif method of "Understanding Stragglers in Large Model Training
/// Using What-if Analysis" (OSDI 2025).
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

/// Groups of collectives: data-parallel ones per op, and those that join stages per sequence.
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

/// Sorts groups so that each one follows all groups that its ops depend on.
/// @return false: impossible
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
        return Error{fmt::format("the recorded order of operations is contradictory after {} groups; expected sends "
                                 "and receives of neighbouring stages in the same order",
                                 groupCount())};
    return graph;
}

namespace {

/// Limit for negative transfers. An op that ended this long before its group was complete was stamped by another clock,
/// so its transfer is unknown. Smaller negative values are jitter and are kept, so that they average out.
constexpr double minTransferSeconds = -10e-3;

void latestStarts(const OpLanes& lanes, const OpGroup& group, std::vector<double>& latest)
{
    latest.assign(lanes.laneCount(), -std::numeric_limits<double>::infinity());
    for (const auto op : group.ops) {
        const auto* start = &lanes.start[lanes.at(op, 0)];
        for (std::size_t lane = 0; lane < latest.size(); ++lane)
            latest[lane] = start[lane] > latest[lane] ? start[lane] : latest[lane]; // false for a missing (NaN) start
    }
    if (!group.spansRanks)
        return;
    const auto ranks = lanes.dpRanks.size();
    for (std::size_t first = 0; first < latest.size(); first += ranks) {
        const auto begin = latest.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(ranks);
        std::fill(begin, end, *std::max_element(begin, end));
    }
}

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

} // namespace

OpDurations opDurations(const OpLanes& lanes, const OpGraph& graph)
{
    OpDurations durations;
    durations.observed = lanes.duration;
    std::vector<double> latest;
    for (const auto& group : graph.groups) {
        if (group.ops.size() == 1 && !group.spansRanks)
            continue;
        latestStarts(lanes, group, latest);
        for (const auto op : group.ops) {
            for (std::size_t lane = 0; lane < latest.size(); ++lane) {
                const auto cell = lanes.at(op, lane);
                const auto transfer = lanes.start[cell] + lanes.duration[cell] - latest[lane];
                durations.observed[cell] = transfer < minTransferSeconds ? 0 : transfer;
            }
        }
    }

    std::array<std::vector<double>, opTypeCount> samples;
    for (std::size_t op = 0; op < lanes.ops.size(); ++op) {
        auto& values = samples[static_cast<std::size_t>(lanes.ops[op].type)];
        const auto row = durations.observed.begin() + static_cast<std::ptrdiff_t>(lanes.at(op, 0));
        std::copy_if(row, row + static_cast<std::ptrdiff_t>(lanes.laneCount()), std::back_inserter(values),
                     [](double value) { return !std::isnan(value); });
    }
    for (std::size_t type = 0; type < opTypeCount; ++type) {
        auto& values = samples[type];
        if (values.empty())
            continue;
        durations.ideal[type] = isComputeLike(static_cast<OpType>(type))
            ? std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size())
            : median(values);
    }
    for (std::size_t op = 0; op < lanes.ops.size(); ++op) {
        const auto ideal = durations.ideal[static_cast<std::size_t>(lanes.ops[op].type)];
        for (std::size_t lane = 0; lane < lanes.laneCount(); ++lane) {
            auto& value = durations.observed[lanes.at(op, lane)];
            value = std::isnan(value) ? ideal : value;
        }
    }
    return durations;
}

} // namespace lockstep
