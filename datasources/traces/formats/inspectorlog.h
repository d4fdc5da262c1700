// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/tracemeter.h"
#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/result.h"

#include <string>
#include <vector>

namespace lockstep {

/// Reads an NCCL Inspector log: one JSON object per line, of one process or several. `text` needs simdjson's padding,
/// as from readRest. Lines that are not JSON (a truncated last one) are counted in `notes` and skipped. Ranks are
/// numbered within a communicator; a process gets its rank from its largest one.
[[nodiscard]] Result<CollectiveTrace> readInspectorLog(const std::string& text, TraceMeter& meter,
                                                       std::vector<std::string>& notes);

} // namespace lockstep
