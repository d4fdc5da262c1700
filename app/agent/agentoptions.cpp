// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agentoptions.h"

#include "datasources/text/commandpage.h"

namespace lockstep {

CommandPage agentPage()
{
    return {
        .name = "lockstep-agent",
        .summary = "serve the metrics of this node, or of the nodes behind a relay",
        .synopsis = {"[options]", "selftest [options]"},
        .about = "Reads metrics from the hardware of this machine and serves them to Lockstep over gRPC. The\n"
                 "Configuration page of the manual describes the configuration file.\n",
        .options
        = {{"--config", "FILE", "configuration file (default /etc/lockstep/agent.toml, if it exists)"},
           {"--print-config", "", "print the configuration in effect, then exit"},
           {"--check-config", "FILE", "check a configuration file, then exit"},
           {"--listen", "ADDRESS",
            "address and port to listen on (default 127.0.0.1:7117); addresses other than loopback require TLS"},
           {"--metrics", "ADDRESS",
            "address and port of the /metrics endpoint for Prometheus; \":7118\" accepts connections from this machine "
            "only"},
           {"--name", "NAME", "name of this node or relay (default: host name)"},
           {"--relay", "FILE",
            "run as a relay: read the agents of a cluster file instead of hardware, and serve their data at one "
            "address. --name selects the [[relay]] entry of the file"},
           {"--root", "DIR", "root folder that contains /proc and /sys (default /)"},
           {"--once", "",
            "sample all metrics once, print them and exit; fails if a configured device or switch does not answer"},
           {"--json", "", "with --once: print one JSON object with \"node\", \"inventory\" and \"samples\""}},
        .examples
        = "  lockstep-agent --once                                  check what this machine reports\n"
          "  lockstep-agent selftest                                test this machine while it is idle\n"
          "  lockstep-agent --config agent.toml                     serve other machines over TLS\n"
          "  lockstep-agent --relay cluster.toml --name row-a       serve the nodes of a row at one address\n",
        .hasLog = true,
    };
}

Result<AgentOptions> agentOptions(const CommandInput& line)
{
    if (!line.rest.empty())
        return Error{"unexpected argument \"" + line.rest.front() + "\""};
    AgentOptions options{
        line.option("--config"), line.option("--check-config"), line.option("--listen"), line.option("--metrics"),
        line.option("--root"),   line.option("--name"),         line.option("--relay"),  line.has("--once"),
        line.has("--json"),      line.has("--print-config")};
    if (options.json && !options.once)
        return Error{"--json requires --once"};
    if (options.relay && (options.once || options.metrics || options.root))
        return Error{"--relay reads no hardware and cannot be combined with --once, --metrics or --root"};
    return options;
}

} // namespace lockstep
