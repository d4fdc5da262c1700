// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/trainingop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lockstep {

namespace {

/// Limit of negative transfers: an op that ended this long before its group was complete was stamped by another clock,
/// and its transfer is unknown. Smaller negative values are jitter and are kept, so that they average out.
constexpr double minTransferSeconds = -10e-3;

void latestStarts(const OpLanes& lanes, const OpGroup& group, std::vector<double>& latest)
{
    latest.assign(lanes.laneCount(), -std::numeric_limits<double>::infinity());
    for (const auto op : group.ops) {
        const auto* start = &lanes.start[lanes.at(op, 0)];
        for (std::size_t lane = 0; lane < latest.size(); ++lane)
            latest[lane] = start[lane] > latest[lane] ? start[lane] : latest[lane]; // false for a missing (NaN) start
    }
    if (!group.spansRanks)
        return;
    const auto ranks = lanes.dpRanks.size();
    for (std::size_t first = 0; first < latest.size(); first += ranks) {
        const auto begin = latest.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(ranks);
        std::fill(begin, end, *std::max_element(begin, end));
    }
}

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

} // namespace

OpDurations opDurations(const OpLanes& lanes, const OpGraph& graph)
{
    OpDurations durations;
    durations.observed = lanes.duration;
    std::vector<double> latest;
    for (const auto& group : graph.groups) {
        if (group.ops.size() == 1 && !group.spansRanks)
            continue;
        latestStarts(lanes, group, latest);
        for (const auto op : group.ops) {
            for (std::size_t lane = 0; lane < latest.size(); ++lane) {
                const auto cell = lanes.at(op, lane);
                const auto transfer = lanes.start[cell] + lanes.duration[cell] - latest[lane];
                durations.observed[cell] = transfer < minTransferSeconds ? 0 : transfer;
            }
        }
    }

    std::array<std::vector<double>, opTypeCount> samples;
    for (std::size_t op = 0; op < lanes.ops.size(); ++op) {
        auto& values = samples[static_cast<std::size_t>(lanes.ops[op].type)];
        const auto row = durations.observed.begin() + static_cast<std::ptrdiff_t>(lanes.at(op, 0));
        std::copy_if(row, row + static_cast<std::ptrdiff_t>(lanes.laneCount()), std::back_inserter(values),
                     [](double value) { return !std::isnan(value); });
    }
    for (std::size_t type = 0; type < opTypeCount; ++type) {
        auto& values = samples[type];
        if (values.empty())
            continue;
        durations.ideal[type] = isComputeLike(static_cast<OpType>(type))
            ? std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size())
            : median(values);
    }
    for (std::size_t op = 0; op < lanes.ops.size(); ++op) {
        const auto ideal = durations.ideal[static_cast<std::size_t>(lanes.ops[op].type)];
        for (std::size_t lane = 0; lane < lanes.laneCount(); ++lane) {
            auto& value = durations.observed[lanes.at(op, lane)];
            value = std::isnan(value) ? ideal : value;
        }
    }
    return durations;
}

namespace {
constexpr auto typeNames = std::to_array<std::string_view>({
    "forward-compute",
    "backward-compute",
    "forward-send",
    "forward-recv",
    "backward-send",
    "backward-recv",
    "params-all-gather",
    "grads-reduce-scatter",
    "separate-grads-all-reduce",
    "embedding-grads-all-reduce",
    "layernorm-grads-all-reduce",
    "optimizer-clip-main-grad",
    "optimizer",
    "gc",
});
static_assert(typeNames.size() == opTypeCount);
} // namespace

std::string_view opTypeName(OpType type)
{
    return typeNames[static_cast<std::size_t>(type)];
}

std::optional<OpType> opTypeFromName(std::string_view name)
{
    const auto found = std::ranges::find(typeNames, name);
    if (found == typeNames.end())
        return std::nullopt;
    return static_cast<OpType>(found - typeNames.begin());
}

std::string_view opTypeReportName(OpType type)
{
    switch (type) {
    case OpType::ForwardSend:
    case OpType::ForwardRecv:
        return "forward-pp-comm";
    case OpType::BackwardSend:
    case OpType::BackwardRecv:
        return "backward-pp-comm";
    default:
        return opTypeName(type);
    }
}

} // namespace lockstep
