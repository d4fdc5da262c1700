// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/trainingjob.h"

#include "models/core/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

constexpr double minExcessShare = 0.01;

float medianOf(std::span<const float> values)
{
    std::vector<float> copy(values.begin(), values.end());
    return upperMedian(copy);
}

struct Suspect
{
    StepCause cause = StepCause::None;
    double excess = 0;
    std::uint32_t rank = 0;
};

void consider(Suspect& worst, StepCause cause, double excess, std::ptrdiff_t rank)
{
    if (excess > worst.excess)
        worst = {cause, excess, static_cast<std::uint32_t>(rank)};
}

/// The rank that prevents a step from ending: the one that died, or the one whose NIC is down, which stops both of its
/// edges in the ring.
std::uint32_t hungRank(const PlannedStep& step, const RankGrid& grid)
{
    if (step.deadRank < grid.count())
        return step.deadRank;
    for (std::uint32_t rank = 0; rank < grid.count(); ++rank) {
        if (step.ringGBps[rank] <= 0 && step.ringGBps[grid.ringPrevious(rank)] <= 0)
            return rank;
    }
    return 0;
}

/// Why a planned step took long, and by how much. Compares the slowest rank, edge, stall and checkpoint with the median
/// of their kind. An excess below 1 % of the step has no cause.
/// @param nodes of the job, by rank / @p gpusPerNode
StepTruth judgeStep(const PlannedStep& step, const RankGrid& grid, const StepWork& work, std::uint32_t job,
                    std::span<const std::uint32_t> nodes, std::uint32_t gpusPerNode)
{
    StepTruth truth{job, step.step, step.base};
    // Measured from the time when the last rank had finished the previous step, which may have ended unevenly.
    truth.seconds = *std::ranges::max_element(step.plan.ends()) - *std::ranges::max_element(step.starts);

    Suspect worst;
    const auto slowest = std::ranges::min_element(step.computeSpeed);
    const double lateness = work.computeSeconds * (1 / std::max(*slowest, 1e-3F) - 1 / medianOf(step.computeSpeed));
    consider(worst, StepCause::SlowRank, lateness, slowest - step.computeSpeed.begin());

    std::vector<float> computeSeconds(grid.count());
    for (std::uint32_t rank = 0; rank < grid.count(); ++rank)
        computeSeconds[rank] = step.plan.computeSeconds(rank);
    const auto longest = std::ranges::max_element(computeSeconds);
    if (std::isfinite(*longest)) // beyond normal clock differences and noise, this rank was delayed
        consider(worst, StepCause::Hiccup, *longest - medianOf(computeSeconds) - lateness - 0.1,
                 longest - computeSeconds.begin());
    if (grid.data > 1) {
        const auto narrowest = std::ranges::min_element(step.ringGBps);
        const double bytes = (work.gradientBytes + work.parameterBytes) / 1e9;
        const double excess = *narrowest > 0 ? bytes * (1 / *narrowest - 1 / medianOf(step.ringGBps)) : truth.seconds;
        consider(worst, StepCause::SlowLink, excess, narrowest - step.ringGBps.begin());
    }
    const auto stalled = std::ranges::max_element(step.stallSeconds);
    consider(worst, StepCause::StalledLink, 2 * *stalled, stalled - step.stallSeconds.begin());

    if (step.writesCheckpoint) {
        const double bytes = work.checkpointBytes * grid.count() / 1e9;
        consider(worst, StepCause::Storage, bytes * (1 / step.storageGBps - 1 / step.fullStorageGBps), 0);
    }
    if (!std::isfinite(truth.seconds)) {
        truth.seconds = std::numeric_limits<double>::infinity(); // also if a start was already infinite
        worst = {StepCause::Hang, 0, hungRank(step, grid)};
    }
    if (truth.cause == StepCause::None
        && (worst.cause == StepCause::Hang || worst.excess > minExcessShare * truth.seconds)) {
        truth.cause = worst.cause;
        truth.culpritRank = worst.rank;
        truth.culpritNode = nodes[worst.rank / gpusPerNode];
        truth.culpritGpu = worst.rank % gpusPerNode;
    }
    truth.idealSeconds = std::isfinite(truth.seconds) ? truth.seconds - worst.excess : work.computeSeconds;
    return truth;
}

constexpr float memoryInUse = 0.84F;

/// Length of the part of [a, b) within [from, to).
float overlap(float a, float b, float from, float to)
{
    return std::max(0.0F, std::min(b, to) - std::max(a, from));
}

