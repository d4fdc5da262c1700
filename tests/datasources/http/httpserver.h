// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/datasources/http/testcertificate.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <openssl/types.h>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace lockstep::test {

/// A request that the server has received.
struct HttpQuestion
{
    std::string method;
    std::string target; ///< path and query, as it stood in the request
    std::string headers; ///< as they stood
    std::string body;
};

/// An HTTP/1.1 server on loopback for one test, with responses from the test. Serves one connection after the other,
/// with TLS if it has a certificate. Its thread ends with it.
class HttpServer
{
public:
    /// The answer, byte for byte; see reply(). Called on the server's thread.
    using Answer = std::function<std::string(const HttpQuestion&)>;

    /// @param certificate of TLS; null: in the clear. Need not outlive this
    explicit HttpServer(Answer answer, const TestCertificate* certificate = nullptr);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] std::string url() const
    {
        return (m_tls != nullptr ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(m_port);
    }
    [[nodiscard]] std::vector<HttpQuestion> questions() const;

    [[nodiscard]] static std::string reply(int status, std::string_view body, std::string_view headers = {});
    /// An answer that never comes: the connection stays open until the client closes it.
    static const std::string silence;
    /// An answer that continues until the client hangs up, or after a GB.
    static const std::string endless;
    [[nodiscard]] std::size_t endlessBytes() const { return m_endlessBytes; } ///< that went out of such answers
    /// That many bytes without an end of the answer.
    [[nodiscard]] static std::string flood(std::size_t bytes);

private:
    class Connection;

    void serve(const std::stop_token& stop);
    void converse(const Connection& connection, const std::stop_token& stop);
    void sendEndless(const Connection& connection, const std::stop_token& stop);

    Answer m_answer;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    SSL_CTX* m_tls = nullptr;
    std::atomic<std::size_t> m_endlessBytes = 0;
    mutable std::mutex m_mutex;
    std::vector<HttpQuestion> m_questions;
    std::jthread m_thread; ///< last
};

} // namespace lockstep::test
