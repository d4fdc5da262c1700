// SPDX-License-Identifier: GPL-3.0-or-later
// Training ops as spans: a lane per worker; waits end at the start of the last op of each group.
#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/trace/opgraph.h"
#include "models/analysis/sync/trace/trainingop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace lockstep {

namespace {

/// The part of each op of a trace that is not waiting: for a communication op the time after the latest start in its
/// group, for others their whole duration. Between zero and the op's duration; without groups (no complete step)
/// nothing counts as waiting.
std::vector<Duration> transferTimes(const TrainingTrace& trace)
{
    std::vector<Duration> times;
    times.reserve(trace.ops.size());
    for (const TrainingOp& op : trace.ops)
        times.push_back(op.duration);
    const auto lanes = arrangeInLanes(trace);
    if (!lanes.isOk())
        return times;
    const auto graph = buildOpGraph(lanes.value());
    if (!graph.isOk())
        return times;
    const OpDurations durations = opDurations(lanes.value(), graph.value());

    std::vector<TrainingOp> ops = trace.ops;
    numberUnnumbered(ops);
    OpRows rows = surveyOps(ops);
    assignRows(rows, ops);
    const std::size_t ranks = rows.dpRanks.size();
    for (std::size_t at = 0; at < ops.size(); ++at) {
        const auto step = std::ranges::lower_bound(lanes.value().steps, ops[at].step);
        if (rows.rowOf[at] == OpRows::none || isComputeLike(ops[at].type) || step == lanes.value().steps.end()
            || *step != ops[at].step)
            continue;
        const auto keptStep = static_cast<std::size_t>(step - lanes.value().steps.begin());
        const double seconds
            = durations.observed[lanes.value().at(rows.rowOf[at], keptStep * ranks + rows.laneOf[at] % ranks)];
        if (!std::isnan(seconds))
            times[at] = std::clamp(durationOfSeconds(seconds), Duration::zero(),
                                   std::max(ops[at].duration, Duration::zero()));
    }
    return times;
}

std::string groupOf(const TrainingOp& op)
{
    switch (op.type) {
    case OpType::ForwardSend:
    case OpType::ForwardRecv:
    case OpType::BackwardSend:
    case OpType::BackwardRecv:
        return fmt::format("pipeline of DP {}", op.dpRank);
    case OpType::ParamsAllGather:
    case OpType::GradsReduceScatter:
    case OpType::SeparateGradsAllReduce:
        return fmt::format("data parallel, stage {}", op.stage);
    case OpType::EmbeddingGradsAllReduce:
        return fmt::format("embedding of DP {}", op.dpRank);
    case OpType::OptimizerClipMainGrad:
        return "all workers";
    default:
        return {};
    }
}

bool isReceive(OpType type)
{
    return type == OpType::ForwardRecv || type == OpType::BackwardRecv;
}

SpanKind kindOf(OpType type)
{
    if (isComputeLike(type))
        return SpanKind::Compute;
    return type == OpType::ForwardSend || type == OpType::BackwardSend || isReceive(type) ? SpanKind::Transfer
                                                                                          : SpanKind::Collective;
}

/// A transfer with a negative duration, caused by clock errors, is drawn with a duration of zero.
TimePoint endOf(const TrainingOp& op)
{
    return op.start + std::max(op.duration, Duration::zero());
}

class Workers
{
public:
    Workers(const std::vector<TrainingOp>& ops, TraceSpans& spans) : m_spans(spans), m_names(spans)
    {
        std::set<std::pair<std::int32_t, std::int32_t>> workers;
        for (const TrainingOp& op : ops)
            workers.insert({op.dpRank, op.stage});
        m_job = m_names.of(spans.job);
        m_isInterleaved = std::ranges::any_of(ops, [](const TrainingOp& op) { return op.chunk > 0; });
        const auto [first, last] = std::ranges::minmax(ops, {}, &TrainingOp::stage);
        m_firstStage = first.stage;
        m_lastStage = last.stage;
        for (const auto& [dpRank, stage] : workers) {
            TraceLane lane;
            lane.node = fmt::format("DP {}", dpRank);
            lane.gpu = fmt::format("stage {}", stage);
            lane.name = fmt::format("DP {}, stage {}", dpRank, stage);
            lane.rank = static_cast<std::uint32_t>(m_lanes.size());
            m_lanes.emplace(std::pair(dpRank, stage), m_lanes.size());
            m_laneNames.push_back(m_names.of(lane.name));
            spans.lanes.push_back(std::move(lane));
        }
    }

