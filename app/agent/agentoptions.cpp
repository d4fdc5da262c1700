// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agentoptions.h"

#include <fmt/format.h>

#include <array>
#include <getopt.h>

namespace lockstep {

std::string_view agentUsage()
{
    return "Usage: lockstep-agent [options]\n"
           "\n"
           "Reads this machine's hardware and serves it to Lockstep dashboards over gRPC.\n"
           "\n"
           "  --config FILE   configuration (TOML); without it /etc/lockstep/agent.toml where that exists\n"
           "  --listen A      address and port to serve on (127.0.0.1:7117); others than loopback need TLS\n"
           "  --name N        name of this node (the host name)\n"
           "  --root DIR      folder below which /proc and /sys are read (/)\n"
           "  --once          take one sample, print it and exit\n"
           "  --json          with --once: print {\"node\",\"inventory\",\"samples\"} as JSON\n"
           "  --help          print this\n"
           "  --version       print the version\n";
}

Result<AgentOptions> parseAgentOptions(int argumentCount, char** arguments)
{
    enum Option : int { Config = 1, Listen, Name, Root, Once, Json, Help, Version };
    constexpr std::array<option, 9> known{{{"config", required_argument, nullptr, Config},
                                           {"listen", required_argument, nullptr, Listen},
                                           {"name", required_argument, nullptr, Name},
                                           {"root", required_argument, nullptr, Root},
                                           {"once", no_argument, nullptr, Once},
                                           {"json", no_argument, nullptr, Json},
                                           {"help", no_argument, nullptr, Help},
                                           {"version", no_argument, nullptr, Version},
                                           {nullptr, 0, nullptr, 0}}};
    AgentOptions options;
    ::opterr = 0;
    ::optind = 1;
    for (;;) {
        const int argument = ::optind;
        switch (::getopt_long(argumentCount, arguments, "", known.data(), nullptr)) {
        case Config:
            options.configFile = ::optarg;
            break;
        case Listen:
            options.listen = ::optarg;
            break;
        case Name:
            options.nodeName = ::optarg;
            break;
        case Root:
            options.root = ::optarg;
            break;
        case Once:
            options.once = true;
            break;
        case Json:
            options.json = true;
            break;
        case Help:
            options.help = true;
            break;
        case Version:
            options.version = true;
            break;
        case -1:
            if (::optind < argumentCount)
                return Error{fmt::format("\"{}\" was not expected", arguments[::optind])};
            if (options.json && !options.once)
                return Error{"--json goes with --once"};
            return options;
        default:
            return Error{fmt::format("\"{}\" is unknown, or lacks its value or has one too many", arguments[argument])};
        }
    }
}

} // namespace lockstep
