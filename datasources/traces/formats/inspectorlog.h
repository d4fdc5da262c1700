// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/tracemeter.h"
#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/result.h"

#include <string>
#include <vector>

namespace lockstep {

/// Reads an NCCL Inspector log: one JSON object a line, of one process or several. `text` needs simdjson's room behind
/// it, as readRest gives it. Lines that are no JSON (a torn last one) are counted in `notes` and left out. Ranks are
/// those within a communicator; a process goes by its rank in the largest one it took part in.
[[nodiscard]] Result<CollectiveTrace> readInspectorLog(const std::string& text, TraceMeter& meter,
                                                       std::vector<std::string>& notes);

} // namespace lockstep
