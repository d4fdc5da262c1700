// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alerts.h"
#include "tests/models/analysis/causality/smallhall.h"

#include <string>
#include <vector>

namespace lockstep::test {

using Events = std::vector<DerivedEvent>;

/// Events of a failing pump, as detectors report them.
inline Events failingPump(const SmallHall& hall, double onset)
{
    Events events{SmallHall::reported(onset + 15, hall.loop(), "loop.flow", "Loop cdu-1 loses flow: 140 of 180 L/min")};
    for (std::uint32_t node = 0; node < 4; ++node)
        events.push_back(SmallHall::reported(onset + 60 + node, hall.gpu(node, 3), "gpu.cooling",
                                             "node-" + std::to_string(node) + " gpu3 is 9 K hotter than its peers"));
    events.push_back(SmallHall::reported(onset + 70, hall.gpu(2, 3), "metric.limit.gpu.temperature",
                                         "node-2 gpu3: GPU temperature 88 °C, limit 87 °C", Severity::Critical));
    events.push_back(SmallHall::reported(onset + 80, hall.gpu(2, 3), "sync.straggler",
                                         "train-a: rank 11 keeps the others waiting in tp0\n9 % lost to it"));
    events.push_back(SmallHall::reported(onset + 90, hall.node(0), "job.step_time",
                                         "train-a: steps take 31 % longer: 2.6 s for 2.0 s"));
    return events;
}

/// Events of a slow GPU of train-b.
inline Events slowGpu(const SmallHall& hall, double onset)
{
    return {SmallHall::reported(onset + 12, hall.gpu(6, 1), "sync.straggler",
                                "train-b: rank 25 keeps the others waiting in tp1\n14 % lost to it"),
            SmallHall::reported(onset + 20, hall.node(4), "job.step_time", "train-b: steps take 14 % longer")};
}

/// The kind of an alert and the names of its places.
inline std::string lineOf(const Alert& alert)
{
    std::string line = alert.kind + " of";
    for (const std::string& name : alert.names)
        line += ' ' + name;
    return line;
}

/// One line for each alert, for comparisons and for the message of a test that fails.
inline std::string linesOf(const std::vector<Alert>& alerts)
{
    std::string lines;
    for (const Alert& each : alerts)
        lines += lineOf(each) + ": " + each.title + '\n';
    return lines;
}

/// The alerts of the small hall at a moment.
inline std::vector<Alert> alertsOf(const SmallHall& hall, const Events& events, double second)
{
    return alertsAt(events, *hall.topology, hall.jobs, SmallHall::at(second));
}

} // namespace lockstep::test
