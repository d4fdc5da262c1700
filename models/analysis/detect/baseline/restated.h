// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lockstep {

/// When the figure of an episode that goes on is to be told anew: an alert's title is the sentence that was told last,
/// and must not say 84 while it has long been 27. Plain value; the worker of its detector.
class Restated
{
public:
    static constexpr float moved = 0.25F; ///< of the larger of what was told and what is
    static constexpr TickIndex lasts = 10; ///< ticks that it has moved for
    static constexpr TickIndex apart = 30; ///< ticks between two tellings, at least

    /// What was told of it now.
    void tell(const Episodes::Key& key, TickIndex tick, float figure) { m_told[key] = {figure, tick, std::nullopt}; }
    void forget(const Episodes::Key& key) { m_told.erase(key); }
    /// @param figure how bad it is: the larger the worse
    [[nodiscard]] bool isDue(const Episodes::Key& key, TickIndex tick, float figure)
    {
        const auto known = m_told.find(key);
        if (known == m_told.end())
            return false;
        Told& told = known->second;
        const bool hasMoved
            = std::abs(figure - told.figure) > moved * std::max(std::abs(figure), std::abs(told.figure));
        if (!hasMoved)
            told.movedSince.reset();
        else if (!told.movedSince)
            told.movedSince = tick;
        return hasMoved && tick >= *told.movedSince + lasts && tick >= told.tick + apart;
    }

private:
    struct Told
    {
        float figure = 0;
        TickIndex tick = 0;
        std::optional<TickIndex> movedSince;
    };
    std::map<Episodes::Key, Told> m_told;
};

} // namespace lockstep
