// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Whether what is called so is to be kept to oneself: "AWS_SECRET_ACCESS_KEY", "--token", "dbPassword". Not
/// "forward_pass" and "primary_key".
[[nodiscard]] bool saysSecret(std::string_view name);

/// Whether the value of a secret's name is a number of them: "tokens: 4096".
[[nodiscard]] bool isCountOfTokens(std::string_view name, std::string_view value);

[[nodiscard]] std::string lowerCase(std::string_view text);

} // namespace lockstep
