// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/rackfill.h"

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::uint32_t unknownUnit = TopologyPart::unknownUnit;
constexpr float gapBesideRacks = 0.2F;
constexpr float aisle = 1.2F;

/// Orders "rack 9" before "rack 10".
bool isBefore(std::string_view one, std::string_view other)
{
    const auto isDigit = [](char letter) {
        return std::isdigit(static_cast<unsigned char>(letter)) != 0;
    };
    while (!one.empty() && !other.empty()) {
        if (isDigit(one.front()) && isDigit(other.front())) {
            const auto number = [&](std::string_view& text) {
                text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
                const auto digits = std::ranges::find_if_not(text, isDigit) - text.begin();
                const std::string_view found = text.substr(0, static_cast<std::size_t>(digits));
                text.remove_prefix(found.size());
                return found;
            };
            const std::string_view left = number(one);
            const std::string_view right = number(other);
            if (left != right)
                return left.size() != right.size() ? left.size() < right.size() : left < right;
            continue;
        }
        if (one.front() != other.front())
            return one.front() < other.front();
        one.remove_prefix(1);
        other.remove_prefix(1);
    }
    return one.size() < other.size();
}

/// Places racks without a position: rows side by side by name, racks in each in order of their names, after existing
/// ones. @return number of placed racks
std::size_t layOutRacks(std::vector<PlannedRack>& racks)
{
    std::map<std::string, std::vector<PlannedRack*>> rows;
    float z = 0;
    for (PlannedRack& rack : racks) {
        if (rack.place.isPlaced)
            z = std::max(z, rack.place.z + rack.place.depth + aisle);
        else
            rows[rack.place.row].push_back(&rack);
    }
    std::size_t placed = 0;
    for (auto& [name, row] : rows) {
        std::ranges::stable_sort(row,
                                 [](const PlannedRack* a, const PlannedRack* b) { return isBefore(a->name, b->name); });
        // A row with all racks is folded into lines, to make the hall about square.
        constexpr std::size_t longestRow = 40;
        const auto square = static_cast<std::size_t>(std::ceil(std::sqrt(3.0 * static_cast<double>(row.size()))));
        const std::size_t perLine
            = row.size() <= longestRow && !name.empty() ? row.size() : std::max<std::size_t>(square, 8);
        float x = 0;
        float depth = 0;
        for (std::size_t at = 0; at < row.size(); ++at) {
            if (at > 0 && at % perLine == 0) {
                z += depth + aisle;
                x = 0;
                depth = 0;
            }
            RackPlace& place = row[at]->place;
            place.x = std::min(x, budget::hallMetres);
            place.z = std::min(z, budget::hallMetres);
            place.positionInRow = static_cast<std::uint32_t>(at + 1);
            if (name.empty()) { // lines without a name are rows too; racks without any position get their own rows
                place.row = std::to_string(at / perLine + 1);
                place.positionInRow = static_cast<std::uint32_t>(at % perLine + 1);
            }
            x += place.width + gapBesideRacks;
            depth = std::max(depth, place.depth);
            ++placed;
        }
        z += depth + aisle;
    }
    return placed;
}

} // namespace

void RackFill::guessHeights(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                            const std::vector<PlannedSwitch>& switches)
{
    std::unordered_map<std::string, std::uint32_t> needed;
    const auto need = [&needed](const std::string& rack, NodePlace place) {
        std::uint32_t& units = needed[rack];
        const std::uint32_t height = std::max(place.heightUnits, 1U);
        units = place.bottomUnit == unknownUnit ? units + height : std::max(units, place.bottomUnit + height - 1);
    };
    for (const PlannedNode& node : nodes)
        need(node.rack, node.place);
    for (const PlannedSwitch& device : switches)
        need(device.rack, device.place);
    std::size_t guessed = 0;
    for (PlannedRack& rack : racks) {
        if (rack.place.heightUnits != unknownUnit)
            continue;
        rack.place.heightUnits = std::clamp(needed[rack.name], RackPlace().heightUnits, budget::rackUnits);
        ++guessed;
    }
    if (guessed > 0)
        m_guesses.add(
            fmt::format("racks with an assumed height, because no file gives their number of units: {}", guessed));
}

void RackFill::putRacks(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                        const std::vector<PlannedSwitch>& switches)
{
    guessHeights(racks, nodes, switches);
    if (const std::size_t placed = layOutRacks(racks); placed > 0)
        m_guesses.add(fmt::format("racks placed in rows by name, because no file gives their position: {}", placed));
    for (PlannedRack& rack : racks) {
        const std::string name = rack.name;
        const std::uint32_t units = rack.place.heightUnits;
        const Status added = m_assembly.add(std::move(rack));
        m_contradictions.leftOut(added, fmt::format("rack '{}'", name));
        if (added.isOk())
            m_takenUnits[name].resize(units + 1);
    }
}

/// Places it at the lowest free range of units that is large enough.
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
        } else if (item.place.bottomUnit == unknownUnit) {
            ++guessed;
            homeless.push_back(std::move(item));
        } else if (const Status added = putOne(item); !added.isOk()) {
            m_contradictions.add(added.error().message);
            homeless.push_back(std::move(item));
        }
    }
    for (Item& item : homeless) {
        if (!moveToFreeUnits(item)) {
            m_contradictions.add(
                fmt::format("no free units for '{}' in rack '{}'; it remains unplaced", item.name, item.rack));
            item.rack.clear();
        }
        const std::string name = item.name;
        m_contradictions.leftOut(putOne(std::move(item)), fmt::format("'{}'", name));
    }
    if (guessed > 0)
        m_guesses.add(fmt::format("machines placed at free units, because no file gives their position in the rack: {}",
                                  guessed));
}

template void RackFill::putAll(std::vector<PlannedNode>&);
template void RackFill::putAll(std::vector<PlannedSwitch>&);

} // namespace lockstep
