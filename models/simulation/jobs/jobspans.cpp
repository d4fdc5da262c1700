// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/jobspans.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep::sim {

namespace {

struct PhaseWord
{
    SpanKind kind;
    const char* op;
};

PhaseWord wordOf(Phase phase)
{
    switch (phase) {
    case Phase::ReceiveActivation:
        return {SpanKind::Wait, "recv_forward"};
    case Phase::GatherForward:
        return {SpanKind::Collective, "all_gather"};
    case Phase::Forward:
        return {SpanKind::Compute, "forward"};
    case Phase::ScatterForward:
        return {SpanKind::Collective, "reduce_scatter"};
    case Phase::ReceiveGradient:
        return {SpanKind::Wait, "recv_backward"};
    case Phase::GatherBackward:
        return {SpanKind::Collective, "all_gather"};
    case Phase::Backward:
        return {SpanKind::Compute, "backward"};
    case Phase::ScatterBackward:
        return {SpanKind::Collective, "reduce_scatter"};
    case Phase::ReduceGradients:
        return {SpanKind::Collective, "reduce_scatter"};
    case Phase::GradientNorm:
        return {SpanKind::Collective, "all_reduce"};
    case Phase::Optimizer:
        return {SpanKind::Compute, "optimizer"};
    case Phase::GatherParameters:
        return {SpanKind::Collective, "all_gather"};
    case Phase::Checkpoint:
        return {SpanKind::Checkpoint, "checkpoint"};
    }
    return {SpanKind::Compute, ""};
}

constexpr std::size_t lastOfStep = 19; // the checkpoint comes after the step

} // namespace

JobSpans::JobSpans(const JobSpec& spec, const RankGrid& grid, const StepWork& work, std::uint32_t gpusPerNode,
                   std::vector<Journal>& journals, TimePoint start)
    : m_jobName(spec.name), m_grid(grid), m_work(work), m_gpusPerNode(gpusPerNode), m_journals(journals), m_start(start)
{ }

void JobSpans::place(std::span<const std::uint32_t> nodes)
{
    m_nodes.assign(nodes.begin(), nodes.end());
    m_names.resize(m_grid.count());
    m_ops.resize(m_nodes.size());
    for (std::size_t at = 0; at < m_nodes.size(); ++at) {
        Journal& journal = m_journals[m_nodes[at]];
        m_ops[at].byPhase.clear();
        m_ops[at].step = journal.nameOf("step");
        for (const Phase phase : stepPhases)
            m_ops[at].byPhase.push_back(journal.nameOf(wordOf(phase).op));
    }
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        Journal& journal = journalOf(rank);
        m_names[rank] = {journal.nameOf(fmt::format("rank {}", rank)),
                         journal.nameOf(m_jobName),
                         journal.nameOf(fmt::format("{}/tp{}", m_jobName, m_grid.tensorGroup(rank))),
                         journal.nameOf(fmt::format("{}/dp{}", m_jobName, m_grid.dataGroup(rank))),
                         journal.nameOf(fmt::format("{}/pp{}", m_jobName, m_grid.pipelineGroup(rank))),
                         journal.nameOf(m_jobName + "/world")};
    }
}

Span JobSpans::blank(std::uint32_t rank, double from, double to) const
{
    const Duration offset = m_journals[m_nodes[rank / m_gpusPerNode]].clockOffset;
    Span span;
    span.start = m_start + nanoseconds(from) + offset;
    span.end = m_start + nanoseconds(to) + offset;
    span.entity = 1 + rank % m_gpusPerNode; // the node's layout lists its GPUs directly after itself
    span.lane = m_names[rank].lane;
    span.job = m_names[rank].job;
    span.rank = rank;
    return span;
}

void JobSpans::describe(Span& span, std::size_t phase, std::uint32_t rank, std::uint64_t serial) const
{
    span.kind = wordOf(stepPhases[phase]).kind;
    span.op = m_ops[rank / m_gpusPerNode].byPhase[phase];
    if (phase < 16 && phase % 4 == 0) {
        span.communicator = m_names[rank].pipeline;
        span.sequence = serial * 4 + phase / 4;
        span.bytes = static_cast<std::uint64_t>(m_work.activationBytes);
    } else if (phase < 16 && phase % 2 == 1) {
        span.communicator = m_names[rank].tensor;
        span.sequence = serial * 8 + phase / 2;
        span.bytes = static_cast<std::uint64_t>(m_work.tensorBytes);
    } else if (phase == 16 || phase == 19) {
        span.communicator = m_names[rank].data;
        span.sequence = serial * 2 + (phase == 19 ? 1 : 0);
        span.bytes = static_cast<std::uint64_t>(phase == 16 ? m_work.gradientBytes : m_work.parameterBytes);
    } else if (phase == 17) {
        span.communicator = m_names[rank].world;
        span.sequence = serial;
        span.bytes = 4;
    } else if (phase == 20) {
        span.bytes = static_cast<std::uint64_t>(m_work.checkpointBytes);
    }
}

void JobSpans::writePhase(const PlannedStep& step, std::size_t phase, std::uint32_t rank)
{
    const double from = step.base + step.plan.start(phase, rank);
    const double to = step.base + step.plan.end(phase, rank);
    if (to > from) { // phases in which a rank has no part (the first stage receives nothing) have no duration
        Span span = blank(rank, from, to);
        span.step = step.step;
        describe(span, phase, rank, step.serial);
        journalOf(rank).add(span);
    }
    if (phase == lastOfStep) {
        Span whole = blank(rank, step.base + step.plan.start(0, rank), to);
        whole.kind = SpanKind::Step;
        whole.op = m_ops[rank / m_gpusPerNode].step;
        whole.step = step.step;
        journalOf(rank).add(whole);
    }
}

void JobSpans::writeEnded(PlannedStep& step, double to)
{
    const auto limit = static_cast<float>(to - step.base);
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        std::uint8_t& at = step.cursor[rank];
        if (at == stepPhases.size())
            continue;
        if (rank == step.deadRank && step.plan.end(at, rank) > step.deadAt)
            continue; // a dead rank reports nothing
        while (at < stepPhases.size() && step.plan.end(at, rank) <= limit)
            writePhase(step, at++, rank);
        if (at == stepPhases.size())
            ++step.ranksDone;
    }
}

void JobSpans::writeForAll(SpanKind kind, const std::string& op, double from, double to, std::uint32_t step)
{
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        Span span = blank(rank, from, to);
        span.kind = kind;
        span.op = journalOf(rank).nameOf(op);
        span.step = step;
        journalOf(rank).add(span);
    }
}

void JobSpans::writePending(const PlannedStep& step, double at, bool hasTimedOut)
{
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        const std::size_t phase = step.cursor[rank];
        if (rank == step.deadRank || phase == stepPhases.size() || wordOf(stepPhases[phase]).kind == SpanKind::Compute)
            continue;
        const double since = step.base + step.plan.start(phase, rank);
        if (!std::isfinite(since))
            continue;
        Span span = blank(rank, hasTimedOut ? since : at, at);
        span.step = step.step;
        describe(span, phase, rank, step.serial);
        span.kind = hasTimedOut ? SpanKind::Wait : SpanKind::Marker;
        span.op = journalOf(rank).nameOf(hasTimedOut ? "collective_timeout" : "collective_pending");
        journalOf(rank).add(span);
    }
}

} // namespace lockstep::sim
