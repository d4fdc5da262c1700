// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/worstvalues.h"

#include "models/core/metrics/limits.h"
#include "models/store/clusterstore.h"

#include <cmath>
#include <utility>

namespace lockstep {

Freshness FreshnessCount::worst() const
{
    if (stale > 0)
        return Freshness::Stale;
    return neverSeen > 0 || live == 0 ? Freshness::NeverSeen : Freshness::Live;
}

bool WorstValues::update(const ClusterStore& store, const Topology& topology, MetricId metric,
                         std::span<const Alert> alerts)
{
    raiseValues(store, topology, metric);
    raiseFreshness(store, topology);
    std::swap(m_lastBadness, m_badness);
    judge(store, topology, metric);
    markAlerts(topology, alerts);
    return m_lastBadness != m_badness;
}

void WorstValues::raiseValues(const ClusterStore& store, const Topology& topology, MetricId metric)
{
    m_values.assign(topology, noData);
    if (metric.value >= store.metrics().size())
        return;
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::span<const float> current = store.current(metric);
    for (std::uint32_t index = 0; index < current.size(); ++index) {
        const EntityRef entity{descriptor.entityKind, index};
        if (std::isnan(current[index]) || !topology.contains(entity))
            continue;
        m_values.at(entity) = current[index];
        // The ancestors of an entity that is already shown as worse are shown so too.
        climb(topology, entity, [&](EntityRef above) {
            float& worst = m_values.at(above);
            const bool rises = isWorse(descriptor, current[index], worst);
            worst = rises ? current[index] : worst;
            return rises;
        });
    }
    rollUp(store, topology, descriptor);
}

/// Loops and jobs contain nothing, but stand for the racks that they cool and the places of their ranks.
void WorstValues::rollUp(const ClusterStore& store, const Topology& topology, const MetricDescriptor& metric)
{
    const auto raise = [&](EntityRef summary, EntityRef part) {
        const float value = m_values.get(part, noData);
        if (!std::isnan(value) && isWorse(metric, value, m_values.at(summary)))
            m_values.at(summary) = value;
    };
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        for (const EntityRef rack : topology.served({EntityKind::Loop, index}))
            raise({EntityKind::Loop, index}, rack);
    }
    NameId name;
    EntityRef job;
    for (const SpanLane& lane : store.spans().lanes()) {
        if (!lane.job.isValid())
            continue;
        if (std::exchange(name, lane.job) != lane.job) // lanes of a job are mostly neighbours
            job = topology.find(EntityKind::Job, {}, store.spans().names().name(name));
        if (job.isValid())
            raise(job, lane.entity);
    }
}

void WorstValues::raiseFreshness(const ClusterStore& store, const Topology& topology)
{
    m_nodes.assign(topology, {});
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        const auto count = [&](EntityRef entity) {
            FreshnessCount& counts = m_nodes.at(entity);
            counts.live += freshness == Freshness::Live ? 1U : 0U;
            counts.stale += freshness == Freshness::Stale ? 1U : 0U;
            counts.neverSeen += freshness == Freshness::NeverSeen ? 1U : 0U;
            return true;
        };
        count(node);
        climb(topology, node, count);
    }
}

void WorstValues::judge(const ClusterStore& store, const Topology& topology, MetricId metric)
{
    m_badness.reset(topology);
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (store.freshness(node) != Freshness::Live)
            m_badness.mark(topology, node, Severity::Warning);
    }
    if (metric.value >= store.metrics().size())
        return;
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::vector<float>& values = m_values.of(descriptor.entityKind);
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        if (const auto severity = severityOf(descriptor, values[index]))
            m_badness.mark(topology, {descriptor.entityKind, index}, *severity);
    }
}

/// Culprits have the severity of their alert, effects their own.
void WorstValues::markAlerts(const Topology& topology, std::span<const Alert> alerts)
{
    const auto mark = [&](EntityRef entity, Severity severity) {
        if (entity.isValid() && topology.contains(entity))
            m_badness.mark(topology, entity, severity);
    };
    for (const Alert& alert : alerts) {
        if (alert.end || alert.state == Alert::State::Shelved)
            continue;
        for (const EntityRef entity : alert.entities)
            mark(entity, alert.severity);
        for (const Alert::Stage& stage : alert.chain) {
            if (stage.isOver)
                continue;
            if (!stage.job.empty()) { // its entities are only where the job runs
                mark(topology.find(EntityKind::Job, {}, stage.job), stage.severity);
                continue;
            }
            for (const EntityRef entity : stage.entities)
                mark(entity, stage.severity);
        }
    }
}

} // namespace lockstep
