// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Length of the well-formed UTF-8 character at the beginning of a text; 0: malformed or empty. Ranges as in Unicode
/// 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

/// Escapes untrusted text for display. Control characters that a terminal would execute, and characters that are
/// invisible or reorder other text (bidirectional controls, zero-width characters, line separators), become "\u001b"
/// and the like; malformed UTF-8 becomes "\xff". Within JSON strings, the escapes are valid and denote the same
/// characters. Tabs and line breaks are kept.
[[nodiscard]] std::string visibleText(std::string_view text);
/// The same for a name or a sentence: tabs and line breaks are escaped too.
[[nodiscard]] std::string visibleLine(std::string_view text);

} // namespace lockstep
