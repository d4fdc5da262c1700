// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/worstvalues.h"

#include "models/core/limits.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

template <class T>
void reset(std::array<std::vector<T>, entityKindCount>& table, const Topology& topology, T value)
{
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        table[kind].assign(topology.count(static_cast<EntityKind>(kind)), value);
}

template <class T>
T& at(std::array<std::vector<T>, entityKindCount>& table, EntityRef entity)
{
    return table[static_cast<std::size_t>(entity.kind)][entity.index];
}

template <class T>
T get(const std::array<std::vector<T>, entityKindCount>& table, EntityRef entity, T otherwise)
{
    const auto& values = table[static_cast<std::size_t>(entity.kind)];
    return entity.index < values.size() ? values[entity.index] : otherwise;
}

constexpr std::uint8_t well = 0;

std::uint8_t rankOf(Severity severity)
{
    return static_cast<std::uint8_t>(1 + static_cast<int>(severity));
}

/// Calls @p visit for everything above @p entity, until it returns false.
template <class Visit>
void climb(const Topology& topology, EntityRef entity, Visit visit)
{
    for (EntityRef above = topology.parent(entity); topology.contains(above); above = topology.parent(above)) {
        if (!visit(above))
            return;
    }
}

} // namespace

Freshness FreshnessCount::worst() const
{
    if (stale > 0)
        return Freshness::Stale;
    return neverSeen > 0 || live == 0 ? Freshness::NeverSeen : Freshness::Live;
}

bool WorstValues::update(const ClusterStore& store, const Topology& topology, MetricId metric)
{
    raiseValues(store, topology, metric);
    raiseFreshness(store, topology);
    std::swap(m_lastRank, m_rank);
    judge(store, topology, metric);
    return m_lastRank != m_rank;
}

void WorstValues::raiseValues(const ClusterStore& store, const Topology& topology, MetricId metric)
{
    reset(m_values, topology, noData);
    if (metric.value >= store.metrics().size())
        return;
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::span<const float> current = store.current(metric);
    for (std::uint32_t index = 0; index < current.size(); ++index) {
        const EntityRef entity{descriptor.entityKind, index};
        if (std::isnan(current[index]) || !topology.contains(entity))
            continue;
        at(m_values, entity) = current[index];
        // Above an entity that is already shown worse, everything else is too.
        climb(topology, entity, [&](EntityRef above) {
            float& worst = at(m_values, above);
            const bool rises = isWorse(descriptor, current[index], worst);
            worst = rises ? current[index] : worst;
            return rises;
        });
    }
}

void WorstValues::raiseFreshness(const ClusterStore& store, const Topology& topology)
{
    reset(m_nodes, topology, FreshnessCount{});
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        const auto count = [&](EntityRef entity) {
            FreshnessCount& counts = at(m_nodes, entity);
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
    reset(m_rank, topology, well);
    const auto markFrom = [&](EntityRef entity, Severity severity) {
        const auto mark = [&, rank = rankOf(severity)](EntityRef each) {
            const bool isNews = at(m_rank, each) < rank;
            at(m_rank, each) = std::max(at(m_rank, each), rank);
            return isNews;
        };
        mark(entity);
        climb(topology, entity, mark);
    };
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (store.freshness(node) != Freshness::Live)
            markFrom(node, Severity::Warning);
    }
    if (metric.value >= store.metrics().size())
        return;
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const auto& values = m_values[static_cast<std::size_t>(descriptor.entityKind)];
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        if (const auto severity = severityOf(descriptor, values[index]))
            markFrom({descriptor.entityKind, index}, *severity);
    }
}

float WorstValues::value(EntityRef entity) const
{
    return get(m_values, entity, noData);
}

bool WorstValues::isWell(EntityRef entity) const
{
    return get(m_rank, entity, well) == well;
}

std::optional<Severity> WorstValues::severity(EntityRef entity) const
{
    const std::uint8_t rank = get(m_rank, entity, well);
    return rank == well ? std::nullopt : std::optional(static_cast<Severity>(rank - 1));
}

bool WorstValues::hasTurned(EntityRef entity) const
{
    return get(m_rank, entity, well) != get(m_lastRank, entity, well);
}

FreshnessCount WorstValues::nodes(EntityRef entity) const
{
    return get(m_nodes, entity, FreshnessCount{});
}

} // namespace lockstep
