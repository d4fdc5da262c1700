// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdint>

namespace lockstep::test {

/// Debian's snmpd on a free loopback port with its own configuration: community "hush", user "op" with SHA-256
/// "authsecret" and AES "privsecret", and objects from the test below 1.3.6.1.4.1.318.
class SnmpDaemon
{
public:
    SnmpDaemon();
    ~SnmpDaemon();
    SnmpDaemon(const SnmpDaemon&) = delete;
    SnmpDaemon& operator=(const SnmpDaemon&) = delete;

    /// Where it is not installed there is nothing to test against.
    [[nodiscard]] static bool isInstalled();

    [[nodiscard]] std::uint16_t port() const { return m_port; }

    /// Sets objects by their suffix after 1.3.6.1.4.1.318; suffixes must be equally long, because they are sorted as
    /// text: {"1.10", "gauge 120"}. Types: integer, gauge, counter, counter64, timeticks, string.
    void put(const QMap<QString, QString>& values);

    /// Stops it, as after a power loss, or starts it again on the same port.
    void stop();
    void start();

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    std::uint16_t m_port = 0;
};

} // namespace lockstep::test
