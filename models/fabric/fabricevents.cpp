// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fabric/fabricevents.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr TickIndex forgottenAfter = 120;
constexpr TickIndex congestionLasts = 10;
constexpr TickIndex polarisationLasts = 20;
constexpr std::uint32_t worthTelling = 3; ///< ports that wait
constexpr float mostlyUnused = 0.55F; ///< of equal uplinks
constexpr float flapping = 1.8F; ///< falls of late: the second within a minute

void tell(Derived& out, EntityRef entity, TimePoint time, std::string code, std::string text)
{
    out.events.push_back({entity, {time, Severity::Warning, 0, std::move(code), std::move(text)}});
}

EntityRef switchRef(std::uint32_t index)
{
    return {EntityKind::Switch, index};
}

} // namespace

bool FabricEvents::isDue(EntityRef entity, const std::string& code, TickIndex lasts, TickIndex tick)
{
    Episode& episode = m_episodes.try_emplace({entity, code}, Episode{tick, tick, false}).first->second;
    episode.lastSeen = tick;
    if (episode.isTold || tick - episode.since < lasts)
        return false;
    return episode.isTold = true;
}

void FabricEvents::step(const FabricModel& model, const FabricTick& now, Derived& out)
{
    tellCongestion(model, now, out);
    tellPolarisation(model, now, out);
    tellFlapping(model, now, out);
    std::erase_if(m_episodes, [&](const auto& known) {
        const Episode& episode = known.second;
        // What has not been told yet has to last without a pause.
        return now.tick - episode.lastSeen > (episode.isTold ? forgottenAfter : 2) || now.tick < episode.lastSeen;
    });
}

void FabricEvents::tellCongestion(const FabricModel& model, const FabricTick& now, Derived& out)
{
    for (const CongestionTree& tree : model.congestion()) {
        const EntityRef root = switchRef(tree.rootSwitch);
        if (tree.victims < worthTelling || !isDue(root, "fabric.congestion", congestionLasts, now.tick))
            continue;
        const EntityRef worst{EntityKind::Port, tree.rootPorts.front()};
        const std::string others
            = tree.rootPorts.size() == 1 ? " waits" : fmt::format(" and {} more links wait", tree.rootPorts.size() - 1);
        tell(out, root, now.time, "fabric.congestion",
             fmt::format("{} ports wait because of {}: {}{} for its credit, up to {:.1f} % of the time", tree.victims,
                         now.topology->name(root), now.topology->path(worst), others, 100 * tree.worstWait));
    }
}

void FabricEvents::tellPolarisation(const FabricModel& model, const FabricTick& now, Derived& out)
{
    const std::vector<float>& unused = model.unusedUplinks();
    std::size_t leaves = 0;
    EntityRef worst;
    for (const EqualCostSet& set : model.map().equalCostSets()) {
        if (set.lower >= unused.size() || !(unused[set.lower] >= mostlyUnused))
            continue;
        ++leaves;
        if (!worst.isValid() || unused[set.lower] > unused[worst.index])
            worst = switchRef(set.lower);
    }
    if (!worst.isValid() || !isDue(switchRef(0), "fabric.polarisation", polarisationLasts, now.tick))
        return;
    tell(out, worst, now.time, "fabric.polarisation",
         fmt::format("{}{} leaves {:.0f} % of its equal uplinks unused, minute after minute: the hash that spreads its "
                     "flows is polarised, or its flows are few",
                     now.topology->name(worst), leaves == 1 ? "" : fmt::format(", like {} more switches,", leaves - 1),
                     100 * unused[worst.index]));
}

void FabricEvents::tellFlapping(const FabricModel& model, const FabricTick& now, Derived& out)
{
    for (std::uint32_t port = 0; port < model.falls().size(); ++port) {
        if (model.falls()[port] < flapping)
            continue;
        const EntityRef ref{EntityKind::Port, port};
        const std::uint32_t far = port < model.map().portCount() ? model.map().peerPort(port) : FabricMap::none;
        if (far < port && model.falls()[far] >= flapping)
            continue; // told of its other end
        if (isDue(ref, "fabric.flapping", 0, now.tick))
            tell(out, ref, now.time, "fabric.flapping",
                 fmt::format("The link of {} keeps going down: {:.0f} times within minutes", now.topology->path(ref),
                             std::max(model.falls()[port], 2.0F)));
    }
}

} // namespace lockstep
