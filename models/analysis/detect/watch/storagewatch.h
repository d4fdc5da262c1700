// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects slow checkpoint writes while they are in progress (storage.slow). Reads the traffic of node ports with
/// "storage" in their names. Reports a write if most of the nodes that take part are far below their earlier rates and
/// the storage itself is not the limit. Ignores a write in which more nodes take part than in earlier writes, because
/// each node then gets a smaller share of the storage's bandwidth. JobWatch reports the final duration of a checkpoint,
/// and needs no such ports. A plain value, used by the analysis's worker.
class StorageWatch
{
public:
    static constexpr std::array<std::string_view, 3> watched{metrics::port::transmit, metrics::port::rate,
                                                             metrics::node::cpuIowait};
    static constexpr float slowRate = 0.6F; ///< relative to its earlier writes
    static constexpr float filled = 0.75F; ///< relative to the highest total rate so far
    static constexpr float max = 0.6F; ///< share of the writing nodes
    static constexpr float concurrencyFactor
        = 1.25F; ///< factor on the number of nodes that usually write at the same time
    static constexpr EpisodeRule rule{.lasts = 2, .calm = 3};

    explicit StorageWatch(LearnedBaselines* baselines = nullptr) : m_learned(baselines, "storage", "storage write rate")
    { }

    void step(const WatchedTick& now, Derived& out);

private:
    struct Writer
    {
        std::uint32_t port = 0;
        std::uint32_t node = 0;
        float ticks = 0; ///< of this write
        float sum = 0; ///< bytes per second, summed over its complete ticks
        float last = 0;
        std::vector<float> rates; ///< of earlier writes, a ring buffer
        std::vector<float>
            earlierConcurrentWriters; ///< maximum number of concurrently writing nodes, by earlier write; a ring buffer
        float concurrentWriters = 0; ///< the same for this write
        std::size_t next = 0;
    };

    void findPorts(const Topology& topology);
    void recall(const WatchedTick& now, Writer& writer, Derived& out);
    static void follow(Writer& writer, float rate, float line, float iowait, bool isSlow);
    void countConcurrentWriters();
    [[nodiscard]] static float baselineOf(const Writer& writer);
    [[nodiscard]] static bool isShared(const Writer& writer);

    std::uint64_t m_topologyVersion = 0;
    std::vector<Writer> m_writers;
    float m_maxTotal = 0; ///< bytes per second
    float m_total = 0; ///< mean of some seconds
    Episodes m_episodes;
    LearnedSeries m_learned; ///< by port
};

} // namespace lockstep
