// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/pieces/tracemeter.h"

#include <string>
#include <variant>
#include <vector>

namespace lockstep {

/// Contents of one file.
struct TraceFile
{
    std::variant<TrainingTrace, CollectiveTrace> content;
    std::vector<std::string> notes;
};

/// Reads one file, as far as the meter lets it; see readTraces.
[[nodiscard]] Result<TraceFile> readTraceFile(const TraceInput& input, TraceMeter& meter, TraceDetail detail);

} // namespace lockstep
