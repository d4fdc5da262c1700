// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/waiting.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <cstdint>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep::test {

inline sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// A port that was free a moment ago.
inline std::uint16_t freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    const bool isBound = ::bind(socket, any, size) == 0 && ::getsockname(socket, any, &size) == 0;
    ::close(socket);
    return isBound ? ntohs(address.sin_port) : 0;
}

/// The body of an answer; empty: no answer.
inline QByteArray fetch(std::uint16_t port, const QByteArray& path)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(port);
    QByteArray answer;
    if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
        const QByteArray request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
        if (::send(socket, request.constData(), static_cast<std::size_t>(request.size()), MSG_NOSIGNAL) > 0) {
            char buffer[4096];
            for (long got = 0; (got = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
                answer.append(buffer, got);
        }
    }
    ::close(socket);
    return answer.mid(answer.indexOf("\r\n\r\n") + 4);
}

/// Debian's Alertmanager, started for one test and stopped with it. One thread.
class RealAlertmanager
{
public:
    [[nodiscard]] static bool isInstalled() { return !program().isEmpty(); }

    RealAlertmanager()
    {
        QFile file(m_folder.filePath(QStringLiteral("am.yml")));
        if (!file.open(QIODevice::WriteOnly))
            return;
        file.write("route:\n  receiver: none\nreceivers:\n- name: none\n");
        file.close();
        m_server.setProcessChannelMode(QProcess::MergedChannels);
        m_server.start(program(),
                       {QStringLiteral("--config.file=") + file.fileName(),
                        QStringLiteral("--storage.path=") + m_folder.filePath(QStringLiteral("data")),
                        QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(m_port),
                        QStringLiteral("--cluster.listen-address=")});
    }
    ~RealAlertmanager() { stop(); }
    RealAlertmanager(const RealAlertmanager&) = delete;
    RealAlertmanager& operator=(const RealAlertmanager&) = delete;

    /// Waits until it answers.
    [[nodiscard]] bool isReady()
    {
        return m_server.waitForStarted()
            && test::waitFor([this] { return fetch(m_port, "/-/ready").startsWith("OK"); });
    }
    void stop()
    {
        if (m_server.state() == QProcess::NotRunning)
            return;
        m_server.terminate();
        if (!m_server.waitForFinished())
            m_server.kill();
        m_server.waitForFinished();
    }

    [[nodiscard]] QByteArray output() { return m_server.readAll(); }
    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port) + "/api/v2/alerts"; }
    [[nodiscard]] QJsonArray alerts() const { return QJsonDocument::fromJson(fetch(m_port, "/api/v2/alerts")).array(); }

private:
    static QString program() { return QStandardPaths::findExecutable(QStringLiteral("prometheus-alertmanager")); }

    const QTemporaryDir m_folder;
    const std::uint16_t m_port = freePort();
    QProcess m_server;
};

} // namespace lockstep::test
