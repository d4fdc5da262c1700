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
           "  --name N        name of this node (the host name)\n"
           "  --root DIR      folder below which /proc and /sys are read (/)\n"
           "  --once          take one sample, print it and exit\n"
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
         textOption("name", options.nodeName), textOption("root", options.root), flagOption("once", options.once),
         flagOption("json", options.json), flagOption("help", options.help), flagOption("version", options.version)});
    if (!parsed.isOk())
        return parsed.error();
    if (options.json && !options.once)
        return Error{"--json goes with --once"};
    return options;
}

} // namespace lockstep
