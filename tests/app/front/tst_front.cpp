// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/front/windowprogram.h"
#include "tests/support/programrun.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep::test;

/// Tests `lockstep` as a process.
class TestFront : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void analysingLoadsNoLibraryOfWindows()
    {
        const ProgramRun loaded = runProgram(QStringLiteral(LOCKSTEP_PATH), {QStringLiteral("analyze")},
                                             QStringLiteral("LD_TRACE_LOADED_OBJECTS"));
        QVERIFY2(loaded.output.contains("libc.so"), loaded.output.constData());
        for (const char* const library : {"libQt6", "libvtk", "libgrpc", "libGL"})
            QVERIFY2(!loaded.output.contains(library), loaded.output.constData());
    }

    void analyzeAnswersItself()
    {
        const ProgramRun help
            = runProgram(QStringLiteral(LOCKSTEP_PATH), {QStringLiteral("analyze"), QStringLiteral("--help")});
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.output.startsWith("Usage: lockstep analyze"));
        QCOMPARE(runProgram(QStringLiteral(LOCKSTEP_PATH), {QStringLiteral("analyze")}).exitCode, 2);
    }

    void everythingElseGoesToTheWindowProgramBesideIt()
    {
        const ProgramRun version = runProgram(QStringLiteral(LOCKSTEP_PATH), {QStringLiteral("--version")});
        QCOMPARE(version.exitCode, 0);
        QVERIFY2(version.output.startsWith("lockstep "), version.output.constData());
        const ProgramRun wrong = runProgram(QStringLiteral(LOCKSTEP_PATH), {QStringLiteral("--no-such-option")});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.log.startsWith("lockstep: "), wrong.log.constData());
        QCOMPARE(runProgram(QStringLiteral(LOCKSTEP_PATH), {QStringLiteral("info")}).exitCode, 2);
    }

    void itFindsTheWindowProgramThroughALinkAndFromAnyFolder()
    {
        const QTemporaryDir folder;
        const QString link = folder.filePath(QStringLiteral("ls"));
        QVERIFY(QFile::link(QStringLiteral(LOCKSTEP_PATH), link));
        QCOMPARE(runProgram(link, {QStringLiteral("--version")}).exitCode, 0);
    }

    void withoutTheWindowProgramItSaysWhatIsMissingWhere()
    {
        const QTemporaryDir folder;
        const QString alone = folder.filePath(QStringLiteral("lockstep"));
        QVERIFY(QFile::copy(QStringLiteral(LOCKSTEP_PATH), alone));
        const ProgramRun failed = runProgram(alone, {QStringLiteral("--here")});
        QCOMPARE(failed.exitCode, 126);
        const QByteArray expected = QFile::encodeName(folder.filePath(QStringLiteral("lockstep-window")));
        QVERIFY2(failed.log.contains(expected), failed.log.constData());
        QCOMPARE(runProgram(alone, {QStringLiteral("analyze"), QStringLiteral("--help")}).exitCode, 0);
    }

    void aWindowProgramThatCannotBeRunIsNone()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("lockstep-window")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        const auto found = lockstep::windowProgramBeside(folder.filePath(QStringLiteral("lockstep")).toStdString());
        QVERIFY(!found.isOk());
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(lockstep::windowProgramBeside(folder.filePath(QStringLiteral("lockstep")).toStdString()).isOk());
    }
};

LOCKSTEP_TEST(tst_front, TestFront)
#include "tst_front.moc"
