// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/core/eventcodes.h"
#include "models/core/metric.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// Common values of a node's GPUs: medians over those with about the same power. NaN: unknown.
struct NodeMedians
{
    float temperature = noData; ///< degrees Celsius
    float power = noData; ///< W of each GPU
    float recentPower = noData; ///< the highest in the last minutes, decaying more slowly than a temperature
    bool isSteady = false; ///< the power has been constant for a minute
    bool hasSensor = false; ///< for the cooling medium

    [[nodiscard]] bool isKnown() const { return temperature > 0 && power > 0; }
};

/// Fits temperature as a line over power to the last half hour: an exponentially weighted regression, biased towards a
/// typical slope while the power hardly varies. A plain value.
class HeatLine
{
public:
    static constexpr float typicalSlope
        = 0.05F; ///< K/W of a GPU, between 0.03 for a cold plate and 0.08 for a heat sink

    void add(float power, float temperature, float seconds);
    /// Whether enough was learned near this power to predict a temperature.
    [[nodiscard]] bool covers(float power) const;
    [[nodiscard]] float expected(float power) const { return m_temperature + slope() * (power - m_power); }
    [[nodiscard]] float spread() const { return m_spread; } ///< K, mean absolute deviation from the line
    [[nodiscard]] float learnedSeconds() const { return m_seconds; }

    [[nodiscard]] std::vector<float> values() const; ///< to save; empty: nothing learned yet
    [[nodiscard]] bool restore(std::span<const float> values); ///< @return false: invalid

private:
    [[nodiscard]] float slope() const;

    float m_seconds = 0;
    float m_power = 0;
    float m_temperature = 0;
    float m_variance = 0; ///< of power
    float m_covariance = 0;
    float m_spread = 0;
};

/// Detects nodes whose GPUs all run hotter than before at the same power while other nodes do not (node.heat). Possible
/// causes are fans, filters, a door, or the coolant of a rack. Applies only to nodes whose cooling medium has no sensor
/// or whose rack is unknown; CoolingWatch and InletWatch have better evidence for the others. Common effects, such as a
/// warm day, cancel out, unless most nodes warm so fast that the cooling of the hall must have failed. A plain value,
/// used by the analysis's worker.
class NodeHeatWatch
{
public:
    static constexpr float warm = 4; ///< minimum K; more after a short learning time
    static constexpr float spreadsWarm = 5; ///< in units of the node's own spread
    static constexpr float veryWarm = 12; ///< K: critical
    static constexpr float warmAlone = 8; ///< K, if too few nodes determine the common part
    static constexpr float warmTogether = 8; ///< K, within half an hour: a larger common part does not cancel out
    static constexpr std::size_t minNodes = 4;
    static constexpr EpisodeRule rule{.lasts = 20, .calm = 120};

    /// @param baselines stores learned baselines; null: they are not stored
    explicit NodeHeatWatch(LearnedBaselines* baselines = nullptr)
        : m_baselines(baselines), m_learned(baselines, codes::nodeHeat, "GPU temperature at a given power")
    { }

    /// @param readings by node; unknown if other detectors have better evidence
    void step(const AnalysedTick& now, std::span<const NodeMedians> readings, const Topology& topology, Derived& out);

private:
    [[nodiscard]] static float comparedPower(const NodeMedians& reading);
    void judge(const AnalysedTick& now, std::uint32_t node, const NodeMedians& reading, float limit, bool isCommon,
               const Topology& topology, Derived& out);

    LearnedBaselines* m_baselines;
    LearnedSeries m_learned;
    std::vector<HeatLine> m_lines; ///< by node
    std::vector<float> m_excess; ///< K above the line, by node, minus the common part; NaN: not judged
    std::vector<float> m_sample; ///< scratch
    Episodes m_episodes;
    ReportDeadband m_deadband; ///< K above the baseline
};

} // namespace lockstep