constexpr double pendingAfterSeconds = 1; // delay before a watchdog reports a stuck collective
constexpr std::size_t stepsRemembered = 4096;

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
    if (to > from) { // phases in which a rank takes no part (the first stage receives nothing) have no duration
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

TrainingJob::TrainingJob(std::uint32_t index, JobSpec spec, std::vector<std::uint32_t> nodes,
                         JobSurroundings surroundings, Random random)
    : m_index(index),
      m_spec(std::move(spec)),
      m_surroundings(surroundings),
      m_nodes(std::move(nodes)),
      m_random(random),
      m_resumeAt(m_spec.startSeconds),
      m_ringFlows(surroundings.fabric.addFlows()),
      m_stageFlows(surroundings.fabric.addFlows())
{
    const auto ranks = static_cast<std::uint32_t>(m_nodes.size()) * m_surroundings.gpusPerNode;
    m_work = stepWork(m_spec, ranks, m_surroundings.gpus.model());
    m_plainGradientBytes = m_work.gradientBytes;
    m_plainParameterBytes = m_work.parameterBytes;
    m_grid = {m_spec.tensorParallel, m_work.dataParallel, m_spec.pipelineParallel};
    m_spans = std::make_unique<JobSpans>(m_spec, m_grid, m_work, m_surroundings.gpusPerNode, m_surroundings.journals,
                                         m_surroundings.start);
    connect();
}

bool TrainingJob::runsOn(std::uint32_t node) const
{
    return std::ranges::find(m_nodes, node) != m_nodes.end();
}

void TrainingJob::connect()
{
    const FatTree& tree = m_surroundings.fabric.tree();
    const auto edge = [&](std::uint32_t from, std::uint32_t to) -> Flow {
        const std::uint32_t source = m_nodes[from / m_surroundings.gpusPerNode];
        const std::uint32_t destination = m_nodes[to / m_surroundings.gpusPerNode];
        const std::uint32_t rail = from % m_surroundings.gpusPerNode * tree.rails / m_surroundings.gpusPerNode;
        return source == destination ? Flow{} : Flow{tree.nic(source, rail), tree.nic(destination, rail)};
    };
    const std::uint32_t stride = m_grid.tensor * m_grid.data;
    m_ring.resize(m_grid.count());
    m_stages.resize(m_grid.count());
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        m_ring[rank] = m_grid.data > 1 ? edge(rank, m_grid.ringNext(rank)) : Flow{};
        m_stages[rank] = rank + stride < m_grid.count() ? edge(rank, rank + stride) : Flow{};
    }
    m_surroundings.fabric.setFlows(m_ringFlows, m_ring);
    m_surroundings.fabric.setFlows(m_stageFlows, m_stages);
    m_spans->place(m_nodes);
}

void TrainingJob::readConditions(PlannedStep& step)
{
    const std::uint32_t ranks = m_grid.count();
    for (auto* values : {&step.computeSpeed, &step.ringGBps, &step.stageGBps, &step.stallSeconds})
        values->resize(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        step.computeSpeed[rank] = m_surroundings.gpus.computeSpeed(gpuOf(rank));
    const double inside = m_surroundings.gpus.model().nvlinkGBps;
    m_surroundings.fabric.takeStalls(m_ringFlows, step.stallSeconds);
    m_surroundings.fabric.bandwidths(m_ringFlows, inside, step.ringGBps);
    m_surroundings.fabric.bandwidths(m_stageFlows, inside, step.stageGBps);
}

double TrainingJob::stepSeconds() const
{
    return m_planned.empty() ? 0.0 : static_cast<double>(*std::ranges::min_element(m_planned.back().plan.ends()));
}

double TrainingJob::waitForLeader(double base) const
{
    constexpr double mostWait = 0.03; ///< of a step
    constexpr double together = 0.9; ///< share of a step until the leader's next one: it has just begun
    if (m_leader == nullptr || m_leader == this || m_leader->m_state != State::Running)
        return 0;
    const double period = m_leader->stepSeconds();
    if (!std::isfinite(period) || period <= 0)
        return 0;
    const double since = std::fmod(base - m_leader->m_planned.back().base, period);
    const double until = since < 0 ? -since : period - since;
    return until > together * period ? 0 : std::min(until, mostWait * period);
}

void TrainingJob::planStep(double base)
{
    if (m_spare.empty())
        m_spare.emplace_back();
    PlannedStep step = std::move(m_spare.back());
    m_spare.pop_back();

    step.starts.assign(m_grid.count(), 0.0F);
    if (!m_planned.empty()) {
        const PlannedStep& last = m_planned.back();
        const auto ends = last.plan.ends();
        for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank)
            step.starts[rank] = static_cast<float>(last.base + ends[rank] - base);
    }
    if (const auto wait = static_cast<float>(waitForLeader(base)); wait > 0) {
        for (float& start : step.starts)
            start += wait;
    }
    step.base = base;
    step.step = m_step++;
    step.serial = m_stepsEver++;
    step.writesCheckpoint = m_spec.checkpointEverySteps > 0 && (step.step + 1) % m_spec.checkpointEverySteps == 0;
    step.deadRank = deadRank();
    step.deadAt = 0; // dead before it began
    step.cursor.assign(m_grid.count(), 0);
    step.ranksDone = 0;
    m_work.gradientBytes = m_plainGradientBytes * m_trafficFactor;
    m_work.parameterBytes = m_plainParameterBytes * m_trafficFactor;
    readConditions(step);
    const double bytes = m_work.checkpointBytes * m_grid.count();
    step.fullStorageGBps = m_surroundings.storage.soloBandwidth(static_cast<std::uint32_t>(m_nodes.size()));
    step.storageGBps = step.writesCheckpoint ? m_surroundings.storage.beginWrite(
                           base + m_work.computeSeconds, bytes, static_cast<std::uint32_t>(m_nodes.size()))
                                             : 1.0;
    step.plan.make(m_grid, m_work, step.conditions(m_surroundings.gpus.model().nvlinkGBps), step.starts,
                   m_random.fork(step.serial));
    judge(step);
    m_planned.push_back(std::move(step));
}

