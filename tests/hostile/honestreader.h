// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace lockstep {
class AgentClient;
}

namespace lockstep::test {

/// A valid client of an agent under attack. Follows all its nodes and counts missing ticks. Thread-safe.
class HonestReader
{
public:
    explicit HonestReader(const std::string& address); ///< "127.0.0.1:7117"
    ~HonestReader();

    [[nodiscard]] std::uint64_t ticks() const; ///< received
    [[nodiscard]] std::uint64_t samples() const; ///< values in them that are data
    /// Missing ticks between the first and the newest, by sequence number.
    [[nodiscard]] std::uint64_t lostTicks() const;
    /// Waits for that many further ticks. @return false on timeout
    [[nodiscard]] bool waitForTicks(std::uint64_t count) const;

private:
    struct Node
    {
        std::uint64_t first = 0;
        std::uint64_t newest = 0;
        std::uint64_t count = 0;
    };

    void read(const Batch& batch);

    mutable std::mutex m_mutex;
    std::map<std::string, Node> m_nodes;
    std::uint64_t m_samples = 0;
    std::unique_ptr<AgentClient> m_client;
};

} // namespace lockstep::test
