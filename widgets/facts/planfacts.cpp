// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/planfacts.h"

#include "models/core/topology/siteplan.h"
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double bitsOfGigabit = 1e9;

template <class Item>
const Item* findPlanned(const std::vector<Item>& items, const std::string& name)
{
    const auto found = std::ranges::find(items, name, &Item::name);
    return found == items.end() ? nullptr : &*found;
}

bool isMember(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

void addText(Facts& facts, const QString& title, const std::string& text)
{
    if (!text.empty())
        facts.push_back({title, toQString(text)});
}

void addQuantity(Facts& facts, const QString& title, double value, Unit unit)
{
    if (value > 0)
        facts.push_back({title, quantityText(value, unit)});
}

void addNodeFacts(Facts& facts, const SitePlan& plan, const std::string& name)
{
    const PlannedNode* const node = findPlanned(plan.nodes, name);
    if (node == nullptr)
        return;
    addText(facts, tr("Model"), node->model);
    if (node->gpus > 0 && !node->gpuModel.empty())
        facts.push_back({tr("GPUs"), tr("%1 × %2").arg(node->gpus).arg(toQString(node->gpuModel))});
    else
        addText(facts, tr("GPUs"), node->gpuModel);
    for (const PlannedStorage& storage : plan.storage) {
        if (isMember(storage.nodes, name))
            facts.push_back({tr("Serves storage"), toQString(storage.name)});
    }
    for (const ServicePool& pool : plan.pools) {
        if (isMember(pool.nodes, name))
            facts.push_back({tr("Pool"),
                             pool.service.empty() ? toQString(pool.name)
                                                  : tr("%1 of %2").arg(toQString(pool.name), toQString(pool.service))});
    }
}

void addSwitchFacts(Facts& facts, const Topology& topology, EntityRef device)
{
    if (const PlannedSwitch* const planned = findPlanned(topology.plan()->switches, topology.name(device)))
        addText(facts, tr("Model"), planned->model);
    const SwitchPlace place = topology.switchPlace(device);
    if (topology.contains(place.rack))
        facts.push_back({tr("Place"),
                         tr("rack %1, unit %2").arg(toQString(topology.name(place.rack))).arg(place.units.bottomUnit)});
}

void addPortFacts(Facts& facts, const Topology& topology, EntityRef port)
{
    const EntityRef planned = topology.plannedPeer(port);
    if (!topology.contains(planned))
        return;
    const bool isMissing = topology.isMissing(port) && !topology.wiredPeer(port).isValid();
    facts.push_back({tr("Planned to"), toQString(topology.path(planned)),
                     isMissing ? std::optional(Severity::Warning) : std::nullopt});
    const std::uint32_t at = topology.plannedLink(port);
    if (at == Topology::noLink)
        return;
    const PlannedLink& link = topology.plan()->links[at];
    addQuantity(facts, tr("Planned rate"), link.rateGbps * bitsOfGigabit, Unit::BitsPerSecond);
    if (link.rail)
        facts.push_back({tr("Rail"), QString::number(*link.rail)});
}

} // namespace

Facts planFacts(const Topology& topology, EntityRef entity)
{
    Facts facts;
    if (!topology.plan() || !topology.contains(entity))
        return facts;
    const SitePlan& plan = *topology.plan();
    const std::string& name = topology.name(entity);
    if (entity.kind == EntityKind::Node)
        addNodeFacts(facts, plan, name);
    else if (entity.kind == EntityKind::Switch)
        addSwitchFacts(facts, topology, entity);
    else if (entity.kind == EntityKind::Port)
        addPortFacts(facts, topology, entity);
    if (const PlannedLoop* const loop = entity.kind == EntityKind::Loop ? findPlanned(plan.loops, name) : nullptr) {
        addText(facts, tr("CDU"), loop->cdu);
        addQuantity(facts, tr("Capacity"), loop->capacityWatts, Unit::Watt);
        addQuantity(facts, tr("Rated flow"), loop->flowLpm, Unit::LitersPerMinute);
    }
    for (const PowerFeed& feed : plan.feeds) {
        if (entity.kind == EntityKind::Rack && isMember(feed.racks, name))
            facts.push_back({tr("Power feed"),
                             feed.capacityWatts > 0
                                 ? tr("%1, %2").arg(toQString(feed.name), quantityText(feed.capacityWatts, Unit::Watt))
                                 : toQString(feed.name)});
    }
    return facts;
}

} // namespace lockstep