// Steps whose spans have all been written are removed. The last one stays, because the next one begins at its end.
void TrainingJob::retire(double to)
{
    for (PlannedStep& step : m_planned)
        m_spans->writeEnded(step, to);
    while (m_planned.size() > 1 && m_planned.front().ranksDone == m_grid.count()) {
        if (m_planned.front().writesCheckpoint) {
            m_checkpointStep = m_planned.front().step + 1;
            m_checkpointAt = m_planned.front().base;
        }
        m_spare.push_back(std::move(m_planned.front()));
        m_planned.pop_front();
    }
}

void TrainingJob::tick(double from, double to)
{
    if (m_state != State::Running) {
        if (m_resumeAt >= to)
            return;
        const double begin = std::max(m_resumeAt, from);
        if (m_state == State::Restarting)
            m_spans->writeForAll(SpanKind::Restart, "restart", m_restartBegan, begin, m_step);
        m_state = State::Running;
        m_checkpointAt = begin;
        planStep(begin);
    }
    resumeStalled(from);
    for (;;) {
        const auto ends = m_planned.back().plan.ends();
        const double first = m_planned.back().base + *std::ranges::min_element(ends);
        if (!std::isfinite(first) || first >= to)
            break; // no rank reaches the end
        planStep(first);
    }
    spendTick(from, to);
    retire(to);
    noteHang(from, to);
}

/// Activity of a job's ranks within one tick: shares of compute and communication, bytes over NVLink, NICs and to
/// storage. Times are in seconds relative to the plan's base.
struct TrainingJob::TickMeter
{
    TrainingJob& job;
    float length; ///< of the tick
    float ringShare; ///< share of a buffer that each member of a ring sends: (n - 1) / n
    float tensorShare;
    float nicLine; ///< bytes a second
    double ringBytes = 0;
    double ringSeconds = 0;
    double stageBytes = 0;
    double stageSeconds = 0;

    TickMeter(TrainingJob& owner, double seconds)
        : job(owner),
          length(static_cast<float>(seconds)),
          ringShare(1 - 1 / static_cast<float>(owner.m_grid.data)),
          tensorShare(1 - 1 / static_cast<float>(owner.m_grid.tensor)),
          nicLine(static_cast<float>(owner.m_surroundings.fabric.nicGBps() * 1e9))
    { }

    void addRank(const PlannedStep& step, std::uint32_t rank, float begin, float end);
    void addCompute(GpuActivity& activity, std::uint32_t rank, Phase kind, float inTick, float whole);
    void addCheckpoint(GpuActivity& activity, std::uint32_t rank, float share);
    void addTransfer(GpuActivity& activity, std::uint32_t rank, Phase kind, float moving, float transfer);
    void offerFlows();
};

