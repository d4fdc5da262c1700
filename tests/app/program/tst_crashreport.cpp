// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program/crashreport.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lockstep;

class TestCrashReport : public QObject
{
    Q_OBJECT

    /// The report of a child process that ends in @p crash. @param signal that ended it
    static QByteArray reportOf(const QString& folder, void (*crash)(), int& signal)
    {
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit none{0, 0}; // no core file
            ::setrlimit(RLIMIT_CORE, &none);
            ::close(STDERR_FILENO);
            for (const int each : {SIGSEGV, SIGABRT}) // the test's own handlers
                ::signal(each, SIG_DFL);
            reportCrashes("lockstep-test 1.2.3 (commit abc, Debug)", folder.toStdString());
            crash();
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        const QStringList names = QDir(folder).entryList({QStringLiteral("crash-*.txt")}, QDir::Files);
        if (names.size() != 1)
            return {};
        QFile file(QDir(folder).filePath(names.constFirst()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void itNamesBuildSignalThreadAndStack()
    {
        const QTemporaryDir folder;
        int signal = 0;
        const QString path = folder.filePath(QStringLiteral("state/lockstep")); // created when needed
        const QByteArray report = reportOf(
            path,
            [] {
                std::thread([] {
                    ::pthread_setname_np(::pthread_self(), "reader");
                    ::raise(SIGSEGV);
                }).join();
            },
            signal);
        QCOMPARE(signal, SIGSEGV);
        QVERIFY2(report.startsWith("lockstep-test 1.2.3 (commit abc, Debug)\nsignal SIGSEGV"), report.constData());
        QVERIFY2(report.contains("\nthread reader ("), report.constData());
        const qsizetype stack = report.indexOf("\nstack\n");
        QVERIFY2(stack > 0 && report.mid(stack).count('\n') > 4 && report.contains("tests_programstart"),
                 report.constData());
    }

    void anAbortIsReportedOnce()
    {
        const QTemporaryDir folder;
        int signal = 0;
        const QByteArray report = reportOf(
            folder.path(), [] { std::abort(); }, signal);
        QCOMPARE(signal, SIGABRT);
        QVERIFY2(report.contains("signal SIGABRT"), report.constData());
        QCOMPARE(QFile::permissions(QDir(folder.path()).entryInfoList(QDir::Files).constFirst().filePath())
                     & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
    }

    void withoutAPlaceForItTheProcessEndsAllTheSame()
    {
        int signal = 0;
        QVERIFY(reportOf(
                    QStringLiteral("/proc/nowhere"), [] { std::abort(); }, signal)
                    .isEmpty());
        QCOMPARE(signal, SIGABRT);
    }

    void theFolderIsTheServicesOrTheUsers()
    {
        qputenv("STATE_DIRECTORY", "/var/lib/lockstep:/var/lib/other");
        QCOMPARE(crashReportFolder(), std::string("/var/lib/lockstep"));
        qunsetenv("STATE_DIRECTORY");
        qputenv("XDG_STATE_HOME", "/home/me/state");
        QCOMPARE(crashReportFolder(), std::string("/home/me/state/lockstep"));
        qunsetenv("XDG_STATE_HOME");
        qputenv("HOME", "/home/me");
        QCOMPARE(crashReportFolder(), std::string("/home/me/.local/state/lockstep"));
    }
};

LOCKSTEP_TEST(tst_crashreport, TestCrashReport)
#include "tst_crashreport.moc"
