// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"

#include <cstdint>

namespace lockstep {

/// Node of a RecordedGap that applies to all nodes.
inline constexpr std::uint32_t allNodes = 0xFFFFFFFF;

/// Amount of data that is not in a file yet: rows, and ticks of a metric.
[[nodiscard]] std::uint64_t countPending(const ColumnAssembly& columns, const RecordedRows& rows);

/// Drops data above the memory limit while nothing can be written. @return amount, like countPending()
std::uint64_t giveUpWhatIsTooMuch(ColumnAssembly& columns, RecordedRows& rows);

} // namespace lockstep
