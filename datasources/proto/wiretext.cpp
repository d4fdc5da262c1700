// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/wiretext.h"

#include "models/core/visibletext.h"

#include <algorithm>
#include <cstdint>

namespace lockstep {

namespace {

bool isPrintableAscii(char c)
{
    return c >= 0x20 && c < 0x7F;
}

/// Length of the well-formed character that @p text starts with; 0: malformed or a control character.
std::size_t characterLength(std::string_view text)
{
    const auto isC1 = [](std::string_view character) {
        return character[0] == '\xC2' && static_cast<std::uint8_t>(character[1]) < 0xA0;
    };
    const std::size_t length = utf8Length(text);
    const bool isControl = (length == 1 && !isPrintableAscii(text[0])) || (length == 2 && isC1(text));
    return isControl ? 0 : length;
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
