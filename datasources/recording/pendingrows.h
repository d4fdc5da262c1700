// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"

#include <cstdint>

namespace lockstep {

/// About all nodes, as a RecordedGap's node.
inline constexpr std::uint32_t allNodes = 0xFFFFFFFF;

/// Amount of data that is in no file yet: rows, and ticks of a metric.
[[nodiscard]] std::uint64_t countPending(const ColumnAssembly& columns, const RecordedRows& rows);

/// While nothing can be written, forgets what there is no room for. @return how much, as countPending()
std::uint64_t giveUpWhatIsTooMuch(ColumnAssembly& columns, RecordedRows& rows);

} // namespace lockstep
