// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricevents.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/analysis/fabric/faintsigns.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace lockstep {

namespace {

constexpr std::uint32_t worthTelling = 3; ///< ports that wait
constexpr float mostlyUnused = 0.55F; ///< of equal uplinks
constexpr float unlikeSisters = 0.15F; ///< more of them than switches of other rails with the same machines
constexpr std::size_t fewestSisters = 4; ///< rails, its own among them
constexpr std::size_t fewestPeers = 8;
constexpr float beyondUsual = 2; ///< times what links of that sort wait anyway
constexpr float minWait = 0.0025F; ///< of the time: so much comes from how few flows fall together, too
constexpr float farBeyond = 3; ///< times what links to equal switches wait
constexpr std::size_t fewestLinks = 3;
constexpr auto congestion = codes::fabricCongestion;
constexpr auto polarisation = codes::fabricPolarisation;
constexpr auto flapped = codes::fabricFlapping;
constexpr float flapping = 1.8F; ///< falls of late: the second within a minute

/// What comes and goes with the steps of a job is one episode.
EpisodeRule ruleOf(const std::string& code)
{
    const TickIndex lasts = code == congestion ? 11 : code == polarisation ? 11 : 1;
    return {.lasts = lasts, .calm = 121, .pause = 2};
}

void tell(Derived& out, EntityRef entity, TimePoint time, std::string code, std::string text)
{
    out.events.push_back({entity, {time, Severity::Warning, 0, std::move(code), std::move(text)}});
}

/// What uplinks wait anyway: where all wait alike the fabric is smaller than its load, and no switch is to blame.
float usualWait(const FabricModel& model)
{
    std::vector<float> waits;
    for (const Uplink& uplink : model.map().uplinks()) {
        if (uplink.port < model.waits().size() && !std::isnan(model.waits()[uplink.port]))
            waits.push_back(model.waits()[uplink.port]);
    }
    return waits.size() < fewestPeers ? 0 : upperMedian(waits);
}

/// By switch, the first of the machines that hang at it: leaves of several rails have the same ones, and so the same
/// jobs to carry. None: no machine.
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

} // namespace

bool FabricEvents::isDue(const Episodes::Key& key, const FabricTick& now, EntityRef about)
{
    return m_episodes.found(key, ruleOf(key.what), {now.tick, now.time, now.seconds}, Severity::Warning, about).isBad();
}

void FabricEvents::step(const FabricModel& model, const FabricTick& now, Derived& out)
{
    reportCongestion(model, now, out);
    reportWeakSwitches(model, now, out);
    reportPolarisation(model, now, out);
    reportFlapping(model, now, out);
    reportWhatIsOver(now, out);
}

void FabricEvents::reportWhatIsOver(const FabricTick& now, Derived& out)
{
    for (const Episodes::Key& key : m_episodes.notFoundAt(now.tick)) {
        const auto news = m_episodes.notFound(key, ruleOf(key.what), {now.tick, now.time, now.seconds});
        if (!news.isOver() || !now.topology->contains(news.about))
            continue;
        const char* const what = key.what == congestion ? "congestion"
            : key.what == flapped                       ? "the flapping of its link"
                                                        : "the uneven use of equal uplinks";
        out.events.push_back({news.about,
                              {now.time, Severity::Information, 0, key.what,
                               fmt::format("{}: {} is over", now.topology->path(news.about), what)}});
    }
}

/// At the machines' switches: somebody who does not take what is sent. Above them a switch is to blame only if it is
/// unlike its equals, see reportWeakSwitches().
void FabricEvents::reportCongestion(const FabricModel& model, const FabricTick& now, Derived& out)
{
    const float usual = model.congestion().empty() ? 0 : usualWait(model);
    for (const CongestionTree& tree : model.congestion()) {
        const EntityRef root = switchRef(tree.rootSwitch);
        if (model.map().tier(tree.rootSwitch) > 1 || tree.victims < worthTelling || tree.worstWait < beyondUsual * usual
            || !isDue({root, congestion}, now, root))
            continue;
        const EntityRef worst{EntityKind::Port, tree.rootPorts.front()};
        const std::string others
            = tree.rootPorts.size() == 1 ? " waits" : fmt::format(" and {} more links wait", tree.rootPorts.size() - 1);
        tell(out, root, now.time, congestion,
             fmt::format("{} ports wait because of {}: {}{} for its credit, up to {:.1f} % of the time", tree.victims,
                         now.topology->name(root), now.topology->path(worst), others, 100 * tree.worstWait));
    }
}

