// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/recording/recording.h"

#include <string>

namespace lockstep {

/// Copies a stretch of a recording into a new file with the same tables, so that it opens as a recording of its own.
/// Columns come in whole blocks, so up to 63 ticks more on each side; blocks that one segment has alone are copied
/// without being unpacked. Whatever else was known at the time (clocks, states, who the nodes are) comes along.
/// @return an Error when the recording holds nothing of @p range, or @p options ask to stop; then the file is of no use
[[nodiscard]] Status extractRecording(Recording& from, TimeRange range, const std::string& path,
                                      const ExportOptions& options);

} // namespace lockstep
