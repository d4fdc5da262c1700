// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/intakequota.h"

#include "models/core/budget.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/ingest/metrictable.h"

#include <fmt/format.h>

#include <numeric>

namespace lockstep {

namespace {

/// The catalogue's entry of a metric, also for its peak.
const MetricDescriptor* knownToAll(std::string_view name)
{
    const MetricDescriptor* const known = findMetric(name);
    return known || !name.ends_with(metrics::peakSuffix)
        ? known
        : findMetric(name.substr(0, name.size() - metrics::peakSuffix.size()));
}

} // namespace

std::size_t maxPerNode(EntityKind kind)
{
    switch (kind) {
    case EntityKind::Cluster:
        return 1;
    case EntityKind::Gpu:
    case EntityKind::Disk:
    case EntityKind::Rack:
    case EntityKind::Loop:
        return 1024;
    case EntityKind::Node:
    case EntityKind::Core:
    case EntityKind::Tenant:
        return 4096;
    case EntityKind::Switch:
    case EntityKind::Sensor:
        return 16384;
    case EntityKind::Port:
    case EntityKind::Link:
    case EntityKind::Job:
        break;
    }
    return budget::entitiesPerLayout;
}

void IntakeQuota::forgetEntities()
{
    m_entitiesOf.clear();
    m_entities = 0;
    for (auto& [source, share] : m_shares)
        share.entities = 0;
}

std::string IntakeQuota::addEntity(SourceId source, std::uint32_t node, EntityKind kind)
{
    if (!m_isEnforced)
        return {};
    auto& own = m_entitiesOf[node];
    std::uint32_t& ofKind = own[static_cast<std::size_t>(kind)];
    Share& share = m_shares[source.value];
    if (ofKind >= maxPerNode(kind))
        return fmt::format("a node has at most {} entities of kind {}", maxPerNode(kind), entityKindName(kind));
    if (std::accumulate(own.begin(), own.end(), std::size_t{0}) >= budget::entitiesPerLayout)
        return fmt::format("a node has at most {} entities", budget::entitiesPerLayout);
    if (share.entities >= budget::entitiesPerSource)
        return fmt::format("a source may report at most {} entities", budget::entitiesPerSource);
    if (m_entities >= budget::entitiesPerCluster)
        return fmt::format("a cluster has at most {} entities", budget::entitiesPerCluster);
    ++ofKind;
    ++share.entities;
    ++m_entities;
    return {};
}

std::string IntakeQuota::reportMetric(SourceId source, const MetricDescriptor& metric, const MetricTable& table,
                                      std::uint32_t width)
{
    if (!m_isEnforced)
        return {};
    const MetricId known = table.find(metric.name);
    if (!known.isValid())
        return addMetric(source, metric, table, width);
    const auto own = m_own.find(known.value);
    if (own == m_own.end())
        return {};
    Share& share = m_shares[own->second.source.value];
    if (own->second.source != source) { // several sources report it, so it does not count against one of them any more
        share.cells -= own->second.width;
        m_own.erase(own);
        return {};
    }
    const std::uint32_t wider = width > own->second.width ? width - own->second.width : 0;
    if (wider > 0 && share.cells + wider > budget::ownCellsPerSource)
        return fmt::format("the metrics of one source may have at most {} values per tick", budget::ownCellsPerSource);
    share.cells += wider;
    own->second.width += wider;
    return {};
}

std::string IntakeQuota::addMetric(SourceId source, const MetricDescriptor& metric, const MetricTable& table,
                                   std::uint32_t width)
{
    // Otherwise the first source could claim a name for a wrong kind of entity.
    if (const MetricDescriptor* const usual = knownToAll(metric.name))
        return usual->entityKind == metric.entityKind
            ? std::string()
            : fmt::format("this metric belongs to a {}, not to a {}", entityKindName(usual->entityKind),
                          entityKindName(metric.entityKind));
    Share& share = m_shares[source.value];
    if (share.metrics >= budget::ownMetricsPerSource)
        return fmt::format("a source may report at most {} metrics of its own", budget::ownMetricsPerSource);
    if (m_metrics >= budget::ownMetricsPerCluster)
        return fmt::format("a cluster has at most {} metrics besides those of the catalogue",
                           budget::ownMetricsPerCluster);
    if (share.cells + width > budget::ownCellsPerSource)
        return fmt::format("the metrics of one source may have at most {} values per tick", budget::ownCellsPerSource);
    ++share.metrics;
    ++m_metrics;
    share.cells += width;
    m_own.emplace(static_cast<std::uint32_t>(table.size()), Own{source, width});
    return {};
}

} // namespace lockstep
