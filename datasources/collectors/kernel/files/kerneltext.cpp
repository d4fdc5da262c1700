// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/files/kerneltext.h"

#include "models/core/parsenumber.h"

namespace lockstep {

namespace {

constexpr std::string_view blanks = " \t\r\n";

} // namespace

std::string_view nextWord(std::string_view& rest)
{
    const std::size_t start = rest.find_first_not_of(blanks);
    if (start == std::string_view::npos) {
        rest = {};
        return {};
    }
    const std::size_t end = rest.find_first_of(blanks, start);
    const std::string_view word = rest.substr(start, end == std::string_view::npos ? end : end - start);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end);
    return word;
}

std::optional<std::uint64_t> parseCount(std::string_view text)
{
    return text.starts_with("0x") ? parseNumber<std::uint64_t>(text.substr(2), 16) : parseNumber<std::uint64_t>(text);
}

std::uint64_t nextCount(std::string_view& rest)
{
    return parseCount(nextWord(rest)).value_or(0);
}

std::string_view fieldsOfProcess(std::string_view stat)
{
    const std::size_t end = stat.rfind(')');
    return end == std::string_view::npos ? std::string_view() : trimmed(stat.substr(end + 1));
}

std::uint64_t cpuTicksIn(std::string_view fields)
{
    constexpr int before = 11; // from the state to the user time
    for (int field = 0; field < before; ++field)
        nextWord(fields);
    const std::uint64_t user = nextCount(fields);
    return user + nextCount(fields);
}

} // namespace lockstep
