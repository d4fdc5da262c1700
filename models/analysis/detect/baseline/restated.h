// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lockstep {

/// When the figure of an episode that goes on is to be reported anew: an alert's title is the sentence that was
/// reported last, and must not say 84 while it has long been 27. Plain value; the worker of its detector.
class Restated
{
public:
    static constexpr float moved = 0.25F; ///< of the larger of what was reported and what is
    static constexpr Duration lasts = std::chrono::seconds(10); ///< that it has moved for
    static constexpr Duration apart = std::chrono::seconds(30); ///< between two reports, at least

    /// What was reported of it now.
    void tell(const Episodes::Key& key, TimePoint time, float figure)
    {
        m_reported[key] = {figure, time, std::nullopt};
    }
    void forget(const Episodes::Key& key) { m_reported.erase(key); }
    /// @param figure how bad it is: the larger the worse  @param min less than this is no other figure
    [[nodiscard]] bool isDue(const Episodes::Key& key, TimePoint time, float figure, float min = 0)
    {
        const auto known = m_reported.find(key);
        if (known == m_reported.end())
            return false;
        Reported& reported = known->second;
        const bool hasMoved = std::abs(figure - reported.figure)
            > std::max(min, moved * std::max(std::abs(figure), std::abs(reported.figure)));
        if (!hasMoved)
            reported.movedSince.reset();
        else if (!reported.movedSince)
            reported.movedSince = time;
        return hasMoved && time >= *reported.movedSince + lasts && time >= reported.time + apart;
    }

private:
    struct Reported
    {
        float figure = 0;
        TimePoint time;
        std::optional<TimePoint> movedSince;
    };
    std::map<Episodes::Key, Reported> m_reported;
};

} // namespace lockstep
