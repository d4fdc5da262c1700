// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <sys/socket.h>

namespace lockstep {

/// How the other end of a connection is called: by its address with port, to know the connection again, and without, to
/// know who it is. Pure functions, any thread.

/// "127.0.0.1:4711" or "[2001:db8::1]:4711"; IPv4 within IPv6 as IPv4. Empty for what is no internet address.
[[nodiscard]] std::string addressText(const sockaddr_storage& address);

/// Who shares limits with it: "127.0.0.1", or of IPv6 the /64, which one machine has to itself: "2001:db8:0:1::/64".
[[nodiscard]] std::string networkText(const sockaddr_storage& address);

/// True when both ends are on this machine.
[[nodiscard]] bool isSameMachine(const sockaddr_storage& here, const sockaddr_storage& there);

} // namespace lockstep
