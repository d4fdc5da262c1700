// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandresult.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

struct CommandPage;

struct FilePlace
{
    std::string contents; ///< "incidents"
    std::string path;
};

/// Default locations of this user's files and of the system configuration.
[[nodiscard]] std::vector<FilePlace> filePlaces();

/// `lockstep diagnostics [--out FILE]`: versions, settings, configuration, recordings, crash reports and logs for a bug
/// report, with likely secrets removed. Arguments without program and sub-command.
[[nodiscard]] CommandResult diagnostics(std::span<const std::string> arguments);
[[nodiscard]] CommandPage diagnosticsPage();

} // namespace lockstep
