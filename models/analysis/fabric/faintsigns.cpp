// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/faintsigns.h"

#include "models/core/median.h"
#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

constexpr float faintWait = 0.0005F; ///< of the time: resolution of a counter of waits within seconds
constexpr float unlikeOthers = 5; ///< relative to the waits of the others
constexpr float asMuch = 0.02F; ///< relative to the mean load: links within this difference carry the same
constexpr float crowded = 0.1F; ///< excess relative to the mean load
constexpr std::size_t fewestFaint = 3;
constexpr double byChance = 0.01; ///< expected number of findings by chance in one fabric

/// Number of cases, and of those in which a condition holds.
struct Count
{
    std::size_t known = 0;
    std::size_t hits = 0;
};

/// Whether the hits at one place exceed the rate elsewhere significantly, given the number of places.
bool standsOut(const Count& here, const Count& all, std::size_t places)
{
    const double elsewhere
        = static_cast<double>(all.hits - here.hits + 1) / static_cast<double>(all.known - here.known + 2);
    return static_cast<double>(places) * chanceOfAtLeast(here.hits, here.known, elsewhere) < byChance;
}

bool anyWaits(const FabricModel& model)
{
    return std::ranges::any_of(model.waits(), [](float wait) { return wait >= faintWait; });
}

/// The uplinks of a set that carry more than the mean and wait, if the others wait much less; empty: none.
std::vector<std::uint32_t> crowdedOf(const FabricModel& model, const EqualCostSet& set)
{
    const auto& uplinks = model.map().uplinks();
    std::vector<std::uint32_t> some;
    std::vector<float> others;
    for (std::uint32_t link = set.from; link < set.to; ++link) {
        const std::uint32_t port = uplinks[link].port;
        const float wait = port < model.waits().size() ? model.waits()[port] : noData;
        if (std::isnan(wait) || std::isnan(model.skews()[port]))
            continue;
        if (model.skews()[port] >= crowded && wait >= faintWait)
            some.push_back(link);
        else
            others.push_back(wait);
    }
    const bool isUnlike = !some.empty() && others.size() >= some.size() && others.size() >= 2
        && std::ranges::all_of(some, [&, usual = upperMedian(others)](std::uint32_t link) {
               return model.waits()[uplinks[link].port] > unlikeOthers * usual;
           });
    return isUnlike ? some : std::vector<std::uint32_t>();
}

} // namespace

double chanceOfAtLeast(std::size_t hits, std::size_t tries, double chance)
{
    double sum = 0;
    const auto n = static_cast<double>(tries);
    for (std::size_t at = hits; at <= tries; ++at) {
        const auto k = static_cast<double>(at);
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(chance)
                        + (n - k) * std::log1p(-chance));
    }
    return std::min(sum, 1.0);
}

std::optional<bool> waitsForNoLoad(const FabricModel& model, const EqualCostSet& set, std::uint32_t link, float minWait,
                                   float times)
{
    const auto& uplinks = model.map().uplinks();
    const std::vector<float>& skews = model.skews();
    const std::vector<float>& waits = model.waits();
    const std::uint32_t port = uplinks[link].port;
    std::vector<float> others;
    for (std::uint32_t other = set.from; other < set.to; ++other) {
        const std::uint32_t its = uplinks[other].port;
        if (other != link && skews[its] >= skews[port] - asMuch && !std::isnan(waits[its]))
            others.push_back(waits[its]);
    }
    if (others.size() < 2 || std::isnan(waits[port]))
        return {};
    return waits[port] >= minWait && waits[port] > times * upperMedian(others);
}

std::vector<WeakSwitch> faintlyWeakSwitches(const FabricModel& model)
{
    std::vector<WeakSwitch> found;
    if (!anyWaits(model))
        return found;
    std::map<std::uint32_t, std::pair<Count, float>> linksTo; // by upper switch, with the maximum wait
    Count all;
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        for (std::uint32_t link = set.from; link < set.to; ++link) {
            const auto isWeak = waitsForNoLoad(model, set, link, faintWait, unlikeOthers);
            if (!isWeak)
                continue;
            const Uplink& uplink = model.map().uplinks()[link];
            auto& [count, wait] = linksTo[uplink.upper];
            for (Count* const each : {&count, &all}) {
                ++each->known;
                each->hits += *isWeak ? 1 : 0;
            }
            wait = *isWeak ? std::max(wait, model.waits()[uplink.port]) : wait;
        }
    }
    for (const auto& [device, links] : linksTo) {
        const auto& [count, wait] = links;
        const bool areMost = count.hits >= fewestFaint && 3 * count.hits >= 2 * count.known;
        if (areMost && standsOut(count, all, linksTo.size()))
            found.push_back({device, count.hits, wait});
    }
    return found;
}

std::vector<CrowdedLeaf> faintlyCrowdedLeaves(const FabricModel& model)
{
    std::vector<CrowdedLeaf> found;
    if (!anyWaits(model))
        return found;
    std::map<std::uint32_t, Count> linksTo; // by upper switch
    Count all;
    std::vector<std::vector<std::uint32_t>> crowdedOfSet;
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        crowdedOfSet.push_back(crowdedOf(model, set));
        for (std::uint32_t link = set.from; link < set.to; ++link) {
            const bool isCrowded = std::ranges::binary_search(crowdedOfSet.back(), link);
            for (Count* const each : {&linksTo[model.map().uplinks()[link].upper], &all}) {
                ++each->known;
                each->hits += isCrowded ? 1 : 0;
            }
        }
    }
    const auto& sets = model.map().equalCostSets();
    for (std::size_t at = 0; at < sets.size(); ++at) {
        CrowdedLeaf leaf{sets[at].lower, 0, 0, 0};
        bool isAgreed = false;
        for (const std::uint32_t link : crowdedOfSet[at]) {
            const Uplink& uplink = model.map().uplinks()[link];
            const Count& count = linksTo[uplink.upper];
            isAgreed = isAgreed
                || (count.hits >= 2 && 2 * count.hits >= count.known && standsOut(count, all, linksTo.size()));
            ++leaf.links;
            leaf.extra = std::max(leaf.extra, model.skews()[uplink.port]);
            leaf.wait = std::max(leaf.wait, model.waits()[uplink.port]);
        }
        if (isAgreed)
            found.push_back(leaf);
    }
    return found;
}

} // namespace lockstep
