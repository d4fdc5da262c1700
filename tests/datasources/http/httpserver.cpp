// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/http/httpserver.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <cstdlib>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
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

/// Takes the first whole question from what has come.
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

void sendAll(int connection, std::string_view text, const std::stop_token& stop)
{
    while (!text.empty() && !stop.stop_requested()) {
        if (!isReady(connection, POLLOUT))
            continue;
        const ssize_t sent = send(connection, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
}

} // namespace

const std::string HttpServer::silence = "<silence>";

HttpServer::HttpServer(Answer answer) : m_answer(std::move(answer)), m_listener(socket(AF_INET, SOCK_STREAM, 0))
{
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
        const int connection = accept(m_listener, nullptr, nullptr);
        if (connection < 0)
            continue;
        converse(connection, stop);
        close(connection);
    }
}

void HttpServer::converse(int connection, const std::stop_token& stop)
{
    std::string received;
    std::string piece(4096, '\0');
    bool isSilent = false;
    while (!stop.stop_requested()) {
        if (!isReady(connection, POLLIN))
            continue;
        const ssize_t count = recv(connection, piece.data(), piece.size(), 0);
        if (count <= 0)
            return;
        received.append(piece, 0, static_cast<std::size_t>(count));
        while (const std::optional<HttpQuestion> question = isSilent ? std::nullopt : takeQuestion(received)) {
            {
                const std::scoped_lock lock(m_mutex);
                m_questions.push_back(*question);
            }
            const std::string answer = m_answer(*question);
            isSilent = answer == silence;
            if (!isSilent)
                sendAll(connection, answer, stop);
        }
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
