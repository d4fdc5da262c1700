// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/scoreoptions.h"

#include "datasources/text/programoptions.h"

#include <utility>

namespace lockstep::scoring {

std::string_view scoreUsage()
{
    return "Usage: lockstep-sim score --drills DIR [options]\n"
           "\n"
           "Plays drills through the analyses as a window runs them, faster than real time and without one, and holds "
           "the\n"
           "alerts against what was really broken.\n"
           "\n"
           "  --drills DIR     folder of drills (TOML), or one drill\n"
           "  --cluster FILE   cluster file (TOML) that is simulated (the demo's)\n"
           "  --nodes N        the first N nodes of the cluster\n"
           "  --seeds N        play each with seeds 1 to N (1)\n"
           "  --first-seed N   begin with another seed than 1\n"
           "  --severity X     multiply the severity of each fault (1); what a fault must not exceed limits it\n"
           "  --places N       play each at N places: where the drill says, and at others drawn by chance (1)\n"
           "  --pairs          two faults at once: each drill together with the next\n"
           "  --quiet-hours H  no fault at all for H simulated hours, in place of drills\n"
           "  --duration S     simulated seconds of each run, in place of what its drill says\n"
           "  --sensors SET    what the site measures: full, agent, dcgm+node or dcgm (full)\n"
           "  --interval S     seconds between two samples: 1 to 60 (1)\n"
           "  --before S       seconds of ordinary running ahead of each drill, to learn from (0)\n"
           "  --noise site     whole degrees, biased sensors, power within 1 %, lost scrapes\n"
           "  --baseline       alerts of plain thresholds alone: a limit passed, an XID, a port that is down\n"
           "  --permute        play each once more with arrivals permuted, and compare the alerts\n"
           "  --events         say with each run what was reported, of which alerts are made\n"
           "  --threads N      runs at once (1)\n"
           "  --json           print JSON\n"
           "  --help           print this\n"
           "\n"
           "Exit status: 0 scored, 1 alerts differed when arrivals were permuted, 2 wrong usage.\n";
}

Result<ScoreOptions> parseScoreOptions(int argumentCount, char** arguments)
{
    ScoreOptions options;
    std::string sensors = "full";
    std::string noise;
    const Status parsed
        = parseProgramOptions(argumentCount, arguments,
                              {textOption("cluster", options.clusterFile),
                               textOption("drills", options.drills),
                               numberOption<std::uint32_t>("nodes", 1, 16384, options.nodes),
                               numberOption<std::uint32_t>("seeds", 1, 1000, options.seeds),
                               numberOption<std::uint64_t>("first-seed", 0, UINT32_MAX, options.firstSeed),
                               numberOption<double>("severity", 0.01, 10, options.severity),
                               numberOption<std::uint32_t>("places", 1, 1000, options.places),
                               flagOption("pairs", options.pairs),
                               numberOption<double>("quiet-hours", 0.01, 1000, options.quietHours),
                               numberOption<double>("duration", 10, 1e6, options.durationSeconds),
                               flagOption("baseline", options.baseline),
                               textOption("sensors", sensors),
                               textOption("noise", noise),
                               numberOption<double>("before", 0, 1e6, options.beforeSeconds),
                               numberOption<std::uint32_t>("interval", 1, 60, options.site.intervalSeconds),
                               flagOption("permute", options.permute),
                               flagOption("events", options.events),
                               numberOption<std::uint32_t>("threads", 1, 64, options.threads),
                               flagOption("json", options.json),
                               flagOption("help", options.help)});
    if (!parsed.isOk() || options.help)
        return parsed.isOk() ? Result<ScoreOptions>(std::move(options)) : parsed.error();
    const auto set = sensorSetNamed(sensors);
    if (!set)
        return Error{"--sensors " + sensors + ": expected full, agent, dcgm+node or dcgm"};
    options.site.sensors = *set;
    if (!noise.empty() && noise != "site")
        return Error{"--noise " + noise + ": expected site"};
    options.site.isNoisy = !noise.empty();
    if (options.drills.empty() && !options.quietHours)
        return Error{"--drills is missing: expected a folder of drills, or --quiet-hours"};
    if (options.quietHours && (!options.drills.empty() || options.pairs || options.places > 1))
        return Error{"--quiet-hours is without any fault: expected no --drills, --pairs or --places beside it"};
    return options;
}

} // namespace lockstep::scoring
