// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/kinetoframe.h"

#include "datasources/text/jsonaccess.h"

#include <algorithm>

namespace lockstep {

namespace {

void readGroups(simdjson::dom::element config, KinetoFrame& frame)
{
    const auto groups = arrayOf(config);
    if (!groups)
        return;
    for (const auto group : *groups) {
        const auto member = memberOf(group, "ranks");
        const auto ranks = member ? arrayOf(*member) : std::nullopt;
        if (!ranks)
            continue;
        std::vector<std::int32_t> list;
        for (const auto rank : *ranks) {
            if (const auto number = smallIntegerOf(rank))
                list.push_back(*number);
        }
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        frame.groupRanks[std::string(textMember(group, "pg_name"))] = std::move(list);
    }
}

} // namespace

KinetoFrame readKinetoFrame(const std::string& text)
{
    KinetoFrame frame;
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    if (parser.parse(text).get(document) != simdjson::SUCCESS) {
        frame.isSound = false;
        return frame;
    }
    if (const auto base = integerMember(document, "baseTimeNanoseconds"))
        frame.base = Duration(*base);
    const auto info = memberOf(document, "distributedInfo");
    if (!info)
        return frame;
    if (const auto rank = memberOf(*info, "rank"))
        frame.rank = smallIntegerOf(*rank);
    if (frame.rank && *frame.rank < 0)
        frame.rank.reset();
    if (const auto size = memberOf(*info, "world_size"))
        frame.worldSize = smallIntegerOf(*size);
    if (const auto config = memberOf(*info, "pg_config"))
        readGroups(*config, frame);
    return frame;
}

} // namespace lockstep
