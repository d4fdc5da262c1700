// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects nodes that differ from their peers (node.unlike): in a property that their collectors report (number of
/// GPUs, driver, firmware, settings), operating system, memory, link rate, or PCIe lanes of a GPU. Peers are nodes with
/// the same GPU model or with unknown GPUs, the GPUs of these nodes, and their links with the same name. Reports a few
/// outliers in one event per difference, and nothing if there is no clear majority. All differences of one outlier are
/// in one event, which is sent again when they change. A plain value, used by the analysis's worker.
class UnlikeWatch
{
public:
    /// The last, which every node has, is not read: properties are compared without the others, too.
    static constexpr std::array<std::string_view, 3> watched{metrics::port::rate, metrics::gpu::pcieLanes,
                                                             metrics::node::reported};
    static constexpr std::size_t minPeers = 4;
    static constexpr double nearlyAll = 0.85;
    static constexpr TickIndex every = 20; ///< seconds, because these properties change rarely
    static constexpr EpisodeRule rule{.lasts = 2 * every, .calm = 2 * every};

    void step(const WatchedTick& now, Derived& out);

private:
    /// Entities by value of a property.
    using Kinds = std::map<std::string, std::vector<EntityRef>>;

    struct Difference
    {
        EntityRef first; ///< of the outliers
        std::string what;
        std::string text;
    };

    /// @param changed receives the first outliers whose differences have changed, with the latest that has ended
    void compare(const WatchedTick& now, const std::string& what, const std::string& model, const Kinds& kinds,
                 std::map<EntityRef, std::string>& changed);
    void report(const WatchedTick& now, EntityRef first, const std::string& ended, Derived& out) const;

    Episodes m_episodes; ///< by property and GPU model
    std::map<std::string, Difference> m_differences; ///< reported and not over, likewise
};

} // namespace lockstep
