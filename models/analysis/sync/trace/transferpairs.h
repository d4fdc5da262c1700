// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/oplanes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// How far apart the stamps of a compute and its transfer may lie the wrong way round: separate clocks stamp them.
inline constexpr double transferToleranceSeconds = 0.05e-3;

/// Per compute the transfer that belongs to it, if any.
using TransferPairs = std::vector<std::optional<std::uint32_t>>;

/// Pairs the computes of one direction with its valid sends, or recvs, all in start order: the i-th with the i-th.
/// Deviation from the published method: where an open end of an interleaved pipeline or a gap in the trace leaves fewer
/// transfers than computes, they are paired by time, as numbers would shift all that follow the gap.
[[nodiscard]] TransferPairs pairSends(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                                      std::span<const std::uint32_t> sends);
[[nodiscard]] TransferPairs pairRecvs(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                                      std::span<const std::uint32_t> recvs);

} // namespace lockstep
