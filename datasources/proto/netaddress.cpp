// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/netaddress.h"

#include "models/core/parsenumber.h"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view unixScheme = "unix:";

Error notAnAddress(const std::string& text)
{
    return Error{fmt::format(
        "'{}' is not a valid address: expected host:port, [IPv6 address]:port or unix:/path/of/socket", text)};
}

} // namespace

bool NetAddress::isLoopback() const
{
    if (isUnix || host == "localhost")
        return true;
    in_addr four{};
    if (inet_pton(AF_INET, host.c_str(), &four) == 1)
        return (ntohl(four.s_addr) >> 24U) == 127U;
    in6_addr six{};
    return inet_pton(AF_INET6, host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

std::string NetAddress::toString() const
{
    if (isUnix)
        return std::string(unixScheme) + host;
    return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

Result<NetAddress> parseNetAddress(const std::string& text)
{
    if (text.starts_with(unixScheme)) {
        if (text.size() == unixScheme.size())
            return notAnAddress(text);
        return NetAddress{text.substr(unixScheme.size()), 0, true};
    }
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0)
        return notAnAddress(text);
    NetAddress address;
    address.host = text.substr(0, colon);
    const bool hasBrackets = address.host.starts_with('[') && address.host.ends_with(']');
    if (hasBrackets)
        address.host = address.host.substr(1, address.host.size() - 2);
    if (address.host.empty() || address.host.find_first_of("[]/ ") != std::string::npos
        || (!hasBrackets && address.host.find(':') != std::string::npos))
        return notAnAddress(text);
    const auto port = parseNumber<decltype(address.port)>(text.substr(colon + 1));
    if (!port)
        return notAnAddress(text);
    address.port = *port;
    return address;
}

} // namespace lockstep
