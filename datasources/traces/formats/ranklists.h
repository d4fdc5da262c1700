// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

class TraceMeter;

/// Ascending ranks of a group; never changed once made, so that all events of the group share one.
using RankList = std::shared_ptr<const std::vector<std::int32_t>>;

/// Parses lists of ranks, each distinct text once, because traces repeat them with every collective.
class RankLists
{
public:
    explicit RankLists(TraceMeter& meter) : m_meter(meter) { }

    /// Null where the text is no list, or the file may hold no more of them.
    [[nodiscard]] RankList of(std::string_view text);

private:
    TraceMeter& m_meter;
    std::unordered_map<std::string, RankList> m_known;
};

} // namespace lockstep
