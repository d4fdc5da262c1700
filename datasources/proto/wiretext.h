// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep {

/// True for UTF-8 without control characters of at most @p limit bytes: what the wire carries as text.
[[nodiscard]] bool isCleanText(std::string_view text, std::size_t limit);

/// Makes any bytes into clean text: what is not UTF-8 becomes '?', control characters become spaces, and what is too
/// long is cut between characters. Names and sentences come from jobs and firmware; one bad byte must not cost a tick.
[[nodiscard]] std::string cleanText(std::string_view text, std::size_t limit);

} // namespace lockstep