/// Two thirds of the links to it wait though they carry no more than links to its equals, which do not: it passes less
/// than it should. Links that wait here and there because more is sent than the fabric carries do not show like that.
void FabricEvents::reportWeakSwitches(const FabricModel& model, const FabricTick& now, Derived& out)
{
    struct Links
    {
        std::size_t known = 0;
        std::size_t weak = 0;
        float wait = 0; ///< the most
    };
    std::map<std::uint32_t, Links> linksTo; // by upper switch
    const bool anyWaits = std::ranges::any_of(model.waits(), [](float wait) { return wait >= minWait; });
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        for (std::uint32_t link = set.from; anyWaits && link < set.to; ++link) {
            const Uplink& uplink = model.map().uplinks()[link];
            const std::optional<bool> isWeak = waitsForNoLoad(model, set, link, minWait, farBeyond);
            if (!isWeak)
                continue;
            Links& links = linksTo[uplink.upper];
            ++links.known;
            links.weak += *isWeak ? 1 : 0;
            links.wait = *isWeak ? std::max(links.wait, model.waits()[uplink.port]) : links.wait;
        }
    }
    std::map<std::uint32_t, WeakSwitch> weak;
    for (const WeakSwitch& each : faintlyWeakSwitches(model))
        weak.emplace(each.device, each);
    for (const auto& [device, links] : linksTo) {
        if (links.known >= fewestLinks && 3 * links.weak >= 2 * links.known)
            weak.insert_or_assign(device, WeakSwitch{device, links.weak, links.wait});
    }
    for (const auto& [device, links] : weak) {
        const EntityRef ref = switchRef(device);
        if (!isDue({ref, congestion}, now, ref))
            continue;
        tell(out, ref, now.time, congestion,
             fmt::format(
                 "{} passes less than it should: {} links to it wait for its credit, up to {:.1f} % of the time, "
                 "while links to its equals carry as much and do not",
                 now.topology->name(ref), links.links, 100 * links.wait));
    }
}

/// Each switch by itself: which they are says whether one is set wrongly, or all of a rail.
void FabricEvents::reportPolarisation(const FabricModel& model, const FabricTick& now, Derived& out)
{
    const std::vector<float>& unused = model.unusedUplinks();
    const std::vector<std::uint32_t> machines = firstMachines(model.map());
    std::map<std::uint32_t, std::vector<float>> sisters; // by first machine: a switch a rail
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
            = std::isnan(usual) ? "" : fmt::format("; other rails of the same nodes leave {:.0f} %", 100 * usual);
        tell(out, device, now.time, polarisation,
             fmt::format("{} leaves {:.0f} % of its equal uplinks unused{}: the hash that spreads its flows is "
                         "polarised, or its flows are few",
                         now.topology->name(device), 100 * here, others));
    }
    for (const CrowdedLeaf& leaf : faintlyCrowdedLeaves(model)) {
        const EntityRef device = switchRef(leaf.device);
        if (!isDue({device, polarisation}, now, device))
            continue;
        tell(out, device, now.time, polarisation,
             fmt::format("{} crowds {} of its equal uplinks, as its neighbours do: one carries {:.0f} % more than the "
                         "mean and waits {:.1f} % of the time: the hash that spreads its flows is polarised in part",
                         now.topology->name(device), leaf.links, 100 * leaf.extra, 100 * leaf.wait));
    }
}

void FabricEvents::reportFlapping(const FabricModel& model, const FabricTick& now, Derived& out)
{
    for (std::uint32_t port = 0; port < model.falls().size(); ++port) {
        if (model.falls()[port] < flapping)
            continue;
        const EntityRef ref{EntityKind::Port, port};
        const std::uint32_t far = port < model.map().portCount() ? model.map().peerPort(port) : FabricMap::none;
        if (far < port && model.falls()[far] >= flapping)
            continue; // reported of its other end
        if (!isDue({ref, flapped}, now, ref))
            continue;
        tell(out, ref, now.time, flapped,
             fmt::format("{}: link went down {:.0f} times within minutes", placeText(*now.topology, ref),
                         std::max(model.falls()[port], 2.0F)));
    }
}

} // namespace lockstep
