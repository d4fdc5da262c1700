// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/event.h"

#include <fmt/format.h>

#include <chrono>

namespace lockstep {

std::string sentenceOf(const Event& event)
{
    constexpr std::int64_t shortest = 2;
    const auto seconds = std::chrono::round<std::chrono::seconds>(event.fields.lasted).count();
    return seconds < shortest ? event.text : fmt::format("{}, for {}\u2009s", event.text, seconds);
}

} // namespace lockstep
