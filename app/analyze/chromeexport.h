// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/spans/tracespans.h"
#include "models/core/result.h"

#include <filesystem>

namespace lockstep {

/// Writes spans as a Chrome trace, which Perfetto and chrome://tracing open: a process for each node, a thread for each
/// rank, waits and transfers apart, microseconds since the first span. Each wait ends in an arrow from the one that was
/// waited for. The file takes the place of an older one only once it is whole.
[[nodiscard]] Status exportChromeTrace(const TraceSpans& spans, const std::filesystem::path& path);

} // namespace lockstep
