// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// The code by which an agent's event is known here. What analyses and operators here conclude (a loop that loses flow,
/// an alert that is shelved) an agent cannot say: alerts are made of these codes, and one that lies could raise or
/// silence those of others. Such an event is kept, as what that agent said: "agent.said.alert.shelved".
[[nodiscard]] std::string codeFromAgent(std::string_view code);

} // namespace lockstep
