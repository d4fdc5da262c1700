// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulationpace.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double headStartSeconds = 3600;
constexpr double longestHeadStartSeconds = 86400; // readers accept no more, see budget::maxBehind

Duration fromSeconds(double seconds)
{
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

/// How far in the past the simulation begins.
Duration headStart(const SimulatorOptions& options)
{
    if (options.speed > 0 && options.speed <= 1)
        return {};
    const double share = options.speed > 0 ? 1 - 1 / options.speed : 1;
    return fromSeconds(options.durationSeconds ? std::min(*options.durationSeconds * share, longestHeadStartSeconds)
                                               : headStartSeconds);
}

} // namespace

SimulationPace::SimulationPace(const SimulatorOptions& options, TimePoint now)
    : m_speed(options.speed),
      m_began(timeOfTick(tickIndexOf(now, period) + 1, period)),
      m_start(timeOfTick(tickIndexOf(m_began - headStart(options), period), period))
{ }

TimePoint SimulationPace::due(TimePoint simulated) const
{
    const TimePoint bySpeed = m_speed > 0
        ? m_began + fromSeconds(std::chrono::duration<double>(simulated - m_start).count() / m_speed)
        : m_began;
    return std::max(bySpeed, simulated);
}

} // namespace lockstep
