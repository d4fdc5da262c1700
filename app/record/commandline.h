// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Parsed arguments of a sub-command: options with a value, flags, and the rest.
struct SubCommandLine
{
    std::multimap<std::string, std::string> options; ///< by name, with the dashes, in order
    std::set<std::string> flags;
    std::vector<std::string> rest;

    /// The last occurrence.
    [[nodiscard]] std::optional<std::string> option(const std::string& name) const;
    /// All occurrences of an option that may be repeated.
    [[nodiscard]] std::vector<std::string> all(const std::string& name) const;
    [[nodiscard]] bool has(const std::string& flag) const { return flags.contains(flag); }
};

/// @param options names that take a value, as "--out"  @param flags names that take none
/// @return an Error that names what is not known or lacks its value
[[nodiscard]] Result<SubCommandLine> parseSubCommand(std::span<const std::string> arguments,
                                                     const std::set<std::string>& options,
                                                     const std::set<std::string>& flags);

/// Whether --help or -h is among them: then the usage is the answer.
[[nodiscard]] bool asksForHelp(std::span<const std::string> arguments);

/// A number of at least @p min; an Error that names the option otherwise.
[[nodiscard]] Result<double> numberOption(const std::string& name, const std::string& text, double min);

} // namespace lockstep
