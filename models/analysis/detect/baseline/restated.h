// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lockstep {

/// Decides when to report the figure of a lasting episode again: an alert's title shows the last reported sentence, and
/// must not become outdated. A plain value; the detector's worker.
class Restated
{
public:
    static constexpr float moved = 0.25F; ///< relative change, of the larger of the reported and the current figure
    static constexpr Duration lasts = std::chrono::seconds(10); ///< duration of the change
    static constexpr Duration apart = std::chrono::seconds(30); ///< minimum time between two reports

    /// Records the figure that was reported.
    void tell(const Episodes::Key& key, TimePoint time, float figure)
    {
        m_reported[key] = {figure, time, std::nullopt};
    }
    void forget(const Episodes::Key& key) { m_reported.erase(key); }
    /// @param figure larger is worse  @param min smaller changes do not count
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
