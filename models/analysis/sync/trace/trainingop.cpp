// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/trainingop.h"

#include <algorithm>
#include <array>

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

} // namespace lockstep
