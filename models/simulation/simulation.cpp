// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/simulation.h"

#include "models/core/batch.h"
#include "models/simulation/simulationparts.h"

namespace lockstep::sim {

Result<std::unique_ptr<Simulation>> Simulation::create(ClusterSpec spec, const Drill& drill, std::uint64_t seed,
                                                       TimePoint start, Duration period)
{
    Result<ClusterSpec> whole = completed(std::move(spec));
    if (!whole.isOk())
        return whole.error();
    if (const Status suits = FaultDirector::check(drill, whole.value()); !suits.isOk())
        return suits.error();
    if (period <= Duration::zero())
        return Error{"the tick period must be longer than nothing"};
    auto parts = std::make_unique<Parts>(std::move(whole).value(), drill, seed, start, period);
    return std::unique_ptr<Simulation>(new Simulation(std::move(parts)));
}

Simulation::Simulation(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

Simulation::~Simulation() = default;

void Simulation::advance()
{
    const double from = static_cast<double>(m_parts->ticksDone) * m_parts->seconds;
    const double to = static_cast<double>(m_parts->ticksDone + 1) * m_parts->seconds;
    m_parts->clearTick();
    m_parts->applyFailures(from, to);
    m_parts->runWork(from, to);
    m_parts->runHardware();
    ++m_parts->ticksDone;
    m_parts->writeTicks();
}

TimePoint Simulation::now() const
{
    return m_parts->start + m_parts->period * m_parts->ticksDone;
}

std::size_t Simulation::nodeCount() const
{
    return m_parts->ticks.size();
}

const ClusterSpec& Simulation::spec() const
{
    return m_parts->spec;
}

const std::shared_ptr<const NodeIdentity>& Simulation::identity(std::size_t node) const
{
    const std::size_t gpuNodes = m_parts->spec.nodes.size();
    if (node < gpuNodes)
        return m_parts->nodeReporter.identity(static_cast<std::uint32_t>(node));
    if (node < m_parts->facilityIndex())
        return m_parts->fabricReporter.identity(static_cast<std::uint32_t>(node - gpuNodes));
    if (node == m_parts->facilityIndex())
        return m_parts->facilityReporter.identity();
    return m_parts->servingReporter->identity();
}

const NodeTick* Simulation::tick(std::size_t node) const
{
    return m_parts->isSilent[node] != 0 ? nullptr : &m_parts->ticks[node];
}

const std::shared_ptr<const std::vector<std::string>>& Simulation::names(std::size_t node) const
{
    return m_parts->journals[node].names();
}

Duration Simulation::clockOffset(std::size_t node) const
{
    return m_parts->journals[node].clockOffset;
}

const GroundTruth& Simulation::truth() const
{
    return m_parts->truth;
}

} // namespace lockstep::sim
