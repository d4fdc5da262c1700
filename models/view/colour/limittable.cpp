// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/limittable.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct Stop
{
    double at; ///< of the way to the limit
    Rgb colour;
};

constexpr std::array stops{Stop{0, 0x1F262E}, Stop{0.8, 0x8FA1B0}, Stop{0.91, 0xE5A50A}, Stop{1, 0xE5484D}};

Rgb between(const Stop& from, const Stop& to, double at)
{
    const double share = (at - from.at) / (to.at - from.at);
    Rgb colour = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const double first = (from.colour >> shift) & 0xFFU;
        const double second = (to.colour >> shift) & 0xFFU;
        colour |= static_cast<Rgb>(std::lround(first + share * (second - first))) << shift;
    }
    return colour;
}

std::array<Rgb, 256> makeLimitTable()
{
    std::array<Rgb, 256> table{};
    for (std::size_t index = 0; index < table.size(); ++index) {
        const double at = static_cast<double>(index) / static_cast<double>(table.size() - 1);
        const auto* const next = std::ranges::find_if(stops.begin() + 1, stops.end() - 1,
                                                      [at](const Stop& stop) { return stop.at >= at; });
        table[index] = between(*(next - 1), *next, at);
    }
    return table;
}

} // namespace

const std::array<Rgb, 256>& limitTable()
{
    static const std::array<Rgb, 256> table = makeLimitTable();
    return table;
}

} // namespace lockstep
