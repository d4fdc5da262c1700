// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <sys/socket.h>

namespace lockstep {

/// Names of a connection's peer: its address with port, which identifies the connection, and without, which identifies
/// the group that shares limits. Pure functions, any thread.

/// "127.0.0.1:4711" or "[2001:db8::1]:4711"; IPv4 within IPv6 as IPv4. Empty for other kinds of addresses.
[[nodiscard]] std::string addressText(const sockaddr_storage& address);

/// The group that shares limits: "127.0.0.1", or for IPv6 the /64, because one machine may use all of it:
/// "2001:db8:0:1::/64".
[[nodiscard]] std::string networkText(const sockaddr_storage& address);

/// Whether both ends are on this machine.
[[nodiscard]] bool isSameMachine(const sockaddr_storage& here, const sockaddr_storage& there);

} // namespace lockstep
