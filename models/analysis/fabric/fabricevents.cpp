// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricevents.h"

#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr TickIndex forgottenAfter = 120;
constexpr TickIndex congestionLasts = 10;
constexpr TickIndex polarisationLasts = 20;
constexpr std::uint32_t worthTelling = 3; ///< ports that wait
constexpr float mostlyUnused = 0.55F; ///< of equal uplinks
constexpr auto congestion = codes::fabricCongestion;
constexpr auto polarisation = codes::fabricPolarisation;
constexpr auto flapped = codes::fabricFlapping;
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

FabricEvents::Episode* FabricEvents::due(EntityRef entity, const std::string& code, TickIndex lasts, TickIndex tick)
{
    Episode& episode = m_episodes.try_emplace({entity, code}, Episode{tick, tick, {}}).first->second;
    episode.lastSeen = tick;
    return episode.told.isValid() || tick - episode.since < lasts ? nullptr : &episode;
}

void FabricEvents::step(const FabricModel& model, const FabricTick& now, Derived& out)
{
    tellCongestion(model, now, out);
    tellPolarisation(model, now, out);
    tellFlapping(model, now, out);
    tellWhatIsOver(now, out);
}

void FabricEvents::tellWhatIsOver(const FabricTick& now, Derived& out)
{
    for (auto known = m_episodes.begin(); known != m_episodes.end();) {
        const auto& [key, episode] = *known;
        // What has not been told yet has to last without a pause.
        const TickIndex forgotten = episode.told.isValid() ? forgottenAfter : 2;
        if (now.tick - episode.lastSeen <= forgotten && now.tick >= episode.lastSeen) {
            ++known;
            continue;
        }
        if (episode.told.isValid() && now.topology->contains(episode.told)) {
            out.events.push_back({episode.told,
                                  {now.time, Severity::Information, 0, key.second,
                                   fmt::format("{}: {} is over", now.topology->path(episode.told),
                                               key.second == congestion    ? "congestion"
                                                   : key.second == flapped ? "the flapping of its link"
                                                                           : "the uneven use of equal uplinks")}});
        }
        known = m_episodes.erase(known);
    }
}

void FabricEvents::tellCongestion(const FabricModel& model, const FabricTick& now, Derived& out)
{
    for (const CongestionTree& tree : model.congestion()) {
        const EntityRef root = switchRef(tree.rootSwitch);
        Episode* const episode
            = tree.victims < worthTelling ? nullptr : due(root, congestion, congestionLasts, now.tick);
        if (episode == nullptr)
            continue;
        episode->told = root;
        const EntityRef worst{EntityKind::Port, tree.rootPorts.front()};
        const std::string others
            = tree.rootPorts.size() == 1 ? " waits" : fmt::format(" and {} more links wait", tree.rootPorts.size() - 1);
        tell(out, root, now.time, congestion,
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
    Episode* const episode = worst.isValid() ? due(switchRef(0), polarisation, polarisationLasts, now.tick) : nullptr;
    if (episode == nullptr)
        return;
    episode->told = worst;
    tell(out, worst, now.time, polarisation,
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
        Episode* const episode = due(ref, flapped, 0, now.tick);
        if (episode == nullptr)
            continue;
        episode->told = ref;
        tell(out, ref, now.time, flapped,
             fmt::format("The link of {} keeps going down: {:.0f} times within minutes", now.topology->path(ref),
                         std::max(model.falls()[port], 2.0F)));
    }
}

} // namespace lockstep
