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

/// Tells of nodes that are not as their peers are (node.unlike): another driver, operating system, number or model of
/// GPUs, memory, or a link that came up at a lower rate. Peers are nodes with GPUs; of links, those of one name. Few
/// that differ from nearly all are reported in one event for each way of differing; where no nearly all agree (a
/// cluster of several kinds, a roll-out half way) nobody is unlike. Plain value; the worker of its analysis.
class UnlikeWatch
{
public:
    static constexpr std::array<std::string_view, 1> watched{metrics::port::rate};
    static constexpr std::size_t fewestPeers = 4;
    static constexpr double nearlyAll = 0.85;
    static constexpr TickIndex every = 20; ///< ticks: nothing of it changes by the second
    static constexpr EpisodeRule rule{.lasts = 2 * every, .calm = 2 * every};

    void step(const WatchedTick& now, Derived& out);

private:
    /// Those of one kind, by what they have.
    using Kinds = std::map<std::string, std::vector<EntityRef>>;

    void compare(const WatchedTick& now, const std::string& what, const Kinds& kinds, Derived& out);

    Episodes m_episodes; ///< by what differs
};

} // namespace lockstep
