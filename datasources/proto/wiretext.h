// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep {

/// Whether it is valid text on the wire: UTF-8 without control characters, at most @p limit bytes.
[[nodiscard]] bool isCleanText(std::string_view text, std::size_t limit);

/// Converts any bytes to valid text: invalid UTF-8 becomes '?', control characters become spaces, and long text is
/// truncated between characters. Names and sentences come from jobs and firmware; one bad byte must not cost a tick.
[[nodiscard]] std::string cleanText(std::string_view text, std::size_t limit);

} // namespace lockstep
