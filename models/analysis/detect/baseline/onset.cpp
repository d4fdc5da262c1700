// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/onset.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace lockstep {

namespace {
constexpr std::string_view lastingStart = ", for ";
constexpr std::string_view lastingEnd = "\u2009s";
} // namespace

std::string lastingText(Duration duration)
{
    const auto seconds = std::chrono::round<std::chrono::seconds>(duration).count();
    return seconds < 2 ? std::string() : fmt::format("{}{}{}", lastingStart, seconds, lastingEnd);
}

TimePoint onsetOf(const Event& event)
{
    std::string_view text = event.text;
    const std::size_t at = text.rfind(lastingStart);
    if (at == std::string_view::npos || !text.ends_with(lastingEnd))
        return event.time;
    text.remove_suffix(lastingEnd.size());
    text.remove_prefix(at + lastingStart.size());
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const bool isWhole
        = error == std::errc() && end == text.data() + text.size() && seconds >= 0 && seconds < 1'000'000;
    return isWhole ? event.time - std::chrono::seconds(seconds) : event.time;
}

} // namespace lockstep
