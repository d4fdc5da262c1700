// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/trainingop.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockstep {

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

namespace {

std::vector<std::int32_t> distinct(const std::vector<TrainingOp>& ops, std::int32_t TrainingOp::*field)
{
    std::vector<std::int32_t> values;
    for (const auto& op : ops) {
        if (values.empty() || values.back() != op.*field)
            values.push_back(op.*field);
    }
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// Index of a value in a sorted list; tries the last result first, because adjacent ops usually share it.
class IndexIn
{
public:
    explicit IndexIn(const std::vector<std::int32_t>& values) : m_values(values) { }

    std::size_t operator()(std::int32_t value)
    {
        if (m_values[m_last] != value)
            m_last = static_cast<std::size_t>(std::ranges::lower_bound(m_values, value) - m_values.begin());
        return m_last;
    }

private:
    const std::vector<std::int32_t>& m_values;
    std::size_t m_last = 0;
};

std::uint64_t rowKey(const TrainingOp& op, std::size_t stage)
{
    return (std::uint64_t{static_cast<std::uint8_t>(op.type)} << 56) | (std::uint64_t{stage & 0xFFFFFF} << 32)
        | static_cast<std::uint32_t>(op.sequence);
}

void assignLanes(OpRows& rows, const std::vector<TrainingOp>& ops)
{
    IndexIn stepIndex(rows.steps);
    IndexIn rankIndex(rows.dpRanks);
    rows.laneOf.reserve(ops.size());
    rows.opsOfLane.assign(rows.laneCount(), 0);
    for (const auto& op : ops) {
        const auto lane = stepIndex(op.step) * rows.dpRanks.size() + rankIndex(op.dpRank);
        rows.laneOf.push_back(static_cast<std::uint32_t>(lane));
        ++rows.opsOfLane[lane];
    }
}

/// The published method uses rank 0 of the first step as the model. If ops are missing, that lane may be incomplete, so
/// the first lane with the most common number of ops is used; in a complete trace it is the same.
std::size_t chooseModelLane(const std::vector<std::uint32_t>& opsOfLane)
{
    std::map<std::uint32_t, std::uint32_t> lanesWithCount;
    for (const auto count : opsOfLane)
        ++lanesWithCount[count];
    const auto usual = std::ranges::max_element(lanesWithCount, {},
                                                [](const auto& entry) { return std::pair(entry.second, entry.first); });
    return static_cast<std::size_t>(std::ranges::find(opsOfLane, usual->first) - opsOfLane.begin());
}

/// The ops of the model lane, sorted by key, without duplicates. Returns the row of each key.
std::unordered_map<std::uint64_t, std::uint32_t> makeRows(OpRows& rows, const std::vector<TrainingOp>& ops)
{
    IndexIn stageIndex(rows.stages);
    std::vector<std::pair<std::uint64_t, OpKey>> keyed;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (rows.laneOf[i] != rows.modelLane)
            continue;
        const auto stage = stageIndex(ops[i].stage);
        const OpKey key{ops[i].type, static_cast<std::uint32_t>(stage), ops[i].sequence, ops[i].chunk};
        keyed.emplace_back(rowKey(ops[i], stage), key);
    }
    std::ranges::sort(keyed, {}, [](const auto& row) { return std::pair(row.first, row.second.chunk); });
    std::unordered_map<std::uint64_t, std::uint32_t> rowOfKey;
    for (const auto& [key, op] : keyed) {
        if (rowOfKey.emplace(key, static_cast<std::uint32_t>(rows.ops.size())).second)
            rows.ops.push_back(op);
    }
    return rowOfKey;
}

} // namespace

void numberUnnumbered(std::vector<TrainingOp>& ops)
{
    std::vector<std::size_t> unnumbered;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (ops[i].sequence < 0)
            unnumbered.push_back(i);
    }
    const auto place = [&](std::size_t i) {
        return std::tuple(ops[i].step, ops[i].dpRank, ops[i].stage, ops[i].type);
    };
    std::ranges::sort(unnumbered, {},
                      [&](std::size_t i) { return std::tuple(place(i), ops[i].start, ops[i].duration); });
    for (std::size_t n = 0; n < unnumbered.size(); ++n) {
        const bool follows = n > 0 && place(unnumbered[n - 1]) == place(unnumbered[n]);
        ops[unnumbered[n]].sequence = follows ? ops[unnumbered[n - 1]].sequence + 1 : 0;
    }
}

OpRows surveyOps(const std::vector<TrainingOp>& ops)
{
    OpRows rows;
    rows.steps = distinct(ops, &TrainingOp::step);
    rows.dpRanks = distinct(ops, &TrainingOp::dpRank);
    rows.stages = distinct(ops, &TrainingOp::stage);
    return rows;
}

void assignRows(OpRows& rows, const std::vector<TrainingOp>& ops)
{
    assignLanes(rows, ops);
    rows.modelLane = chooseModelLane(rows.opsOfLane);
    const auto rowOfKey = makeRows(rows, ops);

    IndexIn stageIndex(rows.stages);
    rows.rowOf.reserve(ops.size());
    rows.opsOfLane.assign(rows.laneCount(), 0);
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const auto found = rowOfKey.find(rowKey(ops[i], stageIndex(ops[i].stage)));
        rows.rowOf.push_back(found == rowOfKey.end() ? OpRows::none : found->second);
        if (rows.rowOf.back() != OpRows::none)
            ++rows.opsOfLane[rows.laneOf[i]];
    }
}

} // namespace lockstep
