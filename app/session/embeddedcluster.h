// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <memory>
#include <string>

namespace lockstep {

/// A simulated cluster with a drill inside this process, served over gRPC on a free loopback port: the demo takes the
/// same way as a real cluster. Its threads are its own; owned by the sources.
class EmbeddedCluster
{
public:
    /// @param clusterText a cluster file with a [simulation] table  @param drillText a drill file
    [[nodiscard]] static Result<std::unique_ptr<EmbeddedCluster>> start(const std::string& clusterText,
                                                                        const std::string& drillText);
    ~EmbeddedCluster();
    EmbeddedCluster(const EmbeddedCluster&) = delete;
    EmbeddedCluster& operator=(const EmbeddedCluster&) = delete;

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:port"

private:
    struct Parts;
    explicit EmbeddedCluster(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace lockstep
