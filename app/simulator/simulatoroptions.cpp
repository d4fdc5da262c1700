// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatoroptions.h"

#include "datasources/text/programoptions.h"

#include <cstdint>
#include <utility>

namespace lockstep {

std::string_view simulatorUsage()
{
    return "Usage: lockstep-sim [options]\n"
           "       lockstep-sim score [options]   scores the alerts; see lockstep-sim score --help\n"
           "\n"
           "Simulates a GPU cluster and serves it to Lockstep dashboards as its agents would.\n"
           "\n"
           "  --nodes N        number of nodes (default 64); with --cluster the first N of the file\n"
           "  --gpus N         GPUs per node (default 8)\n"
           "  --cluster FILE   cluster file with a table [simulation]\n"
           "  --drill FILE     drill: faults over time (default: no faults)\n"
           "  --seed N         seed (default 1); the same seed gives the same cluster\n"
           "  --speed X        simulated seconds per second (default 1); 0 is as fast as possible. Above 1 the "
           "simulation\n"
           "                   begins in the past and catches up with the clock: at its end with --duration, "
           "otherwise\n"
           "                   after an hour\n"
           "  --listen A       address and port to serve (default 127.0.0.1:7117)\n"
           "  --duration S     exit after S simulated seconds\n"
           "  --history S      seconds kept for clients that reconnect\n"
           "  --truth FILE     on exit, write the true causes as JSON\n"
           "  --chaos          make every fourth agent misbehave on the network, each in its own way\n"
           "  --help           print this text\n"
           "  --version        print the version\n"
           "\n"
           "Example:\n"
           "  lockstep-sim --drill resources/drills/blocked-cold-plate.toml --listen 127.0.0.1:7200\n";
}

Result<SimulatorOptions> parseSimulatorOptions(int argumentCount, char** arguments)
{
    SimulatorOptions options;
    const Status parsed = parseProgramOptions(
        argumentCount, arguments,
        {numberOption<std::uint32_t>("nodes", 1, 16384, options.nodes),
         numberOption<std::uint32_t>("gpus", 1, 64, options.gpus), textOption("cluster", options.clusterFile),
         textOption("drill", options.drillFile), numberOption<std::uint64_t>("seed", 0, UINT64_MAX, options.seed),
         numberOption<double>("speed", 0, 10000, options.speed), textOption("listen", options.listen),
         numberOption<double>("duration", 1, 1e9, options.durationSeconds),
         numberOption<double>("history", 1, 86400, options.historySeconds), textOption("truth", options.truthFile),
         flagOption("chaos", options.chaos), flagOption("help", options.help), flagOption("version", options.version)});
    return parsed.isOk() ? Result<SimulatorOptions>(std::move(options)) : parsed.error();
}

} // namespace lockstep
