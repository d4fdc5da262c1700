// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/baseline/restated.h"
#include "models/core/eventcodes.h"
#include "models/core/metric.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// What the GPUs of a node show together: medians over those that draw about the same power. NaN: not known.
struct NodeReading
{
    float temperature = noData; ///< degrees Celsius
    float power = noData; ///< W of each GPU
    bool isSteady = false; ///< the power has been about the same for a minute
    bool hasSensor = false; ///< of what cools it

    [[nodiscard]] bool isKnown() const { return temperature > 0 && power > 0; }
};

/// Temperature as a line over power, from the last half hour: an exponentially weighted regression, drawn towards a
/// usual slope while the power hardly varies. Plain value.
class HeatLine
{
public:
    static constexpr float usualSlope = 0.05F; ///< K/W of a GPU, between a cold plate's 0.03 and a heat sink's 0.08

    void add(float power, float temperature, float seconds);
    /// Whether enough was learnt near this power to expect a temperature.
    [[nodiscard]] bool covers(float power) const;
    [[nodiscard]] float expected(float power) const { return m_temperature + slope() * (power - m_power); }
    [[nodiscard]] float spread() const { return m_spread; } ///< K, mean absolute deviation from the line
    [[nodiscard]] float secondsLearnt() const { return m_seconds; }

    [[nodiscard]] std::vector<float> values() const; ///< to be kept; empty: nothing is learnt yet
    [[nodiscard]] bool restore(std::span<const float> values); ///< false: these are none

private:
    [[nodiscard]] float slope() const;

    float m_seconds = 0;
    float m_power = 0;
    float m_temperature = 0;
    float m_variance = 0; ///< of power
    float m_covariance = 0;
    float m_spread = 0;
};

/// Detects nodes whose GPUs all run hotter than they did at the same power while other nodes do not (node.heat): fans,
/// filters, a door, or the coolant of a rack. For nodes without a sensor of what cools them, or whose rack nobody
/// knows; of the others CoolingWatch and InletWatch see more. What all nodes share, such as a warm day, cancels out.
/// Plain value; the worker of its analysis.
class NodeHeatWatch
{
public:
    static constexpr float warm = 4; ///< K, and at least; more while little is learnt
    static constexpr float spreadsWarm = 5; ///< times the node's own spread
    static constexpr float veryWarm = 12; ///< K: critical
    static constexpr float warmAlone = 8; ///< K, where too few nodes tell what all of them share
    static constexpr std::size_t fewestNodes = 4;
    static constexpr EpisodeRule rule{.lasts = 20, .calm = 120};

    /// @param book that what is usual is kept in; null: nowhere
    explicit NodeHeatWatch(LearnedBook* book = nullptr)
        : m_book(book), m_learned(book, codes::nodeHeat, "how warm its GPUs usually are at their power")
    { }

    /// @param readings by node; unknown where others see more
    void step(Episodes::Moment now, std::span<const NodeReading> readings, const Topology& topology, Derived& out);

private:
    void judge(Episodes::Moment now, std::uint32_t node, const NodeReading& reading, float limit,
               const Topology& topology, Derived& out);

    LearnedBook* m_book;
    LearnedSeries m_learned;
    std::vector<HeatLine> m_lines; ///< by node
    std::vector<float> m_excess; ///< K over the line, by node, less what all share; NaN: not judged
    std::vector<float> m_sample; ///< scratch
    Episodes m_episodes;
    Restated m_restated; ///< of the K that a node is hotter
};

} // namespace lockstep
