// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"
#include "models/core/result.h"
#include "models/simulation/cluster/groundtruth.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Simulates a cluster and a drill in this process. Serves it over gRPC on a free loopback port, so that its data takes
/// the same path as that of a real cluster. Has its own threads; owned by the sources.
class EmbeddedCluster
{
public:
    /// @param clusterText a cluster file with a [simulation] table, unless the drill has a hall of its own
    [[nodiscard]] static Result<std::unique_ptr<EmbeddedCluster>> start(const std::string& clusterText,
                                                                        const SimulatedDrill& drill);
    ~EmbeddedCluster();
    EmbeddedCluster(const EmbeddedCluster&) = delete;
    EmbeddedCluster& operator=(const EmbeddedCluster&) = delete;

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:port"
    /// Current and future faults; never sent.
    [[nodiscard]] const std::vector<sim::TrueFault>& faults() const;

private:
    struct Parts;
    explicit EmbeddedCluster(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace lockstep
