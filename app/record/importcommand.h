// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace lockstep {

/// What `lockstep import` answers: texts for standard output and standard error, and the exit code.
struct ImportAnswer
{
    int exitCode = 0; ///< 0 done; 1 nothing could be imported; 2 wrong usage
    std::string out;
    std::string err;
};

/// `lockstep import FILE... --out DIR [--tick SECONDS]`: makes a recording from OpenMetrics text with times or from
/// CSV. Without a tick the period is found in the samples. Arguments without program and sub-command. What was found,
/// and every sample that is not kept, is reported. Blocks.
[[nodiscard]] ImportAnswer importRecording(std::span<const std::string> arguments);

/// importRecording(), printed. @return the exit code
int runImport(std::span<const std::string> arguments);

} // namespace lockstep
