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
    std::optional<std::string> checkedFile; ///< to be checked only
    std::optional<std::string> listen;
    std::optional<std::string> metrics; ///< address
    std::optional<std::string> root;
    std::optional<std::string> nodeName;
    std::optional<std::string> relay; ///< cluster file
    bool once = false;
    bool json = false;
    bool printsConfig = false;
};

[[nodiscard]] CommandPage agentPage();

/// The error is one sentence for people.
[[nodiscard]] Result<AgentOptions> agentOptions(const CommandInput& line);

} // namespace lockstep
