// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/event.h"

#include <fmt/format.h>

#include <chrono>

namespace lockstep {

std::string sentenceOf(const Event& event)
{
    constexpr std::int64_t shortest = 2;
    const auto seconds = std::chrono::round<std::chrono::seconds>(event.fields.lasted).count();
    const std::string text = singleLine(event.text);
    return seconds < shortest ? text : fmt::format("{}, for {}\u2009s", text, seconds);
}

std::string singleLine(std::string text)
{
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
        text.replace(at, 1, "; ");
    return text;
}

std::string headlineOf(std::string_view text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    return std::string(line.substr(0, line.size() - (line.ends_with('.') ? 1 : 0)));
}

} // namespace lockstep
