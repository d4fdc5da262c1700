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
           "  --config FILE   configuration (default /etc/lockstep/agent.toml, if it exists)\n"
           "  --listen A      address and port to serve (default 127.0.0.1:7117); others than loopback need TLS\n"
           "  --metrics A     address and port for /metrics, for Prometheus; :7118 is this machine only\n"
           "  --name N        name of this node or relay (default: the host name)\n"
           "  --relay FILE    read no hardware; follow the nodes of a cluster file and serve them at one address.\n"
           "                  --name selects the [[relay]] of the file\n"
           "  --root DIR      folder below which /proc and /sys are read (default /)\n"
           "  --once          take one sample, print it and exit; exit status 1 if a configured target does not "
           "answer\n"
           "  --json          with --once: print {\"node\",\"inventory\",\"samples\"} as JSON\n"
           "  --help          print this text\n"
           "  --version       print the version\n"
           "\n"
           "Examples:\n"
           "  lockstep-agent --once                                  check what this machine reports\n"
           "  lockstep-agent --config agent.toml                     serve other machines over TLS\n"
           "  lockstep-agent --relay cluster.toml --name row-a       serve the nodes of a row at one address\n";
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
