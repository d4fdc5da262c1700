// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/racklayout.h"

#include "models/core/budget.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string_view>

namespace lockstep {

namespace {

constexpr float gapBesideRacks = 0.2F;
constexpr float aisle = 1.2F;

/// "rack 9" before "rack 10".
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

} // namespace

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
        // One that is no row but all of them is folded into lines about as long as the hall is deep.
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
            if (name.empty()) { // lines of no name are rows too: whoever has no place at all gets a row of his own
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

} // namespace lockstep
