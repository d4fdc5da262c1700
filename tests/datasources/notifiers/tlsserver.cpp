// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/notifiers/tlsserver.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep::test {

TlsServer::TlsServer(const std::string& certificate, const std::string& key)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), m_tls(SSL_CTX_new(TLS_server_method()))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    const bool isReady = SSL_CTX_use_certificate_file(m_tls, certificate.c_str(), SSL_FILETYPE_PEM) == 1
        && SSL_CTX_use_PrivateKey_file(m_tls, key.c_str(), SSL_FILETYPE_PEM) == 1 && ::bind(m_socket, any, size) == 0
        && ::listen(m_socket, 16) == 0 && ::getsockname(m_socket, any, &size) == 0;
    if (!isReady)
        throw std::runtime_error("no server over TLS");
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

TlsServer::~TlsServer()
{
    m_thread.request_stop();
    m_thread.join();
    ::close(m_socket);
    SSL_CTX_free(m_tls);
}

std::vector<std::string> TlsServer::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

void TlsServer::work(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        pollfd waiting{m_socket, POLLIN, 0};
        if (::poll(&waiting, 1, 10) <= 0)
            continue;
        const int connection = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
        const timeval timeout{2, 0};
        ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        SSL* const tls = SSL_new(m_tls);
        SSL_set_fd(tls, connection);
        if (SSL_accept(tls) == 1)
            serve(tls);
        SSL_free(tls);
        ::close(connection);
    }
}

void TlsServer::serve(SSL* tls)
{
    std::string request;
    while (request.find("\r\n\r\n") == std::string::npos) {
        char buffer[4096];
        const int got = SSL_read(tls, buffer, sizeof buffer);
        if (got <= 0)
            return;
        request.append(buffer, static_cast<std::size_t>(got));
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(request);
    }
    const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    SSL_write(tls, answer.data(), static_cast<int>(answer.size()));
}

} // namespace lockstep::test
