// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/simulation.h"

#include <deque>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep::scoring {

/// When a fault first shows in anything that is measured, by a twin: the same cluster, seed and noise without the
/// fault. It shows when a sensor leaves its noise for good, an event comes that the twin does not have, something falls
/// silent, a clock is off by more than is known of it, or a step takes 2 % longer. Any one thread.
class EffectWatch
{
public:
    static constexpr double stepShare = 1.02;
    static constexpr float sigmas = 4;
    static constexpr float sensorAccuracy = 0.01F; ///< of the value: what a sensor of this trade promises at best
    static constexpr std::uint8_t lasts = 3; ///< ticks in a row

    /// @param twin at its beginning
    EffectWatch(std::unique_ptr<sim::Simulation> twin, TimePoint onset);

    /// After each tick of the cluster with the fault.
    void look(const sim::Simulation& faulted);
    [[nodiscard]] std::optional<TimePoint> effect() const { return m_effect; }

private:
    /// Of one value, how much it changes from tick to tick while all is well.
    struct Sensor
    {
        float last = 0;
        float meanSquare = 0;
        std::uint8_t outside = 0; ///< ticks in a row
    };

    void learn(std::size_t node, const NodeTick& tick);
    [[nodiscard]] bool hasLeftNoise(std::size_t node, const NodeTick& faulted, const NodeTick& well);
    [[nodiscard]] bool hasSlowStep(const sim::Simulation& faulted) const;

    std::unique_ptr<sim::Simulation> m_twin; ///< null once the effect is known
    TimePoint m_onset;
    TimePoint m_start;
    TimePoint m_last; ///< that was looked at
    std::vector<std::vector<Sensor>> m_sensors; ///< by node and value
    float m_learned = 0; ///< ticks
    std::optional<TimePoint> m_effect;
};

} // namespace lockstep::scoring
