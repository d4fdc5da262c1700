// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

struct FakeClusterOptions
{
    std::uint32_t nodes = 1;
    std::uint32_t gpusPerNode = 8; ///< 0: a host without GPUs, like the machine this is developed on
    std::uint32_t coresPerNode = 2;
    std::uint32_t nodesPerRack = 4;
    std::uint32_t racksPerRow = 8;
    bool hostMetrics = true; ///< cores, disks, ports and sensors besides the GPUs
    bool namesAndPlaces = true; ///< nodes report identity and position
    Duration period = std::chrono::seconds(1);
};

/// Makes the batches of a plausible cluster: utilisation in waves of training steps, temperature following power,
/// occasional bursts. Deterministic for the same options and times. For tests and pictures; any thread, one at a time.
class FakeCluster
{
public:
    explicit FakeCluster(FakeClusterOptions options = {});

    [[nodiscard]] std::string nodeName(std::uint32_t node) const;
    [[nodiscard]] const NodeLayout& layout() const { return *m_layout; }

    /// One batch per node: identity, clock and a live source.
    [[nodiscard]] std::vector<BatchPtr> introductions(TimePoint now) const;
    /// One batch a node that is not silent, with its tick at @p time.
    [[nodiscard]] std::vector<BatchPtr> tick(TimePoint time);

    /// The node stays silent from the next tick on.
    void silence(std::uint32_t node) { m_silent.insert(node); }
    void unsilence(std::uint32_t node) { m_silent.erase(node); }
    /// Overrides a value from the next tick on (NaN: not measured).
    /// @param entity index into layout().entities
    void force(std::uint32_t node, const std::string& metric, std::uint32_t entity, float value);

private:
    struct Forced
    {
        std::size_t sample;
        float value;
    };

    [[nodiscard]] float valueOf(const std::string& metric, std::uint32_t node, std::uint32_t entity,
                                double seconds) const;

    FakeClusterOptions m_options;
    std::shared_ptr<const NodeLayout> m_layout;
    std::set<std::uint32_t> m_silent;
    std::multimap<std::uint32_t, Forced> m_forced; ///< by node
    std::uint64_t m_sequence = 0;
};

} // namespace lockstep
