// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/metric.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>

namespace lockstep {

namespace {

constexpr float faintWait = 0.0005F; ///< of the time: resolution of a counter of waits within seconds
constexpr float outlierFactor = 5; ///< factor on the waits of the others
constexpr float asMuch = 0.02F; ///< difference relative to the mean load up to which links carry the same traffic
constexpr float crowded = 0.1F; ///< excess relative to the mean load
constexpr std::size_t fewestFaint = 3;
constexpr double byChance = 0.01; ///< expected number of findings by chance in one fabric

/// Number of cases, and of cases in which a condition holds.
struct Count
{
    std::size_t known = 0;
    std::size_t hits = 0;
};

/// Whether the rate of hits at one place is significantly above the rate elsewhere, given the number of places.
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
std::vector<std::uint32_t> overloadedOf(const FabricModel& model, const EqualCostSet& set)
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
               return model.waits()[uplinks[link].port] > outlierFactor * usual;
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

std::optional<bool> isWaitOutlier(const FabricModel& model, const EqualCostSet& set, std::uint32_t link, float minWait,
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

std::vector<WeakSwitch> weakSwitches(const FabricModel& model)
{
    std::vector<WeakSwitch> found;
    if (!anyWaits(model))
        return found;
    std::map<std::uint32_t, std::pair<Count, float>> linksTo; // by upper switch, with the maximum wait
    Count all;
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        for (std::uint32_t link = set.from; link < set.to; ++link) {
            const auto isWeak = isWaitOutlier(model, set, link, faintWait, outlierFactor);
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

std::vector<OverloadedLeaf> overloadedLeaves(const FabricModel& model)
{
    std::vector<OverloadedLeaf> found;
    if (!anyWaits(model))
        return found;
    std::map<std::uint32_t, Count> linksTo; // by upper switch
    Count all;
    std::vector<std::vector<std::uint32_t>> overloadedOfSet;
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        overloadedOfSet.push_back(overloadedOf(model, set));
        for (std::uint32_t link = set.from; link < set.to; ++link) {
            const bool isOverloaded = std::ranges::binary_search(overloadedOfSet.back(), link);
            for (Count* const each : {&linksTo[model.map().uplinks()[link].upper], &all}) {
                ++each->known;
                each->hits += isOverloaded ? 1 : 0;
            }
        }
    }
    const auto& sets = model.map().equalCostSets();
    for (std::size_t at = 0; at < sets.size(); ++at) {
        OverloadedLeaf leaf{sets[at].lower, 0, 0, 0};
        bool isAgreed = false;
        for (const std::uint32_t link : overloadedOfSet[at]) {
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

namespace {

constexpr std::uint32_t worthTelling = 3; ///< minimum number of waiting ports to report
constexpr float mostlyUnused = 0.55F; ///< share of equal-cost uplinks
constexpr float unlikeSisters = 0.15F; ///< minimum difference from switches of other rails with the same nodes
constexpr std::size_t fewestSisters = 4; ///< rails, including its own
constexpr std::size_t minPeers = 8;
constexpr float beyondUsual = 2; ///< relative to the usual waits of links of that kind
constexpr float minWait = 0.0025F; ///< of the time: random coincidence of few flows causes as much
constexpr float farBeyond = 3; ///< relative to the waits of links to equal switches
constexpr std::size_t fewestLinks = 3;
constexpr auto congestion = codes::fabricCongestion;
constexpr auto polarisation = codes::fabricPolarisation;
constexpr auto flapped = codes::fabricFlapping;
constexpr float flapping = 1.8F; ///< recent link downs: the second within a minute
constexpr float roundingOfRates = 0.01F; ///< counts are calculated from rates
constexpr float lastingFlapping = 2.3F; ///< the third within eight minutes; a reboot takes a link down twice

bool isFlapping(const FabricModel& model, std::uint32_t port)
{
    return model.falls()[port] >= flapping || model.lastingFalls()[port] >= lastingFlapping;
}

/// Conditions that alternate with the steps of a job are one episode.
EpisodeRule ruleOf(const std::string& code)
{
    const TickIndex lasts = code == congestion ? 11 : code == polarisation ? 11 : 1;
    return {.lasts = lasts, .calm = 121, .pause = 2};
}

void reportEvent(Derived& out, EntityRef entity, TimePoint time, std::string code, std::string text)
{
    out.events.push_back({entity, {time, Severity::Warning, 0, std::move(code), std::move(text)}});
}

/// Usual waits of uplinks. If all uplinks wait alike, the fabric is too small for its load, and no switch is at fault.
float usualWait(const FabricModel& model)
{
    std::vector<float> waits;
    for (const Uplink& uplink : model.map().uplinks()) {
        if (uplink.port < model.waits().size() && !std::isnan(model.waits()[uplink.port]))
            waits.push_back(model.waits()[uplink.port]);
    }
    return waits.size() < minPeers ? 0 : upperMedian(waits);
}

/// For each switch, the first of its nodes; invalid if it has none. Leaves of several rails with the same nodes carry
/// the same jobs.
std::vector<std::uint32_t> firstMachines(const FabricMap& map)
{
    std::vector<std::uint32_t> machines(map.switchCount(), FabricMap::none);
    for (const FabricNic& nic : map.nics()) {
        if (nic.leaf < machines.size())
            machines[nic.leaf] = std::min(machines[nic.leaf], nic.node);
    }
    return machines;
}

EntityRef switchRef(std::uint32_t index)
{
    return {EntityKind::Switch, index};
}

/// Fills missing values with those of another counter.
void fill(std::vector<float>& values, const std::vector<float>& others)
{
    values.resize(std::max(values.size(), others.size()), noData);
    for (std::size_t at = 0; at < others.size(); ++at)
        values[at] = std::isnan(values[at]) ? others[at] : values[at];
}

constexpr std::array<std::string_view, 2> decisive{metrics::port::transmit, metrics::port::up};

FabricTick readTick(const ClusterStore& store, const AnalysedTick& tick, SettledTicks& settled)
{
    FabricTick now(tick);
    now.topology = store.topology();
    now.transmit = settled.column(store, metrics::port::transmit, tick);
    now.up = settled.column(store, metrics::port::up, tick);
    now.linkDowned = settled.column(store, metrics::port::linkDowned, tick);
    now.wait = settled.column(store, metrics::port::transmitWait, tick);
    now.symbolErrors = settled.column(store, metrics::port::symbolErrors, tick);
    now.drops = settled.column(store, metrics::port::transmitDrops, tick);
    now.retransmits = settled.column(store, metrics::port::retransmits, tick);
    fill(now.retransmits, settled.column(store, metrics::port::linkReplays, tick)); // NVLinks retransmit in hardware
    return now;
}

} // namespace

bool FabricEvents::isDue(const Episodes::Key& key, const FabricTick& now, EntityRef about)
{
    return m_episodes.found(key, ruleOf(key.what), now, Severity::Warning, about).isBad();
}

void FabricEvents::step(const FabricModel& model, const FabricTick& now, Derived& out)
{
    reportCongestion(model, now, out);
    reportWeakSwitches(model, now, out);
    reportPolarisation(model, now, out);
    reportFlapping(model, now, out);
    reportResolved(now, out);
}

void FabricEvents::reportResolved(const FabricTick& now, Derived& out)
{
    for (const Episodes::Key& key : m_episodes.notFoundAt(now.tick)) {
        const auto news = m_episodes.notFound(key, ruleOf(key.what), now);
        if (!news.isOver() || !now.topology->contains(news.about))
            continue;
        const char* const what = key.what == congestion ? "congestion"
            : key.what == flapped                       ? "link flapping"
                                                        : "uneven use of equal-cost uplinks";
        out.events.push_back({news.about,
                              {now.time, Severity::Information, 0, key.what,
                               fmt::format("{}: {} has ended", now.topology->path(news.about), what)}});
    }
}

/// For leaf switches: reports receivers that do not accept their data. Higher switches are only at fault if they differ
/// from equivalent ones, see reportWeakSwitches().
void FabricEvents::reportCongestion(const FabricModel& model, const FabricTick& now, Derived& out)
{
    const float usual = model.congestion().empty() ? 0 : usualWait(model);
    for (const CongestionTree& tree : model.congestion()) {
        const EntityRef root = switchRef(tree.rootSwitch);
        if (model.map().tier(tree.rootSwitch) > 1 || tree.victims < worthTelling || tree.worstWait < beyondUsual * usual
            || !isDue({root, congestion}, now, root))
            continue;
        const EntityRef worst{EntityKind::Port, tree.rootPorts.front()};
        const std::string others = tree.rootPorts.size() == 1 ? " waits"
            : tree.rootPorts.size() == 2                      ? " and 1 more link wait"
                                         : fmt::format(" and {} more links wait", tree.rootPorts.size() - 1);
        reportEvent(out, root, now.time, congestion,
                    fmt::format("{}: blocks {} ports: {}{} for credit, up to {:.1f} % of the time",
                                now.topology->name(root), tree.victims, now.topology->path(worst), others,
                                100 * tree.worstWait));
    }
}

/// A switch is at fault if two thirds of its links wait, although links to equivalent switches carry as much traffic
/// without waiting. In an overloaded fabric those links would wait too.
void FabricEvents::reportWeakSwitches(const FabricModel& model, const FabricTick& now, Derived& out)
{
    struct Links
    {
        std::size_t known = 0;
        std::size_t weak = 0;
        float wait = 0; ///< maximum
    };
    std::map<std::uint32_t, Links> linksTo; // by upper switch
    const bool anyWaits = std::ranges::any_of(model.waits(), [](float wait) { return wait >= minWait; });
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        for (std::uint32_t link = set.from; anyWaits && link < set.to; ++link) {
            const Uplink& uplink = model.map().uplinks()[link];
            const std::optional<bool> isWeak = isWaitOutlier(model, set, link, minWait, farBeyond);
            if (!isWeak)
                continue;
            Links& links = linksTo[uplink.upper];
            ++links.known;
            links.weak += *isWeak ? 1 : 0;
            links.wait = *isWeak ? std::max(links.wait, model.waits()[uplink.port]) : links.wait;
        }
    }
    std::map<std::uint32_t, WeakSwitch> weak;
    for (const WeakSwitch& each : weakSwitches(model))
        weak.emplace(each.device, each);
    for (const auto& [device, links] : linksTo) {
        if (links.known >= fewestLinks && 3 * links.weak >= 2 * links.known)
            weak.insert_or_assign(device, WeakSwitch{device, links.weak, links.wait});
    }
    for (const auto& [device, links] : weak) {
        const EntityRef ref = switchRef(device);
        if (!isDue({ref, congestion}, now, ref))
            continue;
        reportEvent(
            out, ref, now.time, congestion,
            fmt::format("{}: reduced throughput: {} links to it wait for credit, up to {:.1f} % of the time\nequal "
                        "switches carry as much traffic without waiting",
                        now.topology->name(ref), links.links, 100 * links.wait));
    }
}

/// Reports each switch separately, which shows whether one switch is misconfigured or a whole rail.
void FabricEvents::reportPolarisation(const FabricModel& model, const FabricTick& now, Derived& out)
{
    const std::vector<float>& unused = model.unusedUplinks();
    const std::vector<std::uint32_t> machines = firstMachines(model.map());
    std::map<std::uint32_t, std::vector<float>> sisters; // by first node: one switch per rail
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        if (set.lower < unused.size() && !std::isnan(unused[set.lower]) && machines[set.lower] != FabricMap::none)
            sisters[machines[set.lower]].push_back(unused[set.lower]);
    }
    std::map<std::uint32_t, float> usuals;
    for (auto& [machine, all] : sisters)
        usuals[machine] = all.size() < fewestSisters ? noData : upperMedian(all);
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        const float here = set.lower < unused.size() ? unused[set.lower] : noData;
        const EntityRef device = switchRef(set.lower);
        const auto known = usuals.find(machines[set.lower]);
        const float usual = known == usuals.end() ? noData : known->second;
        const bool isUneven = here >= mostlyUnused || here >= usual + unlikeSisters;
        if (!isUneven || !isDue({device, polarisation}, now, device))
            continue;
        const std::string others
            = std::isnan(usual) ? "" : fmt::format(", other rails of the same nodes {:.0f} %", 100 * usual);
        reportEvent(out, device, now.time, polarisation,
                    fmt::format("{}: {:.0f} % of its equal-cost uplinks unused{}\nhash polarisation, or too few flows",
                                now.topology->name(device), 100 * here, others));
    }
    for (const OverloadedLeaf& leaf : overloadedLeaves(model)) {
        const EntityRef device = switchRef(leaf.device);
        if (!isDue({device, polarisation}, now, device))
            continue;
        reportEvent(
            out, device, now.time, polarisation,
            fmt::format(
                "{}: partial hash polarisation: {} of its equal-cost uplinks carry most of the traffic, up to {:.0f} "
                "% above "
                "their mean, and wait for credit {:.1f} % of the time\nneighbouring leaves show the same pattern",
                now.topology->name(device), leaf.links, 100 * leaf.extra, 100 * leaf.wait));
    }
}

void FabricEvents::reportFlapping(const FabricModel& model, const FabricTick& now, Derived& out)
{
    for (std::uint32_t port = 0; port < model.falls().size(); ++port) {
        if (!isFlapping(model, port))
            continue;
        const EntityRef ref{EntityKind::Port, port};
        const std::uint32_t far = port < model.map().portCount() ? model.map().peerPort(port) : FabricMap::none;
        if (far < port && isFlapping(model, far))
            continue; // reported for its other end
        if (!isDue({ref, flapped}, now, ref))
            continue;
        reportEvent(out, ref, now.time, flapped,
                    fmt::format("{}: link went down {:.0f} times within minutes", placeText(*now.topology, ref),
                                std::ceil(model.lastingFalls()[port] - roundingOfRates)));
    }
}

Analysis::Task FabricAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    const TickRange ticks = m_ticks.take(store, store.topology()->count(EntityKind::Port) * 10);
    if (ticks.isEmpty())
        return {};
    auto read = std::make_shared<std::vector<FabricTick>>();
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, decisive))
        read->push_back(readTick(store, tick, m_ticks));
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const FabricTick& tick : *read) {
            m_model.step(tick, result.derived);
            m_events.step(m_model, tick, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