    void add(const TrainingOp& op, Duration transfer)
    {
        const std::size_t lane = m_lanes.at({op.dpRank, op.stage});
        Span span = blank(op, lane);
        span.op = m_names.of(std::string(opTypeName(op.type)));
        if (!isAtOpenEnd(op))
            span.communicator = m_names.of(groupOf(op));
        span.sequence = numberOf(op);
        const TimePoint end = endOf(op);
        if (span.communicator != 0 && isReceive(op.type)) {
            span.kind = SpanKind::Wait; // a receive is a wait for the sender
            m_spans.lanes[lane].spans.push_back(span);
            return;
        }
        if (span.communicator != 0 && transfer < op.duration && kindOf(op.type) == SpanKind::Collective) {
            span.kind = SpanKind::Wait;
            span.end = end - transfer;
            m_spans.lanes[lane].spans.push_back(span);
            span.start = span.end;
        }
        span.kind = kindOf(op.type);
        span.end = end;
        m_spans.lanes[lane].spans.push_back(span);
    }

    /// Profilers stamp communication when its data begins to flow. A worker without other work before, within its step,
    /// was waiting.
    void fillGaps()
    {
        for (TraceLane& lane : m_spans.lanes) {
            std::ranges::stable_sort(lane.spans, {}, &Span::start);
            std::vector<Span> waits;
            TimePoint busyTo = TimePoint::min();
            std::uint32_t step = 0;
            for (Span& span : lane.spans) {
                const bool isIdleBefore = busyTo < span.start && span.step == step && busyTo != TimePoint::min();
                if (isIdleBefore && span.kind == SpanKind::Wait) {
                    span.start = busyTo;
                } else if (isIdleBefore && span.kind == SpanKind::Collective && span.communicator != 0) {
                    Span wait = span;
                    wait.kind = SpanKind::Wait;
                    wait.start = busyTo;
                    wait.end = span.start;
                    waits.push_back(wait);
                }
                if (span.kind != SpanKind::Transfer) // a send runs concurrently
                    busyTo = std::max(busyTo, span.end);
                step = span.step;
            }
            lane.spans.insert(lane.spans.end(), waits.begin(), waits.end());
        }
    }

    void addSteps(const std::vector<TrainingOp>& ops)
    {
        std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Span> steps;
        for (const TrainingOp& op : ops) {
            Span step = blank(op, m_lanes.at({op.dpRank, op.stage}));
            step.kind = SpanKind::Step;
            step.op = m_names.of("step");
            const auto [known, isNew] = steps.try_emplace({op.step, op.dpRank, op.stage}, step);
            known->second.start = std::min(known->second.start, op.start);
            known->second.end = std::max(known->second.end, endOf(op));
        }
        for (const auto& [place, step] : steps)
            m_spans.lanes[m_lanes.at({std::get<1>(place), std::get<2>(place)})].spans.push_back(step);
    }

private:
    /// The first stage receives no activations and the last stage no gradients, unless each stage has several model
    /// chunks.
    [[nodiscard]] bool isAtOpenEnd(const TrainingOp& op) const
    {
        switch (op.type) {
        case OpType::ForwardRecv:
        case OpType::BackwardSend:
            return !m_isInterleaved && op.stage == m_firstStage;
        case OpType::BackwardRecv:
        case OpType::ForwardSend:
            return !m_isInterleaved && op.stage == m_lastStage;
        default:
            return false;
        }
    }

    [[nodiscard]] Span blank(const TrainingOp& op, std::size_t lane) const
    {
        Span span;
        span.start = op.start;
        span.end = endOf(op);
        span.lane = m_laneNames[lane];
        span.job = m_job;
        span.rank = m_spans.lanes[lane].rank;
        span.step = static_cast<std::uint32_t>(std::max(op.step, 0));
        return span;
    }

    /// Equal for all ranks' parts of one collective; from 1.
    std::uint64_t numberOf(const TrainingOp& op)
    {
        return m_numbers.try_emplace({op.step, op.type, op.sequence}, m_numbers.size() + 1).first->second;
    }

    TraceSpans& m_spans;
    TraceNames m_names;
    std::uint32_t m_job = 0;
    std::int32_t m_firstStage = 0;
    std::int32_t m_lastStage = 0;
    bool m_isInterleaved = false;
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> m_lanes;
    std::vector<std::uint32_t> m_laneNames;
    std::map<std::tuple<std::int32_t, OpType, std::int32_t>, std::uint64_t> m_numbers;
};

} // namespace

void addTrainingSpans(const TrainingTrace& trace, TraceSpans& spans)
{
    const std::vector<Duration> transfers = transferTimes(trace);
    std::vector<TrainingOp> ops = trace.ops;
    numberUnnumbered(ops);
    Workers workers(ops, spans);
    for (std::size_t at = 0; at < ops.size(); ++at)
        workers.add(ops[at], transfers[at]);
    workers.fillGaps();
    workers.addSteps(ops);
}

} // namespace lockstep
