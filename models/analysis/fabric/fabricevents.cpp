// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricevents.h"

#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint32_t worthTelling = 3; ///< ports that wait
constexpr float mostlyUnused = 0.55F; ///< of equal uplinks
constexpr auto congestion = codes::fabricCongestion;
constexpr auto polarisation = codes::fabricPolarisation;
constexpr auto flapped = codes::fabricFlapping;
constexpr float flapping = 1.8F; ///< falls of late: the second within a minute

/// What comes and goes with the steps of a job is one episode.
EpisodeRule ruleOf(const std::string& code)
{
    const TickIndex lasts = code == congestion ? 11 : code == polarisation ? 21 : 1;
    return {.lasts = lasts, .calm = 121, .pause = 2};
}

void tell(Derived& out, EntityRef entity, TimePoint time, std::string code, std::string text)
{
    out.events.push_back({entity, {time, Severity::Warning, 0, std::move(code), std::move(text)}});
}

EntityRef switchRef(std::uint32_t index)
{
    return {EntityKind::Switch, index};
}

} // namespace

bool FabricEvents::isDue(const Episodes::Key& key, const FabricTick& now, EntityRef about)
{
    return m_episodes.found(key, ruleOf(key.what), {now.tick, now.time}, Severity::Warning, about).isBad();
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
    for (const Episodes::Key& key : m_episodes.notFoundAt(now.tick)) {
        const auto news = m_episodes.notFound(key, ruleOf(key.what), {now.tick, now.time});
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

void FabricEvents::tellCongestion(const FabricModel& model, const FabricTick& now, Derived& out)
{
    for (const CongestionTree& tree : model.congestion()) {
        const EntityRef root = switchRef(tree.rootSwitch);
        if (tree.victims < worthTelling || !isDue({root, congestion}, now, root))
            continue;
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
    if (!worst.isValid() || !isDue({switchRef(0), polarisation}, now, worst))
        return;
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
        if (!isDue({ref, flapped}, now, ref))
            continue;
        tell(out, ref, now.time, flapped,
             fmt::format("The link of {} keeps going down: {:.0f} times within minutes", now.topology->path(ref),
                         std::max(model.falls()[port], 2.0F)));
    }
}

} // namespace lockstep