void TrainingJob::TickMeter::addRank(const PlannedStep& step, std::uint32_t rank, float begin, float end)
{
    GpuActivity& activity = job.m_surroundings.gpus.activity[job.gpuOf(rank)];
    activity.intensity = static_cast<float>(job.m_spec.intensity);
    activity.waitPower = static_cast<float>(job.m_waitPower);
    activity.memoryShare = memoryInUse;
    for (std::size_t phase = step.cursor[rank]; phase < stepPhases.size(); ++phase) {
        const float phaseStart = step.plan.start(phase, rank);
        if (phaseStart >= end)
            break;
        const float phaseEnd = step.plan.end(phase, rank);
        const float inTick = overlap(phaseStart, phaseEnd, begin, end);
        if (inTick <= 0)
            continue;
        const Phase kind = stepPhases[phase];
        if (kind == Phase::Forward || kind == Phase::Backward || kind == Phase::Optimizer) {
            addCompute(activity, rank, kind, inTick, phaseEnd - phaseStart);
            continue;
        }
        if (kind == Phase::Checkpoint) {
            addCheckpoint(activity, rank, inTick / (phaseEnd - phaseStart));
            continue;
        }
        activity.communication += inTick / length; // a rank that waits in a collective keeps its kernel busy
        const float transfer = step.plan.transfer(phase, rank);
        if (transfer > 0 && std::isfinite(phaseEnd))
            addTransfer(activity, rank, kind, overlap(std::max(phaseStart, phaseEnd - transfer), phaseEnd, begin, end),
                        transfer);
    }
}

// Activations are sent to the next stage during the forward pass; gradients are sent to the previous stage during the
// backward pass.
void TrainingJob::TickMeter::addCompute(GpuActivity& activity, std::uint32_t rank, Phase kind, float inTick,
                                        float whole)
{
    activity.compute += inTick / length;
    const std::uint32_t stride = job.m_grid.tensor * job.m_grid.data;
    Flow edge;
    if (kind == Phase::Forward)
        edge = job.m_stages[rank];
    else if (kind == Phase::Backward && rank >= stride)
        edge = {job.m_stages[rank - stride].destination, job.m_stages[rank - stride].source};
    if (edge.source == Flow::inside)
        return;
    const float bytes = static_cast<float>(job.m_work.activationBytes) * inTick / whole;
    stageBytes += bytes;
    stageSeconds += inTick;
    job.m_surroundings.fabric.offerNic(edge.source, edge.destination, bytes, bytes / inTick / nicLine);
}

void TrainingJob::TickMeter::addCheckpoint(GpuActivity& activity, std::uint32_t rank, float share)
{
    const double bytes = job.m_work.checkpointBytes * share;
    job.m_surroundings.storageBytes[job.m_nodes[rank / job.m_surroundings.gpusPerNode]] += bytes;
    activity.pcieBytes += static_cast<float>(bytes);
}

void TrainingJob::TickMeter::addTransfer(GpuActivity& activity, std::uint32_t rank, Phase kind, float moving,
                                         float transfer)
{
    if (moving <= 0 || kind == Phase::GradientNorm || kind == Phase::ReceiveActivation
        || kind == Phase::ReceiveGradient)
        return; // too few bytes, or counted by the sender
    const float moved = moving / transfer;
    if (kind != Phase::ReduceGradients && kind != Phase::GatherParameters) {
        activity.nvlinkBytes += static_cast<float>(job.m_work.tensorBytes) * tensorShare * moved;
        return;
    }
    const double whole = kind == Phase::ReduceGradients ? job.m_work.gradientBytes : job.m_work.parameterBytes;
    const float bytes = static_cast<float>(whole) * ringShare * moved;
    const Flow& edge = job.m_ring[rank];
    if (edge.source == Flow::inside) {
        activity.nvlinkBytes += bytes;
        return;
    }
    ringBytes += bytes;
    ringSeconds += moving;
    job.m_surroundings.fabric.offerNic(edge.source, edge.destination, bytes, bytes / moving / nicLine);
}

void TrainingJob::TickMeter::offerFlows()
{
    const double ranks = job.m_grid.count();
    Fabric& fabric = job.m_surroundings.fabric;
    fabric.offer(job.m_ringFlows, ringBytes / ranks, ringSeconds / ranks / length);
    const double demand = stageSeconds > 0 ? stageBytes / stageSeconds / nicLine : 0;
    fabric.offer(job.m_stageFlows, stageBytes / ranks, stageSeconds / ranks / length, demand);
}

void TrainingJob::spendTick(double from, double to)
{
    TickMeter meter(*this, to - from);
    for (const PlannedStep& step : m_planned) {
        const auto begin = static_cast<float>(from - step.base);
        const auto end = static_cast<float>(to - step.base);
        for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
            if (rank != step.deadRank || begin < step.deadAt)
                meter.addRank(step, rank, begin, end);
        }
    }
    meter.offerFlows();
}

