// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/ranklists.h"

#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/traceprices.h"
#include "datasources/traces/pieces/tracemeter.h"

namespace lockstep {

RankList RankLists::of(std::string_view text)
{
    if (text.empty())
        return nullptr;
    const auto [found, isNew] = m_known.try_emplace(std::string(text));
    if (!isNew)
        return found->second;
    auto ranks = ranksFromText(text);
    if (m_meter.hold(traceprice::name(text) + ranks.size() * traceprice::rank) && !ranks.empty())
        found->second = std::make_shared<const std::vector<std::int32_t>>(std::move(ranks));
    return found->second;
}

} // namespace lockstep
