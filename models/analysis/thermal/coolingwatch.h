// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/baseline/restated.h"
#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/peers.h"
#include "models/analysis/thermal/shortfall.h"
#include "models/core/eventcodes.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// What is known of the cooling of all GPUs at one tick, by GPU; NaN: not measured.
struct CoolingTick
{
    Episodes::Moment now;
    std::span<const float> rises; ///< K over what flows past it, over some 10 s
    std::span<const float> powers; ///< W, over the same
};

/// Tells of GPUs that are cooled worse than their peers (gpu.cooling): their rise over the coolant per watt, against
/// that of the GPUs in the same slot on the same loop, or in air; what all of them share (a loop that fails, a warm
/// day, a job) cancels out. Each is held against its own past, because no two are mounted alike, and, when it is far
/// outside what mounting explains, against its peers alone. Plain value; the worker of its analysis.
class CoolingWatch
{
public:
    static constexpr float farFromPeers = 8; ///< K, and at least
    static constexpr float farInItsNode = 12; ///< K, of GPUs in other slots
    static constexpr float spreadsFromPeers = 6; ///< robust standard deviations of theirs
    static constexpr float veryHot = 20; ///< K more than it should be: critical
    static constexpr std::size_t manyNodes = 6; ///< in so many racks at once it is no plate:
    static constexpr std::size_t manyRacks = 3;
    static constexpr float minRise = 8; ///< K of its peers: what idles tells nothing
    /// Of the rise. Fans turn as their node's load asks, so that air says less than water.
    static constexpr ShortfallRule inWater{.slack = 0.08F, .large = 0.4F};
    static constexpr ShortfallRule inAir{.slack = 0.2F, .large = 0.4F};
    /// Against the other GPUs of its node, where no sensor measures what cools them.
    static constexpr ShortfallRule inItsNode{.slack = 0.15F, .large = 0.4F};

    /// @param book that what is usual is kept in; null: nowhere
    explicit CoolingWatch(LearnedBook* book = nullptr)
        : m_book(book), m_learned(book, codes::gpuCooling, "how its cooling usually compares with its peers'")
    { }

    void step(const CoolingTick& tick, const CoolingMap& cooling, const Topology& topology, Derived& out);

private:
    struct Gpu
    {
        float usual = 1; ///< rise per watt over that of its peers
        float learntSeconds = 0;
        Shortfall excess;
        bool isNew = false; ///< it has just become hotter than it was, and nobody was informed
    };
    struct Standing
    {
        float kelvin = 0; ///< more than it should be
        float ratio = 1; ///< of its resistance to what it should be
        bool isAgainstItsPast = false;
        bool hasReference = true; ///< a sensor measures what cools it
    };
    [[nodiscard]] static std::string resistanceText(const Standing& standing);

    void forgiveMany(const CoolingMap& cooling, const Topology& topology);
    void judge(std::uint32_t index, const CoolingTick& tick, const CoolingMap& cooling, const Topology& topology,
               Derived& out);
    void tell(const CoolingTick& tick, EntityRef entity, const Standing& standing, bool isFound, bool isWell,
              const Topology& topology, Derived& out);

    LearnedBook* m_book;
    LearnedSeries m_learned;
    std::vector<Gpu> m_gpus;
    PeerComparison m_peers;
    Episodes m_episodes;
    Restated m_restated; ///< by the same keys: of K more than it should be
    std::vector<float> m_resistances; ///< scratch, as the next
    std::vector<float> m_deviations;
    std::vector<float> m_scores;
};

} // namespace lockstep
