// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Maps the code of an agent's event to a code of the program. Agents cannot use codes of local conclusions (a loop
/// with low flow, a shelved alert), because alerts are computed from them and a malicious agent could raise or silence
/// alerts of others. Such an event becomes "agent.said.alert.shelved".
[[nodiscard]] std::string codeFromAgent(std::string_view code);

} // namespace lockstep
