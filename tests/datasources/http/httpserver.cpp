// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/http/httpserver.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace lockstep::test {

namespace {

constexpr int pollMilliseconds = 20;

std::size_t lengthOfBody(std::string headers)
{
    std::ranges::transform(headers, headers.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t at = headers.find("content-length:");
    return at == std::string::npos ? 0 : std::strtoul(headers.c_str() + at + 15, nullptr, 10);
}

/// Takes the first complete request from the received bytes.
std::optional<HttpQuestion> takeQuestion(std::string& received)
{
    const std::size_t end = received.find("\r\n\r\n");
    if (end == std::string::npos)
        return std::nullopt;
    HttpQuestion question;
    const std::size_t line = received.find("\r\n");
    question.headers = received.substr(line, end + 2 - line);
    const std::size_t length = lengthOfBody(question.headers);
    if (received.size() < end + 4 + length)
        return std::nullopt;
    const std::string first = received.substr(0, line);
    const std::size_t space = first.find(' ');
    question.method = first.substr(0, space);
    question.target = first.substr(space + 1, first.rfind(' ') - space - 1);
    question.body = received.substr(end + 4, length);
    received.erase(0, end + 4 + length);
    return question;
}

bool isReady(int descriptor, short events)
{
    pollfd waiting{descriptor, events, 0};
    return poll(&waiting, 1, pollMilliseconds) > 0;
}

} // namespace

const std::string HttpServer::silence = "<silence>";
const std::string HttpServer::endless = "<endless>";

/// A client's connection, with or without TLS. Waits only briefly at a time.
class HttpServer::Connection
{
public:
    Connection(int socket, SSL_CTX* tls) : m_socket(socket), m_tls(tls != nullptr ? SSL_new(tls) : nullptr)
    {
        const timeval moment{0, pollMilliseconds * 1000};
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment);
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &moment, sizeof moment);
        ERR_clear_error();
        if (m_tls != nullptr)
            SSL_set_fd(m_tls, socket);
    }
    ~Connection()
    {
        SSL_free(m_tls);
        close(m_socket);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] bool greet(const std::stop_token& stop) const
    {
        while (m_tls != nullptr && !stop.stop_requested()) {
            const int result = SSL_accept(m_tls);
            if (result == 1)
                return true;
            if (!mayTryAgain(result))
                return false;
        }
        return true;
    }

    /// 0: it has hung up.
    [[nodiscard]] std::size_t receive(std::string& piece, const std::stop_token& stop) const
    {
        while (!stop.stop_requested()) {
            const ssize_t count = m_tls != nullptr ? SSL_read(m_tls, piece.data(), static_cast<int>(piece.size()))
                                                   : recv(m_socket, piece.data(), piece.size(), 0);
            if (count > 0)
                return static_cast<std::size_t>(count);
            if (!mayTryAgain(static_cast<int>(count)))
                return 0;
        }
        return 0;
    }

    /// False: it has hung up.
    [[nodiscard]] bool send(std::string_view text, const std::stop_token& stop) const
    {
        while (!text.empty() && !stop.stop_requested()) {
            const ssize_t sent = m_tls != nullptr ? SSL_write(m_tls, text.data(), static_cast<int>(text.size()))
                                                  : ::send(m_socket, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent > 0)
                text.remove_prefix(static_cast<std::size_t>(sent));
            else if (!mayTryAgain(static_cast<int>(sent)))
                return false;
        }
        return true;
    }

private:
    [[nodiscard]] bool mayTryAgain(int result) const
    {
        if (m_tls == nullptr)
            return result < 0 && (errno == EAGAIN || errno == EINTR);
        const int why = SSL_get_error(m_tls, result);
        return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
    }

    int m_socket;
    SSL* m_tls;
};

HttpServer::HttpServer(Answer answer, const TestCertificate* certificate)
    : m_answer(std::move(answer)), m_listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    if (certificate != nullptr) {
        std::signal(SIGPIPE, SIG_IGN); // TLS may write after the other end has closed
        m_tls = SSL_CTX_new(TLS_server_method());
        if (SSL_CTX_use_certificate_file(m_tls, certificate->certificateFile().c_str(), SSL_FILETYPE_PEM) != 1
            || SSL_CTX_use_PrivateKey_file(m_tls, certificate->keyFile().c_str(), SSL_FILETYPE_PEM) != 1)
            throw std::runtime_error("no server over TLS");
        SSL_CTX_set_mode(m_tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    bind(m_listener, reinterpret_cast<const sockaddr*>(&address), length);
    listen(m_listener, 8);
    getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &length);
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

HttpServer::~HttpServer()
{
    m_thread.request_stop();
    m_thread.join();
    close(m_listener);
    SSL_CTX_free(m_tls);
}

std::vector<HttpQuestion> HttpServer::questions() const
{
    const std::scoped_lock lock(m_mutex);
    return m_questions;
}

void HttpServer::serve(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        if (!isReady(m_listener, POLLIN))
            continue;
        const int accepted = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (accepted < 0)
            continue;
        const Connection connection(accepted, m_tls);
        if (connection.greet(stop))
            converse(connection, stop);
    }
}

void HttpServer::converse(const Connection& connection, const std::stop_token& stop)
{
    std::string received;
    std::string piece(4096, '\0');
    bool isSilent = false;
    while (const std::size_t count = connection.receive(piece, stop)) {
        received.append(piece, 0, count);
        while (const std::optional<HttpQuestion> question = isSilent ? std::nullopt : takeQuestion(received)) {
            {
                const std::scoped_lock lock(m_mutex);
                m_questions.push_back(*question);
            }
            const std::string answer = m_answer(*question);
            isSilent = answer == silence;
            if (answer == endless)
                return sendEndless(connection, stop);
            if (!isSilent && !connection.send(answer, stop))
                return;
        }
    }
}

void HttpServer::sendEndless(const Connection& connection, const std::stop_token& stop)
{
    constexpr std::size_t max = std::size_t{1} << 30U;
    const std::string piece(std::size_t{64} << 10U, ' ');
    if (!connection.send("HTTP/1.1 200 OK\r\n\r\n{", stop))
        return;
    for (std::size_t bytes = 0; bytes < max && !stop.stop_requested(); bytes += piece.size()) {
        if (!connection.send(piece, stop))
            return;
        m_endlessBytes += piece.size();
    }
}

std::string HttpServer::reply(int status, std::string_view body, std::string_view headers)
{
    return "HTTP/1.1 " + std::to_string(status) + " Said\r\nContent-Length: " + std::to_string(body.size()) + "\r\n"
        + std::string(headers) + "\r\n" + std::string(body);
}

std::string HttpServer::flood(std::size_t bytes)
{
    return "HTTP/1.1 200 OK\r\n\r\n" + std::string(bytes, 'x');
}

} // namespace lockstep::test
