// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/budget.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Transfers between the pools of an inference service, as spans of kind Transfer. Their job is the pair of pools:
/// "chat/prefill->decode" for service "chat".
inline constexpr std::string_view poolPairArrow = "->";
/// Suffix of the operation of a failed transfer.
inline constexpr std::string_view failedTransferEnding = " failed";

/// "chat" of "chat/prefill->decode"; empty: not a pair of pools.
[[nodiscard]] inline std::string_view serviceOfPair(std::string_view job)
{
    const std::size_t slash = job.rfind('/');
    const std::size_t arrow = job.rfind(poolPairArrow);
    const bool isPair = slash != std::string_view::npos && slash > 0 && arrow != std::string_view::npos
        && arrow > slash + 1 && arrow + poolPairArrow.size() < job.size();
    return isPair ? job.substr(0, slash) : std::string_view();
}

/// Its length is at most that of a name, so that its end is not truncated in transit.
[[nodiscard]] inline std::string failedTransferName(std::string_view op)
{
    return std::string(op.substr(0, budget::nameBytes - failedTransferEnding.size())).append(failedTransferEnding);
}

} // namespace lockstep
