// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatoroptions.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <getopt.h>

namespace lockstep {

namespace {

/// Takes a number from least to most, or says what was expected.
template <class Number>
Status take(std::string_view option, const char* text, Number least, Number most, Number& value)
{
    const char* const end = text + std::strlen(text);
    Number number{};
    const auto [stopped, problem] = std::from_chars(text, end, number);
    if (problem != std::errc() || stopped != end || number < least || number > most)
        return Error{fmt::format("{}: expected a number from {} to {}, found \"{}\"", option, least, most, text)};
    value = number;
    return success();
}

template <class Number>
Status take(std::string_view option, const char* text, Number least, Number most, std::optional<Number>& value)
{
    Number number{};
    Status status = take(option, text, least, most, number);
    if (status.isOk())
        value = number;
    return status;
}

enum Option : int {
    Nodes = 1,
    Gpus,
    Cluster,
    Drill,
    Seed,
    Speed,
    Listen,
    RunLength,
    History,
    Truth,
    Chaos,
    Help,
    Version
};

constexpr std::array<option, 14> known{{{"nodes", required_argument, nullptr, Nodes},
                                        {"gpus", required_argument, nullptr, Gpus},
                                        {"cluster", required_argument, nullptr, Cluster},
                                        {"drill", required_argument, nullptr, Drill},
                                        {"seed", required_argument, nullptr, Seed},
                                        {"speed", required_argument, nullptr, Speed},
                                        {"listen", required_argument, nullptr, Listen},
                                        {"duration", required_argument, nullptr, RunLength},
                                        {"history", required_argument, nullptr, History},
                                        {"truth", required_argument, nullptr, Truth},
                                        {"chaos", no_argument, nullptr, Chaos},
                                        {"help", no_argument, nullptr, Help},
                                        {"version", no_argument, nullptr, Version},
                                        {nullptr, 0, nullptr, 0}}};

Status takeOption(int which, const char* value, SimulatorOptions& options)
{
    switch (which) {
    case Nodes:
        return take<std::uint32_t>("--nodes", value, 1, 16384, options.nodes);
    case Gpus:
        return take<std::uint32_t>("--gpus", value, 1, 64, options.gpus);
    case Cluster:
        options.clusterFile = value;
        break;
    case Drill:
        options.drillFile = value;
        break;
    case Seed:
        return take<std::uint64_t>("--seed", value, 0, UINT64_MAX, options.seed);
    case Speed:
        return take<double>("--speed", value, 0, 10000, options.speed);
    case Listen:
        options.listen = value;
        break;
    case RunLength:
        return take<double>("--duration", value, 1, 1e9, options.durationSeconds);
    case History:
        return take<double>("--history", value, 1, 86400, options.historySeconds);
    case Truth:
        options.truthFile = value;
        break;
    case Chaos:
        options.chaos = true;
        break;
    case Help:
        options.help = true;
        break;
    case Version:
        options.version = true;
        break;
    default:
        break;
    }
    return success();
}

} // namespace

std::string_view simulatorUsage()
{
    return "Usage: lockstep-sim [options]\n"
           "\n"
           "Simulates a GPU cluster that obeys its physics and serves it to Lockstep dashboards as its agents would.\n"
           "\n"
           "  --nodes N        nodes (64); with --cluster the first N of the file\n"
           "  --gpus N         GPUs per node (8)\n"
           "  --cluster FILE   cluster file (TOML): racks, nodes and a table [simulation]\n"
           "  --drill FILE     drill (TOML): faults over time; without it nothing is made to fail\n"
           "  --seed N         the same seed gives the same cluster (1)\n"
           "  --speed X        simulated seconds a second (1); 0 is as fast as it goes. Above 1 it begins in the past "
           "and\n"
           "                   catches up with the clock: at its end with --duration, else with an hour\n"
           "  --listen A       address and port to serve on (127.0.0.1:7117)\n"
           "  --duration S     exit after so many simulated seconds\n"
           "  --history S      seconds kept for clients that come back\n"
           "  --truth FILE     on exit, write what really happened as JSON\n"
           "  --chaos          make every fourth agent misbehave on the wire, each in its own way\n"
           "  --help           print this\n"
           "  --version        print the version\n";
}

Result<SimulatorOptions> parseSimulatorOptions(int argumentCount, char** arguments)
{
    SimulatorOptions options;
    ::opterr = 0;
    ::optind = 1;
    for (;;) {
        const int argument = ::optind;
        const int which = ::getopt_long(argumentCount, arguments, "", known.data(), nullptr);
        if (which == -1)
            break;
        if (which == '?')
            return Error{fmt::format("\"{}\" is unknown, or lacks its value or has one too many", arguments[argument])};
        if (const Status status = takeOption(which, ::optarg, options); !status.isOk())
            return status.error();
    }
    if (::optind < argumentCount)
        return Error{fmt::format("\"{}\" was not expected", arguments[::optind])};
    return options;
}

} // namespace lockstep
