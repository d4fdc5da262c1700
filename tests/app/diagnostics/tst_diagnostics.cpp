// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/diagnosticscommand.h"
#include "app/program/crashreport.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace lockstep;

/// Data gathered for a bug report, from a home folder that contains secrets.
class TestDiagnostics : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    void write(const QString& name, const QByteArray& text)
    {
        const QString path = m_home.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    static std::string answer(const std::vector<std::string>& arguments = {}) { return diagnostics(arguments).out; }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toLocal8Bit());
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"})
            qunsetenv(variable);
        write(QStringLiteral(".config/lockstep/dashboard.ini"),
              "theme=light\nrecentAddresses=node-17.secret.example:7117\n[alerts]\nurls=https://hooks.example/T0/B1/"
              "k3y\n");
        write(QStringLiteral(".config/lockstep/record.toml"),
              "alerts = [\"https://me:pa55@hooks.example/services/T0/k3y\"]\nout = \"/data\"\n# password = "
              "\"hunter2\"\n");
        write(QStringLiteral(".local/state/lockstep/crash-1-2.txt"),
              "lockstep 0.0.9 (commit abc, Release)\nsignal SIGSEGV\n");
    }

    void itNamesVersionSystemAndPlaces()
    {
        const std::string text = answer();
        QVERIFY2(text.starts_with("lockstep " LOCKSTEP_VERSION " (commit "), text.c_str());
        for (const char* part : {"Qt 6.", "kernel ", "~/.local/share/lockstep/incidents.sqlite: none",
                                 "/etc/lockstep/agent.toml", "theme = light", "reports: 1", "signal SIGSEGV", "== Log"})
            QVERIFY2(text.find(part) != std::string::npos, part);
    }

    void itTellsNoSecret()
    {
        const std::string text = answer();
        QVERIFY(text.find("https://hooks.example/...") != std::string::npos);
        QVERIFY(text.find("recentAddresses is set (value hidden)") != std::string::npos);
        for (const char* secret : {"k3y", "pa55", "hunter2", "node-17"})
            QVERIFY2(text.find(secret) == std::string::npos, secret);
        QVERIFY2(text.find(m_home.path().toStdString()) == std::string::npos, text.c_str());
    }

    void aFileIsItsOwnersAlone()
    {
        const QString path = m_home.filePath(QStringLiteral("out.txt"));
        QVERIFY(answer({"--out", path.toStdString()}).starts_with(path.toStdString() + ": "));
        QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QCOMPARE(diagnostics(std::vector<std::string>{"--out", "/nowhere/out.txt"}).exitCode, 1);
        QCOMPARE(diagnostics(std::vector<std::string>{"more"}).exitCode, 2);
    }
};

LOCKSTEP_TEST(tst_diagnostics, TestDiagnostics)
#include "tst_diagnostics.moc"
