// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectiveop.h"
#include "models/analysis/sync/trace/trainingop.h"
#include "models/core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// A trace file to read.
struct TraceInput
{
    std::filesystem::path path;
    std::optional<std::int32_t> rank; ///< said by the user; goes before what the file or its name tells
    bool isOptional = false; ///< found in a folder, not asked for by name
};

/// How much of the files' contents is kept.
enum class TraceDetail : std::uint8_t {
    Waits, ///< what waits follow from; of kernels that compute only their sum
    Everything, ///< also each kernel, to be looked at
};

/// Contents of a set of files: ops of training steps (a what-if trace) or collectives of ranks, never both.
struct TraceSet
{
    TrainingTrace training;
    CollectiveTrace collectives;
    std::size_t files = 0; ///< that were used
    std::vector<std::string> notes; ///< what was missing, damaged or skipped, one sentence each
};

/// The files of a folder by name, not those of its sub-folders; a file stands for itself.
[[nodiscard]] Result<std::vector<TraceInput>> listTraces(const std::filesystem::path& path);

/// What an argument of a command line names: a file or folder, or "3=FILE" for a file of rank 3.
[[nodiscard]] Result<std::vector<TraceInput>> traceInputs(const std::string& argument);

/// Reads traces of one job, one file a rank or all ranks in one: Kineto, Chrome with parallel ranks, Flight Recorder
/// (pickle or JSON), NCCL Inspector logs, each plain or gzip, recognised by content. Damaged files give what they hold
/// and a note; a file that is no trace, or costs more than its size allows (see TraceAllowance), is left out with a
/// note. Fails where nothing can be read, where files do not belong together, and when stopped. Blocks; uses all cores.
[[nodiscard]] Result<TraceSet> readTraces(std::span<const TraceInput> inputs, const std::stop_token& stop = {},
                                          TraceDetail detail = TraceDetail::Waits);

} // namespace lockstep
