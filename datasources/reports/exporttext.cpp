// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exporttext.h"

#include "models/core/visibletext.h"

#include <algorithm>
#include <cstdint>

namespace lockstep {

std::string escapedMarkup(std::string_view text)
{
    std::string escaped;
    for (const char c : visibleText(text)) {
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
    std::string clean = visibleText(text);
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
