// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/tracereader.h"

#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace lockstep {

/// What one file held.
struct TraceFile
{
    std::variant<TrainingTrace, CollectiveTrace> content;
    std::vector<std::string> notes;
};

/// Reads one file; see readTraces.
[[nodiscard]] Result<TraceFile> readTraceFile(const TraceInput& input, const std::stop_token& stop, TraceDetail detail);

} // namespace lockstep
