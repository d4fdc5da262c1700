// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/recording/recording.h"

#include <string>

namespace lockstep {

/// Copies a range of a recording to a new file with the same tables, so that it opens as a recording. Columns are
/// copied in whole blocks, so up to 63 more ticks on each side; blocks of only one segment are copied without
/// unpacking. Clocks, states and identities of the time are included.
/// @return an Error if the recording has no data in @p range, or on cancellation; the file is then unusable
[[nodiscard]] Status extractRecording(Recording& from, TimeRange range, const std::string& path,
                                      const ExportOptions& options);

} // namespace lockstep
