// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ibswitches/perfqueryoutput.h"

#include "datasources/collectors/facility/facilityreport.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace lockstep {

namespace {

constexpr unsigned maxPorts = 255; ///< per device, by the architecture
constexpr std::size_t maxCounters = 64; ///< per port: perfquery has fewer
constexpr std::size_t longestName = 64;

/// Decimal, or hexadecimal with 0x.
std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    const bool isHexadecimal = text.starts_with("0x");
    text.remove_prefix(isHexadecimal ? 2 : 0);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, isHexadecimal ? 16 : 10);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "# Port extended counters: Lid 2 port 1 (CapMask: ...)"
std::optional<unsigned> portOfHeading(std::string_view line)
{
    constexpr std::string_view before = " port ";
    const std::size_t at = line.find(before);
    if (!line.starts_with('#') || at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = line.substr(at + before.size());
    const auto number = wholeNumber(rest.substr(0, rest.find_first_of(" (")));
    return number && *number <= maxPorts ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

/// "PortXmitData:....................4752"
bool takeCounter(std::string_view line, std::map<std::string, std::uint64_t>& counters)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > longestName || counters.size() >= maxCounters)
        return false;
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of('.'), value.size()));
    const auto number = wholeNumber(value);
    if (number)
        counters.insert_or_assign(std::string(line.substr(0, colon)), *number);
    return number.has_value();
}

} // namespace

Result<PortCounters> readPerfquery(std::string_view text)
{
    const std::string beginning = facilityName(text.substr(0, text.find('\n')));
    PortCounters ports;
    std::map<std::string, std::uint64_t>* counters = nullptr;
    std::size_t taken = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.starts_with('#')) {
            const std::optional<unsigned> port = portOfHeading(line);
            counters = port ? &ports[*port] : nullptr;
        } else if (counters != nullptr && takeCounter(line, *counters)) {
            ++taken;
        }
    }
    if (taken == 0)
        return Error{fmt::format("not as perfquery writes it: '{}'", beginning)};
    return ports;
}

} // namespace lockstep
