// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/fabric/fabric.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::sim {

/// Simulates the fabric managers: one node per rail reports the switches of that rail, as entities of the cluster.
/// Ports are named after their far end: switch "r0-leaf03" has the port "to:r0-spine05", and vice versa. Owned by the
/// simulation.
class FabricReporter
{
public:
    FabricReporter(const ClusterSpec& spec, FatTree tree, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity(std::uint32_t rail) const
    {
        return m_identities[rail];
    }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout(std::uint32_t rail) const { return m_layouts[rail]; }
    void write(std::uint32_t rail, const Fabric& fabric, double seconds, std::vector<float>& values) const;

    [[nodiscard]] static std::string leafName(const FatTree& tree, std::uint32_t leaf);
    [[nodiscard]] static std::string spineName(std::uint32_t rail, std::uint32_t spineInRail);

private:
    [[nodiscard]] std::shared_ptr<const NodeLayout> makeLayout(std::uint32_t rail) const;

    FatTree m_tree;
    bool m_reportsSpines;
    std::vector<std::shared_ptr<const NodeIdentity>> m_identities;
    std::vector<std::shared_ptr<const NodeLayout>> m_layouts;
};

} // namespace lockstep::sim
