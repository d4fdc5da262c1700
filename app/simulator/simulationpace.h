// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/simulatoroptions.h"
#include "models/core/time.h"

namespace lockstep {

/// When simulated moments are due on the wall clock. A simulation that is to go faster than the clock begins in the
/// past and never overtakes it, as dashboards refuse what claims to be of the future: it ends now, if it is known how
/// long it lasts, else it catches up with an hour and goes on at the clock's pace. Plain value.
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
