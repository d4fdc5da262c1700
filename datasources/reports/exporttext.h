// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// Escaping of untrusted text for the export formats.

/// Escapes text for HTML and SVG, in content and quoted attributes.
[[nodiscard]] std::string escapedMarkup(std::string_view text);
/// A CSV field (RFC 4180): quoted where needed. Text that a spreadsheet would interpret as a formula gets a leading
/// quote, because it may come from untrusted sources.
[[nodiscard]] std::string csvField(std::string_view text);
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

} // namespace lockstep
