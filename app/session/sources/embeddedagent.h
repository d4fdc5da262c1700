// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <memory>
#include <string>

namespace lockstep {

/// An agent for this machine in this process, served over gRPC on a free loopback port, so that it takes the same path
/// as a remote agent. Has its own threads; owned by the sources.
class EmbeddedAgent
{
public:
    [[nodiscard]] static Result<std::unique_ptr<EmbeddedAgent>> start();
    ~EmbeddedAgent();
    EmbeddedAgent(const EmbeddedAgent&) = delete;
    EmbeddedAgent& operator=(const EmbeddedAgent&) = delete;

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:port"

private:
    struct Parts;
    explicit EmbeddedAgent(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace lockstep
