// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/peersocket.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <openssl/err.h>
#include <sys/socket.h>
#include <utility>

namespace lockstep {

namespace {

ssize_t plainOutcome(ssize_t moved)
{
    if (moved >= 0)
        return moved;
    return errno == EAGAIN || errno == EINTR ? -1 : 0;
}

int asLength(std::size_t size)
{
    return static_cast<int>(std::min<std::size_t>(size, INT_MAX));
}

} // namespace

PeerSocket::PeerSocket(FileDescriptor socket, const TlsContext& tls) : m_socket(std::move(socket))
{
    if (!tls)
        return;
    m_tls.reset(::SSL_new(tls.get()));
    ::SSL_set_fd(m_tls.get(), m_socket.get());
    ::SSL_set_accept_state(m_tls.get());
}

ssize_t PeerSocket::outcome(int result, bool& waitsForOther, int other) const
{
    waitsForOther = false;
    if (result > 0)
        return result;
    const int problem = ::SSL_get_error(m_tls.get(), result);
    waitsForOther = problem == other;
    return problem == SSL_ERROR_WANT_READ || problem == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

ssize_t PeerSocket::read(std::span<char> buffer)
{
    if (!m_tls)
        return plainOutcome(::recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT));
    ::ERR_clear_error();
    return outcome(::SSL_read(m_tls.get(), buffer.data(), asLength(buffer.size())), m_readWaitsToWrite,
                   SSL_ERROR_WANT_WRITE);
}

ssize_t PeerSocket::write(std::string_view bytes)
{
    if (!m_tls)
        return plainOutcome(::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
    ::ERR_clear_error();
    return outcome(::SSL_write(m_tls.get(), bytes.data(), asLength(bytes.size())), m_writeWaitsToRead,
                   SSL_ERROR_WANT_READ);
}

void PeerSocket::abort()
{
    const linger atOnce{1, 0};
    ::setsockopt(m_socket.get(), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
}

} // namespace lockstep
