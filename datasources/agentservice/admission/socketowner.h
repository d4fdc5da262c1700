// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <cstdint>
#include <optional>
#include <sys/socket.h>
#include <sys/types.h>

namespace lockstep {

/// Queries the kernel for the owner of a local TCP connection. All local users share 127.0.0.1, so limits by address
/// would let one user block the others. One thread; owned by the proxy.
class SocketOwner
{
public:
    struct Owner
    {
        uid_t user = 0;
        bool isConnected = true; ///< false: disconnected already
    };

    /// @param listening a bound socket, to test whether the kernel answers such queries
    explicit SocketOwner(int listening);

    [[nodiscard]] bool isAvailable() const { return m_isAvailable; }

    /// Owner of the socket at @p there that is connected to @p here. Null: unknown.
    [[nodiscard]] std::optional<Owner> ownerOf(const sockaddr_storage& there, const sockaddr_storage& here);

private:
    FileDescriptor m_netlink;
    std::uint32_t m_questions = 0;
    bool m_isAvailable = false;
};

} // namespace lockstep
