// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// The far end of a port's link, as reported.
struct PeerDescriptor
{
    std::string owner; ///< name of a switch of the cluster, or of a node; empty: unknown
    std::string port; ///< name of the owner's port; empty: unknown
    friend bool operator==(const PeerDescriptor&, const PeerDescriptor&) = default;
};

/// One entity a node reports on. Index 0 of a layout's entities is the node itself.
struct EntityDescriptor
{
    /// Parent of entities that are part of no node: a switch or a cooling loop of the cluster.
    static constexpr std::uint32_t clusterScope = 0xFFFFFFFF;

    EntityKind kind = EntityKind::Node;
    std::string name; ///< unique among siblings of one kind: "gpu0", "mlx5_0/1", "nvme0n1"
    std::uint32_t parent = 0; ///< index of the parent in the same list, or clusterScope
    PeerDescriptor peer = {}; ///< of a port
    std::vector<std::string> serves = {}; ///< of a cooling loop: names of the racks that it cools; empty: unknown
};

/// One metric of a layout and the entities it has values for, in order of the values.
struct ColumnDescriptor
{
    std::uint32_t metric = 0; ///< index into NodeLayout::metrics
    std::vector<std::uint32_t> entities; ///< indices into NodeLayout::entities
};

/// The meaning of the numbers in a node's ticks. A layout is announced once and then referred to by id, so a tick
/// contains only floats: the values of column 0, then of column 1, and so on. Immutable; changed hardware gives a new
/// layout.
struct NodeLayout
{
    std::uint32_t id = 0; ///< 1 and up, within one run of an agent
    std::vector<MetricDescriptor> metrics;
    std::vector<EntityDescriptor> entities;
    std::vector<ColumnDescriptor> columns;

    /// Whether the entity is a node other than the reporting one, for example a node whose allocation a scheduler
    /// reports.
    [[nodiscard]] bool isOtherNode(std::size_t entity) const
    {
        return entity > 0 && entities[entity].kind == EntityKind::Node;
    }

    [[nodiscard]] std::size_t sampleCount() const
    {
        std::size_t count = 0;
        for (const ColumnDescriptor& column : columns)
            count += column.entities.size();
        return count;
    }
};

} // namespace lockstep
