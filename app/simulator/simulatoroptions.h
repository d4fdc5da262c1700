// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

struct CommandInput;
struct CommandPage;

/// Options of lockstep-sim.
struct SimulatorOptions
{
    std::optional<std::uint32_t> nodes; ///< default 64; with a cluster file only its first nodes
    std::optional<std::uint32_t> gpus; ///< per node; without a cluster file 8
    std::string clusterFile;
    std::string drillFile;
    std::uint64_t seed = 1;
    double speed = 1; ///< simulated seconds per second; 0: as fast as possible
    std::string listen = "127.0.0.1:7117";
    std::optional<double> durationSeconds; ///< simulated; then it exits
    std::optional<double> historySeconds; ///< kept for clients that reconnect
    std::string truthFile; ///< true faults, written as JSON on exit
    bool chaos = false;
};

[[nodiscard]] CommandPage simulatorPage();

/// The error is one sentence for display.
[[nodiscard]] Result<SimulatorOptions> simulatorOptions(const CommandInput& line);

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
