// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <optional>
#include <string>

namespace lockstep {

struct CommandInput;
struct CommandPage;

/// Options of lockstep-agent. They take precedence over the configuration file.
struct AgentOptions
{
    std::optional<std::string> configFile;
    std::optional<std::string> checkedFile; ///< file to check without starting
    std::optional<std::string> listen;
    std::optional<std::string> metrics; ///< address of the metrics page
    std::optional<std::string> root;
    std::optional<std::string> nodeName;
    std::optional<std::string> relay; ///< path of the cluster file
    bool once = false;
    bool json = false;
    bool printsConfig = false;
};

[[nodiscard]] CommandPage agentPage();

/// The error is one sentence for display.
[[nodiscard]] Result<AgentOptions> agentOptions(const CommandInput& line);

} // namespace lockstep
