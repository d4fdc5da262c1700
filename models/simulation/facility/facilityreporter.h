// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/facility/hall.h"

#include <memory>
#include <vector>

namespace lockstep::sim {

/// Simulates the facility's report on the coolant loops of the whole cluster, from one node. Owned by the simulation.
class FacilityReporter
{
public:
    FacilityReporter(const ClusterSpec& spec, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    void write(const Hall& hall, std::vector<float>& values) const;

private:
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
};

} // namespace lockstep::sim
