// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <string>

namespace lockstep {

/// An address to listen on or connect to, in text form: "127.0.0.1:7117", "[::1]:7117", "node17:7117",
/// "unix:/run/lockstep.sock". A plain value.
struct NetAddress
{
    std::string host; ///< without brackets; for unix addresses the path
    std::uint16_t port = 0;
    bool isUnix = false;

    /// True if the other end is always on this machine: 127.0.0.0/8, ::1, localhost, unix sockets.
    [[nodiscard]] bool isLoopback() const;
    /// As written, with brackets if necessary.
    [[nodiscard]] std::string toString() const;
};

/// The error names the expected input. Names are not resolved.
[[nodiscard]] Result<NetAddress> parseNetAddress(const std::string& text);

} // namespace lockstep
