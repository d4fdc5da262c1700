// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Numeric address of a device and its address family.
struct DeviceAddress
{
    std::string text; ///< "192.0.2.7", "2001:db8::7", "fe80::1%eth0"
    bool isV6 = false;
};

/// The addresses of a name; at once where it is an address itself. A resolver that hangs is waited for no longer than
/// that, or until it is to stop.
[[nodiscard]] Result<std::vector<DeviceAddress>> resolveDevice(const std::string& host,
                                                               std::chrono::milliseconds patience,
                                                               const std::stop_token& stop);

/// A TCP connection, non-blocking, to the first of its addresses that takes one; within that time in all.
[[nodiscard]] Result<FileDescriptor> connectDevice(const std::string& host, std::uint16_t port,
                                                   std::chrono::milliseconds patience, const std::stop_token& stop);

} // namespace lockstep
