// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/collectors/snmp/snmpdaemon.h"

#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QStandardPaths>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace lockstep::test {

namespace {

/// Script for pass_persist, because snmpd caches answers of pass for half a minute. The file has name, type and value
/// of each object, in order.
constexpr const char* passScript = R"(#!/bin/sh
answer() {
    next=
    while read -r name type value; do
        found=$next
        case "$1 $name" in
        "get $2" | "getnext $2".*) found=1 ;;
        "getnext $2") next=1; continue ;;
        esac
        if [ -n "$found" ]; then printf '%s\n%s\n%s\n' "$name" "$type" "$value"; return; fi
    done < "$(dirname "$0")/values"
    echo NONE
}
while read -r command; do
    case "$command" in
    PING) echo PONG ;;
    get | getnext) read -r wanted; answer "$command" "$wanted" ;;
    esac
done
)";

void write(const QString& path, const QByteArray& text)
{
    QFile file(path + u".new"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (::rename(qPrintable(file.fileName()), qPrintable(path)) != 0)
        qFatal("cannot write %s", qPrintable(path));
}

QString daemonPath()
{
    return QStandardPaths::findExecutable(u"snmpd"_s, {u"/usr/sbin"_s, u"/usr/bin"_s});
}

std::uint16_t freePort()
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket, plain, size) != 0 || ::getsockname(socket, plain, &size) != 0)
        qFatal("no free port");
    ::close(socket);
    return ntohs(address.sin_port);
}

} // namespace

bool SnmpDaemon::isInstalled()
{
    return !daemonPath().isEmpty();
}

SnmpDaemon::SnmpDaemon()
{
    put({});
    write(m_folder.filePath(u"pass"_s), passScript);
    write(m_folder.filePath(u"snmpd.conf"_s),
          "rocommunity hush 127.0.0.1\ncreateUser op SHA-256 authsecret AES privsecret\nrouser op authpriv\n"
          "pass_persist .1.3.6.1.4.1.318 "
              + m_folder.filePath(u"pass"_s).toUtf8() + "\n");
    m_port = freePort();
    start();
}

SnmpDaemon::~SnmpDaemon()
{
    stop();
}

void SnmpDaemon::put(const QMap<QString, QString>& values)
{
    QByteArray text;
    for (auto each = values.begin(); each != values.end(); ++each)
        text += ".1.3.6.1.4.1.318." + each.key().toUtf8() + ' ' + each.value().toUtf8() + '\n';
    write(m_folder.filePath(u"values"_s), text);
}

void SnmpDaemon::start()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SNMP_PERSISTENT_DIR"_s, m_folder.filePath(u"state"_s));
    environment.insert(u"MIBS"_s, QString());
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(daemonPath(),
                    {u"-f"_s, u"-Lo"_s, u"-C"_s, u"-c"_s, m_folder.filePath(u"snmpd.conf"_s), u"-p"_s,
                     m_folder.filePath(u"pid"_s), u"udp:127.0.0.1:%1"_s.arg(m_port)});
    if (!m_process.waitForStarted())
        qFatal("snmpd does not start");
    QByteArray log;
    const QDeadlineTimer deadline(test::hangTimeout);
    while (!log.contains("NET-SNMP version")) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("snmpd does not serve: %s", log.constData());
        m_process.waitForReadyRead(100);
        log += m_process.readAll();
    }
}

void SnmpDaemon::stop()
{
    m_process.terminate();
    if (!m_process.waitForFinished())
        m_process.kill();
    m_process.waitForFinished();
}

} // namespace lockstep::test
