// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// What all exported texts need: words from people and from files of others, made safe for the format they go into.

/// Valid UTF-8: what is none becomes U+FFFD, control characters but tab and line end become blanks.
[[nodiscard]] std::string cleanUtf8(std::string_view text);
/// For HTML and SVG, in text and in quoted attributes.
[[nodiscard]] std::string escapedMarkup(std::string_view text);
/// For a field of CSV (RFC 4180): quoted where needed. What a spreadsheet would take for a formula gets a quote in
/// front: text comes from anybody.
[[nodiscard]] std::string csvField(std::string_view text);
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

} // namespace lockstep
