// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/oplanes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Maximum overlap of a compute and its transfer, which are stamped by separate clocks.
inline constexpr double transferToleranceSeconds = 0.05e-3;

/// The transfer of each compute, if any.
using TransferPairs = std::vector<std::optional<std::uint32_t>>;

/// Pairs the computes of one direction with its valid sends, or recvs, both in start order, by index. Deviation from
/// the published method: if the end of an interleaved pipeline, or a gap in the trace, leaves fewer transfers than
/// computes, they are paired by time, because indices would shift after the gap.
[[nodiscard]] TransferPairs pairSends(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                                      std::span<const std::uint32_t> sends);
[[nodiscard]] TransferPairs pairRecvs(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                                      std::span<const std::uint32_t> recvs);

} // namespace lockstep
