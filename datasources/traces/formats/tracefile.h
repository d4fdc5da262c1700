// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/pieces/tracemeter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockstep {

/// The rank in a file's name: "sampled_rank-3.json.gz", "rank3of8", "nccl_trace_rank_3", "kineto_3.json". Numbers of
/// more than six digits are times, not ranks.
[[nodiscard]] std::optional<std::int32_t> rankFromFileName(std::string_view fileName);

/// Contents of one file.
struct TraceFile
{
    std::variant<TrainingTrace, CollectiveTrace> content;
    std::vector<std::string> notes;
};

/// Reads one file, within the meter's limits; see readTraces.
[[nodiscard]] Result<TraceFile> readTraceFile(const TraceInput& input, TraceMeter& meter, TraceDetail detail);

} // namespace lockstep
