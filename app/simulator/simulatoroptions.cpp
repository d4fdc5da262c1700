// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatoroptions.h"

#include "datasources/text/commandpage.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double headStartSeconds = 3600;
constexpr double longestHeadStartSeconds = 86400; // readers accept no more, see budget::maxBehind

/// How far in the past the simulation begins.
Duration headStart(const SimulatorOptions& options)
{
    if (options.speed > 0 && options.speed <= 1)
        return {};
    const double share = options.speed > 0 ? 1 - 1 / options.speed : 1;
    return durationOfSeconds(options.durationSeconds
                                 ? std::min(*options.durationSeconds * share, longestHeadStartSeconds)
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
        ? m_began + durationOfSeconds(std::chrono::duration<double>(simulated - m_start).count() / m_speed)
        : m_began;
    return std::max(bySpeed, simulated);
}

CommandPage simulatorPage()
{
    return {
        .name = "lockstep-sim",
        .summary = "serve a simulated GPU cluster",
        .synopsis = {"[options]", "score [options]   scores the alerts; see lockstep-sim score --help"},
        .about = "Simulates a GPU cluster and serves its metrics to Lockstep as real agents would.\n",
        .options
        = {{"--nodes", "N", "number of nodes (default 64); with --cluster, the first N nodes of the file",
            NumberLimits{.min = 1, .max = 16384, .isWhole = true}},
           {"--gpus", "N", "GPUs per node (default 8)", NumberLimits{.min = 1, .max = 64, .isWhole = true}},
           {"--cluster", "FILE", "cluster file with a table [simulation]"},
           {"--drill", "FILE", "drill file, which describes faults over time (default: no faults)"},
           {"--seed", "N", "random seed (default 1); the same seed gives the same cluster",
            NumberLimits{.max = 18446744073709551615.0, .isWhole = true}},
           {"--speed", "X",
            "simulated seconds per second (default 1); 0 is as fast as possible. Above 1, the simulation starts in the "
            "past and reaches the present at the end of --duration, by default after one hour.",
            NumberLimits{.max = 10000}},
           {"--listen", "ADDRESS", "address and port to listen on (default 127.0.0.1:7117)"},
           {"--duration", "S", "exit after S simulated seconds", NumberLimits{.min = 1, .max = 1e9}},
           {"--history", "S", "seconds of data kept for clients that reconnect", NumberLimits{.min = 1, .max = 86400}},
           {"--truth", "FILE", "on exit, write the true causes to this file as JSON"},
           {"--chaos", "", "give every fourth agent one of several network faults"}},
        .examples = "  lockstep-sim --drill resources/drills/blocked-cold-plate.toml --listen 127.0.0.1:7200\n",
        .configuration = "sim",
        .hasLog = true,
    };
}

Result<SimulatorOptions> simulatorOptions(const CommandInput& line)
{
    if (!line.rest.empty())
        return Error{"unexpected argument \"" + line.rest.front() + "\""};
    SimulatorOptions options;
    line.number<std::uint32_t>("--nodes", options.nodes);
    line.number<std::uint32_t>("--gpus", options.gpus);
    options.clusterFile = line.textOr("--cluster");
    options.drillFile = line.textOr("--drill");
    line.number<std::uint64_t>("--seed", options.seed);
    line.number<double>("--speed", options.speed);
    options.listen = line.textOr("--listen", options.listen);
    line.number<double>("--duration", options.durationSeconds);
    line.number<double>("--history", options.historySeconds);
    options.truthFile = line.textOr("--truth");
    options.chaos = line.has("--chaos");
    return options;
}

} // namespace lockstep
