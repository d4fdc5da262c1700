// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/jobs/serving.h"

#include <memory>
#include <vector>

namespace lockstep::sim {

/// Simulates the request router's report: one job entity per service and per pool, and the load balance of each pool.
/// Owned by the simulation.
class ServingReporter
{
public:
    ServingReporter(const std::vector<std::unique_ptr<ServingPools>>& services, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    void write(const std::vector<std::unique_ptr<ServingPools>>& services, double seconds,
               std::vector<float>& values) const;

private:
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
};

} // namespace lockstep::sim
