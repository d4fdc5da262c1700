// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lockstep {

namespace {

/// First and last of each range of characters that are escaped.
constexpr std::pair<char32_t, char32_t> hiddenRanges[] = {
    {0x0000, 0x001F}, // controls
    {0x007F, 0x009F}, {0x00AD, 0x00AD}, // soft hyphen
    {0x061C, 0x061C}, // Arabic letter mark
    {0x115F, 0x1160}, // fillers
    {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F}, // zero-width, and marks of direction
    {0x2028, 0x202E}, // separators of lines, and embedding
    {0x2060, 0x206F}, // joiners, isolates
    {0x3164, 0x3164}, {0xFEFF, 0xFEFF}, // byte order mark
    {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}, // tags
};

bool isHidden(char32_t character)
{
    return std::ranges::any_of(
        hiddenRanges, [character](const auto& range) { return character >= range.first && character <= range.second; });
}

char32_t decoded(std::string_view character)
{
    const auto byte = [&](std::size_t at) -> char32_t {
        return static_cast<std::uint8_t>(character[at]);
    };
    if (character.size() == 1)
        return byte(0);
    char32_t value = byte(0) & (0x7FU >> character.size());
    for (std::size_t at = 1; at < character.size(); ++at)
        value = value << 6U | (byte(at) & 0x3FU);
    return value;
}

/// As in JSON: characters above U+FFFF as a surrogate pair.
std::string escapeOf(char32_t character)
{
    if (character <= 0xFFFF)
        return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(character));
    const auto above = static_cast<std::uint32_t>(character) - 0x10000U;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + (above >> 10U), 0xDC00U + (above & 0x3FFU));
}

std::string visible(std::string_view text, bool keepsBreaks)
{
    const auto isPlain = [](char c) {
        return c >= ' ' && c <= '~';
    };
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, isPlain) - text.begin());
        shown += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const std::size_t length = utf8Length(text);
        if (length == 0) {
            shown += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(text.front()));
            text.remove_prefix(1);
            continue;
        }
        const char32_t character = decoded(text.substr(0, length));
        const bool isKept = keepsBreaks && (character == '\n' || character == '\t');
        shown += isKept || !isHidden(character) ? std::string(text.substr(0, length)) : escapeOf(character);
        text.remove_prefix(length);
    }
    return shown;
}

} // namespace

std::size_t utf8Length(std::string_view text)
{
    const auto byte = [&](std::size_t at) -> unsigned {
        return static_cast<std::uint8_t>(text[at]);
    };
    if (text.empty())
        return 0;
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > text.size())
        return 0;
    const unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < lowest || byte(1) > highest)
        return 0;
    for (std::size_t at = 2; at < length; ++at) {
        if ((byte(at) & 0xC0U) != 0x80U)
            return 0;
    }
    return length;
}

std::string visibleText(std::string_view text)
{
    return visible(text, true);
}

std::string visibleLine(std::string_view text)
{
    return visible(text, false);
}

} // namespace lockstep
