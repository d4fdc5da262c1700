// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/peername.h"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <array>
#include <cstring>
#include <netinet/in.h>
#include <optional>

namespace lockstep {

namespace {

/// An address without its port, with IPv4 mapped to IPv6.
struct PlainAddress
{
    in6_addr bytes{};
    in_port_t port = 0;

    [[nodiscard]] bool isFour() const { return IN6_IS_ADDR_V4MAPPED(&bytes); }

    [[nodiscard]] std::string text() const
    {
        std::array<char, INET6_ADDRSTRLEN> buffer{};
        if (isFour())
            ::inet_ntop(AF_INET, &bytes.s6_addr[12], buffer.data(), buffer.size());
        else
            ::inet_ntop(AF_INET6, &bytes, buffer.data(), buffer.size());
        return buffer.data();
    }
};

std::optional<PlainAddress> plainAddress(const sockaddr_storage& address)
{
    PlainAddress plain;
    if (address.ss_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, &address, sizeof four);
        plain.port = ntohs(four.sin_port);
        plain.bytes.s6_addr[10] = plain.bytes.s6_addr[11] = 0xFF;
        std::memcpy(&plain.bytes.s6_addr[12], &four.sin_addr, sizeof four.sin_addr);
        return plain;
    }
    if (address.ss_family != AF_INET6)
        return std::nullopt;
    sockaddr_in6 six{};
    std::memcpy(&six, &address, sizeof six);
    plain.port = ntohs(six.sin6_port);
    plain.bytes = six.sin6_addr;
    return plain;
}

} // namespace

std::string addressText(const sockaddr_storage& address)
{
    const auto plain = plainAddress(address);
    if (!plain)
        return {};
    return plain->isFour() ? fmt::format("{}:{}", plain->text(), plain->port)
                           : fmt::format("[{}]:{}", plain->text(), plain->port);
}

std::string networkText(const sockaddr_storage& address)
{
    auto plain = plainAddress(address);
    if (!plain)
        return "somebody";
    if (plain->isFour() || IN6_IS_ADDR_LOOPBACK(&plain->bytes))
        return plain->text();
    std::memset(&plain->bytes.s6_addr[8], 0, 8);
    return plain->text() + "/64";
}

bool isSameMachine(const sockaddr_storage& here, const sockaddr_storage& there)
{
    const auto ours = plainAddress(here);
    const auto theirs = plainAddress(there);
    return ours && theirs && IN6_ARE_ADDR_EQUAL(&ours->bytes, &theirs->bytes);
}

} // namespace lockstep
