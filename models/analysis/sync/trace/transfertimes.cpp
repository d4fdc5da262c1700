// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/transfertimes.h"

#include "models/analysis/sync/trace/opdurations.h"
#include "models/analysis/sync/trace/opgraph.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockstep {

std::vector<Duration> transferTimes(const TrainingTrace& trace)
{
    std::vector<Duration> times;
    times.reserve(trace.ops.size());
    for (const TrainingOp& op : trace.ops)
        times.push_back(op.duration);
    const auto lanes = arrangeInLanes(trace);
    if (!lanes.isOk())
        return times;
    const auto graph = buildOpGraph(lanes.value());
    if (!graph.isOk())
        return times;
    const OpDurations durations = opDurations(lanes.value(), graph.value());

    std::vector<TrainingOp> ops = trace.ops;
    numberUnnumbered(ops);
    OpRows rows = surveyOps(ops);
    assignRows(rows, ops);
    const std::size_t ranks = rows.dpRanks.size();
    for (std::size_t at = 0; at < ops.size(); ++at) {
        const auto step = std::ranges::lower_bound(lanes.value().steps, ops[at].step);
        if (rows.rowOf[at] == OpRows::none || isComputeLike(ops[at].type) || step == lanes.value().steps.end()
            || *step != ops[at].step)
            continue;
        const auto keptStep = static_cast<std::size_t>(step - lanes.value().steps.begin());
        const double seconds
            = durations.observed[lanes.value().at(rows.rowOf[at], keptStep * ranks + rows.laneOf[at] % ranks)];
        if (!std::isnan(seconds))
            times[at] = std::clamp(durationOfSeconds(seconds), Duration::zero(),
                                   std::max(ops[at].duration, Duration::zero()));
    }
    return times;
}

} // namespace lockstep
