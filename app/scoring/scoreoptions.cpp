// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/scoreoptions.h"

#include "datasources/text/commandpage.h"

namespace lockstep::scoring {

CommandPage scorePage()
{
    constexpr NumberLimits oneToThousand{.min = 1, .max = 1000, .isWhole = true};
    return {
        .name = "lockstep-sim score",
        .summary = "compare the alerts of drills with their true causes",
        .synopsis = {"--drills DIR [options]"},
        .about
        = "Simulates drills without a window, faster than real time, and compares the alerts with the true causes.\n",
        .options
        = {{"--drills", "DIR", "folder of drills (TOML), or one drill"},
           {"--cluster", "FILE", "cluster file to simulate (default: the demo's)"},
           {"--nodes", "N", "simulate only the first N nodes of the cluster",
            NumberLimits{.min = 1, .max = 16384, .isWhole = true}},
           {"--seeds", "N", "play each drill with seeds 1 to N (default 1)", oneToThousand},
           {"--first-seed", "N", "first seed (default 1)", NumberLimits{.max = 4294967295, .isWhole = true}},
           {"--severity", "X", "multiply the severity of each fault, up to its maximum (default 1)",
            NumberLimits{.min = 0.01, .max = 10}},
           {"--places", "N", "play each drill at N places: its own place and N - 1 random ones (default 1)",
            oneToThousand},
           {"--pairs", "", "play two faults at the same time: each drill together with the next one"},
           {"--quiet-hours", "H", "simulate H hours without a fault instead of drills",
            NumberLimits{.min = 0.01, .max = 1000}},
           {"--duration", "S", "simulated seconds of each run (default: those of the drill)",
            NumberLimits{.min = 10, .max = 1e6}},
           {"--sensors", "full|agent|dcgm+node|dcgm", "sensors that the simulated site has (default full)"},
           {"--interval", "S", "seconds between samples (default 1)",
            NumberLimits{.min = 1, .max = 60, .isWhole = true}},
           {"--before", "S", "healthy seconds before each drill, in which baselines are learned (default 0)",
            NumberLimits{.max = 1e6}},
           {"--noise", "site",
            "simulate imperfect sensors: whole degrees, biased readings, power within 1 %, lost scrapes"},
           {"--baseline", "", "use only simple thresholds (limits, XIDs, ports that are down), for comparison"},
           {"--permute", "", "play each drill a second time with its data in another order, and compare the alerts"},
           {"--events", "", "print the events of each run"},
           {"--threads", "N", "number of parallel runs (default 1)",
            NumberLimits{.min = 1, .max = 64, .isWhole = true}},
           {"--json", "", "print JSON"}},
        .examples = "  lockstep-sim score --drills resources/drills --seeds 2 --json\n",
        .exitStatus = "0 success, 1 every run was skipped or --permute changed the alerts, 2 invalid usage",
    };
}

Result<ScoreOptions> scoreOptions(const CommandInput& line)
{
    if (!line.rest.empty())
        return Error{"unexpected argument \"" + line.rest.front() + "\""};
    ScoreOptions options;
    options.drills = line.textOr("--drills");
    options.clusterFile = line.textOr("--cluster");
    line.number<std::uint32_t>("--nodes", options.nodes);
    line.number<std::uint32_t>("--seeds", options.seeds);
    line.number<std::uint64_t>("--first-seed", options.firstSeed);
    line.number<double>("--severity", options.severity);
    line.number<std::uint32_t>("--places", options.places);
    line.number<double>("--quiet-hours", options.quietHours);
    line.number<double>("--duration", options.durationSeconds);
    line.number<double>("--before", options.beforeSeconds);
    line.number<std::uint32_t>("--interval", options.site.intervalSeconds);
    line.number<std::uint32_t>("--threads", options.threads);
    options.pairs = line.has("--pairs");
    options.baseline = line.has("--baseline");
    options.permute = line.has("--permute");
    options.events = line.has("--events");
    options.json = line.has("--json");
    options.site.sensors = *sensorSetNamed(line.textOr("--sensors", "full"));
    const std::string noise = line.textOr("--noise");
    if (!noise.empty() && noise != "site")
        return Error{"--noise " + noise + ": expected site"};
    options.site.isNoisy = !noise.empty();
    if (options.drills.empty() && !options.quietHours)
        return Error{"expected --drills with a folder of drills, or --quiet-hours"};
    if (options.quietHours && (!options.drills.empty() || options.pairs || options.places > 1))
        return Error{"--quiet-hours cannot be combined with --drills, --pairs or --places"};
    return options;
}

} // namespace lockstep::scoring
