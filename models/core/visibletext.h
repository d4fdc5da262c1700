// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Length of the well-formed UTF-8 character that a text starts with; 0: malformed, or no text. Ranges as in Unicode
/// 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

/// Text from outside, as it can be shown to people: characters that a terminal would obey (escape sequences, carriage
/// returns), and those that change how others read (bidirectional controls, zero-width characters, line separators)
/// appear as escapes, "\u001b". Malformed UTF-8 does too, "\xff". Within JSON strings, the escapes of characters mean
/// the same characters. Tabs and line breaks stay.
[[nodiscard]] std::string visibleText(std::string_view text);
/// The same of a name or a sentence: tabs and line breaks are escaped as well.
[[nodiscard]] std::string visibleLine(std::string_view text);

} // namespace lockstep
