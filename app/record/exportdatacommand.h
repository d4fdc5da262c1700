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
/// the raw samples of a recording, series by series. Times are exact; values have the fewest digits that read back as
/// the same float. One NaN (JSON: null) marks the first missing sample where a series stops. `lockstep import` reads
/// the --openmetrics output. Arguments without program and sub-command. Blocks.
/// @param write receives the output in pieces
[[nodiscard]] CommandAnswer exportData(std::span<const std::string> arguments,
                                       const std::function<void(std::string_view)>& write);

/// exportData(), printed. @return the exit code
int runExportData(std::span<const std::string> arguments);

[[nodiscard]] CommandPage exportDataPage();

} // namespace lockstep
