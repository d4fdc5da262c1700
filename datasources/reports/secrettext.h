// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// The text with "[removed]" in place of what looks like a password, token or key: values of names that say so
/// (AWS_SECRET_ACCESS_KEY=..., "password": "...", --token ..., Authorization: ...), passwords in addresses
/// (user:password@host), and what has the shape of a known kind of token or private key, wherever it stands. Errs on
/// the side of removing. Time and memory are in proportion to the text, whatever it says.
[[nodiscard]] std::string withoutSecretText(std::string_view text);

} // namespace lockstep
