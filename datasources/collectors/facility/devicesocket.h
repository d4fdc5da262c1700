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

/// Addresses of a host name; immediate for an address. Waits for a hanging resolver at most @p timeout, or until
/// stopped.
[[nodiscard]] Result<std::vector<DeviceAddress>> resolveDevice(const std::string& host,
                                                               std::chrono::milliseconds timeout,
                                                               const std::stop_token& stop);

/// A non-blocking TCP connection to the first address that accepts one, within the total time.
[[nodiscard]] Result<FileDescriptor> connectDevice(const std::string& host, std::uint16_t port,
                                                   std::chrono::milliseconds timeout, const std::stop_token& stop);

} // namespace lockstep
