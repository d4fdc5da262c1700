// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/derived.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// The newest values of derived metrics. A value expires when its analysis stops reporting it; values that are computed
/// per step are kept for three steps. One thread.
class DerivedValues
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    static constexpr auto shortestLife = std::chrono::seconds(15);
    static constexpr auto longestLife = std::chrono::minutes(10);

    struct Column
    {
        MetricDescriptor metric;
        std::vector<float> values; ///< by entity index; NaN: nothing that counts
    };

    void take(const Derived& derived, SteadyTime now);
    /// What counts now, by name of the metric.
    [[nodiscard]] std::vector<Column> at(SteadyTime now) const;

private:
    struct Kept
    {
        MetricDescriptor metric;
        std::vector<float> values;
        std::vector<SteadyTime> heard; ///< by entity, as the next
        std::vector<SteadyTime::duration> apart; ///< previous interval between updates
    };

    std::map<std::string, Kept> m_kept;
};

} // namespace lockstep
