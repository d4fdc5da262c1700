// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/baseline/restated.h"
#include "models/analysis/thermal/shortfall.h"
#include "models/core/eventcodes.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// Tells of racks that breathe warmer air than they did, against the coldest that the hall delivers (rack.inlet): a
/// door that stands open, a blanking panel that is missing. A hall that grows warm as a whole is none of its business.
/// Plain value; the worker of its analysis.
class InletWatch
{
public:
    static constexpr float warm = 2.5F; ///< K more than usual: sensors agree within 1 K
    static constexpr float veryWarm = 8;
    /// Less that lasts: a degree is what neighbours and the rack's own load make of it.
    static constexpr ShortfallRule lasting{.slack = 1.2F, .large = 12, .maxASecond = 1};
    static constexpr float warmFromTheStart = 6; ///< K over the supply, where nobody knows what is usual,
    static constexpr float exhaustFromTheStart = 0.3F; ///< and that share of it is exhaust
    static constexpr EpisodeRule rule{.lasts = 8, .calm = 60};

    struct Tick
    {
        Episodes::Moment now;
        std::span<const float> inlets; ///< degrees Celsius, by node
        std::span<const float> recirculations; ///< share of exhaust, by node
        float supply = noData; ///< degrees Celsius, of the hall
    };

    /// @param book that what is usual is kept in; null: nowhere
    explicit InletWatch(LearnedBook* book = nullptr)
        : m_learned(book, codes::rackInlet, "how much warmer than the hall's its air usually is")
    { }

    void step(const Tick& tick, const Topology& topology, Derived& out);

private:
    /// The middle ones of a rack's nodes.
    struct RackAir
    {
        float inlet = noData;
        float recirculation = noData;
    };

    [[nodiscard]] RackAir airOf(EntityRef rack, const Tick& tick, const Topology& topology);
    void judge(EntityRef rack, const RackAir& air, const Tick& tick, const Topology& topology, Derived& out);

    LearnedSeries m_learned;
    std::vector<Baseline> m_excess; ///< by rack: K over the supply
    std::vector<Shortfall> m_sums; ///< by rack: of what is more
    Episodes m_episodes;
    Restated m_restated; ///< by the same keys: of K more than usual
    std::vector<float> m_inlets; ///< scratch, as the next
    std::vector<float> m_shares;
};

} // namespace lockstep
