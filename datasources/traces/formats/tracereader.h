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
    std::optional<std::int32_t> rank; ///< given by the user; overrides the file and its name
    bool isOptional = false; ///< found in a folder, not explicitly named
};

/// How much of the files' contents is kept.
enum class TraceDetail : std::uint8_t {
    Waits, ///< data for waits; only sums of computing kernels
    Everything, ///< also each kernel, for viewing
};

/// Contents of a set of files: ops of training steps (a what-if trace) or collectives of ranks, never both.
struct TraceSet
{
    TrainingTrace training;
    CollectiveTrace collectives;
    std::size_t files = 0; ///< number of files used
    std::vector<std::string> notes; ///< what was missing, damaged or skipped, one sentence each
};

/// The files of a folder by name, without sub-folders; for a file, itself.
[[nodiscard]] Result<std::vector<TraceInput>> listTraces(const std::filesystem::path& path);

/// Parses a command-line argument: a file or folder, or "3=FILE" for a file of rank 3.
[[nodiscard]] Result<std::vector<TraceInput>> traceInputs(const std::string& argument);

/// Reads traces of one job, one file per rank or all ranks in one: Kineto, Chrome with parallel ranks, Flight Recorder
/// (pickle or JSON), NCCL Inspector logs, each plain or gzip, detected by content. Of a damaged file the readable part
/// is used, with a note; a file that is not a trace, or costs more than its size allows (see TraceAllowance), is
/// skipped with a note. Fails if nothing can be read, if files do not belong together, or if stopped. Blocks; uses all
/// cores.
[[nodiscard]] Result<TraceSet> readTraces(std::span<const TraceInput> inputs, const std::stop_token& stop = {},
                                          TraceDetail detail = TraceDetail::Waits);

} // namespace lockstep
