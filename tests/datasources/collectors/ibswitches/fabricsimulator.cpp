// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/collectors/ibswitches/fabricsimulator.h"

#include "tests/support/ibsimlibrary.h"
#include "tests/support/waiting.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThread>

using namespace Qt::StringLiterals;

namespace lockstep::test {

namespace {

constexpr const char* fabric = "Switch 8 \"leaf1\"\n[1]\t\"n001\"[1]\n[2]\t\"n002\"[1]\n[5]\t\"spine1\"[1]\n\n"
                               "Switch 8 \"spine1\"\n[1]\t\"leaf1\"[5]\n\n"
                               "Hca 2 \"n001\"\n[1]\t\"leaf1\"[1]\n\nHca 2 \"n002\"\n[1]\t\"leaf1\"[2]\n";

} // namespace

FabricSimulator::FabricSimulator() : m_path(qgetenv("PATH"))
{
    qputenv("PATH", m_path + ":/usr/sbin:/usr/bin");
    for (const QString& each : {u"ibsim"_s, u"opensm"_s, u"ibnetdiscover"_s, u"perfquery"_s}) {
        if (QStandardPaths::findExecutable(each).isEmpty())
            m_missing = each;
    }
    if (ibsimLibrary().isEmpty())
        m_missing = u"libumad2sim"_s;
    if (m_missing.isEmpty() && !begin())
        m_missing = u"an answer of ibsim"_s;
}

FabricSimulator::~FabricSimulator()
{
    for (const char* const each : {"LD_PRELOAD", "SIM_HOST", "IBSIM_SOCKNAME", "OSM_CACHE_DIR", "OSM_TMP_DIR"})
        qunsetenv(each);
    qputenv("PATH", m_path);
    if (m_server.state() == QProcess::NotRunning)
        return;
    say("quit");
    m_server.closeWriteChannel();
    if (!m_server.waitForFinished())
        m_server.kill();
    m_server.waitForFinished();
}

bool FabricSimulator::begin()
{
    QFile net(m_folder.filePath(u"net"_s));
    if (!net.open(QIODevice::WriteOnly) || net.write(fabric) < 0)
        return false;
    net.close();
    qputenv("IBSIM_SOCKNAME", "lockstep-switches-" + QByteArray::number(QCoreApplication::applicationPid()));
    m_server.setWorkingDirectory(m_folder.path());
    m_server.start(u"ibsim"_s, {u"-s"_s, net.fileName()});
    if (!m_server.waitForStarted())
        return false;
    qputenv("LD_PRELOAD", ibsimLibrary().toUtf8());
    qputenv("SIM_HOST", "n001");
    qputenv("OSM_CACHE_DIR", m_folder.path().toUtf8());
    qputenv("OSM_TMP_DIR", m_folder.path().toUtf8());
    return answers(u"ibnetdiscover"_s, {})
        && answers(u"opensm"_s, {u"-o"_s, u"--console"_s, u"off"_s, u"-f"_s, m_folder.filePath(u"opensm.log"_s)});
}

bool FabricSimulator::answers(const QString& program, const QStringList& arguments)
{
    for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); QThread::msleep(100)) {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program, arguments);
        if (process.waitForFinished(test::hangTimeoutMs) && process.exitCode() == 0)
            return true;
    }
    return false;
}

void FabricSimulator::say(const QByteArray& command)
{
    m_server.write(command + '\n');
    m_server.waitForBytesWritten(3'000);
}

} // namespace lockstep::test
