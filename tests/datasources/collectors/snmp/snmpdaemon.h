// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdint>

namespace lockstep::test {

/// Debian's snmpd on a free port of loopback, with a configuration of its own: community "hush", user "op" with SHA-256
/// "authsecret" and AES "privsecret", and below 1.3.6.1.4.1.318 whatever a test has put there.
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

    /// Puts things there, by what stands behind 1.3.6.1.4.1.318, which sorts as numbers do where all are as long:
    /// {"1.10", "gauge 120"}. Types: integer, gauge, counter, counter64, timeticks, string.
    void put(const QMap<QString, QString>& values);

    /// Ends it, as when a device loses its power, and begins it anew at the same port.
    void stop();
    void start();

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    std::uint16_t m_port = 0;
};

} // namespace lockstep::test
