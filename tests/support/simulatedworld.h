// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/simulation.h"
#include "models/store/analysis.h"
#include "models/store/clustermodel.h"

#include <QtGlobal>

#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

/// A simulated cluster played into a store, with analyses run synchronously after each tick, so that results can be
/// compared with the simulation's ground truth. GUI thread.
class SimulatedWorld
{
public:
    /// @param places positions of racks and nodes, as from a cluster file; null: as reported by the nodes
    explicit SimulatedWorld(sim::ClusterSpec spec, const sim::Drill& drill = {}, std::uint64_t seed = 1,
                            const TopologyPtr& places = nullptr)
    {
        if (places != nullptr)
            cluster.setTopology(places);
        auto made = sim::Simulation::create(std::move(spec), drill, seed, start);
        if (!made.isOk())
            qFatal("%s", made.error().message.c_str());
        m_simulation = std::move(made).value();
        std::vector<BatchPtr> introductions;
        for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node) {
            auto batch = std::make_shared<Batch>(about(node));
            batch->identity = m_simulation->identity(node);
            introductions.push_back(std::move(batch));
        }
        cluster.apply(introductions, start);
    }

    void add(std::unique_ptr<Analysis> analysis) { m_analyses.push_back(std::move(analysis)); }

    void run(int seconds)
    {
        for (int second = 0; second < seconds; ++second) {
            m_simulation->advance();
            cluster.ingest(tickNow(), m_simulation->now());
            const ChangeSet changes = cluster.pendingChanges();
            cluster.announce();
            for (const auto& analysis : m_analyses) {
                const Analysis::Task task = analysis->take(cluster.store(), changes);
                if (!task)
                    continue;
                const Analysis::Result result = task();
                cluster.applyDerived(result.derived);
                if (result.publish)
                    result.publish();
            }
        }
    }

    [[nodiscard]] sim::Simulation& simulation() { return *m_simulation; }
    [[nodiscard]] const ClusterStore& store() const { return cluster.store(); }
    [[nodiscard]] const Topology& topology() const { return *cluster.store().topology(); }
    /// Newest values of a metric; empty if there are none.
    [[nodiscard]] std::span<const float> latest(std::string_view metric) const
    {
        const MetricId id = cluster.store().metrics().find(metric);
        return id.isValid() ? cluster.store().latest(id) : std::span<const float>();
    }

    ClusterModel cluster;

private:
    static constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

    [[nodiscard]] Batch about(std::size_t node) const
    {
        Batch batch;
        batch.source = SourceId{0};
        batch.received = m_simulation->now();
        batch.node = m_simulation->identity(node)->name;
        return batch;
    }

    [[nodiscard]] std::vector<BatchPtr> tickNow()
    {
        ++m_sequence;
        std::vector<BatchPtr> batches;
        for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node) {
            const NodeTick* const tick = m_simulation->tick(node);
            if (tick == nullptr)
                continue;
            auto batch = std::make_shared<Batch>(about(node));
            batch->sequence = m_sequence;
            batch->names = m_simulation->names(node);
            batch->tick = *tick;
            batches.push_back(std::move(batch));
        }
        return batches;
    }

    std::unique_ptr<sim::Simulation> m_simulation;
    std::vector<std::unique_ptr<Analysis>> m_analyses;
    std::uint64_t m_sequence = 0;
};

} // namespace lockstep
