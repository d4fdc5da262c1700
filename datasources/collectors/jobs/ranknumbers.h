// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/layoutbuilder.h"
#include "datasources/collectors/tickwriter.h"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace lockstep {

/// Loss and gradient norm of each rank on this node, by GPU, so that ranks can be compared at the same step. A member
/// of the job-event collector.
class RankNumbers
{
public:
    static constexpr auto shortestQuiet = std::chrono::seconds(10); ///< between two layouts
    static constexpr auto longestSilence = std::chrono::minutes(2); ///< then no rank runs there any more
    using Time = std::chrono::steady_clock::time_point;

    /// @param event a step of a job; without its GPU it says nothing
    void take(const JobEvent& event, Time now);
    [[nodiscard]] bool hasChanged(Time now);
    /// @param gpus entities of this node's, by index; what was said of others is left out
    void declare(LayoutBuilder& layout, const std::vector<std::uint32_t>& gpus);
    void write(TickWriter& tick) const;

private:
    struct Gpu
    {
        double step = 0;
        std::optional<double> loss;
        std::optional<double> gradientNorm;
        Time last;
        Slot stepSlot, lossSlot, gradientNormSlot;
    };

    std::map<std::uint32_t, Gpu> m_gpus; ///< by index on the node
    bool m_hasChanged = false;
    std::optional<Time> m_lastChange;
};

} // namespace lockstep
