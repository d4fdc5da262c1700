// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/trainingjob.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::sim {

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
    step.fullStorageGBps = m_surroundings.storage.undisturbed(static_cast<std::uint32_t>(m_nodes.size()));
    step.storageGBps = step.writesCheckpoint ? m_surroundings.storage.beginWrite(
                           base + m_work.computeSeconds, bytes, static_cast<std::uint32_t>(m_nodes.size()))
                                             : 1.0;
    step.plan.make(m_grid, m_work, step.conditions(m_surroundings.gpus.model().nvlinkGBps), step.starts,
                   m_random.fork(step.serial));
    judge(step);
    m_planned.push_back(std::move(step));
}

// Steps whose spans are all written are over; the last one stays, because the next begins where it ended.
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
            break; // never, when nobody gets to the end
        planStep(first);
    }
    spendTick(from, to);
    retire(to);
    noteHang(from, to);
}

} // namespace lockstep::sim