void TrainingJob::noteHang(double from, double to)
{
    const PlannedStep& step = m_planned.back();
    const auto now = static_cast<float>(to - step.base);
    const bool moves = std::ranges::any_of(step.plan.ends(), [](float end) { return std::isfinite(end); });
    if (moves) {
        m_hungSince.reset();
        return;
    }
    if (!m_hungSince && now > 0) {
        // Hung since the last rank that could still proceed arrived at its present wait.
        float last = 0;
        for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
            const std::size_t phase = step.cursor[rank];
            const float since = phase < stepPhases.size() ? step.plan.start(phase, rank) : 0;
            if (rank == step.deadRank || !std::isfinite(since))
                continue;
            if (phase < stepPhases.size() && std::isfinite(step.plan.end(phase, rank)))
                return; // this rank can still proceed
            last = std::max(last, since);
        }
        if (last <= now)
            m_hungSince = step.base + last;
    }
    if (m_hungSince && *m_hungSince + pendingAfterSeconds >= from && *m_hungSince + pendingAfterSeconds < to) {
        for (const PlannedStep& waiting : m_planned)
            m_spans->writePending(waiting, *m_hungSince + pendingAfterSeconds, false);
    }
}

// A ring that was stopped by a NIC continues when the NIC is back up: the step is planned again from that time.
void TrainingJob::resumeStalled(double now)
{
    PlannedStep& step = m_planned.back();
    if (std::ranges::find(step.ringGBps, 0.0F) == step.ringGBps.end())
        return;
    const std::vector<float> before = step.ringGBps;
    m_surroundings.fabric.bandwidths(m_ringFlows, m_surroundings.gpus.model().nvlinkGBps, step.ringGBps);
    bool hasChanged = false;
    for (std::size_t rank = 0; rank < before.size(); ++rank) {
        const bool isBack = before[rank] <= 0 && step.ringGBps[rank] > 0;
        if (isBack)
            step.stallSeconds[rank] = std::max(step.stallSeconds[rank], static_cast<float>(now - step.base));
        else
            step.ringGBps[rank] = before[rank];
        hasChanged |= isBack;
    }
    if (hasChanged)
        remake(step);
}

void TrainingJob::remake(PlannedStep& step)
{
    step.plan.make(m_grid, m_work, step.conditions(m_surroundings.gpus.model().nvlinkGBps), step.starts,
                   m_random.fork(step.serial));
    judge(step);
}

void TrainingJob::judge(const PlannedStep& step)
{
    StepTruth verdict = judgeStep(step, m_grid, m_work, m_index, m_nodes, m_surroundings.gpusPerNode);
    auto& steps = m_surroundings.truth.steps;
    const auto known = std::ranges::find_if(steps, [&](const StepTruth& other) {
        return other.job == verdict.job && other.startSeconds == verdict.startSeconds;
    });
    if (known != steps.end())
        *known = verdict;
    else
        steps.push_back(verdict);
    if (steps.size() > stepsRemembered)
        steps.pop_front();
}

std::uint32_t TrainingJob::deadRank() const
{
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        if (m_surroundings.gpus.isAlive[gpuOf(rank)] == 0)
            return rank;
    }
    return std::numeric_limits<std::uint32_t>::max();
}

void TrainingJob::killGpu(std::uint32_t gpu, double at)
{
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        if (gpuOf(rank) != gpu)
            continue;
        for (PlannedStep& step : m_planned) {
            if (step.deadRank < m_grid.count())
                continue; // one dead rank stops the job
            step.deadRank = rank;
            step.deadAt = static_cast<float>(at - step.base);
            remake(step);
        }
    }
}

double TrainingJob::abort(double at, double restartSeconds)
{
    const double lost = m_state == State::Running ? at - std::max(m_checkpointAt, m_spec.startSeconds) : 0;
    for (const PlannedStep& waiting : m_planned)
        m_spans->writePending(waiting, at, true);
    while (!m_planned.empty()) {
        m_spare.push_back(std::move(m_planned.front()));
        m_planned.pop_front();
    }
    m_hungSince.reset();
    m_state = State::Restarting;
    m_restartBegan = at;
    m_resumeAt = at + restartSeconds;
    m_step = m_checkpointStep;
    m_checkpointAt = m_resumeAt;
    return lost;
}

void TrainingJob::replaceNode(std::uint32_t old, std::uint32_t replacement)
{
    std::ranges::replace(m_nodes, old, replacement);
    connect();
}

} // namespace lockstep::sim
