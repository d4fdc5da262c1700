// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/oplanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A step with a smaller share of the model's ops is incomplete and ignored.
constexpr double requiredShare = 0.9;

/// Number of steps named individually in the notes.
constexpr std::size_t namedSteps = 5;

double seconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Drops broken steps. Returns, per lane of `rows`, its lane among the kept steps, or none.
std::vector<std::uint32_t> keepWholeSteps(const OpRows& rows, OpLanes& lanes)
{
    const auto ranks = rows.dpRanks.size();
    const auto required = requiredShare * static_cast<double>(rows.ops.size());
    std::vector<std::uint32_t> kept(rows.laneCount(), OpRows::none);
    std::size_t broken = 0;
    for (std::size_t step = 0; step < rows.steps.size(); ++step) {
        const auto first = rows.opsOfLane.begin() + static_cast<std::ptrdiff_t>(step * ranks);
        const auto min = std::min_element(first, first + static_cast<std::ptrdiff_t>(ranks));
        if (*min < required) {
            if (++broken <= namedSteps)
                lanes.notes.push_back(fmt::format("step {} ignored: data-parallel rank {} has {} of its {} ops",
                                                  rows.steps[step], rows.dpRanks[static_cast<std::size_t>(min - first)],
                                                  *min, rows.ops.size()));
            continue;
        }
        for (std::size_t rank = 0; rank < ranks; ++rank)
            kept[step * ranks + rank] = static_cast<std::uint32_t>(lanes.steps.size() * ranks + rank);
        lanes.steps.push_back(rows.steps[step]);
    }
    if (broken > namedSteps)
        lanes.notes.push_back(fmt::format("{} steps ignored in total", broken));
    return kept;
}

struct FillCount
{
    std::size_t filled = 0;
    std::size_t repeated = 0;
    std::size_t foreign = 0;
};

/// If an op occurs twice, the one that started first is used, regardless of the order of the trace.
bool replaces(double start, double length, double oldStart, double oldLength)
{
    return std::isnan(oldStart) || std::pair(start, length) < std::pair(oldStart, oldLength);
}

FillCount fill(OpLanes& lanes, const OpRows& rows, const std::vector<TrainingOp>& ops,
               const std::vector<std::uint32_t>& keptLane)
{
    const auto ranks = rows.dpRanks.size();
    std::vector<TimePoint> origin(rows.steps.size(), TimePoint::max());
    for (std::size_t i = 0; i < ops.size(); ++i)
        origin[rows.laneOf[i] / ranks] = std::min(origin[rows.laneOf[i] / ranks], ops[i].start);

    FillCount count;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const auto row = rows.rowOf[i];
        if (row == OpRows::none) {
            ++count.foreign;
            continue;
        }
        const auto start = seconds(ops[i].start - origin[rows.laneOf[i] / ranks]);
        const auto length = seconds(ops[i].duration);
        if (rows.laneOf[i] == rows.modelLane
            && replaces(start, length, lanes.modelStart[row], lanes.modelDuration[row])) {
            lanes.modelStart[row] = start;
            lanes.modelDuration[row] = length;
        }
        const auto lane = keptLane[rows.laneOf[i]];
        if (lane == OpRows::none)
            continue;
        const auto cell = lanes.at(row, lane);
        ++(std::isnan(lanes.start[cell]) ? count.filled : count.repeated);
        if (!replaces(start, length, lanes.start[cell], lanes.duration[cell]))
            continue;
        lanes.start[cell] = start;
        lanes.duration[cell] = length;
    }
    return count;
}

} // namespace

Result<OpLanes> arrangeInLanes(const TrainingTrace& trace)
{
    if (trace.ops.empty())
        return Error{
            "the trace contains no training operations; expected forward-compute, backward-compute and similar"};
    std::vector<TrainingOp> numbered;
    const auto* ops = &trace.ops;
    if (std::ranges::any_of(trace.ops, [](const auto& op) { return op.sequence < 0; })) {
        numbered = trace.ops;
        numberUnnumbered(numbered);
        ops = &numbered;
    }

    auto rows = surveyOps(*ops);
    if (rows.steps.size() > ops->size() / rows.dpRanks.size())
        return Error{fmt::format("{} ops are too few for {} steps on {} data-parallel ranks; expected complete steps",
                                 ops->size(), rows.steps.size(), rows.dpRanks.size())};
    assignRows(rows, *ops);

    OpLanes lanes;
    const auto keptLane = keepWholeSteps(rows, lanes);
    if (lanes.steps.empty())
        return Error{
            fmt::format("no step has {:.0f} % of its ops on each of {} data-parallel ranks; expected complete steps",
                        requiredShare * 100, rows.dpRanks.size())};
    lanes.dpRanks = rows.dpRanks;
    lanes.stages = rows.stages;
    lanes.ops = rows.ops;
    lanes.modelStart.assign(lanes.ops.size(), missing);
    lanes.modelDuration.assign(lanes.ops.size(), missing);
    const auto cells = lanes.ops.size() * lanes.laneCount();
    lanes.start.assign(cells, missing);
    lanes.duration.assign(cells, missing);

    const auto count = fill(lanes, rows, *ops, keptLane);
    if (count.foreign > 0)
        lanes.notes.push_back(
            fmt::format("{} operations do not occur in the model step and were not used", count.foreign));
    if (count.repeated > 0)
        lanes.notes.push_back(fmt::format("{} ops occur twice; the earlier of each pair was used", count.repeated));
    if (count.filled < cells)
        lanes.notes.push_back(
            fmt::format("{} of {} ops are missing; they count as ideal", cells - count.filled, cells));
    return lanes;
}

} // namespace lockstep
