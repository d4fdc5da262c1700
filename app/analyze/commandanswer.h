// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lockstep {

struct CommandPage;

/// The result of a sub-command: text for standard output and standard error, and the exit code.
struct CommandAnswer
{
    int exitCode = 0; ///< 0 done; 1 it could not, in whole or in part; 2 wrong usage
    std::string out;
    std::string err; ///< what was missing or damaged, too

    /// What could not be read: a line each, and the answer is one in part.
    void addProblems(const std::vector<std::string>& problems);
};

/// Says what was wrong, and where help is.
[[nodiscard]] CommandAnswer wrongUsage(const CommandPage& page, const std::string& problem);

/// @return the exit code; 1 where standard output cannot be written
[[nodiscard]] int print(const CommandAnswer& answer);

} // namespace lockstep
