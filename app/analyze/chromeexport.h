// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/spans/tracespans.h"
#include "models/core/result.h"

#include <filesystem>

namespace lockstep {

/// Writes spans as a Chrome trace for Perfetto or chrome://tracing: one process per node, one thread per rank, waits
/// and transfers on separate threads, times in microseconds since the first span. Arrows lead from each wait to the
/// rank waited for. Replaces an existing file only once it is complete.
[[nodiscard]] Status exportChromeTrace(const TraceSpans& spans, const std::filesystem::path& path);

} // namespace lockstep
