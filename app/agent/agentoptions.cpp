// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agentoptions.h"

#include "datasources/text/programoptions.h"

namespace lockstep {

std::string_view agentUsage()
{
    return "Usage: lockstep-agent [options]\n"
           "\n"
           "Reads this machine's hardware and serves it to Lockstep dashboards over gRPC.\n"
           "\n"
           "  --config FILE   configuration (TOML); without it /etc/lockstep/agent.toml where that exists\n"
           "  --listen A      address and port to serve on (127.0.0.1:7117); others than loopback need TLS\n"
           "  --metrics A     address and port to offer /metrics on, for Prometheus and the like; :7118 is this "
           "machine's\n"
           "  --name N        name of this node, or relay (the host name)\n"
           "  --relay FILE    read no hardware: follow the nodes of a cluster file and serve them as one, so that "
           "they\n"
           "                  have one reader however many watch; --name says which [[relay]] of the file this is\n"
           "  --root DIR      folder below which /proc and /sys are read (/)\n"
           "  --once          take one sample, print it and exit; with 1 where a configured target does not answer\n"
           "  --json          with --once: print {\"node\",\"inventory\",\"samples\"} as JSON\n"
           "  --help          print this\n"
           "  --version       print the version\n";
}

Result<AgentOptions> parseAgentOptions(int argumentCount, char** arguments)
{
    AgentOptions options;
    const Status parsed = parseProgramOptions(
        argumentCount, arguments,
        {textOption("config", options.configFile), textOption("listen", options.listen),
         textOption("metrics", options.metrics), textOption("name", options.nodeName), textOption("root", options.root),
         textOption("relay", options.relay), flagOption("once", options.once), flagOption("json", options.json),
         flagOption("help", options.help), flagOption("version", options.version)});
    if (!parsed.isOk())
        return parsed.error();
    if (options.json && !options.once)
        return Error{"--json requires --once"};
    if (options.relay && (options.once || options.metrics || options.root))
        return Error{"--relay reads no hardware; it cannot be combined with --once, --metrics or --root"};
    return options;
}

} // namespace lockstep
