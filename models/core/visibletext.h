// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Length of the well-formed UTF-8 character that a text starts with; 0: malformed, or no text. Ranges as in Unicode
/// 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

/// Untrusted text for display: control characters that a terminal would execute, and characters that are invisible or
/// reorder other text (bidirectional controls, zero-width characters, line separators) become escapes, "\u001b";
/// malformed UTF-8 becomes "\xff". Within JSON strings, the escapes are valid and mean the same characters. Tabs and
/// line breaks are kept.
[[nodiscard]] std::string visibleText(std::string_view text);
/// The same for a name or a sentence: tabs and line breaks are escaped too.
[[nodiscard]] std::string visibleLine(std::string_view text);

} // namespace lockstep
