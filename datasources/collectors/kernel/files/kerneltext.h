// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/textparts.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// Removes the next word from the front of a line. @return it, up to the next blank; empty at the end of the line
std::string_view nextWord(std::string_view& rest);

/// The whole text as a number, decimal or hexadecimal with 0x; otherwise nullopt.
[[nodiscard]] std::optional<std::uint64_t> parseCount(std::string_view text);

/// The next word as a count, 0 if invalid: for tables to which the kernel only appends columns.
std::uint64_t nextCount(std::string_view& rest);

/// The fields of /proc/PID/stat after the name, which may contain any character: the state is first. Empty if
/// malformed.
[[nodiscard]] std::string_view fieldsOfProcess(std::string_view stat);
/// CPU time of a process in the kernel's clock ticks, from these fields.
[[nodiscard]] std::uint64_t cpuTicksIn(std::string_view fields);

} // namespace lockstep
