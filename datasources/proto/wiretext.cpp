// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/wiretext.h"

#include <algorithm>
#include <cstdint>

namespace lockstep {

namespace {

bool isPrintableAscii(char c)
{
    return c >= 0x20 && c < 0x7F;
}

/// Length of the well-formed character that @p text starts with; 0: malformed or a control character.
/// Ranges as in Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t characterLength(std::string_view text)
{
    const auto byte = [&](std::size_t at) -> unsigned {
        return static_cast<std::uint8_t>(text[at]);
    };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return isPrintableAscii(text[0]) ? 1 : 0;
    const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > text.size())
        return 0;
    const unsigned lowest = lead == 0xE0 ? 0xA0
        : lead == 0xF0                   ? 0x90
        : lead == 0xC2                   ? 0xA0
                                         : 0x80; // C2 80..9F: C1 controls
    const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < lowest || byte(1) > highest)
        return 0;
    for (std::size_t at = 2; at < length; ++at) {
        if ((byte(at) & 0xC0U) != 0x80U)
            return 0;
    }
    return length;
}

} // namespace

bool isCleanText(std::string_view text, std::size_t limit)
{
    if (text.size() > limit)
        return false;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string cleanText(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit && std::ranges::all_of(text, isPrintableAscii))
        return std::string(text);
    std::string clean;
    clean.reserve(std::min(text.size(), limit));
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (clean.size() + std::max<std::size_t>(length, 1) > limit)
            break;
        if (length > 0)
            clean += text.substr(0, length);
        else
            clean += static_cast<std::uint8_t>(text[0]) < 0x80 ? ' ' : '?';
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return clean;
}

} // namespace lockstep
