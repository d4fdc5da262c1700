// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <openssl/types.h>
#include <string>
#include <thread>
#include <vector>

namespace lockstep::test {

/// A web server on this host that accepts any request over TLS, one per connection. Has its own thread.
class TlsServer
{
public:
    /// @param certificate, key PEM files
    TlsServer(const std::string& certificate, const std::string& key);
    ~TlsServer();
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    [[nodiscard]] std::string url() const { return "https://localhost:" + std::to_string(m_port) + "/hook"; }
    /// As they came, with their headers.
    [[nodiscard]] std::vector<std::string> requests() const;

private:
    void work(const std::stop_token& stop);
    void serve(SSL* tls);

    int m_socket = -1;
    std::uint16_t m_port = 0;
    SSL_CTX* m_tls = nullptr;
    mutable std::mutex m_mutex; ///< guards m_requests
    std::vector<std::string> m_requests;
    std::jthread m_thread; ///< last
};

} // namespace lockstep::test
