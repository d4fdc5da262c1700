// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace lockstep {

/// Compares the results of self-tests: GPUs and nodes that are slower than their peers (selftest.slow), and GPUs that
/// computed wrong results (selftest.wrong). Peers are GPUs of the same model, and nodes with the same GPU model or,
/// without GPUs, the same CPU model. A plain value, used by the analysis's worker.
class SelfTestWatch
{
public:
    static constexpr std::array<std::string_view, 12> watched{
        metrics::selftest::gpuErrors, metrics::selftest::gpuGemm,     metrics::selftest::gpuFma,
        metrics::selftest::gpuMemory, metrics::selftest::gpuFromHost, metrics::selftest::gpuToHost,
        metrics::selftest::cpu,       metrics::selftest::memory,      metrics::selftest::diskWrite,
        metrics::selftest::diskRead,  metrics::selftest::network,     metrics::selftest::peers};
    static constexpr std::size_t firstOfNodes = 6; ///< of these; those before are of GPUs
    static constexpr std::size_t minPeers = 4; ///< in addition to the one that is compared
    static constexpr float sigmas = 4; ///< required standard deviations below the median of its peers, in addition
    static constexpr TickIndex every = 20; ///< seconds, because results change rarely
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 1};

    /// The result that is furthest below its peers.
    struct Worst
    {
        std::size_t column = 0;
        float share = 1; ///< value / median of its peers / limit of its test; 1: none is too slow
        float value = noData;
        float median = noData;
        std::size_t peers = 0; ///< 0: there is no result, or too few peers have one

        [[nodiscard]] bool isSlow() const { return share < 1; }
        [[nodiscard]] float deviation() const { return value / median - 1; }
    };

    void step(const WatchedTick& now, Derived& out);

    /// By index, for nodes and GPUs with results that can be compared with those of their peers.
    struct Compared
    {
        std::vector<Worst> gpus;
        std::vector<Worst> nodes;
    };
    [[nodiscard]] static Compared compared(const WatchedTick& now);
    /// For display: "matrix product".
    [[nodiscard]] static std::string_view nameOf(std::size_t column);

private:
    using Entities = std::vector<EntityRef>;

    [[nodiscard]] static std::map<std::string, Entities> groupsOf(const Topology& topology, EntityKind kind);
    static void compare(const WatchedTick& now, std::size_t column, const Entities& peers, std::vector<Worst>& worst);
    void judge(const WatchedTick& now, EntityRef entity, const Worst& worst, Derived& out);
    void judgeErrors(const WatchedTick& now, std::uint32_t gpu, Derived& out);

    Episodes m_slow;
    Episodes m_wrong;
};

} // namespace lockstep
