// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

/// A value relative to its peers', with a baseline: detects whether the ratio has changed by more than its noise. A
/// plain value.
class PeerRatio
{
public:
    static constexpr float different = 0.05F; ///< minimum deviation, relative to the peers' value
    static constexpr float far = 0.1F; ///< minimum deviation of the last samples
    /// Minimum deviations in mean deviations from its baseline; up to twice as many after a short learning time.
    static constexpr float spreadsDifferent = 6;
    static constexpr float spreadsFar = 8;
    static constexpr float secondsToLearn = 300;
    static constexpr float memorySeconds = 1800;

    [[nodiscard]] float newest() const { return m_newest; } ///< of the last samples
    [[nodiscard]] float recent() const { return m_recent; } ///< mean of one or two minutes, and of a few samples
    [[nodiscard]] float usual() const { return m_usual; } ///< mean of half an hour in which the ratio did not differ
    /// Whether the ratio differs from its baseline and from that of its peers. One that comes to resemble its peers is
    /// not different: of thousands of baselines, some are due to chance.
    [[nodiscard]] bool isDifferent() const { return hasLeftBaseline() && std::abs(m_recent - 1) > different; }
    /// Whether the last samples differ by more than their own noise. Shows large deviations earlier.
    [[nodiscard]] bool isFar() const
    {
        return isBeyond(m_newest, far, spreadsFar * m_newestSpread) && std::abs(m_newest - 1) > far;
    }

    void add(float ratio, float seconds)
    {
        constexpr float newestSeconds = 15;
        constexpr float smoothSeconds = 90;
        constexpr float smoothSamples = 4; // at least
        // The median of three samples, so that a single outlier has no effect.
        const float before = std::isnan(m_last[0]) ? ratio : m_last[0];
        const float earlier = std::isnan(m_last[1]) ? before : m_last[1];
        const float middle = std::max(std::min(ratio, before), std::min(std::max(ratio, before), earlier));
        m_last = {ratio, before};
        m_newest
            = std::isnan(m_newest) ? middle : m_newest + std::min(seconds / newestSeconds, 1.0F) * (middle - m_newest);
        m_recent = std::isnan(m_recent)
            ? middle
            : m_recent + std::min(seconds / smoothSeconds, 1 / smoothSamples) * (middle - m_recent);
        if (isDifferent())
            return;
        if (hasLeftBaseline()) {
            m_likePeersSeconds += seconds;
            if (m_likePeersSeconds <= secondsToLearn)
                return; // may be on its way to another deviation
            m_learnedSeconds = 0; // so that this sample replaces what was learned
        }
        m_likePeersSeconds = 0;
        m_learnedSeconds = std::min(m_learnedSeconds + seconds, memorySeconds);
        const float weight = std::min(seconds / m_learnedSeconds, 1.0F);
        m_usual = std::isnan(m_usual) ? ratio : m_usual + weight * (ratio - m_usual);
        m_spread += weight * (std::abs(m_recent - m_usual) - m_spread);
        m_newestSpread += weight * (std::abs(m_newest - m_usual) - m_newestSpread);
    }

private:
    [[nodiscard]] bool hasLeftBaseline() const { return isBeyond(m_recent, different, spreadsDifferent * m_spread); }
    [[nodiscard]] bool isBeyond(float value, float min, float noise) const
    {
        return m_learnedSeconds >= secondsToLearn
            && std::abs(value - m_usual) > std::max(min, noise * (1 + secondsToLearn / m_learnedSeconds));
    }

    std::array<float, 2> m_last{noData, noData}; ///< the newest first
    float m_newest = noData; ///< median of three samples, and mean of 15 s
    float m_newestSpread = 0; ///< mean deviation of newest from usual
    float m_recent = noData;
    float m_usual = noData;
    float m_spread = 0; ///< mean deviation of recent from usual
    float m_learnedSeconds = 0;
    float m_likePeersSeconds = 0; ///< since it left its baseline and resembles its peers
};

} // namespace lockstep
