// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/simulatedfeed.h"

#include "models/core/batch.h"

#include <memory>
#include <utility>

namespace lockstep::scoring {

namespace {

Batch batchOf(const sim::Simulation& simulation, std::size_t node)
{
    Batch batch;
    batch.source = SourceId{0};
    batch.received = simulation.now();
    batch.node = simulation.identity(node)->name;
    return batch;
}

} // namespace

SimulatedFeed::SimulatedFeed(sim::Simulation& simulation, std::uint64_t seed, std::optional<std::uint64_t> shuffle,
                             const SiteOptions& site)
    : m_simulation(simulation), m_site(site, seed), m_clocks(sim::Random(seed).fork(77))
{
    if (shuffle)
        m_order.emplace(*shuffle);
}

std::vector<BatchPtr> SimulatedFeed::introductions()
{
    std::vector<BatchPtr> batches;
    for (std::size_t node = 0; node < m_simulation.nodeCount(); ++node) {
        auto batch = std::make_shared<Batch>(batchOf(m_simulation, node));
        auto identity = std::make_shared<NodeIdentity>(*m_simulation.identity(node));
        identity->tickPeriod = std::chrono::seconds(m_site.options().intervalSeconds);
        if (!m_site.options().hasAgents())
            identity->position.reset(); // Prometheus-compatible servers know no racks
        batch->identity = std::move(identity);
        batch->clock = measuredClock(node);
        batch->status = SourceStatus{SourceState::Live, "simulated", "subscribed", std::nullopt, 0};
        batches.push_back(std::move(batch));
    }
    if (m_order)
        shuffle(batches);
    return batches;
}

std::vector<BatchPtr> SimulatedFeed::tick()
{
    ++m_sequence;
    std::vector<BatchPtr> batches;
    for (std::size_t node = 0; node < m_simulation.nodeCount(); ++node) {
        const NodeTick* const simulated = m_simulation.tick(node);
        std::optional<NodeTick> tick
            = simulated == nullptr ? std::nullopt : m_site.scraped(node, *simulated, m_sequence);
        if (!tick)
            continue;
        auto batch = std::make_shared<Batch>(batchOf(m_simulation, node));
        batch->sequence = m_sequence / m_site.options().intervalSeconds;
        batch->names = m_simulation.names(node);
        batch->tick = std::move(tick);
        if ((m_sequence + node) % ticksPerProbe == 0)
            batch->clock = measuredClock(node);
        batches.push_back(std::move(batch));
    }
    if (m_order)
        shuffle(batches);
    return batches;
}

ClockOffset SimulatedFeed::measuredClock(std::size_t node)
{
    const Duration error = std::chrono::duration_cast<Duration>(clockJitter * m_clocks.normal());
    return {m_simulation.clockOffset(node) + error, clockUncertainty};
}

void SimulatedFeed::shuffle(std::vector<BatchPtr>& batches)
{
    for (std::size_t left = batches.size(); left > 1; --left)
        std::swap(batches[left - 1], batches[m_order->below(static_cast<std::uint32_t>(left))]);
}

} // namespace lockstep::scoring
