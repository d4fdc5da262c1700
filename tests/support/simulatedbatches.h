// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/simulation.h"

#include <memory>
#include <vector>

namespace lockstep {

/// A simulated cluster as the batches its agents would send.
class SimulatedBatches
{
public:
    static constexpr TimePoint start{std::chrono::seconds(1'700'000'000)};

    explicit SimulatedBatches(std::uint32_t nodes)
        : SimulatedBatches(
            sim::Simulation::create(sim::makeCluster(nodes, 8, *sim::findGpuModel("H100")), {}, 7, start).value())
    { }
    explicit SimulatedBatches(std::unique_ptr<sim::Simulation> simulation) : m_simulation(std::move(simulation)) { }

    std::vector<BatchPtr> introduce()
    {
        std::vector<BatchPtr> batches;
        for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{0};
            batch->received = start;
            batch->identity = m_simulation->identity(node);
            batch->node = batch->identity->name;
            batch->clock = ClockOffset{std::chrono::microseconds(40), std::chrono::microseconds(90)};
            batch->status = SourceStatus{SourceState::Live, "127.0.0.1:1", "subscribed", std::nullopt, 0};
            batches.push_back(std::move(batch));
        }
        return batches;
    }
    std::vector<BatchPtr> next()
    {
        m_simulation->advance();
        ++m_sequence;
        std::vector<BatchPtr> batches;
        for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{0};
            batch->received = m_simulation->now();
            batch->node = m_simulation->identity(node)->name;
            batch->sequence = m_sequence;
            batch->names = m_simulation->names(node);
            batch->tick = *m_simulation->tick(node);
            batches.push_back(std::move(batch));
        }
        return batches;
    }

private:
    std::unique_ptr<sim::Simulation> m_simulation;
    std::uint64_t m_sequence = 0;
};

} // namespace lockstep
