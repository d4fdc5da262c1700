// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/proto/netaddress.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <cstdint>
#include <sys/socket.h>
#include <vector>

namespace lockstep {

/// Sockets listening on one address; two for a name with both IPv4 and IPv6. A plain value.
struct ListeningSockets
{
    std::vector<FileDescriptor> sockets;
    std::uint16_t port = 0; ///< 0 for a Unix socket
    sockaddr_storage bound{}; ///< address of the first socket
};

/// Binds and listens, exclusively. Port 0 selects a free one. The error is one sentence.
[[nodiscard]] Result<ListeningSockets> listenOn(const NetAddress& address);

} // namespace lockstep
