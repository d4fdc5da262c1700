// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/datasources/http/httpserver.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::test {

/// A web server with responses from the test, valid or not.
class ScriptedServer
{
public:
    enum class Behaviour : std::uint8_t {
        Accept, ///< 200
        Refuse, ///< 400
        Fail, ///< 503
        Redirect, ///< to itself, under another path
        Lie, ///< not HTTP
        Cut, ///< less than it announces
        Flood, ///< 200, followed by what is announced as a gigabyte
        Stall, ///< nothing
    };

    explicit ScriptedServer(Behaviour behaviour = Behaviour::Accept)
        : m_behaviour(behaviour), m_server([this](const HttpQuestion&) { return answer(); })
    { }

    void setBehaviour(Behaviour behaviour) { m_behaviour = behaviour; }
    [[nodiscard]] std::string url(const std::string& path = "/hook") const { return m_server.url() + path; }
    [[nodiscard]] std::vector<HttpQuestion> requests() const { return m_server.questions(); }

private:
    [[nodiscard]] std::string answer() const
    {
        switch (m_behaviour.load()) {
        case Behaviour::Refuse:
            return HttpServer::reply(400, "no");
        case Behaviour::Fail:
            return HttpServer::reply(503, "later");
        case Behaviour::Redirect:
            return HttpServer::reply(307, "", "Location: /elsewhere\r\n");
        case Behaviour::Lie:
            return "220 smtp.example.org ready\r\nHTTP/9.9 200 fine\r\n\r\n";
        case Behaviour::Cut:
            return "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok";
        case Behaviour::Flood:
            return "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n" + std::string(64U << 20U, 'x');
        case Behaviour::Stall:
            return HttpServer::silence;
        default:
            return HttpServer::reply(200, "ok");
        }
    }

    std::atomic<Behaviour> m_behaviour;
    HttpServer m_server; ///< last
};

} // namespace lockstep::test
