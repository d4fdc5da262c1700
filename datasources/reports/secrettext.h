// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Replaces what looks like a password, token or key by "[removed]": values whose names indicate a secret
/// (AWS_SECRET_ACCESS_KEY=..., "password": "...", --token ..., Authorization: ...), passwords in addresses
/// (user:password@host), and known formats of tokens and private keys. Errs on the side of removing. Time and memory
/// are proportional to the text.
[[nodiscard]] std::string withoutSecretText(std::string_view text);

} // namespace lockstep
