// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/simulatoroptions.h"
#include "models/core/time.h"

namespace lockstep {

/// Maps simulated time to wall-clock time. A simulation that runs faster than real time begins in the past and never
/// overtakes the clock, because dashboards reject data from the future. If its duration is known it ends now; otherwise
/// it catches up over an hour and then runs at real time. A plain value.
class SimulationPace
{
public:
    static constexpr Duration period = std::chrono::seconds(1); ///< of ticks

    SimulationPace(const SimulatorOptions& options, TimePoint now);

    [[nodiscard]] TimePoint start() const { return m_start; } ///< of the simulated time
    [[nodiscard]] TimePoint due(TimePoint simulated) const;

private:
    double m_speed;
    TimePoint m_began; ///< on the wall clock
    TimePoint m_start;
};

} // namespace lockstep
