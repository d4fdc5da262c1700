// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/nodeidentity.h"
#include "models/core/nodelayout.h"

#include <cassert>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::sim {

/// Identity of a simulated node; the caller adds further fields.
[[nodiscard]] inline std::shared_ptr<NodeIdentity> simulatedIdentity(std::string name, std::uint64_t epoch,
                                                                     Duration period, const std::string& system,
                                                                     RackPosition position)
{
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = std::move(name);
    identity->epoch = epoch;
    identity->tickPeriod = period;
    identity->agentVersion = "simulated";
    identity->operatingSystem = system + " (simulated)";
    identity->position = std::move(position);
    return identity;
}

/// Builds a node's layout: entities first, then columns over lists of them. Metrics come from the catalogue.
class LayoutWriter
{
public:
    explicit LayoutWriter(const std::string& node)
    {
        m_layout.id = 1;
        m_layout.entities.push_back({EntityKind::Node, node, 0});
    }

    std::uint32_t addEntity(EntityKind kind, std::string name, std::uint32_t parent = 0, PeerDescriptor peer = {},
                            std::vector<std::string> serves = {})
    {
        m_layout.entities.push_back({kind, std::move(name), parent, std::move(peer), std::move(serves)});
        return static_cast<std::uint32_t>(m_layout.entities.size() - 1);
    }

    /// @param metric in the catalogue, or "x.peak" for the peak of one
    void addColumn(const std::string& metric, const std::vector<std::uint32_t>& entities)
    {
        using metrics::peakSuffix;
        const bool isPeak = metric.ends_with(peakSuffix);
        const MetricDescriptor* known
            = findMetric(isPeak ? metric.substr(0, metric.size() - peakSuffix.size()) : metric);
        assert(known != nullptr);
        m_layout.metrics.push_back(isPeak ? peakOf(*known) : *known);
        m_layout.columns.push_back({static_cast<std::uint32_t>(m_layout.metrics.size() - 1), entities});
    }

    [[nodiscard]] NodeLayout take() { return std::move(m_layout); }

private:
    NodeLayout m_layout;
};

} // namespace lockstep::sim
