// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program/startprogram.h"
#include "tests/support/programrun.h"
#include "tests/support/testentry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <sys/resource.h>

using namespace lockstep::test;

/// Programs without a window; tst_front tests `lockstep`.
class TestStartProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachProgramTellsVersionCommitAndBuild_data()
    {
        QTest::addColumn<QStringList>("command");
        for (const char* name : {"lockstep-agent", "lockstep-analyze", "lockstep-record", "lockstep-sim"})
            QTest::newRow(name) << QStringList{QString::fromLatin1(name)};
        QTest::newRow("sub-command") << QStringList{QStringLiteral("lockstep-record"), QStringLiteral("info")};
        QTest::newRow("score") << QStringList{QStringLiteral("lockstep-sim"), QStringLiteral("score")};
    }

    void eachProgramTellsVersionCommitAndBuild()
    {
        QFETCH(QStringList, command);
        const QString program = command.takeFirst();
        const QString path = QStringLiteral(PROGRAMS_PATH "/") + program;
        const ProgramRun run = runProgram(path, command + QStringList{QStringLiteral("--version")});
        QCOMPARE(run.exitCode, 0);
        const QRegularExpression form(
            QStringLiteral("^%1 \\d+\\.\\d+\\.\\d+ \\(commit ([0-9a-f]{12}(-dirty)?|unknown), [A-Za-z]+\\)\\n$")
                .arg(program));
        QVERIFY2(form.match(QString::fromUtf8(run.output)).hasMatch(), run.output.constData());
    }

    /// A window with a day's recording of 2,048 nodes has more than 1024 files open.
    void theLimitOnOpenFilesIsRaised()
    {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit low = before;
        low.rlim_cur = 1024;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &low), 0);
        const rlim_t wanted = std::min<rlim_t>(16384, before.rlim_max);
        QCOMPARE(lockstep::raiseFileLimit(), wanted);
        rlimit after{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &after), 0);
        QCOMPARE(after.rlim_cur, wanted);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    }
};

LOCKSTEP_TEST(tst_startprogram, TestStartProgram)
#include "tst_startprogram.moc"
