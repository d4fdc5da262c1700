// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/files/kerneltext.h"

#include <charconv>

namespace lockstep {

namespace {

constexpr std::string_view blanks = " \t\r\n";

template <class Number>
std::optional<Number> parseWhole(std::string_view text, int base)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::string_view nextLine(std::string_view& rest)
{
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return line;
}

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

std::string_view trimmed(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(blanks);
    if (start == std::string_view::npos)
        return {};
    return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

std::optional<std::uint64_t> parseCount(std::string_view text)
{
    if (text.starts_with("0x"))
        return parseWhole<std::uint64_t>(text.substr(2), 16);
    return parseWhole<std::uint64_t>(text, 10);
}

std::optional<std::int64_t> parseNumber(std::string_view text)
{
    return parseWhole<std::int64_t>(text, 10);
}

std::optional<double> parseReal(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
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
