// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <memory>
#include <openssl/ssl.h>
#include <span>
#include <string_view>
#include <sys/types.h>

namespace lockstep {

using TlsContext = std::shared_ptr<SSL_CTX>;

/// The peer's end of a connection, with or without TLS. TLS is terminated here, not in gRPC, so that traffic can be
/// counted. Never blocks. Proxy's thread; owned by a Relay.
class PeerSocket
{
public:
    /// @param tls null: no TLS
    PeerSocket(FileDescriptor socket, const TlsContext& tls);

    [[nodiscard]] int descriptor() const { return m_socket.get(); }

    /// @return bytes transferred; 0: closed; -1: would block
    ssize_t read(std::span<char> buffer);
    ssize_t write(std::string_view bytes);

    /// After -1: TLS must write before it can read, or read before it can write.
    [[nodiscard]] bool readWaitsToWrite() const { return m_readWaitsToWrite; }
    [[nodiscard]] bool writeWaitsToRead() const { return m_writeWaitsToRead; }

    /// Closes at once, without the connection lingering in the kernel for a minute.
    void abort();

private:
    struct SslFree
    {
        void operator()(SSL* tls) const { ::SSL_free(tls); }
    };

    ssize_t outcome(int result, bool& waitsForOther, int other) const;

    FileDescriptor m_socket;
    std::unique_ptr<SSL, SslFree> m_tls;
    bool m_readWaitsToWrite = false;
    bool m_writeWaitsToRead = false;
};

} // namespace lockstep
