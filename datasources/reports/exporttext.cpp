// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exporttext.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace lockstep {

namespace {

/// Length of the valid sequence at the front; 0: none.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned char first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 && first <= 0xF4 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (length == 0 || first > 0xF4 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    }
    const unsigned char second = byte(1);
    const bool isBad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0)
        || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return isBad ? 0 : length;
}

} // namespace

std::string cleanUtf8(std::string_view text)
{
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        if (length == 0) {
            clean += "\uFFFD";
            text.remove_prefix(1);
            continue;
        }
        const auto first = static_cast<unsigned char>(text.front());
        if (length == 1 && (first < 0x20 || first == 0x7F) && first != '\n' && first != '\t')
            clean += ' ';
        else
            clean += text.substr(0, length);
        text.remove_prefix(length);
    }
    return clean;
}

std::string escapedMarkup(std::string_view text)
{
    std::string escaped;
    for (const char c : cleanUtf8(text)) {
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += c;
        }
    }
    return escaped;
}

std::string csvField(std::string_view text)
{
    std::string clean = cleanUtf8(text);
    if (!clean.empty() && std::string_view("=+-@\t").find(clean.front()) != std::string_view::npos)
        clean = '\'' + clean;
    if (clean.find_first_of(",\"\n") == std::string::npos)
        return clean;
    std::string quoted = "\"";
    for (const char c : clean) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string base64(std::span<const std::byte> bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
        const std::size_t present = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= present ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

} // namespace lockstep
