// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

struct CommandPage;

/// `lockstep export-data RECORDING [--metric M]... [--entity E]... [--from T] [--to T] [--csv|--json|--openmetrics]`:
/// the samples of a recording as they are in it, series by series. Times are exact; values are as short as reads back
/// as the same float; where a series stops, one NaN (JSON: null) stands at the first time that lacks a sample. What
/// --openmetrics gives `lockstep import` reads back. Arguments without program and sub-command. Blocks.
/// @param write is given the output piece by piece
[[nodiscard]] CommandAnswer exportData(std::span<const std::string> arguments,
                                       const std::function<void(std::string_view)>& write);

/// exportData(), printed. @return the exit code
int runExportData(std::span<const std::string> arguments);

[[nodiscard]] CommandPage exportDataPage();

} // namespace lockstep
