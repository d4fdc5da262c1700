// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/rackfill.h"

#include "datasources/topologyimports/racklayout.h"
#include "datasources/topologyimports/topologyformats.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint32_t unsaidUnit = TopologyPart::unknownUnit;

} // namespace

void RackFill::guessHeights(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                            const std::vector<PlannedSwitch>& switches)
{
    std::unordered_map<std::string, std::uint32_t> needed;
    const auto need = [&needed](const std::string& rack, NodePlace place) {
        std::uint32_t& units = needed[rack];
        const std::uint32_t height = std::max(place.heightUnits, 1U);
        units = place.bottomUnit == unsaidUnit ? units + height : std::max(units, place.bottomUnit + height - 1);
    };
    for (const PlannedNode& node : nodes)
        need(node.rack, node.place);
    for (const PlannedSwitch& device : switches)
        need(device.rack, device.place);
    std::size_t guessed = 0;
    for (PlannedRack& rack : racks) {
        if (rack.place.heightUnits != unsaidUnit)
            continue;
        rack.place.heightUnits = std::clamp(needed[rack.name], RackPlace().heightUnits, budget::rackUnits);
        ++guessed;
    }
    if (guessed > 0)
        m_guesses.add(fmt::format("{} racks: no file says how many units they have", guessed));
}

void RackFill::putRacks(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                        const std::vector<PlannedSwitch>& switches)
{
    guessHeights(racks, nodes, switches);
    if (const std::size_t placed = layOutRacks(racks); placed > 0)
        m_guesses.add(fmt::format("{} racks: no file says where they stand; they are in rows by their names", placed));
    for (PlannedRack& rack : racks) {
        const std::string name = rack.name;
        const std::uint32_t units = rack.place.heightUnits;
        const Status added = m_assembly.add(std::move(rack));
        m_contradictions.leftOut(added, fmt::format("rack '{}'", name));
        if (added.isOk())
            m_takenUnits[name].resize(units + 1);
    }
}

/// To the lowest run of units that is free and high enough.
template <class Item>
bool RackFill::moveToFreeUnits(Item& item) const
{
    const auto rack = m_takenUnits.find(item.rack);
    if (rack == m_takenUnits.end())
        return false;
    std::uint32_t free = 0;
    for (std::uint32_t unit = 1; unit < rack->second.size(); ++unit) {
        free = rack->second[unit] ? 0 : free + 1;
        if (free == item.place.heightUnits) {
            item.place.bottomUnit = unit - free + 1;
            return true;
        }
    }
    return false;
}

template <class Item>
Status RackFill::putOne(Item item)
{
    const std::string rack = item.rack;
    const NodePlace place = item.place;
    const Status added = m_assembly.add(std::move(item));
    if (added.isOk() && !rack.empty())
        std::fill_n(m_takenUnits[rack].begin() + place.bottomUnit, place.heightUnits, true);
    return added;
}

template <class Item>
void RackFill::putAll(std::vector<Item>& items)
{
    std::vector<Item> homeless;
    std::size_t guessed = 0;
    for (Item& item : items) {
        item.place.heightUnits = std::max(item.place.heightUnits, 1U);
        if (item.rack.empty()) {
            m_contradictions.leftOut(putOne(item), fmt::format("'{}'", item.name));
        } else if (item.place.bottomUnit == unsaidUnit) {
            ++guessed;
            homeless.push_back(std::move(item));
        } else if (const Status added = putOne(item); !added.isOk()) {
            m_contradictions.add(added.error().message);
            homeless.push_back(std::move(item));
        }
    }
    for (Item& item : homeless) {
        if (!moveToFreeUnits(item)) {
            m_contradictions.add(fmt::format("'{}' finds no room in rack '{}': it is unplaced", item.name, item.rack));
            item.rack.clear();
        }
        const std::string name = item.name;
        m_contradictions.leftOut(putOne(std::move(item)), fmt::format("'{}'", name));
    }
    if (guessed > 0)
        m_guesses.add(fmt::format("{} machines: no file says at which unit they are; they are at free ones", guessed));
}

template void RackFill::putAll(std::vector<PlannedNode>&);
template void RackFill::putAll(std::vector<PlannedSwitch>&);

} // namespace lockstep
