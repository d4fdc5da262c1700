// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

struct ProgramPages;

/// The page of a program and its sub-commands in section 1, for man(1).
[[nodiscard]] std::string manualPage(const ProgramPages& program);

} // namespace lockstep
